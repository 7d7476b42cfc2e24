#include "menu/imgui_layer.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

namespace qitai::menu {
namespace {

// FNV-1a over whole words; collisions would leave a stale panel, 64 bits make that a theory.
std::uint64_t mix(std::uint64_t hash, const void* bytes, std::size_t size) {
  const auto* at = static_cast<const unsigned char*>(bytes);
  while (size >= 8) {
    std::uint64_t word = 0;
    std::copy_n(at, 8, reinterpret_cast<unsigned char*>(&word));
    hash = (hash ^ word) * 0x100000001B3ULL;
    hash ^= hash >> 29U;
    at += 8;
    size -= 8;
  }
  for (; size > 0; --size, ++at)
    hash = (hash ^ *at) * 0x100000001B3ULL;
  return hash;
}

std::uint64_t hash_of(const ImDrawList& list) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  hash = mix(hash, list.VtxBuffer.Data, static_cast<std::size_t>(list.VtxBuffer.size_in_bytes()));
  hash = mix(hash, list.IdxBuffer.Data, static_cast<std::size_t>(list.IdxBuffer.size_in_bytes()));
  for (const ImDrawCmd& command : list.CmdBuffer) {
    hash = mix(hash, &command.ClipRect, sizeof command.ClipRect);
    hash = mix(hash, &command.TextureId, sizeof command.TextureId);
    hash = mix(hash, &command.ElemCount, sizeof command.ElemCount);
  }
  return hash;
}

// The pixels that a list can touch: the union of its commands' clip rectangles with something in them.
SDL_Rect bounds_of(const ImDrawList& list, int width, int height) {
  float x1 = static_cast<float>(width), y1 = static_cast<float>(height), x2 = 0, y2 = 0;
  for (const ImDrawVert& vertex : list.VtxBuffer) {
    x1 = std::min(x1, vertex.pos.x);
    y1 = std::min(y1, vertex.pos.y);
    x2 = std::max(x2, vertex.pos.x);
    y2 = std::max(y2, vertex.pos.y);
  }
  const int left = std::clamp(static_cast<int>(std::floor(x1)), 0, width);
  const int top = std::clamp(static_cast<int>(std::floor(y1)), 0, height);
  const int right = std::clamp(static_cast<int>(std::ceil(x2)), 0, width);
  const int bottom = std::clamp(static_cast<int>(std::ceil(y2)), 0, height);
  if (right <= left || bottom <= top) return {0, 0, 0, 0};
  return {left, top, right - left, bottom - top};
}

SDL_Rect united(const SDL_Rect& a, const SDL_Rect& b) {
  if (SDL_RectEmpty(&a)) return b;
  if (SDL_RectEmpty(&b)) return a;
  SDL_Rect both;
  SDL_UnionRect(&a, &b, &both);
  return both;
}

}  // namespace

ImGuiLayer::ImGuiLayer(SDL_Renderer* renderer) : renderer_(renderer), context_(ImGui::CreateContext()) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.BackendRendererName = "qitai";
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  io.ConfigInputTextCursorBlink = false;
  // Texts are set by view::Type, so this font is never seen; ImGui will not begin a frame without one.
  io.Fonts->AddFontDefault();
  io.Fonts->Build();
  io.Fonts->SetTexID(nullptr);
  ImGuiStyle& style = ImGui::GetStyle();
  style.WindowRounding = style.ChildRounding = style.FrameRounding = style.PopupRounding = 0;
  style.WindowBorderSize = style.ChildBorderSize = style.FrameBorderSize = 0;
  style.WindowPadding = {0, 0};
  style.WindowMinSize = {1, 1};
  style.AntiAliasedLines = style.AntiAliasedLinesUseTex = style.AntiAliasedFill = false;
}

ImGuiLayer::~ImGuiLayer() {
  ImGui::DestroyContext(context_);
  if (texture_ != nullptr) SDL_DestroyTexture(texture_);
}

void ImGuiLayer::resize(int width, int height) {
  if (texture_ != nullptr) SDL_DestroyTexture(texture_);
  width_ = width;
  height_ = height;
  texture_ = SDL_CreateTexture(renderer_, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_TARGET, width, height);
  SDL_SetTextureBlendMode(texture_, SDL_BLENDMODE_NONE);
  ImGui::GetIO().DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  stale_ = true;
}

void ImGuiLayer::set_background(SDL_Texture* background) {
  background_ = background;
  stale_ = true;
}

void ImGuiLayer::feed(const platform::Input& input) {
  ImGuiIO& io = ImGui::GetIO();
  using Kind = platform::Input::Kind;
  switch (input.kind) {
    case Kind::kPointerMove:
      io.MousePos = {input.x, input.y};
      break;
    case Kind::kPointerDown:
    case Kind::kPointerUp:
      io.MousePos = {input.x, input.y};
      io.MouseDown[0] = input.kind == Kind::kPointerDown;
      break;
    case Kind::kPointerCancel:
      io.MouseDown[0] = false;
      break;
    default:
      break;
  }
}

