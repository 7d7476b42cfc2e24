// The board on the screen, from a variant's geometry and a theme: plate and pieces baked per resize, drawn by
// copies, moved by time. It shows what it is told; it knows neither rules nor referee.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/variant.hpp"
#include "platform/audio.hpp"
#include "view/board_window.hpp"
#include "view/theme.hpp"
#include "view/type.hpp"
#include "view/units.hpp"

namespace qitai::view {

// What stands on the board and what is marked. Set as a whole; the view finds what changed.
struct BoardMarks {
  std::optional<host::Point> cursor;  // brackets around one point
  std::optional<host::Point> lifted;  // the piece in hand
  std::vector<host::Point> targets;   // where it may go (empty or enemy is seen from the pieces)
  std::optional<std::pair<host::Point, host::Point>> last_move;  // from, to
  std::vector<host::Mark> check;     // QITAI_MARK_…: double ring and seal, guarded flights, stuck pieces
  bool mate = false;                 // then lines of attack are drawn too
  std::vector<host::Point> crosses;  // blocking points of a refused move, shown for 900 ms
  std::optional<SDL_FPoint> drag;    // the lifted piece follows the pointer (pixels)
  std::optional<std::pair<host::Point, host::Point>> hint;  // five chevrons from → to
  // Why a match ended: lines from attackers to what they attack, dashed where it is protected; a word beside
  // a piece; a ring that flashes where the eye should go.
  struct Attack {
    host::Point from = host::kNoPoint, to = host::kNoPoint;
    bool dashed = false;
    friend bool operator==(const Attack&, const Attack&) = default;
  };
  struct Tag {
    host::Point at = host::kNoPoint;
    std::string words;
    bool quiet = false;  // not in the colour of danger
    friend bool operator==(const Tag&, const Tag&) = default;
  };
  std::vector<Attack> attacks;
  std::optional<Tag> tag;
  std::optional<host::Point> flash;
  std::optional<std::pair<host::Point, host::Point>> premove;  // open ring, hatched disc
  // What somebody thinks a piece is: one or two characters (a few letters) written on its lower right corner,
  // by hand in jade; what follows for sure in gold on a dark ground. One a point; the piece covers nothing.
  struct Note {
    host::Point at = host::kNoPoint;
    std::string words;
    bool sure = false;
    friend bool operator==(const Note&, const Note&) = default;
  };
  std::vector<Note> notes;
  // While pieces are put up: where the one in hand may stand is lit, where it may not is hatched. What stands
  // there stays to be read.
  std::vector<host::Point> places, barred;
};

class BoardView {
 public:
  // `text`: the variant's texts by key in the language of the pieces (glyphs, river).
  using TextLookup = std::function<std::string(std::string_view key)>;

  BoardView(SDL_Renderer* renderer, Type& type);
  ~BoardView();

  // The variant's tables are copied. Pieces stay as they are if it is the same variant (a change of
  // language). Besides its keys, "mark.check" is looked up: the character of the seal beside a piece in check
  // (else 将); and the outcomes of fights, for the attacker, as a word or two: "fight.won", "fight.lost",
  // "fight.both", "fight.flag" (empty: no seal).
  void set_game(const host::VariantInfo& info, const host::Geometry& geometry, TextLookup text);
  // Shows only a part of the board from now on, larger (a screen where pieces are put up: use a view of its
  // own for it); nothing: the whole board. set_game keeps the window. Pieces on other points are not shown,
  // and neither point_at nor step finds them. plate_size(pitch) then measures the window's plate: pitch in
  // pixels / window.row_pitch is one u of its design.
  void set_window(std::optional<BoardWindow> window);
  void set_theme(const BoardTheme& theme);
  void set_reduced_motion(bool reduced);
  // Nobody plays just now (a link is lost): the plate is darkened, once; what stands on it is not.
  void set_dimmed(bool dimmed);
  // Where it is drawn: the whole plate, frame and labels included. The next draw bakes if size, theme, turn
  // or texts changed. The pitch is the largest whole number of pixels that fits.
  void set_rect(const SDL_Rect& plate);
  // Degrees by which the board is turned: the facing of the seat that looks at it.
  void set_turn(int degrees);
  // On a board between two who look at it from opposite sides: pieces of this colour face the far one, and
  // what is written at his edge does. −1: all faces the near one, as it does after set_game().
  void set_turned_colour(int colour);
  // The renderer lost its textures, or is a new one of the same window: all of them are made again.
  void restore(SDL_Renderer* renderer);
  // Middle of the tray to which taken pieces of a colour fly (pixels); without one they fade where they
  // stood.
  void set_tray(int colour, SDL_FPoint middle);
  // Size of a plate for a pitch (pixels a pitch) under the present turn, so that layouts can choose it.
  [[nodiscard]] SDL_Point plate_size(float pitch) const;

