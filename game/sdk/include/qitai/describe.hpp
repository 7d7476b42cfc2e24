// Qitai SDK for C++: what a game says of itself, and its board. Header only, C++20, no dependency.
//
// Both builders copy every text they are given. The adaptor (variant.hpp) keeps the description for the life
// of the process; a board is the game's own static.
#pragma once

#include <qitai/variant.h>

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace qitai::sdk {

// A text in the game's three languages. Without `hans` the English one stands everywhere, without `hant` the
// simplified one stands for both.
struct Words {
  Words(std::string_view english) : en(english) {}  // NOLINT(google-explicit-constructor)
  Words(const char* english) : en(english) {}       // NOLINT(google-explicit-constructor)
  Words(std::string_view english, std::string_view simplified, std::string_view traditional = {})
      : en(english), hans(simplified), hant(traditional.empty() ? simplified : traditional) {}
  std::string_view en, hans, hant;
};

// A row of a game's table of texts.
struct Saying {
  std::string_view id;
  std::string_view english, simplified, traditional;
};

namespace detail {

// Copies of texts at places that never move.
class TextStore {
 public:
  qitai_str keep(std::string_view text) {
    const std::string& copy = texts_.emplace_back(text);
    return {copy.data(), copy.size()};
  }

 private:
  std::deque<std::string> texts_;
};

template <typename T>
qitai_array as_array(const std::vector<T>& elements) {
  return {elements.data(), static_cast<std::uint32_t>(elements.size()),
          static_cast<std::uint32_t>(sizeof(T))};
}

}  // namespace detail

// The tables of qitai_variant_info. Text keys are made here: "name", "blurb", "seat.ID", "seat.ID.turn",
// "colour.ID", "colour.ID.seal", "kind.ID", "kind.ID.glyph", "option.ID", "option.ID.help",
// "option.ID.CHOICE", "notation.ID"; with text() one adds what differs by colour: text("kind.K.glyph.black",
// "將"). Indices are in the order of the calls.
class Description {
 public:
  Description(std::string_view id, std::uint32_t rules_revision) : id_(keep(id)), revision_(rules_revision) {}
  Description(Description&&) = default;
  Description& operator=(Description&&) = default;

  Description& name(const Words& name, const Words& blurb) {
    text("name", name);
    return text("blurb", blurb);
  }
  // QITAI_VARIANT_HIDDEN and so on.
  Description& flags(std::uint32_t flags) { return flags_ = flags, *this; }
  Description& minutes(std::uint32_t min, std::uint32_t max) { return minutes_ = {min, max}, *this; }

  // `colour`: index, or -1 while undecided; `facing`: 0, 90, 180, 270.
  Description& seat(std::string_view id, const Words& name, const Words& turn, std::int32_t colour,
                    std::int32_t facing) {
    seats_.push_back(
        {keep(id), named("seat.", id, "", name), named("seat.", id, ".turn", turn), colour, facing});
    return *this;
  }
  Description& colour(std::string_view id, const Words& name, const Words& seal, std::uint32_t rgb,
                      std::uint32_t flags = 0) {
    colours_.push_back(
        {keep(id), named("colour.", id, "", name), named("colour.", id, ".seal", seal), rgb, flags});
    return *this;
  }
  // `value` in hundredths of a soldier; the place in the tray is the order of the calls.
  Description& kind(std::string_view id, const Words& name, const Words& glyph, std::string_view picture,
                    std::int32_t value = 0, std::uint32_t flags = 0) {
    kinds_.push_back({keep(id), named("kind.", id, "", name), named("kind.", id, ".glyph", glyph),
                      keep(picture), value, static_cast<std::int32_t>(kinds_.size()), flags, 0});
    return *this;
  }

  Description& toggle(std::string_view id, const Words& name, const Words& help, bool fallback) {
    return option(id, name, help, QITAI_OPTION_TOGGLE, fallback ? 1 : 0, 0, 1);
  }
  Description& number(std::string_view id, const Words& name, const Words& help, std::int64_t fallback,
                      std::int64_t min, std::int64_t max) {
    return option(id, name, help, QITAI_OPTION_NUMBER, fallback, min, max);
  }
  Description& choice(std::string_view id, const Words& name, const Words& help, std::int64_t fallback,
                      std::initializer_list<std::pair<std::string_view, Words>> choices) {
    option(id, name, help, QITAI_OPTION_CHOICE, fallback, 0, static_cast<std::int64_t>(choices.size()) - 1);
    for (const auto& [choice, words] : choices) {
      choices_.back().push_back({keep(choice), named("option.", id, "." + std::string(choice), words)});
    }
    return *this;
  }
  // Greys the option added last unless that other one has one of these values (0…63). Throws
  // std::invalid_argument where there is no such option before it.
  Description& depends_on(std::string_view other, std::initializer_list<unsigned> values) {
    for (std::size_t i = 0; i + 1 < options_.size(); ++i) {
      if (std::string_view(options_[i].id.data, options_[i].id.size) != other) continue;
      options_.back().depends_on = static_cast<std::int32_t>(i);
      for (const unsigned value : values)
        options_.back().depends_mask |= std::uint64_t{1} << (value & 63);
      return *this;
    }
    throw std::invalid_argument("depends_on: no option of that id stands before");
  }

  // `check`: what ends a text to say that the move checks, if anything does.
  Description& notation(std::string_view id, const Words& name, std::string_view check = {}) {
    notations_.push_back({keep(id), named("notation.", id, "", name)});
    if (!check.empty()) text("notation." + std::string(id) + ".check", {check, check, check});
    return *this;
  }
  // Texts of the game's own refusals and reasons, by id.
  Description& refusal(std::string_view id, const Words& words) {
    return text("refusal." + std::string(id), words);
  }
  Description& reason(std::string_view id, const Words& words) {
    return text("reason." + std::string(id), words);
  }
  // A whole table of texts: each under `prefix` and its id ("refusal.", "rule.", …).
  Description& texts(std::string_view prefix, std::span<const Saying> table) {
    for (const Saying& row : table)
      text(std::string(prefix) + std::string(row.id), {row.english, row.simplified, row.traditional});
    return *this;
  }
  Description& text(std::string_view key, const Words& words) {
    const qitai_str kept = keep(key);
    texts_.push_back({keep("en"), kept, keep(words.en)});
    if (!words.hans.empty()) texts_.push_back({keep("zh-Hans"), kept, keep(words.hans)});
    if (!words.hant.empty()) texts_.push_back({keep("zh-Hant"), kept, keep(words.hant)});
    return *this;
  }

  // The tables as the ABI wants them; they point into this object, which must stay where it is from now on.
  [[nodiscard]] qitai_variant_info raw() {
    for (std::size_t i = 0; i < options_.size(); ++i)
      options_[i].choices = detail::as_array(choices_[i]);
    qitai_variant_info info{};
    info.struct_size = sizeof info;
    info.rules_revision = revision_;
    info.id = id_;
    info.name_key = keep("name");
    info.blurb_key = keep("blurb");
    info.seats = detail::as_array(seats_);
    info.colours = detail::as_array(colours_);
    info.kinds = detail::as_array(kinds_);
    info.options = detail::as_array(options_);
    info.notations = detail::as_array(notations_);
    info.texts = detail::as_array(texts_);
    info.flags = flags_;
    info.minutes_min = minutes_.first;
    info.minutes_max = minutes_.second;
    return info;
  }

 private:
  qitai_str keep(std::string_view text) { return store_.keep(text); }
  qitai_str named(std::string_view group, std::string_view id, std::string_view tail, const Words& words) {
    const std::string key = std::string(group) + std::string(id) + std::string(tail);
    text(key, words);
    return keep(key);
  }
  Description& option(std::string_view id, const Words& name, const Words& help, std::int32_t kind,
                      std::int64_t fallback, std::int64_t min, std::int64_t max) {
    options_.push_back({keep(id), named("option.", id, "", name), named("option.", id, ".help", help), kind,
                        -1, 0, fallback, min, max, qitai_array{}});
    choices_.emplace_back();
    return *this;
  }

  detail::TextStore store_;
  qitai_str id_;
  std::uint32_t revision_ = 0;
  std::uint32_t flags_ = 0;
  std::pair<std::uint32_t, std::uint32_t> minutes_;
  std::vector<qitai_seat_info> seats_;
  std::vector<qitai_colour_info> colours_;
  std::vector<qitai_kind_info> kinds_;
  std::vector<qitai_option_info> options_;
  std::vector<std::vector<qitai_choice_info>> choices_;  // of each option
  std::vector<qitai_notation_info> notations_;
  std::vector<qitai_text> texts_;
};

// A board. Lengths in thousandths of the pitch; points are numbered in the order of the calls. Made once:
//   static const Board& board(…) { static const Board kBoard = make_board(); return kBoard; }
class Board {
 public:
  Board(std::int32_t width, std::int32_t height) {
    raw_.struct_size = sizeof raw_;
    raw_.width = width;
    raw_.height = height;
  }
  Board(Board&&) = default;
  Board& operator=(Board&&) = default;

  Board& point(std::int32_t x, std::int32_t y, std::string_view name,
               std::uint32_t kind = QITAI_POINT_CROSSING) {
    points_.push_back({x, y, store_.keep(name), kind, 0});
    raw_.points = detail::as_array(points_);
    return *this;
  }
  Board& line(std::int32_t x1, std::int32_t y1, std::int32_t x2, std::int32_t y2,
              std::uint32_t kind = QITAI_LINE_PLAIN) {
    lines_.push_back({x1, y1, x2, y2, kind});
    raw_.lines = detail::as_array(lines_);
    return *this;
  }
  Board& region(std::int32_t x, std::int32_t y, std::int32_t width, std::int32_t height, std::uint32_t kind) {
    regions_.push_back({x, y, width, height, kind});
    raw_.regions = detail::as_array(regions_);
    return *this;
  }
  // A text on the board itself, from the description's texts.
  Board& writing(std::int32_t x, std::int32_t y, std::int32_t size, std::int32_t turn,
                 std::string_view text_key) {
    decorations_.push_back({QITAI_DECOR_TEXT, x, y, size, turn, 0, store_.keep(text_key)});
    raw_.decorations = detail::as_array(decorations_);
    return *this;
  }
  Board& decoration(std::uint32_t kind, std::int32_t x, std::int32_t y, std::int32_t size,
                    std::uint32_t arms = 0) {
    decorations_.push_back({kind, x, y, size, 0, arms, qitai_str{}});
    raw_.decorations = detail::as_array(decorations_);
    return *this;
  }
  // `side`: 0 bottom, 1 right, 2 top, 3 left.
  Board& label(std::int32_t x, std::int32_t y, std::uint32_t side, std::string_view text) {
    labels_.push_back({x, y, side, 0, store_.keep(text)});
    raw_.labels = detail::as_array(labels_);
    return *this;
  }
  // Two points between which a cursor may step. Without any, it goes by direction.
  Board& neighbours(std::uint16_t a, std::uint16_t b) {
    edges_.push_back({a, b});
    raw_.neighbours = detail::as_array(edges_);
    return *this;
  }

  // Joins two points by a line and makes them neighbours.
  Board& road(std::uint16_t a, std::uint16_t b, std::uint32_t kind = QITAI_LINE_PLAIN) {
    const qitai_point &p = points_.at(a), &q = points_.at(b);
    return line(p.x, p.y, q.x, q.y, kind).neighbours(a, b);
  }

  // Valid as long as this board is.
  [[nodiscard]] const qitai_geometry* raw() const { return &raw_; }

 private:
  detail::TextStore store_;
  std::vector<qitai_point> points_;
  std::vector<qitai_line> lines_;
  std::vector<qitai_region> regions_;
  std::vector<qitai_decoration> decorations_;
  std::vector<qitai_label> labels_;
  std::vector<qitai_edge> edges_;
  qitai_geometry raw_{};  // kept in step with the lists
};

}  // namespace qitai::sdk