void ImGuiLayer::begin_frame(std::uint64_t now) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.DeltaTime = now > last_now_ ? static_cast<float>(now - last_now_) / 1000.0F : 0.001F;
  last_now_ = now;
  if (std::exchange(open_, true)) ImGui::EndFrame();
  turned_.clear();
  ImGui::NewFrame();
}

bool ImGuiLayer::end_frame() {
  ImGui::Render();
  open_ = false;
  const ImDrawData& data = *ImGui::GetDrawData();
  redrawn_ = 0;
  if (texture_ == nullptr) return false;

  // A window that changed, came or went makes its old and its new place dirty.
  std::vector<SDL_Rect> dirty;
  std::map<std::string, Shown> now_shown;
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    if (list.VtxBuffer.empty()) continue;
    const std::string name = list._OwnerName != nullptr ? list._OwnerName : "";
    Shown present{hash_of(list), bounds_of(list, width_, height_)};
    if (turned_.contains(name) && SDL_RectEmpty(&present.rect) == SDL_FALSE)
      present.rect = opposite(present.rect);
    const auto before = shown_.find(name);
    if (before == shown_.end()) {
      dirty.push_back(present.rect);
    } else if (before->second.hash != present.hash) {
      dirty.push_back(united(before->second.rect, present.rect));
    }
    now_shown[name] = present;
  }
  for (const auto& [name, before] : shown_) {
    if (!now_shown.contains(name)) dirty.push_back(before.rect);
  }
  shown_ = std::move(now_shown);
  if (stale_) dirty.assign(1, SDL_Rect{0, 0, width_, height_});
  stale_ = false;
  if (dirty.empty()) return false;

  SDL_Texture* const target = SDL_GetRenderTarget(renderer_);
  SDL_SetRenderTarget(renderer_, texture_);
  for (const SDL_Rect& rect : dirty) {
    if (SDL_RectEmpty(&rect)) continue;
    redrawn_ += std::int64_t{rect.w} * rect.h;
    render(data, rect);
  }
  SDL_RenderSetClipRect(renderer_, nullptr);
  SDL_SetRenderTarget(renderer_, target);
  return true;
}

void ImGuiLayer::render(const ImDrawData& data, const SDL_Rect& dirty) {
  SDL_RenderSetClipRect(renderer_, &dirty);
  if (background_ != nullptr) {
    SDL_RenderCopy(renderer_, background_, &dirty, &dirty);
  } else {
    SDL_SetRenderDrawColor(renderer_, 0, 0, 0, 255);
    SDL_RenderFillRect(renderer_, &dirty);
  }
  for (int i = 0; i < data.CmdListsCount; ++i)
    render_list(*data.CmdLists[i], dirty);
}

void ImGuiLayer::render_list(const ImDrawList& list, const SDL_Rect& dirty) {
  const bool turned = list._OwnerName != nullptr && turned_.contains(std::string_view(list._OwnerName));
  if (turned) {
    turned_points_.clear();
    for (const ImDrawVert& vertex : list.VtxBuffer) {
      turned_points_.push_back(static_cast<float>(width_) - vertex.pos.x);
      turned_points_.push_back(static_cast<float>(height_) - vertex.pos.y);
    }
  }
  for (const ImDrawCmd& command : list.CmdBuffer) {
    if (command.ElemCount == 0 || command.UserCallback != nullptr) continue;
    const int left = static_cast<int>(command.ClipRect.x);
    const int top = static_cast<int>(command.ClipRect.y);
    SDL_Rect wanted{left, top, static_cast<int>(command.ClipRect.z) - left,
                    static_cast<int>(command.ClipRect.w) - top};
    if (turned) wanted = opposite(wanted);
    SDL_Rect clip;
    if (SDL_IntersectRect(&wanted, &dirty, &clip) == SDL_FALSE) continue;
    SDL_RenderSetClipRect(renderer_, &clip);
    const ImDrawVert* const vertices = list.VtxBuffer.Data + command.VtxOffset;
    const int count = list.VtxBuffer.Size - static_cast<int>(command.VtxOffset);
    // No texture: a plain fill, which the software renderer does as rectangles.
    auto* const texture = static_cast<SDL_Texture*>(command.TextureId);
    SDL_SetRenderDrawBlendMode(renderer_, SDL_BLENDMODE_BLEND);
    const float* const points =
        turned ? turned_points_.data() + 2 * std::size_t{command.VtxOffset} : &vertices->pos.x;
    SDL_RenderGeometryRaw(renderer_, texture, points,
                          turned ? static_cast<int>(2 * sizeof(float)) : static_cast<int>(sizeof(ImDrawVert)),
                          reinterpret_cast<const SDL_Color*>(&vertices->col), sizeof(ImDrawVert),
                          texture != nullptr ? &vertices->uv.x : nullptr, sizeof(ImDrawVert), count,
                          list.IdxBuffer.Data + command.IdxOffset, static_cast<int>(command.ElemCount),
                          sizeof(ImDrawIdx));
  }
}

}  // namespace qitai::menu
