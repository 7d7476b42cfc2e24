// The pictures of a variant's pieces and seals: made when first asked for, kept until size, theme or texts
// change.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "host/variant.hpp"
#include "view/bake_piece.hpp"
#include "view/board_geometry.hpp"
#include "view/figure.hpp"
#include "view/paint.hpp"
#include "view/theme.hpp"

namespace qitai::view {

class PieceArt {
 public:
  using Text = std::function<std::string(std::string_view)>;
  // What a piece shows: one picture a kind and colour, and one a colour for those face down, whatever they
  // are.
  struct Face {
    int kind = -1, colour = -1;  // −1: unknown
    bool shown = false;          // with a pennant
    int tilt = 0;                // fallen over: degrees
    bool turned = false;         // to be read from the other side of the board
    friend auto operator<=>(const Face&, const Face&) = default;
  };
  struct Picture {
    SDL_Texture* texture = nullptr;
    int width = 0, height = 0;
  };

  explicit PieceArt(Type& type) : type_(type) {}

  // The board these pieces stand on; the arguments must outlive the next clear(). Drops the board's pictures.
  void set(SDL_Renderer* renderer, const host::VariantInfo& info, const BoardTheme& theme, const Text& text,
           const BoardGeometry& geometry);
  void clear();
  // Pieces of this colour (−1: none) face whoever looks from the other side; before set().
  void set_turned(int colour) { turned_ = colour; }
  [[nodiscard]] int turned() const { return turned_; }

  // Width of the picture of a piece at rest.
  [[nodiscard]] int rest_size() const { return rest_size_; }
  [[nodiscard]] SDL_Surface* surface(const host::Piece& piece);
  [[nodiscard]] Picture texture(const host::Piece& piece, Pose pose);

  // Small pieces and seals do not depend on the board's size.
  [[nodiscard]] SDL_Texture* mini(SDL_Renderer* renderer, const host::VariantInfo& info,
                                  const BoardTheme& theme, const Text& text, const BoardGeometry& geometry,
                                  int kind, int colour, int diameter);
  [[nodiscard]] SDL_Texture* seal(SDL_Renderer* renderer, const host::VariantInfo& info, const Text& text,
                                  int colour, int size);
  // A word as a seal in the colour of a side (unknown: ink), `height` pixels high and no narrower than
  // `least`; kept until clear().
  [[nodiscard]] Picture word_seal(SDL_Renderer* renderer, const host::VariantInfo& info,
                                  const std::string& word, int colour, int height, int least);

 private:
  [[nodiscard]] Face lying(const host::Piece& piece) const;
  struct Art {
    SurfacePtr rest;
    TexturePtr poses[3];
    int sizes[3] = {0, 0, 0};
  };
  Art& art(const host::Piece& piece);
  // Pictures of one pose, made if they are not there.
  void make(Face face, Art& art, Pose pose);

  [[nodiscard]] PieceLook look_of(const host::VariantInfo& info, const BoardTheme& theme, const Text& text,
                                  const BoardGeometry& geometry, Face face);

  Type& type_;
  Figures figures_;
  SDL_Renderer* renderer_ = nullptr;
  const host::VariantInfo* info_ = nullptr;
  const BoardTheme* theme_ = nullptr;
  const Text* text_ = nullptr;
  const BoardGeometry* geometry_ = nullptr;
  int rest_size_ = 1;
  int turned_ = -1;
  std::map<Face, Art> art_;
  // Bodies by side (colour, back or not) and pose: pieces of a side differ by their character alone.
  std::map<std::tuple<int, bool, Pose>, Canvas> bodies_;
  std::map<std::tuple<Face, int>, TexturePtr> minis_;
  std::map<std::pair<int, int>, TexturePtr> seals_;
  struct Word {
    TexturePtr texture;
    int width = 0;
  };
  std::map<std::tuple<std::string, int, int>, Word> words_;
};

}  // namespace qitai::view
