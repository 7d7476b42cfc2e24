// Checks of what a game says of itself: texts, boards, options.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>

#include "host/conformance/round.hpp"
#include "host/secrets.hpp"

namespace qitai::host::conformance {
namespace {

constexpr std::array<std::string_view, 3> kLanguages{"zh-Hans", "zh-Hant", "en"};

using Keys = std::map<std::string, std::set<std::string>>;  // key → languages

Keys keys_of(const VariantInfo& info) {
  Keys keys;
  for (const Text& text : info.texts) {
    if (!text.text.empty()) keys[text.key].insert(text.lang);
  }
  return keys;
}

void need(const Keys& keys, const std::string& key, const std::string& whose) {
  for (const std::string_view lang : kLanguages) {
    const auto found = keys.find(key);
    hold(found != keys.end() && found->second.contains(std::string(lang)),
         "the key \"{}\" ({}) has no text in {}", key, whose, lang);
  }
}

// A text that may be another for each colour.
void need_coloured(const Keys& keys, const VariantInfo& info, const std::string& key,
                   const std::string& whose) {
  const bool by_colour =
      std::ranges::all_of(info.colours, [&](const ColourInfo& c) { return keys.contains(key + "." + c.id); });
  if (!by_colour) need(keys, key, whose);
}

bool within(int x, int y, const Geometry& board) {
  return x >= 0 && y >= 0 && x <= board.width && y <= board.height;
}

void check_board(const Geometry& board) {
  const std::size_t count = board.points.size();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      const auto &a = board.points[i], &b = board.points[j];
      // Two points closer than a quarter of the pitch cannot be told apart by a finger.
      hold(std::abs(a.x - b.x) + std::abs(a.y - b.y) >= 250, "the points {} and {} lie on one another",
           a.name, b.name);
    }
  }
  for (const Geometry::Line& line : board.lines) {
    hold(within(line.x1, line.y1, board) && within(line.x2, line.y2, board),
         "a line from {},{} to {},{} leaves the board of {}×{}", line.x1, line.y1, line.x2, line.y2,
         board.width, board.height);
    hold(line.x1 != line.x2 || line.y1 != line.y2, "a line at {},{} has no length", line.x1, line.y1);
  }
  for (const Geometry::Region& region : board.regions) {
    hold(
        within(region.x, region.y, board) && within(region.x + region.width, region.y + region.height, board),
        "a region at {},{} leaves the board", region.x, region.y);
  }
  for (const Geometry::Decoration& decoration : board.decorations)
    hold(within(decoration.x, decoration.y, board), "a decoration at {},{} is outside the board",
         decoration.x, decoration.y);
  if (board.neighbours.empty()) return;
  // A cursor gets everywhere.
  std::vector<bool> reached(count, false);
  std::vector<Point> open{0};
  reached[0] = true;
  while (!open.empty()) {
    const Point at = open.back();
    open.pop_back();
    for (const auto& [a, b] : board.neighbours) {
      const Point next = a == at ? b : b == at ? a : at;
      if (reached[next]) continue;
      reached[next] = true;
      open.push_back(next);
    }
  }
  const auto lost = std::ranges::find(reached, false);
  hold(lost == reached.end(), "no neighbour leads to the point {}",
       lost == reached.end() ? "" : board.points[static_cast<std::size_t>(lost - reached.begin())].name);
}

// The defaults, and then every value of every option by itself (of long ranges some).
void each_value(const Trial& trial, const std::function<void(const std::vector<std::int64_t>&)>& work) {
  const std::vector<std::int64_t> defaults = trial.info().default_options();
  work(defaults);
  for (std::size_t i = 0; i < defaults.size(); ++i) {
    const OptionInfo& option = trial.info().options[i];
    std::set<std::int64_t> values{option.min, option.max};
    for (std::int64_t value = option.min; value < option.max && values.size() < 70; ++value)
      values.insert(value);
    for (const std::int64_t value : values) {
      std::vector<std::int64_t> options = defaults;
      options[i] = value;
      work(options);
    }
  }
}

