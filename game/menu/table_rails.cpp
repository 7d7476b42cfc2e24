#include "menu/table_rails.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "text/formats.hpp"

namespace qitai::menu {
namespace {

using view::Face;

constexpr int kNanosecondsPerInstant = 1000;

// What one seat took, by value: hundredths of a soldier.
int taken_value(const Session& session, host::Seat seat) {
  const std::vector<int> counts =
      session.reader().captured(session.colour(session.other(seat)), session.shown_ply());
  int sum = 0;
  for (std::size_t kind = 0; kind < counts.size() && kind < session.info().kinds.size(); ++kind) {
    sum += counts[kind] * session.info().kinds[kind].value;
  }
  return sum;
}

struct ClockWords {
  std::string time;
  std::string stage;
  std::string step;  // what of the step limit is left
  SDL_Color colour;
  float step_part = -1;  // of the step limit; −1: there is none
};

ClockWords clock_words(House& house, Session& session, host::Seat seat, bool acting) {
  const view::Palette& c = house.ui.colours();
  match::Referee::TimeLeft left = session.table().left(seat, house.match_now());
  const match::SeatTerms& terms = session.terms().seats[static_cast<std::size_t>(seat)];
  const match::SeatClock& clock = session.table().referee().clock(seat);
  if (const match::Event* const end = session.end(); end != nullptr && terms.limits.step_limit > 0) {
    // No step runs any more: all of it, and of whoever exceeded it nothing, as the clock stood.
    const bool exceeded = end->text == "step-time" && end->seat == seat;
    left.step = exceeded ? 0 : terms.limits.step_limit * match::kSecond;
  }
  const match::Instant shown = left.main != match::kNever ? left.main : left.step;
  ClockWords words;
  words.colour = acting ? c.gold_hi : c.paper2;
  if (shown == match::kNever) {
    words.time = house.ui.tr("terms.preset.untimed");
    return words;
  }
  words.time = text::clock_text(shown * kNanosecondsPerInstant);
  if (acting && shown < match::kMinute) words.colour = c.cinnabar_hi;
  const bool first = clock.stage <= 1;
  const int of = first ? terms.limits.first_moves : terms.limits.second_moves;
  if (left.main == match::kNever) {
    words.stage = house.ui.tr("terms.step_limit");
  } else if (of > 0) {
    words.stage = house.ui.tr(first ? "table.first_stage" : "table.second_stage",
                              {{"made", clock.stage_moves}, {"of", of}});
  } else {
    words.stage = house.ui.tr("table.whole_game");
  }
  if (terms.limits.step_limit > 0 && left.step != match::kNever) {
    const match::Instant whole = terms.limits.step_limit * match::kSecond;
    words.step_part = std::clamp(static_cast<float>(left.step) / static_cast<float>(whole), 0.0F, 1.0F);
    if (left.main != match::kNever) {
      words.step = house.ui.tr("terms.step_limit") + " " +
                   text::duration_text((left.step + match::kSecond - 1) / match::kSecond * match::kSecond *
                                       kNanosecondsPerInstant);
    }
  }
  return words;
}

// One line under the clock; where both do not fit, the bar alone tells of the step.
void draw_stage(Ui& ui, const SDL_Rect& box, const ClockWords& words) {
  const TextStyle style{Face::kSans, 24, ui.colours().paper2, Align::kEnd};
  const std::string both = words.step.empty() ? words.stage : words.stage + " · " + words.step;
  ui.text(box, ui.text_width(both, style) <= box.w ? both : words.stage, style);
}

void draw_step_bar(Ui& ui, const SDL_Rect& bar, float part, bool acting) {
  if (part < 0) return;
  ui.fill(bar, ui.colours().lacquer0);
  ui.fill({bar.x, bar.y, static_cast<int>(static_cast<float>(bar.w) * part), bar.h},
          acting ? ui.colours().gold : ui.colours().seam);
}

// How good the link is: three bars that grow, lit from the left. Answers their width.
int draw_bars(Ui& ui, int x, const SDL_Rect& line, int bars) {
  const view::Palette& c = ui.colours();
  const int wide = std::max(ui.px(10), 4), gap = std::max(ui.px(5), 2);
  const int most = std::min(line.h * 7 / 10, std::max(ui.px(26), 14));
  const int foot = line.y + (line.h + most) / 2;
  for (int i = 0; i < 3; ++i) {
    const int high = most * (i + 2) / 4;
    ui.fill({x + i * (wide + gap), foot - high, wide, high}, i < bars ? c.paper : c.seam);
  }
  return 3 * wide + 2 * gap;
}

std::string bars_words(const Ui& ui, int bars) {
  constexpr std::array<std::string_view, 4> kKeys{"link.none", "link.poor", "link.fair", "link.good"};
  return ui.tr(kKeys.at(static_cast<std::size_t>(std::clamp(bars, 0, 3))));
}

// Side, quality of the link in words and as bars; where there is no room for the words, the bars alone.
void draw_link(Ui& ui, const SDL_Rect& line, const std::string& side, int bars) {
  const TextStyle style{Face::kSans, 24, bars > 0 ? ui.colours().paper2 : ui.colours().cinnabar_hi};
  const int room = line.w - std::max(ui.px(64), 32);
  std::string words = side.empty() ? bars_words(ui, bars) : side + " · " + bars_words(ui, bars);
  // The seal says whose card it is.
  if (ui.text_width(words, style) > room) words = bars_words(ui, bars);
  if (ui.text_width(words, style) > room) words.clear();
  const int width = std::min(ui.text_width(words, style), room);
  if (!words.empty()) ui.text({line.x, line.y, width, line.h}, words, style);
  draw_bars(ui, line.x + width + (words.empty() ? 0 : std::max(ui.px(14), 6)), line, bars);
}

// What a player has just said: ink on a slip of paper.
void draw_saying(Ui& ui, const SDL_Rect& box, std::string_view words) {
  const view::Palette& c = ui.colours();
  const TextStyle style{Face::kSansBold, 30, c.lacquer0, Align::kCentre};
  const int height = std::min(box.h, std::max(ui.px(60), 28));
  const int width = std::min(box.w, ui.text_width(words, style) + 2 * std::max(ui.px(24), 10));
  const SDL_Rect slip{box.x, box.y, width, height};
  ui.fill(slip, c.paper);
  // It points up at who said it.
  const int beak = std::max(ui.px(8), 4);
  for (int i = 1; i <= beak; ++i)
    ui.fill({slip.x + 2 * beak + i, slip.y - i, 2 * (beak - i) + 1, 1}, c.paper);
  ui.text({slip.x + 4, slip.y, slip.w - 8, slip.h}, words, style);
}

// A clock that stands because the link is lost.
void draw_pause(Ui& ui, const SDL_Rect& clock, std::string_view time, const TextStyle& digits) {
  const int high = std::max(ui.px(52), 20), wide = std::max(ui.px(14), 5);
  const int left = clock.x + clock.w - ui.text_width(time, digits) - 4 * wide;
  if (left < clock.x) return;
  const int y = clock.y + (clock.h - high) / 2;
  ui.fill({left, y, wide, high}, ui.colours().cinnabar_hi);
  ui.fill({left + 2 * wide, y, wide, high}, ui.colours().cinnabar_hi);
}

}  // namespace

std::string coming_back_words(const Ui& ui, const Session::Link& link) {
  return ui.tr("link.coming_back",
               {{"time", text::duration_text(link.seconds() * match::kSecond * kNanosecondsPerInstant)}});
}

StripWords strip_words(const House& house, const Session& session, std::optional<host::Seat> reader) {
  const Ui& ui = house.ui;
  const match::Reader& game = session.reader();
  StripWords words;
  const auto ply = static_cast<int>(session.shown_ply());
  const int round = round_of(session, static_cast<std::uint32_t>(ply));
  words.line = ui.tr("number.round", {{"n", round}});

  const Session::Link link = session.link();
  const std::string coming_back = coming_back_words(ui, link);
  if (session.browsed()) {
    words.head = ui.tr("table.browse");
    words.line = ui.tr("table.browse_ply", {{"n", ply}, {"of", game.plies().size()}});
    words.note = link.lost ? coming_back : ui.tr("table.browse_help");
    words.note_danger = link.lost;
    return words;
  }
  if (const match::Event* const end = session.end()) {
    words.head = house.reason_text(session.variant(), end->text);
    return words;
  }
  if (link.lost) {
    words.head = ui.tr("link.lost");
    words.line = coming_back;
    words.danger = true;
    return words;
  }
  const std::optional<host::Seat> mover = session.mover();
  const auto name_of = [&](host::Seat seat) { return session.side_name(seat); };
  const bool here = session.answers_here() || (session.far() == nullptr && !session.seated());
  if (const auto by = game.takeback_asked(); by && here) {
    words.head = ui.tr("table.asks_takeback", {{"seat", name_of(*by)}});
    words.line = ui.tr("table.answers", {{"seat", name_of(session.other(*by))}});
    words.ask = !reader || reader == session.other(*by);
    return words;
  }
  if (const auto by = game.draw_offer(); by && here) {
    words.head = ui.tr("table.offers_draw", {{"seat", name_of(*by)}});
    words.line = ui.tr("table.answers", {{"seat", name_of(session.other(*by))}});
    words.ask = !reader || reader == session.other(*by);
    return words;
  }
  if (const auto by = game.pause_asked(); by && here) {
    words.head = ui.tr("table.asks_pause", {{"seat", name_of(*by)}});
    words.line = ui.tr("table.answers", {{"seat", name_of(session.other(*by))}});
    words.ask = !reader || reader == session.other(*by);
    return words;
  }
  if (game.pause_agreed()) {
    words.head = ui.tr("table.paused");
    words.note = ui.tr("table.paused_help");
    return words;
  }
  if (mover) words.head = session.turn_words(*mover);
  if (session.thinking()) words.line = ui.tr("table.thinking");
  if (session.in_check()) {
    words.line = words.head;
    words.head = ui.tr("table.check");
    words.danger = true;
  }
  if (!session.table().referee().claims(reader.value_or(session.hand_seat())).empty()) {
    words.note = ui.tr("table.claim_available");
    words.note_danger = true;
  } else if (session.asked() && !here) {
    // Whoever offered a draw moves; the other side answers when it sits down, or from far away.
    (session.far() == nullptr ? words.note : words.line) =
        ui.tr(session.far() == nullptr ? "table.offer_waits" : "table.answer_waits");
  } else if (!game.notice().empty()) {
    words.note = house.notice_text(session.variant(), game.notice());
    words.note_danger = true;
  } else if (house.journal_failed || !session.table().journal_trouble().empty()) {
    const bool gone = session.table().journal_trouble() == "journal-gone";
    words.note = ui.tr(gone ? "table.journal_gone" : "table.no_journal");
    words.note_danger = true;
  }
  return words;
}

namespace {

// What lies on a tray, from left to right: a kind, or face down (-1), of a colour, and how many.
struct Lot {
  int kind = -1;
  int colour = host::kNoColour;
  int count = 0;
};

void sort_lots(const Session& session, std::vector<Lot>& lots) {
  const auto order = [&](const Lot& lot) {
    return lot.kind < 0 ? INT32_MAX : session.info().kinds[static_cast<std::size_t>(lot.kind)].order;
  };
  std::stable_sort(lots.begin(), lots.end(), [&](const Lot& a, const Lot& b) { return order(a) < order(b); });
}

std::vector<Lot> captured_lots(const Session& session, int colour) {
  const std::vector<int> counts = session.reader().captured(colour, session.shown_ply());
  std::vector<Lot> lots;
  for (std::size_t kind = 0; kind < counts.size() && kind < session.info().kinds.size(); ++kind) {
    if (counts[kind] > 0) lots.push_back({static_cast<int>(kind), colour, counts[kind]});
  }
  if (const int hidden = session.reader().captured_unknown(colour, session.shown_ply()); hidden > 0)
    lots.push_back({-1, colour, hidden});
  sort_lots(session, lots);
  return lots;
}

}  // namespace

std::vector<host::Piece> men_in_hand(const Session& session, host::Seat seat) {
  std::vector<host::Piece> men;
  for (const host::Piece& piece : session.reader().pieces(session.shown_ply())) {
    if (piece.point == host::kNoPoint && piece.colour == session.colour(seat) && piece.count > 0)
      men.push_back(piece);
  }
  return men;
}

void draw_tray(House& house, Session& session, host::Seat seat, const SDL_Rect& box, int diameter) {
  Ui& ui = house.ui;
  const view::Palette& c = ui.colours();
  // First the men that are still to come, then, behind a line, those that were taken.
  std::vector<Lot> lots;
  for (const host::Piece& man : men_in_hand(session, seat)) {
    const bool known = man.kind < session.info().kinds.size();
    lots.push_back({known ? static_cast<int>(man.kind) : -1, man.colour, man.count});
  }
  sort_lots(session, lots);
  const std::size_t in_hand = lots.size();
  for (const Lot& lot : captured_lots(session, session.colour(session.other(seat))))
    lots.push_back(lot);
  const TextStyle small{Face::kSans, 24, c.paper2};
  const int gap = std::max(2, ui.px(6)), line = std::max(2, ui.px(3));
  int x = box.x, y = box.y;
  const auto place = [&](int width) {
    if (x > box.x && x + width > box.x + box.w) {
      x = box.x;
      y += diameter + gap;
    }
    const SDL_Rect spot{x, y, width, diameter};
    x += width + gap;
    return spot;
  };
  const auto times_of = [](const Lot& lot) {
    return lot.count > 1 || lot.kind < 0 ? "×" + std::to_string(lot.count) : std::string();
  };
  const auto width_of = [&](const Lot& lot) {
    const std::string times = times_of(lot);
    return diameter + (times.empty() ? 0 : ui.text_width(times, small) + ui.px(2));
  };
  const auto parts_here = [&](std::size_t i) { return i == in_hand && in_hand > 0; };
  // A tray of many kinds has smaller ones rather than some out of sight.
  constexpr int kLeast = 18;
  for (; diameter > kLeast; diameter -= 2) {
    x = box.x;
    y = box.y;
    for (std::size_t i = 0; i < lots.size(); ++i) {
      if (parts_here(i)) place(line);
      place(width_of(lots[i]));
    }
    if (y + diameter <= box.y + box.h - gap) break;
  }
  x = box.x;
  y = box.y;
  for (std::size_t i = 0; i < lots.size(); ++i) {
    const Lot& lot = lots[i];
    if (parts_here(i)) ui.fill(place(line), c.seam);
    const std::string times = times_of(lot);
    const SDL_Rect spot = place(width_of(lot));
    if (lot.kind >= 0) {
      ui.image(house.board.mini(lot.kind, lot.colour, diameter), {spot.x, spot.y, diameter, diameter});
    } else {
      // Face down: only how many there are.
      const int plate_h = diameter * 62 / 100;
      const SDL_Rect plate{spot.x, spot.y + (diameter - plate_h) / 2, diameter, plate_h};
      const std::vector<host::ColourInfo>& colours = session.info().colours;
      const bool known = lot.colour >= 0 && static_cast<std::size_t>(lot.colour) < colours.size();
      const std::uint32_t rgb = known ? colours[static_cast<std::size_t>(lot.colour)].rgb : 0x808080U;
      ui.fill(plate,
              {static_cast<Uint8>(rgb >> 16U), static_cast<Uint8>(rgb >> 8U), static_cast<Uint8>(rgb), 255});
      ui.frame(plate, std::max(2, ui.px(3)), c.paper2);
    }
    if (!times.empty())
      ui.text({spot.x + diameter + ui.px(2), spot.y, spot.w - diameter, diameter}, times, small);
  }
  // Of pieces that nobody sees nobody counts the worth.
  if (session.info().hidden && session.viewer() != match::kTruth) return;
  const int difference = taken_value(session, seat) - taken_value(session, session.other(seat));
  if (difference > 0) {
    const int soldiers = difference / 100, rest = difference % 100 / 10;
    const std::string words = "+" + std::to_string(soldiers) + (rest != 0 ? "." + std::to_string(rest) : "");
    const int width = ui.text_width(words, small);
    ui.text(place(width), words, small);
  }
}

void draw_card(House& house, Session& session, host::Seat seat, const SDL_Rect& rect,
               const TableLayout& layout, bool far, std::string_view says) {
  Ui& ui = house.ui;
  const TableLayout::Kind kind = layout.kind;
  const view::Palette& c = ui.colours();
  const bool acting = session.mover() == seat && !session.browsed();
  ui.panel(far ? "card.far" : "card.near", rect, acting ? Panel::kRaised : Panel::kPlain);
  const int bar = ui.px(6);
  // On the side of the board.
  if (acting && layout.above) {
    ui.fill({rect.x, far ? rect.y + rect.h - bar : rect.y, rect.w, bar}, c.gold);
  } else if (acting) {
    ui.fill({layout.flat ? rect.x : rect.x + rect.w - bar, rect.y, bar, rect.h}, c.gold);
  }

  const bool timed = session.timed();
  const bool compact = kind == TableLayout::Kind::kCompact;
  const int pad = compact ? 10 : ui.px(24);
  const int seal = std::max(ui.px(72), compact && timed ? 36 : 44);
  // Of one line: seal and name, tray, clock.
  const bool slim = kind == TableLayout::Kind::kPortrait && rect.h < ui.px(150);
  const int top = rect.y + (compact ? 12 : slim ? (rect.h - seal) / 2 : ui.px(28));
  ui.image(house.board.seal(session.colour(seat), seal), {rect.x + pad, top, seal, seal});
  const int words_x = rect.x + pad + seal + (compact ? 8 : ui.px(20));
  const int right = rect.x + rect.w - pad;
  const bool wide = kind == TableLayout::Kind::kPortrait;
  const int words_w = (slim            ? rect.x + rect.w * 38 / 100
                       : wide && timed ? rect.x + rect.w * 55 / 100
                                       : right) -
                      words_x;
  const std::optional<int> level = session.bot(seat);
  const std::string name = session.seat_name(seat);
  const std::string side = session.side_name(seat);
  const bool linked = session.far() != nullptr && !session.here(seat) && !session.over();
  const bool stands = session.link().lost;
  const SDL_Color ink = acting || session.over() ? c.paper : c.paper2;
  const auto level_name = [&](int which) { return ui.tr("bot.level." + std::to_string(which)); };
  // Where there is no room for more, the level alone.
  const auto bot = [&](const std::string& words, TextStyle style) {
    if (ui.text_width(words, style) > words_w) style.size = 18.0F / ui.units().u();
    return ui.text_width(words, style) <= words_w ? words : level_name(*level);
  };
  if (compact && timed) {
    // The seal alone says whose card it is; the clock needs the room.
    const int bars = linked ? std::max(ui.px(64), 32) : 0;
    ui.text({words_x, top, words_w - bars, seal},
            level ? bot(house.bot_text(*level), {Face::kSansBold, 36}) : name, {Face::kSansBold, 36, ink});
    if (linked) draw_bars(ui, words_x + words_w - bars + ui.px(8), {0, top, 0, seal}, session.link().bars);
  } else {
    ui.text({words_x, top - ui.px(6), words_w, seal * 58 / 100}, name, {Face::kSansBold, 36, ink});
    const SDL_Rect second{words_x, top + seal * 56 / 100, words_w, seal * 44 / 100};
    if (linked) {
      draw_link(ui, second, name == side ? std::string() : side, session.link().bars);
    } else {
      ui.text(second,
              level          ? bot(side + " · " + level_name(*level), {Face::kSans, 24})
              : name == side ? ui.tr(session.colour(seat) < 0 ? "player.no_colour" : "player.hand")
                             : side,
              {Face::kSans, 24, c.paper2});
    }
  }

  int tray_y = top + seal + (compact ? 10 : ui.px(20));
  if (timed) {
    ClockWords words = clock_words(house, session, seat, acting);
    if (stands) words.colour = c.paper2;
    const TextStyle digits{
        Face::kSansBold, slim ? 56.0F : 96.0F, words.colour, Align::kEnd, Align::kCentre, 1, true};
    if (slim) {
      const int x = rect.x + rect.w * 70 / 100, stage_h = std::max(ui.px(30), 20);
      const SDL_Rect time{x, rect.y + ui.px(8), right - x, rect.h - ui.px(16) - stage_h};
      ui.text(time, words.time, digits);
      if (stands) draw_pause(ui, time, words.time, digits);
      draw_stage(ui, {x, time.y + time.h, right - x, stage_h}, words);
      draw_step_bar(ui, {x, rect.y + rect.h - bar - ui.px(4), right - x, bar}, words.step_part, acting);
    } else if (wide) {
      const int x = rect.x + rect.w * 55 / 100;
      ui.text({x, top - ui.px(12), right - x, ui.px(100)}, words.time, digits);
      if (stands) draw_pause(ui, {x, top - ui.px(12), right - x, ui.px(100)}, words.time, digits);
      // Small figures do not shrink with the screen: their line is as high as they are.
      const int stage_h = std::max(ui.px(32), 20);
      draw_stage(ui, {x, top + ui.px(84), right - x, stage_h}, words);
      draw_step_bar(ui, {x, top + ui.px(86) + stage_h, right - x, bar}, words.step_part, acting);
      tray_y = top + ui.px(96) + stage_h;
    } else {
      const int clock_y = top + seal - (compact ? 2 : ui.px(4));
      const int clock_h = compact ? std::max(ui.px(96), 44) : ui.px(112);
      ui.text({rect.x + pad, clock_y, rect.w - 2 * pad, clock_h}, words.time, digits);
      if (stands) draw_pause(ui, {rect.x + pad, clock_y, rect.w - 2 * pad, clock_h}, words.time, digits);
      int y = clock_y + clock_h;
      if (!compact) {
        draw_stage(ui, {rect.x + pad, y - ui.px(4), rect.w - 2 * pad, ui.px(32)}, words);
        y += ui.px(32);
      }
      draw_step_bar(ui, {rect.x + pad, y, rect.w - 2 * pad, std::max(bar, 3)}, words.step_part, acting);
      tray_y = y + (compact ? 7 : ui.px(14));
    }
  }
  const int tray_w = rect.w - 2 * pad;
  SDL_Rect tray{rect.x + pad, tray_y, tray_w, rect.y + rect.h - tray_y};
  if (slim) {
    const int x = rect.x + rect.w * 40 / 100, end = timed ? rect.x + rect.w * 68 / 100 : right;
    tray = {x, rect.y + ui.px(10), end - x, rect.h - ui.px(14)};
  }
  if (says.empty()) {
    draw_tray(house, session, seat, tray, std::max(ui.px(44), 24));
  } else {
    draw_saying(ui, tray, says);
  }
  ui.end_panel();
}

StripAnswer draw_strip(House& house, const StripWords& words, const SDL_Rect& rect, TableLayout::Kind kind) {
  Ui& ui = house.ui;
  const view::Palette& c = ui.colours();
  StripAnswer answer = StripAnswer::kNone;
  const bool line = kind == TableLayout::Kind::kPortrait;
  const bool compact = kind == TableLayout::Kind::kCompact;
  ui.panel("strip", rect, line ? Panel::kFlat : Panel::kPlain);
  const int pad = compact ? 8 : ui.px(24);
  const int inner = rect.w - 2 * pad;
  const SDL_Color head_ink = words.danger ? c.cinnabar_hi : c.gold_hi;
  const TextStyle small{Face::kSans,
                        24,
                        words.note_danger ? c.cinnabar_hi : c.paper2,
                        line ? Align::kEnd : Align::kCentre,
                        Align::kCentre,
                        line      ? 1
                        : compact ? 3
                                  : 2};
  const auto ask = [&](const SDL_Rect& left, const SDL_Rect& right) {
    const float ask_size = ui.fit_keys({"common.agree", "common.disagree"}, {Face::kSansBold, 30},
                                       left.w - 2 * std::min(ui.px(24), left.w / 12));
    if (ui.button({"ask.agree", left, true, ui.tr("help.ask.agree"), ""}, ui.tr("common.agree"), ask_size,
                  true)) {
      answer = StripAnswer::kAgree;
    }
    if (ui.button({"ask.disagree", right, true, ui.tr("help.ask.disagree"), ""}, ui.tr("common.disagree"),
                  ask_size)) {
      answer = StripAnswer::kDisagree;
    }
  };
  if (line) {
    if (!words.ask && !words.note.empty() && ui.text_width(words.note, small) > inner * 55 / 100) {
      // A long note has the line to itself for as long as it stands.
      ui.text({rect.x + pad, rect.y, inner, rect.h}, words.note, small);
      ui.end_panel();
      return answer;
    }
    int half = inner * (words.ask ? 50 : 45) / 100;
    // A long reason of an end has what the number of rounds leaves.
    if (!words.ask && words.note.empty() && ui.text_width(words.head, {Face::kKai, 40}) > half) {
      const int line_w = ui.text_width(words.line, {Face::kSans, 30});
      half = std::max(half, inner - line_w - ui.px(24));
    }
    ui.text({rect.x + pad, rect.y, half - (words.ask ? ui.px(32) : 0), rect.h}, words.head,
            {words.ask ? Face::kSans : Face::kKai, 40, head_ink});
    const SDL_Rect rest{rect.x + pad + half, rect.y, inner - half, rect.h};
    if (words.ask) {
      const int w = (rest.w - ui.px(8)) / 2;
      ask({rest.x, rest.y, w, rest.h}, {rest.x + rest.w - w, rest.y, w, rest.h});
    } else {
      const bool note = !words.note.empty();
      ui.text(rest, note ? words.note : words.line,
              note ? small : TextStyle{Face::kSans, 30, c.paper, Align::kEnd});
    }
    ui.end_panel();
    return answer;
  }
  // On a flat screen it is lower: what matters most has the room.
  const bool low = !compact && rect.h < ui.px(200);
  if (words.ask) {
    const int cap = std::max(ui.units().target(72), 44);
    const int gap = compact ? 6 : ui.px(16);
    // In a narrow rail the answers stand one above the other.
    const bool stacked = inner < 2 * 72 + gap;
    const int caps = stacked ? 2 * cap + gap : cap;
    const int words_h = rect.h - caps - (low ? ui.px(30) : pad + (compact ? 12 : ui.px(40)));
    const int y = rect.y + (compact ? 8 : ui.px(low ? 12 : 20));
    const int head_h = stacked || low ? words_h : words_h * 60 / 100;
    ui.text({rect.x + pad, y, inner, head_h}, words.head,
            {Face::kSansBold, low ? 30.0F : 32.0F, c.gold_hi, Align::kCentre, Align::kCentre, 2});
    if (head_h < words_h) {
      ui.text({rect.x + pad, y + head_h, inner, words_h - head_h}, words.line,
              {Face::kSans, 24, c.paper2, Align::kCentre});
    }
    const int w = stacked ? inner : (inner - gap) / 2;
    const int cap_y = rect.y + rect.h - caps - (compact ? 8 : low ? ui.px(12) : pad);
    const int right_y = cap_y + caps - cap;
    ask({rect.x + pad, cap_y, w, cap}, {rect.x + pad + inner - w, right_y, w, cap});
    ui.end_panel();
    return answer;
  }
  // A long reason of an end stands in two lines rather than small or cut.
  const bool tight = compact && rect.h < 124;
  const float head_size = low ? 44 : 52, least = tight ? 18.0F / ui.units().u() : head_size;
  const bool in_two = words.note.empty() && ui.text_width(words.head, {Face::kKai, least}) > inner;
  const int head_h = compact ? (tight    ? (in_two ? 50 : 34)
                                : in_two ? 96
                                         : 38)
                             : ui.px(in_two ? (low ? 96 : 116)
                                     : low  ? 60
                                            : 72);
  const int line_h = compact ? 28 : ui.px(48);
  if ((low || tight) && !words.note.empty()) {
    // What is told now stands in the place of the number of rounds.
    const bool alone = compact && rect.h < 84;
    const int first_y = rect.y + (compact ? 8 : ui.px(12)), first_h = alone ? 0 : compact ? 30 : ui.px(60);
    if (!alone) {
      ui.text({rect.x + pad, first_y, inner, first_h}, words.head,
              {Face::kKai, compact ? 52.0F : 46.0F, head_ink, Align::kCentre});
    }
    TextStyle note = small;
    note.lines = 2;
    ui.text({rect.x + pad, first_y + first_h, inner, rect.y + rect.h - first_y - first_h - ui.px(10)},
            words.note, note);
    ui.end_panel();
    return answer;
  }
  // Without a note both lines stand in the middle.
  const int top = rect.y + (words.note.empty() ? (rect.h - head_h - line_h) / 2 : compact ? 12 : ui.px(28));
  ui.text({rect.x + pad, top, inner, head_h}, words.head,
          {Face::kKai, in_two ? (low ? 34.0F : 40.0F) : head_size, head_ink, Align::kCentre, Align::kCentre,
           in_two ? (compact ? 4 : 2) : 1});
  ui.text({rect.x + pad, top + head_h, inner, line_h}, words.line,
          {Face::kSans, 30, c.paper, Align::kCentre});
  const int note_y = top + head_h + line_h;
  ui.text({rect.x + pad, note_y, inner, rect.y + rect.h - note_y - (compact ? 6 : ui.px(12))}, words.note,
          small);
  ui.end_panel();
  return answer;
}

}  // namespace qitai::menu
