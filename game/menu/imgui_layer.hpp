// Menu: every Dear ImGui screen. This header: our own thin backend of Dear ImGui for SDL_Renderer. All
// windows are rendered into one texture of the size of the screen, and of that only the rectangles of windows
// whose draw list changed: a clock that runs re-draws its own panel and nothing else.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "platform/action.hpp"

struct ImDrawData;
struct ImDrawList;
struct ImGuiContext;

namespace qitai::menu {

class ImGuiLayer {
 public:
  // Makes ImGui's context current; one layer at a time per thread.
  explicit ImGuiLayer(SDL_Renderer* renderer);
  ~ImGuiLayer();
  ImGuiLayer(const ImGuiLayer&) = delete;
  ImGuiLayer& operator=(const ImGuiLayer&) = delete;

  // Output pixels. Everything is rendered anew.
  void resize(int width, int height);
  // What lies under all windows: an opaque texture of the layer's size, owned by the caller; null: black.
  void set_background(SDL_Texture* background);
  // Textures that draw lists name were painted anew, or targets were lost: everything is rendered again.
  void invalidate() { stale_ = true; }

  // The pointer for ImGui's own widgets, which plugins' pages use.
  void feed(const platform::Input& input);
  // A frame that was begun and not ended is forgotten.
  void begin_frame(std::uint64_t now);
  // The window of this name is rendered turned by half a turn of the whole screen, for whoever sits opposite:
  // its vertices and clips, until the next frame begins. What is described in it stays upright.
  void turn_window(std::string_view name) { turned_.emplace(name); }
  // Ends the frame; true when the texture changed.
  bool end_frame();

  [[nodiscard]] SDL_Texture* texture() const { return texture_; }
  // Pixels rendered by the last end_frame: 0 when nothing changed.
  [[nodiscard]] std::int64_t pixels_redrawn() const { return redrawn_; }

 private:
  struct Shown {
    std::uint64_t hash = 0;
    SDL_Rect rect{};
  };
  void render(const ImDrawData& data, const SDL_Rect& dirty);
  void render_list(const ImDrawList& list, const SDL_Rect& dirty);
  [[nodiscard]] SDL_Rect opposite(const SDL_Rect& rect) const {
    return {width_ - rect.x - rect.w, height_ - rect.y - rect.h, rect.w, rect.h};
  }

  SDL_Renderer* renderer_;
  ImGuiContext* context_;
  SDL_Texture* texture_ = nullptr;
  SDL_Texture* background_ = nullptr;
  int width_ = 0, height_ = 0;
  bool stale_ = true;
  bool open_ = false;  // a frame was begun and not ended
  std::uint64_t last_now_ = 0;
  std::int64_t redrawn_ = 0;
  std::map<std::string, Shown> shown_;  // by window name
  std::set<std::string, std::less<>> turned_;
  std::vector<float> turned_points_;  // of the list that is rendered
};

}  // namespace qitai::menu
