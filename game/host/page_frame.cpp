#include "host/page_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <exception>

#include "host/tables.hpp"

namespace qitai::host {
namespace {

constexpr std::int64_t kMostNumber = 1'000'000'000;
constexpr std::size_t kMaxItemId = 48;

// A struct that may grow, in the shape of this build; nothing if it is shorter.
template <typename T>
std::optional<T> grown(const T* raw) {
  if (raw == nullptr || raw->struct_size < sizeof(T)) return std::nullopt;
  T copy;
  std::memcpy(&copy, raw, sizeof copy);
  return copy;
}

bool is_typed(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

}  // namespace

template <typename Body>
qitai_status PageFrame::call(void* ctx, std::string_view function, Body body) noexcept {
  if (ctx == nullptr) return QITAI_BAD_ARGUMENT;
  auto& self = *static_cast<PageFrame*>(ctx);
  if (!self.fault_.empty()) return self.full_ ? QITAI_NO_SPACE : QITAI_BAD_ARGUMENT;
  self.function_ = function;
  try {
    const qitai_status status = body(self);
    if (!self.fault_.empty()) return self.full_ ? QITAI_NO_SPACE : QITAI_BAD_ARGUMENT;
    return status;
  } catch (const std::exception&) {
    return QITAI_ERROR;  // memory of our own; no fault of the page
  }
}

void PageFrame::refuse(std::string_view what) {
  if (fault_.empty()) fault_ = fmt::format("{}() {}", function_, what);
}

bool PageFrame::count_item() {
  if (++items_ <= QITAI_PAGE_MAX_ITEMS) return true;
  full_ = true;
  refuse(fmt::format("is one more than {} items in a frame", QITAI_PAGE_MAX_ITEMS));
  return false;
}

bool PageFrame::read_str(std::string_view what, qitai_str raw, bool may_be_empty, std::string& out) {
  if (!readable(raw, QITAI_PAGE_MAX_BYTES)) {
    refuse(fmt::format("got a {} that is not UTF-8 text of at most {} bytes", what, QITAI_PAGE_MAX_BYTES));
    return false;
  }
  if (raw.size == 0 && !may_be_empty) {
    refuse(fmt::format("got an empty {}", what));
    return false;
  }
  out = as_view(raw);
  return true;
}

bool PageFrame::read_words(std::string_view what, const qitai_words* raw, bool may_be_empty, Words& out) {
  if (raw == nullptr) {
    refuse(fmt::format("got NULL for a {}", what));
    return false;
  }
  if (!read_str(what, raw->key, may_be_empty, out.key)) return false;
  if (raw->arg_count > QITAI_PAGE_MAX_ARGS || (raw->arg_count != 0 && raw->args == nullptr)) {
    refuse(fmt::format("got a {} with {} arguments, expected at most {}", what, raw->arg_count,
                       QITAI_PAGE_MAX_ARGS));
    return false;
  }
  for (std::uint32_t i = 0; i < raw->arg_count; ++i) {
    std::pair<std::string, std::string> arg;
    if (!read_str("argument's name", raw->args[i].name, false, arg.first) ||
        !read_str("argument", raw->args[i].text, true, arg.second))
      return false;
    out.args.push_back(std::move(arg));
  }
  return true;
}

bool PageFrame::read_item(const qitai_page_item* raw, bool may_lack_label, PageItem& out) {
  if (!count_item()) return false;
  const auto item = grown(raw);
  if (!item) {
    refuse(fmt::format("got no qitai_page_item of at least {} bytes", sizeof(qitai_page_item)));
    return false;
  }
  if (!readable(item->id, kMaxItemId) || !is_id(as_view(item->id), "._-", kMaxItemId)) {
    refuse(fmt::format("got an id that is not 1 to {} of [a-z0-9._-]", kMaxItemId));
    return false;
  }
  out.id = as_view(item->id);
  if (!ids_.insert(out.id).second) {
    refuse(fmt::format("got the id \"{}\" for the second time in a frame", out.id));
    return false;
  }
  out.enabled = (item->flags & QITAI_ITEM_DISABLED) == 0;
  out.first = (item->flags & QITAI_ITEM_FIRST) != 0;
  return read_words("label", &item->label, may_lack_label, out.label) &&
         read_words("help", &item->help, true, out.help) && read_words("why", &item->why, true, out.why);
}

bool PageFrame::read_number(const qitai_page_number* raw, const std::int64_t* value, PageNumber& out) {
  const auto number = grown(raw);
  if (!number || value == nullptr) {
    refuse(
        fmt::format("got no value, or no qitai_page_number of at least {} bytes", sizeof(qitai_page_number)));
    return false;
  }
  if (number->min < 0 || number->min > number->max || number->max > kMostNumber) {
    refuse(fmt::format("got the range {} to {}, expected one within 0 to {}", number->min, number->max,
                       kMostNumber));
    return false;
  }
  if (*value < number->min || *value > number->max) {
    refuse(fmt::format("got the value {}, expected {} to {}", *value, number->min, number->max));
    return false;
  }
  out.min = number->min;
  out.max = number->max;
  return read_words("unit", &number->unit, true, out.unit) &&
         read_words("zero", &number->zero, true, out.zero);
}

bool PageFrame::read_choices(const qitai_words* raw, std::uint32_t count, std::vector<Words>& out) {
  if (raw == nullptr || count == 0 || count > QITAI_PAGE_MAX_CHOICES) {
    refuse(fmt::format("got {} choices, expected 1 to {}", count, QITAI_PAGE_MAX_CHOICES));
    return false;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    Words words;
    if (!read_words("choice", raw + i, false, words)) return false;
    out.push_back(std::move(words));
  }
  return true;
}

struct PageFrame::Table {
  static qitai_status area(void* ctx, std::int32_t area) {
    return call(ctx, "area", [&](PageFrame& self) -> qitai_status {
      if (area < QITAI_AREA_MAIN || area > QITAI_AREA_FOOT) {
        self.refuse(fmt::format("got the area {}, expected 0 to {}", area, QITAI_AREA_FOOT));
      } else {
        self.ui_.area(static_cast<PageArea>(area));
      }
      return QITAI_OK;
    });
  }
  static qitai_status heading(void* ctx, const qitai_words* raw) {
    return call(ctx, "heading", [&](PageFrame& self) -> qitai_status {
      Words words;
      if (self.count_item() && self.read_words("heading", raw, false, words)) self.ui_.heading(words);
      return QITAI_OK;
    });
  }
  static qitai_status text(void* ctx, const qitai_words* raw) {
    return call(ctx, "text", [&](PageFrame& self) -> qitai_status {
      Words words;
      if (self.count_item() && self.read_words("text", raw, false, words)) self.ui_.text(words);
      return QITAI_OK;
    });
  }
  static qitai_status badge(void* ctx, const qitai_words* raw, std::int32_t tone) {
    return call(ctx, "badge", [&](PageFrame& self) -> qitai_status {
      Words words;
      if (!self.count_item() || !self.read_words("badge", raw, false, words)) return QITAI_OK;
      if (tone < QITAI_TONE_PLAIN || tone > QITAI_TONE_BAD) {
        self.refuse(fmt::format("got the tone {}, expected 0 to {}", tone, QITAI_TONE_BAD));
        return QITAI_OK;
      }
      self.ui_.badge(words, static_cast<Tone>(tone));
      return QITAI_OK;
    });
  }
  static qitai_status progress(void* ctx, const qitai_words* raw, std::int32_t permille) {
    return call(ctx, "progress", [&](PageFrame& self) -> qitai_status {
      Words words;
      if (!self.count_item() || !self.read_words("label", raw, false, words)) return QITAI_OK;
      if (permille < -1 || permille > 1000) {
        self.refuse(fmt::format("got {} permille, expected -1 to 1000", permille));
        return QITAI_OK;
      }
      self.ui_.progress(words, permille);
      return QITAI_OK;
    });
  }
  static qitai_status spacing(void* ctx, std::int32_t halves) {
    return call(ctx, "spacing", [&](PageFrame& self) -> qitai_status {
      if (!self.count_item()) return QITAI_OK;
      if (halves < 1 || halves > QITAI_PAGE_MAX_SPACING) {
        self.refuse(fmt::format("got {} half rows, expected 1 to {}", halves, QITAI_PAGE_MAX_SPACING));
        return QITAI_OK;
      }
      self.ui_.spacing(halves);
      return QITAI_OK;
    });
  }
  static qitai_status time_line(void* ctx, std::int32_t seat) {
    return call(ctx, "time_line", [&](PageFrame& self) -> qitai_status {
      if (!self.count_item()) return QITAI_OK;
      const std::optional<std::int64_t> seats = self.ui_.terms_get("seats");
      if (!seats) return QITAI_UNSUPPORTED;
      if (seat < -1 || seat >= *seats) {
        self.refuse(fmt::format("got the seat {}, expected -1 to {}", seat, *seats - 1));
        return QITAI_OK;
      }
      self.ui_.time_line(seat);
      return QITAI_OK;
    });
  }
  static qitai_status button(void* ctx, const qitai_page_item* raw, std::int32_t* pressed) {
    return call(ctx, "button", [&](PageFrame& self) -> qitai_status {
      PageItem item;
      if (!self.read_item(raw, false, item)) return QITAI_OK;
      if (pressed == nullptr) {
        self.refuse("got NULL for pressed");
        return QITAI_OK;
      }
      *pressed = self.ui_.button(item) ? 1 : 0;
      return QITAI_OK;
    });
  }
  static qitai_status toggle(void* ctx, const qitai_page_item* raw, std::int32_t* on) {
    return call(ctx, "toggle", [&](PageFrame& self) -> qitai_status {
      PageItem item;
      if (!self.read_item(raw, false, item)) return QITAI_OK;
      if (on == nullptr || (*on != 0 && *on != 1)) {
        self.refuse("got neither 0 nor 1");
        return QITAI_OK;
      }
      *on = self.ui_.toggle(item, *on == 1) ? 1 : 0;
      return QITAI_OK;
    });
  }
  static qitai_status number(void* ctx, const qitai_page_item* raw, const qitai_page_number* range,
                             std::int64_t* value) {
    return call(ctx, "number", [&](PageFrame& self) -> qitai_status {
      PageItem item;
      PageNumber number;
      if (self.read_item(raw, false, item) && self.read_number(range, value, number))
        *value = std::clamp(self.ui_.number(item, number, *value), number.min, number.max);
      return QITAI_OK;
    });
  }
  static qitai_status slider(void* ctx, const qitai_page_item* raw, const qitai_page_number* range,
                             std::int64_t* value) {
    return call(ctx, "slider", [&](PageFrame& self) -> qitai_status {
      PageItem item;
      PageNumber number;
      if (self.read_item(raw, false, item) && self.read_number(range, value, number))
        *value = std::clamp(self.ui_.slider(item, number, *value), number.min, number.max);
      return QITAI_OK;
    });
  }
  static qitai_status choice(void* ctx, const qitai_page_item* raw, const qitai_words* choices,
                             std::uint32_t count, std::int32_t* index) {
    return call(ctx, "choice", [&](PageFrame& self) -> qitai_status {
      PageItem item;
      std::vector<Words> words;
      if (!self.read_item(raw, false, item) || !self.read_choices(choices, count, words)) return QITAI_OK;
      if (index == nullptr || *index < 0 || *index >= static_cast<std::int32_t>(count)) {
        self.refuse(fmt::format("got no index from 0 to {}", count - 1));
        return QITAI_OK;
      }
      *index = self.ui_.choice(item, words, *index);
      return QITAI_OK;
    });
  }
  static qitai_status list(void* ctx, const qitai_page_item* raw, const qitai_words* rows,
                           std::uint32_t count, std::int32_t* index, std::int32_t* pressed) {
    return call(ctx, "list", [&](PageFrame& self) -> qitai_status {
      PageItem item;
      std::vector<Words> words;
      if (!self.read_item(raw, true, item) || !self.read_choices(rows, count, words)) return QITAI_OK;
      if (index == nullptr || pressed == nullptr || *index < -1 ||
          *index >= static_cast<std::int32_t>(count)) {
        self.refuse(fmt::format("got no index from -1 to {}, or NULL for pressed", count - 1));
        return QITAI_OK;
      }
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::string id = item.id + "." + std::to_string(i);
        if (!self.count_item()) return QITAI_OK;
        if (!self.ids_.insert(id).second) {
          self.refuse(fmt::format("got a row with the id \"{}\", which another item has", id));
          return QITAI_OK;
        }
      }
      const PageUi::Listed listed = self.ui_.list(item, words, *index);
      *index = listed.index;
      *pressed = listed.pressed ? 1 : 0;
      return QITAI_OK;
    });
  }
  static qitai_status text_entry(void* ctx, const qitai_page_item* raw, char* buffer, std::uint32_t capacity,
                                 std::uint32_t* size, std::int32_t* done) {
    return call(ctx, "text_entry", [&](PageFrame& self) -> qitai_status {
      PageItem item;
      if (!self.read_item(raw, false, item)) return QITAI_OK;
      if (buffer == nullptr || size == nullptr || done == nullptr || capacity == 0 ||
          capacity > QITAI_PAGE_MAX_ENTRY || *size > capacity ||
          !std::all_of(buffer, buffer + *size, is_typed)) {
        self.refuse(
            fmt::format("got no buffer of 1 to {} bytes that holds letters a-z, digits, '.', '-', '_'",
                        QITAI_PAGE_MAX_ENTRY));
        return QITAI_OK;
      }
      const auto typed = self.ui_.text_entry(item, std::string_view(buffer, *size), capacity);
      *done = typed && typed->size() <= capacity ? 1 : 0;
      if (*done == 1) {
        std::copy(typed->begin(), typed->end(), buffer);
        *size = static_cast<std::uint32_t>(typed->size());
      }
      return QITAI_OK;
    });
  }
  static qitai_status focus(void* ctx, qitai_str id) {
    return call(ctx, "focus", [&](PageFrame& self) -> qitai_status {
      if (!readable(id, kMaxItemId + 4) || !is_id(as_view(id), "._-", kMaxItemId + 4)) {
        self.refuse("got no id of an item");
      } else {
        self.ui_.focus(as_view(id));
      }
      return QITAI_OK;
    });
  }
  static qitai_status terms_get(void* ctx, qitai_str field, std::int64_t* value) {
    return call(ctx, "terms_get", [&](PageFrame& self) -> qitai_status {
      std::string id;
      if (!self.read_str("field", field, false, id)) return QITAI_OK;
      if (value == nullptr) {
        self.refuse("got NULL for a value");
        return QITAI_OK;
      }
      const std::optional<std::int64_t> found = self.ui_.terms_get(id);
      if (!found) return QITAI_UNSUPPORTED;
      *value = *found;
      return QITAI_OK;
    });
  }
  static qitai_status terms_set(void* ctx, const qitai_page_field* raw, std::uint32_t count,
                                const qitai_sink* sentence) {
    return call(ctx, "terms_set", [&](PageFrame& self) -> qitai_status {
      if (raw == nullptr || count == 0 || count > QITAI_PAGE_MAX_FIELDS) {
        self.refuse(fmt::format("got {} fields, expected 1 to {}", count, QITAI_PAGE_MAX_FIELDS));
        return QITAI_OK;
      }
      std::vector<PageField> fields(count);
      for (std::uint32_t i = 0; i < count; ++i) {
        if (!self.read_str("field", raw[i].id, false, fields[i].id)) return QITAI_OK;
        fields[i].value = raw[i].value;
      }
      const TermsAnswer answer = self.ui_.terms_set(fields);
      if (answer.kind == TermsAnswer::Kind::kUnsupported) return QITAI_UNSUPPORTED;
      if (answer.kind == TermsAnswer::Kind::kDone) return QITAI_OK;
      if (sentence != nullptr && sentence->write != nullptr)
        (void)sentence->write(sentence->ctx, answer.sentence.data(), answer.sentence.size());
      return QITAI_REFUSED;
    });
  }
};

PageFrame::PageFrame(PageUi& ui) : ui_(ui) {
  raw_.struct_size = sizeof raw_;
  raw_.ctx = this;
  raw_.area = &Table::area;
  raw_.heading = &Table::heading;
  raw_.text = &Table::text;
  raw_.badge = &Table::badge;
  raw_.progress = &Table::progress;
  raw_.spacing = &Table::spacing;
  raw_.time_line = &Table::time_line;
  raw_.button = &Table::button;
  raw_.toggle = &Table::toggle;
  raw_.number = &Table::number;
  raw_.slider = &Table::slider;
  raw_.choice = &Table::choice;
  raw_.list = &Table::list;
  raw_.text_entry = &Table::text_entry;
  raw_.focus = &Table::focus;
  raw_.terms_get = &Table::terms_get;
  raw_.terms_set = &Table::terms_set;
}

}  // namespace qitai::host
