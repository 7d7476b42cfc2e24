// What a variant says of itself: the struct of functions and the tables of qitai_variant_info.
#include <cstring>

#include "base/utf8.hpp"
#include "host/table_reader.hpp"

namespace qitai::host {

bool readable(qitai_str text, std::uint64_t most) {
  if (text.size > most || (text.size != 0 && text.data == nullptr)) return false;
  const std::string_view view = as_view(text);
  const auto is_control = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n') || byte == 0x7F;
  };
  return std::none_of(view.begin(), view.end(), is_control) && utf8::is_valid(view);
}

bool is_id(std::string_view text, std::string_view more, std::size_t most) {
  if (text.empty() || text.size() > most) return false;
  return std::all_of(text.begin(), text.end(), [more](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || more.find(c) != std::string_view::npos;
  });
}

Result<qitai_variant> read_functions(const qitai_variant* raw) {
  if (raw == nullptr) return Error{"tables", "the variant is NULL"};
  // Up to `info` nothing could be asked; a whole version 1.0 is the least that makes a game.
  if (raw->struct_size < sizeof(qitai_variant)) {
    return Error{"tables", fmt::format("qitai_variant has {} bytes, expected at least {}", raw->struct_size,
                                       sizeof(qitai_variant))};
  }
  qitai_variant api;
  std::memcpy(&api, raw, sizeof api);
  const std::pair<bool, const char*> required[] = {
      {api.geometry != nullptr, "geometry"},
      {api.create != nullptr, "create"},
      {api.clone != nullptr, "clone"},
      {api.destroy != nullptr, "destroy"},
      {api.save != nullptr, "save"},
      {api.load != nullptr, "load"},
      {api.acting != nullptr, "acting"},
      {api.legal != nullptr, "legal"},
      {api.apply != nullptr, "apply"},
      {api.outcome != nullptr, "outcome"},
      {api.view != nullptr, "view"},
      {api.hash != nullptr, "hash"},
      {(api.needs == nullptr) == (api.facts == nullptr), "needs and facts, or neither of both"}};
  for (const auto& [there, name] : required) {
    if (!there) return Error{"tables", fmt::format("qitai_variant lacks the function {}", name)};
  }
  if (api.info == nullptr) return Error{"tables", "qitai_variant.info is NULL"};
  return api;
}

namespace {

void read_seats(TableReader& read, const qitai_variant_info& raw, VariantInfo& info) {
  std::set<std::string> ids;
  read.table<qitai_colour_info>(
      "colours", raw.colours, 1, 32, [&](std::uint32_t, const qitai_colour_info& c) {
        info.colours.push_back({read.id("id", c.id, "-", 32, &ids), read.key("name_key", c.name_key),
                                read.key("seal_key", c.seal_key, true), c.rgb & 0xFFFFFFu,
                                (c.flags & QITAI_COLOUR_DARK) != 0});
      });
  ids.clear();
  const auto colours = static_cast<std::int64_t>(info.colours.size());
  read.table<qitai_seat_info>(
      "seats", raw.seats, 1, QITAI_MAX_SEATS, [&](std::uint32_t, const qitai_seat_info& s) {
        SeatInfo seat{read.id("id", s.id, "-", 32, &ids), read.key("name_key", s.name_key),
                      read.key("turn_key", s.turn_key, true),
                      read.number("colour", s.colour, -1, colours - 1),
                      read.number("facing", s.facing, 0, 270)};
        read.expect(seat.facing % 90 == 0, "facing is not 0, 90, 180 or 270");
        info.seats.push_back(std::move(seat));
      });
}

void read_kinds(TableReader& read, const qitai_variant_info& raw, VariantInfo& info) {
  std::set<std::string> ids;
  read.table<qitai_kind_info>("kinds", raw.kinds, 1, 256, [&](std::uint32_t, const qitai_kind_info& k) {
    // Letters of position texts: capitals and signs ("+R") are usual, blanks would break the texts.
    std::string id = read.text("id", k.id, 32, false);
    read.expect(std::all_of(id.begin(), id.end(), [](char c) { return c > ' ' && c < 0x7F; }),
                "id has other characters than visible ASCII");
    read.unique("id", id, &ids);
    info.kinds.push_back({std::move(id), read.key("name_key", k.name_key), read.key("glyph_key", k.glyph_key),
                          read.text("picture", k.picture, 64, true), k.value, k.order,
                          (k.flags & QITAI_KIND_ROYAL) != 0});
    // It becomes part of a file's name.
    read.expect(info.kinds.back().picture.empty() || is_id(info.kinds.back().picture, "_-"),
                "picture has other characters than [a-z0-9_-]");
  });
}

void read_option(TableReader& read, const qitai_option_info& o, std::set<std::string>& ids,
                 VariantInfo& info) {
  OptionInfo option;
  option.id = read.id("id", o.id, "_", 32, &ids);
  option.name_key = read.key("name_key", o.name_key);
  option.help_key = read.key("help_key", o.help_key, true);
  option.kind =
      static_cast<OptionKind>(read.number("kind", o.kind, QITAI_OPTION_TOGGLE, QITAI_OPTION_NUMBER));
  option.depends_on = o.depends_on;
  option.depends_mask = o.depends_mask;
  option.fallback = o.fallback;
  option.min = 0;
  option.max = 1;
  if (option.kind == OptionKind::kNumber) {
    option.min = o.min;
    option.max = o.max;
    read.expect(o.min <= o.max, "its range is empty");
  }
  if (option.kind != OptionKind::kChoice)
    read.expect(o.choices.count == 0, "has choices but is not a choice");
  info.options.push_back(std::move(option));
}

void read_choices(TableReader& read, const qitai_variant_info& raw, VariantInfo& info) {
  for (std::size_t i = 0; i < info.options.size() && read.error().empty(); ++i) {
    OptionInfo& option = info.options[i];
    if (option.kind == OptionKind::kChoice) {
      qitai_option_info o;
      std::memcpy(&o, static_cast<const unsigned char*>(raw.options.data) + i * raw.options.stride, sizeof o);
      std::set<std::string> ids;
      read.table<qitai_choice_info>(
          fmt::format("choices of option {}", option.id), o.choices, 1, 64,
          [&](std::uint32_t, const qitai_choice_info& c) {
            option.choices.push_back({read.id("id", c.id, "_-", 32, &ids), read.key("name_key", c.name_key)});
          });
      option.max = static_cast<std::int64_t>(option.choices.size()) - 1;
    }
    if (!read.error().empty()) return;
    if (option.fallback < option.min || option.fallback > option.max) {
      read.fail(fmt::format("entry {} ({}): the default {} is outside {} to {}", i, option.id,
                            option.fallback, option.min, option.max));
    }
  }
}

void read_options(TableReader& read, const qitai_variant_info& raw, VariantInfo& info) {
  std::set<std::string> ids;
  read.table<qitai_option_info>(
      "options", raw.options, 0, 64,
      [&](std::uint32_t, const qitai_option_info& o) { read_option(read, o, ids, info); });
  const int count = static_cast<int>(info.options.size());
  for (int i = 0; i < count && read.error().empty(); ++i) {
    const OptionInfo& option = info.options[static_cast<std::size_t>(i)];
    if (option.depends_on < -1 || option.depends_on >= count) {
      return read.fail(fmt::format("entry {} ({}): depends_on is {}, expected -1 to {}", i, option.id,
                                   option.depends_on, count - 1));
    }
    // As many steps as there are options and still not at the end of the chain: a circle.
    int at = i;
    for (int steps = 0; at != -1; ++steps) {
      if (steps > count) {
        return read.fail(fmt::format("entry {} ({}): depends on itself", i, option.id));
      }
      const int next = info.options[static_cast<std::size_t>(at)].depends_on;
      at = next >= -1 && next < count ? next : -1;
    }
  }
  read_choices(read, raw, info);
}

void read_texts(TableReader& read, const qitai_variant_info& raw, VariantInfo& info) {
  std::set<std::string> ids;
  std::set<std::pair<std::string, std::string>> taken;
  read.table<qitai_notation_info>(
      "notations", raw.notations, 0, 16, [&](std::uint32_t, const qitai_notation_info& n) {
        info.notations.push_back({read.id("id", n.id, "-", 32, &ids), read.key("name_key", n.name_key)});
      });
  read.table<qitai_text>("texts", raw.texts, 0, 10'000, [&](std::uint32_t, const qitai_text& t) {
    Text text{read.text("lang", t.lang, 16, false), read.key("key", t.key),
              read.text("text", t.text, 4096, true)};
    // Which of two texts a screen shows would be chance.
    if (read.error().empty() && !taken.emplace(text.lang, text.key).second) {
      read.fail(fmt::format("key \"{}\" stands twice in language {}", text.key, text.lang));
    }
    info.texts.push_back(std::move(text));
  });
}

}  // namespace

