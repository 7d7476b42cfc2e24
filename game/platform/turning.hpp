// The picture turned on its panel by quarter turns: which size it then has, where its points lie, and the one
// copy that turns it. The program itself knows nothing of it.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <vector>

namespace qitai::platform {

// How the picture lies on the panel.
struct Turn {
  // What the picture must be, whatever the panel: another quarter turn is added where it is not.
  enum class Shape : std::uint8_t { kAny, kWide, kTall };
  int degrees = 0;  // clockwise: 0, 90, 180, 270
  Shape shape = Shape::kAny;
  bool half = false;  // and by half a turn more: for whoever sits opposite

  friend bool operator==(const Turn&, const Turn&) = default;
};

// The degrees by which a picture is turned on a panel of that size (pixels): 0, 90, 180 or 270, clockwise.
[[nodiscard]] int degrees_on(SDL_Point panel, const Turn& turn);
// The size of the picture on a panel of that size.
[[nodiscard]] SDL_Point picture_size(SDL_Point panel, int degrees);
// A point of the panel (pixels, fractions included) as one of the picture, and back.
[[nodiscard]] SDL_FPoint on_picture(SDL_FPoint at, SDL_Point panel, int degrees);
[[nodiscard]] SDL_FPoint on_panel(SDL_FPoint at, SDL_Point panel, int degrees);

// Copies a picture of picture_size(panel, degrees) to a panel, turned. Both are rows of 32-bit pixels without
// gaps; `panel_pitch` is the length of a row of the panel in pixels.
void turn_pixels(const std::uint32_t* picture, std::uint32_t* panel, int panel_pitch, SDL_Point panel_size,
                 int degrees);

// The picture that is drawn instead of the panel while it is turned.
class Canvas {
 public:
  Canvas() = default;
  ~Canvas() { drop(); }
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  // The renderer lost its textures, or the size changed: made again when it is next needed.
  void drop();
  // From here on everything is drawn into it. Nothing happens where nothing is turned.
  void begin(SDL_Renderer* renderer, SDL_Point panel, int degrees);
  // Puts it on the panel, which is the target again.
  void end(SDL_Renderer* renderer);
  // Reads from it: its texture, or null where the panel itself is the picture.
  [[nodiscard]] SDL_Texture* texture() const { return picture_; }

 private:
  SDL_Texture* picture_ = nullptr;
  SDL_Texture* turned_ = nullptr;  // software: what the panel is copied from
  bool software_ = false;
  SDL_Point panel_{};
  int degrees_ = 0;
  std::vector<std::uint32_t> pixels_;
};

}  // namespace qitai::platform