  // Puts the pieces there at once (start, resume, browsing).
  void set_pieces(const std::vector<host::Piece>& pieces);
  // Shows a set of changes from the present pieces to `after`. The glide starts at once, but the piece hovers
  // above its point and nothing else is shown until land() was called: the landing waits for the journal.
  // A fight (a FACT with QITAI_FIGHT_…) hovers beside its foe; landed, ink hides both, the outcome stands for
  // 900 ms, and the fallen go to the trays face down. A piece REVEALED turns in 300 ms. When a flag is taken,
  // its side falls over in 700 ms and lies so until other pieces are put up. Two that change places take
  // 120 ms.
  void play(const std::vector<host::Change>& changes, const std::vector<host::Piece>& after,
            std::uint64_t now);
  void land();
  // A move shown once more, landing at once: both sets of pieces as whoever looks may see them.
  void replay(const std::vector<host::Piece>& before, const std::vector<host::Change>& changes,
              const std::vector<host::Piece>& after, std::uint64_t now);
  // A refused try: the lifted piece goes back, crosses show for 900 ms.
  void refuse(host::Point piece, const std::vector<host::Point>& points, std::uint64_t now);
  void set_marks(const BoardMarks& marks, std::uint64_t now);
  void skip();  // any input: every motion jumps to its end

  void draw(std::uint64_t now);
  // What was to be heard of the board since this was last asked; see Motion.
  std::vector<platform::Sound> take_sounds();
  // A picture of the whole board with these pieces, `width` pixels wide; the caller destroys it. Null if the
  // renderer refuses.
  [[nodiscard]] SDL_Texture* diagram(const std::vector<host::Piece>& pieces, int width);
  // What stands around a point, larger, in a square frame at `where` (pixels); after draw().
  void draw_loupe(host::Point point, const SDL_Rect& where, std::uint64_t now);
  // When the next frame is due: `now` while something moves, UINT64_MAX if nothing will change by itself.
  [[nodiscard]] std::uint64_t next_frame(std::uint64_t now) const;
  // Something is off its place and not in a hand, or a fight's outcome stands; true also while a landing
  // waits (then no frame is due).
  [[nodiscard]] bool moving(std::uint64_t now) const;

  [[nodiscard]] std::optional<host::Point> point_at(float x, float y) const;
  [[nodiscard]] SDL_FPoint centre(host::Point point) const;
  [[nodiscard]] float pitch() const;  // pixels
  // The neighbour of a point in a direction of the screen (dx, dy each −1, 0, 1), wrap off.
  [[nodiscard]] host::Point step(host::Point from, int dx, int dy) const;
  // A small piece for trays and seats' cards: a texture of the given diameter (cached); kind QITAI_NO_KIND:
  // face down.
  [[nodiscard]] SDL_Texture* mini(int kind, int colour, int diameter);
  // The seal of a colour (one character on a square), cached.
  [[nodiscard]] SDL_Texture* seal(int colour, int size);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace qitai::view