// The raw call: the host would not let these through.
void must_refuse(const Trial& trial, const std::vector<std::int64_t>& options, const std::string& what) {
  trial.note(what);
  qitai_start start{};
  start.struct_size = sizeof start;
  start.option_count = static_cast<std::uint32_t>(options.size());
  start.options = options.data();
  start.knower = kFull;
  qitai_refusal why{};
  why.struct_size = sizeof why;
  qitai_state* state = nullptr;
  const qitai_status status = trial.api.create(&start, &state, &why);
  if (status == QITAI_OK && state != nullptr) trial.api.destroy(state);
  hold(status != QITAI_OK, "create() takes {}", what);
}

}  // namespace

std::string check_texts(Trial& trial) {
  const VariantInfo& info = trial.info();
  const Keys keys = keys_of(info);
  need(keys, info.name_key, "the game's name");
  if (!info.blurb_key.empty()) need(keys, info.blurb_key, "the game's line");
  for (const SeatInfo& seat : info.seats) {
    need(keys, seat.name_key, "the seat " + seat.id);
    if (!seat.turn_key.empty()) need(keys, seat.turn_key, "the turn of " + seat.id);
  }
  for (const ColourInfo& colour : info.colours) {
    need(keys, colour.name_key, "the colour " + colour.id);
    if (!colour.seal_key.empty()) need(keys, colour.seal_key, "the seal of " + colour.id);
  }
  for (const KindInfo& kind : info.kinds) {
    need_coloured(keys, info, kind.name_key, "the kind " + kind.id);
    need_coloured(keys, info, kind.glyph_key, "the glyph of " + kind.id);
  }
  for (const OptionInfo& option : info.options) {
    need(keys, option.name_key, "the option " + option.id);
    if (!option.help_key.empty()) need(keys, option.help_key, "the help of the option " + option.id);
    for (const ChoiceInfo& choice : option.choices)
      need(keys, choice.name_key, "the choice " + choice.id + " of " + option.id);
  }
  for (const NotationInfo& notation : info.notations)
    need(keys, notation.name_key, "the notation " + notation.id);
  each_value(trial, [&](const std::vector<std::int64_t>& options) {
    const Result<Geometry> board = trial.variant->geometry(options);
    if (!board) return;  // check_geometry's
    for (const Geometry::Decoration& decoration : board->decorations) {
      if (!decoration.text_key.empty()) need(keys, decoration.text_key, "on the board");
    }
  });
  if (Keeper::offered(*trial.variant)) {
    for (const std::string_view lie : kLies)
      need(keys, fmt::format("lie.{}", lie), "what the audit of the set-ups may say");
  }
  // What is looked up by id only: reasons, refusals, rules, sentences.
  for (const auto& [key, languages] : keys)
    need(keys, key, "which has a text in another language");
  return fmt::format("{} keys", keys.size());
}

std::string check_geometry(Trial& trial) {
  unsigned boards = 0;
  each_value(trial, [&](const std::vector<std::int64_t>& options) {
    const Result<Geometry> board = trial.variant->geometry(options);
    if (!board) broken("{}", board.error().message);
    check_board(*board);
    ++boards;
  });
  return fmt::format("{} sets of options", boards);
}

std::string check_options(Trial& trial) {
  unsigned starts = 0;
  each_value(trial, [&](const std::vector<std::int64_t>& options) {
    Start start;
    start.options = options;
    const State state = begin(trial, start);
    hold(state.acting() != 0, "a game begins with nobody to act");
    (void)everything(state);
    ++starts;
  });
  Dice dice(trial.seed);
  for (int i = 0; i < 100; ++i, ++starts)
    (void)begin(trial, drawn_start(trial, 1, dice));
  std::vector<std::int64_t> options = trial.info().default_options();
  for (std::size_t i = 0; i < options.size(); ++i) {
    const OptionInfo& option = trial.info().options[i];
    const std::int64_t fallback = options[i];
    for (const auto& [edge, step] :
         {std::pair{option.min, std::int64_t{-1}}, std::pair{option.max, std::int64_t{1}}}) {
      if (__builtin_add_overflow(edge, step, &options[i])) continue;
      must_refuse(
          trial, options,
          fmt::format("the value {} of option {}, {} to {}", options[i], option.id, option.min, option.max));
    }
    options[i] = fallback;
  }
  options.push_back(0);
  must_refuse(trial, options, "one option too many");
  options.resize(options.size() - 1);
  if (!options.empty()) {
    options.pop_back();
    must_refuse(trial, options, "one option too few");
  }
  return fmt::format("{} starts", starts);
}

}  // namespace qitai::host::conformance