Result<VariantInfo> read_info(const qitai_variant_info* raw, std::string version) {
  if (raw == nullptr) return Error{"tables", "qitai_variant.info is NULL"};
  if (raw->struct_size < sizeof(qitai_variant_info)) {
    return Error{"tables", fmt::format("qitai_variant_info has {} bytes, expected at least {}",
                                       raw->struct_size, sizeof(qitai_variant_info))};
  }
  qitai_variant_info copy;
  std::memcpy(&copy, raw, sizeof copy);
  TableReader read;
  VariantInfo info;
  info.version = std::move(version);
  info.id = read.id("variant id", copy.id, "-", 32);
  info.name_key = read.key("name_key", copy.name_key);
  info.blurb_key = read.key("blurb_key", copy.blurb_key, true);
  info.rules_revision = copy.rules_revision;
  info.hidden = (copy.flags & QITAI_VARIANT_HIDDEN) != 0;
  info.setup = (copy.flags & QITAI_VARIANT_SETUP) != 0;
  info.chance = (copy.flags & QITAI_VARIANT_CHANCE) != 0;
  info.minutes_max = read.number("minutes_max", copy.minutes_max, 0, 100'000);
  info.minutes_min = read.number("minutes_min", copy.minutes_min, 0, info.minutes_max);
  read_seats(read, copy, info);
  read_kinds(read, copy, info);
  read_options(read, copy, info);
  read_texts(read, copy, info);
  if (!read.error().empty()) return Error{"tables", read.error()};
  return info;
}

int VariantInfo::option(std::string_view wanted) const {
  const auto it = std::find_if(options.begin(), options.end(), [&](const auto& o) { return o.id == wanted; });
  return it == options.end() ? -1 : static_cast<int>(it - options.begin());
}

int VariantInfo::seat(std::string_view wanted) const {
  const auto it = std::find_if(seats.begin(), seats.end(), [&](const auto& s) { return s.id == wanted; });
  return it == seats.end() ? -1 : static_cast<int>(it - seats.begin());
}

int VariantInfo::notation(std::string_view wanted) const {
  const auto it =
      std::find_if(notations.begin(), notations.end(), [&](const auto& n) { return n.id == wanted; });
  return it == notations.end() ? -1 : static_cast<int>(it - notations.begin());
}

std::vector<std::int64_t> VariantInfo::default_options() const {
  std::vector<std::int64_t> values;
  values.reserve(options.size());
  for (const OptionInfo& option : options)
    values.push_back(option.fallback);
  return values;
}

}  // namespace qitai::host
