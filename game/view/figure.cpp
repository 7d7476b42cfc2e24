#include "view/figure.hpp"

#include <SDL_image.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/file.hpp"
#include "base/log.hpp"

namespace qitai::view {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{64} * 1024;
constexpr std::size_t kMaxName = 64;
constexpr int kMaxSize = 2048;
// Drawn larger and then averaged: the rasterizer's own edges are rough at 36 pixels.
constexpr int kFiner = 3;

bool is_name(std::string_view name) {
  return !name.empty() && name.size() <= kMaxName &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == std::string_view::npos;
}

// What stands in the files, in the order of colours_of.
constexpr std::array<std::string_view, 4> kInFile{"#F3E9D2", "#DBC9A3", "#1A1512", "#5A3A28"};

std::array<SDL_Color, 4> colours_of(const BoardTheme::Side& side) {
  return {side.figure, side.figure_shade, side.figure_edge, side.figure_line};
}

// All at once: a colour put in may be one of those looked for.
std::string coloured(const std::string& svg, const BoardTheme::Side& side) {
  const std::array<SDL_Color, 4> colours = colours_of(side);
  std::string out = svg;
  for (std::size_t at = out.find('#'); at != std::string::npos; at = out.find('#', at + 1)) {
    for (std::size_t i = 0; i < kInFile.size(); ++i) {
      if (out.compare(at, kInFile[i].size(), kInFile[i]) == 0) {
        const SDL_Color c = colours[i];
        out.replace(at, kInFile[i].size(), fmt::format("#{:02X}{:02X}{:02X}", c.r, c.g, c.b));
        break;
      }
    }
  }
  return out;
}

// The rasterizer cuts a line into as many dashes as the file asks for: thousands of millions take hours.
bool has_dashes(const std::string& svg) {
  return svg.find("stroke-dasharray") != std::string::npos;
}

SurfacePtr drawn(const std::string& svg, int size) {
  if (has_dashes(svg)) {
    return nullptr;
  }
  SDL_RWops* const bytes = SDL_RWFromConstMem(svg.data(), static_cast<int>(svg.size()));
  if (bytes == nullptr) {
    return nullptr;
  }
  SurfacePtr out(IMG_LoadSizedSVG_RW(bytes, size, size));
  SDL_RWclose(bytes);
  // A pixel more is its way of rounding up.
  if (out == nullptr || out->w > size + 1 || out->h > size + 1) {
    return nullptr;
  }
  return SurfacePtr(SDL_ConvertSurfaceFormat(out.get(), SDL_PIXELFORMAT_ARGB8888, 0));
}

}  // namespace

const std::string* Figures::find(const std::filesystem::path& folder, std::string_view picture) {
  if (folder.empty() || !is_name(picture)) {
    return nullptr;
  }
  const std::filesystem::path file = folder / (std::string(picture) + ".svg");
  auto found = kept_.find(file);
  if (found == kept_.end()) {
    Result<std::string> text = read_file(file, kMaxBytes);
    // Games may name more pictures than there are.
    if (!text && text.error().code != "file-missing") {
      log_warning("Picture of a piece: {}. Its character is drawn instead.", text.error().message);
    } else if (text && drawn(*text, 16) == nullptr) {
      log_warning("Picture of a piece: {} cannot be read as SVG. Its character is drawn instead.",
                  file.string());
      *text = std::string();
    }
    found = kept_.emplace(file, text ? std::move(*text) : std::string()).first;
  }
  return found->second.empty() ? nullptr : &found->second;
}

SurfacePtr figure_surface(const std::string& svg, const BoardTheme::Side& side, int size) {
  if (size < 1 || size > kMaxSize) {
    return nullptr;
  }
  const SurfacePtr fine = drawn(coloured(svg, side), size * kFiner);
  if (fine == nullptr) {
    return nullptr;
  }
  // A picture that is not square lies in the middle.
  Canvas canvas(size, size);
  const int left = (size - fine->w / kFiner) / 2, top = (size - fine->h / kFiner) / 2;
  for (int y = 0; y < fine->h / kFiner; ++y) {
    for (int x = 0; x < fine->w / kFiner; ++x) {
      std::array<std::uint32_t, 4> sum{};  // alpha, and the colours by their alpha
      for (int dy = 0; dy < kFiner; ++dy) {
        const auto* const row = reinterpret_cast<const std::uint32_t*>(
            static_cast<const std::uint8_t*>(fine->pixels) +
            static_cast<std::ptrdiff_t>(y * kFiner + dy) * fine->pitch);
        for (int dx = 0; dx < kFiner; ++dx) {
          const std::uint32_t argb = row[x * kFiner + dx], alpha = argb >> 24U;
          sum[0] += alpha;
          sum[1] += alpha * (argb >> 16U & 0xFFU);
          sum[2] += alpha * (argb >> 8U & 0xFFU);
          sum[3] += alpha * (argb & 0xFFU);
        }
      }
      if (sum[0] == 0) {
        continue;
      }
      const auto part = [&](std::size_t i) {
        return static_cast<float>(sum[i]) / (255.0F * static_cast<float>(sum[0]));
      };
      const float alpha = static_cast<float>(sum[0]) / (255.0F * kFiner * kFiner);
      canvas.over(left + x, top + y, {part(1), part(2), part(3), alpha});
    }
  }
  return canvas.surface();
}

Mask figure_mask(const std::string& svg, int size) {
  constexpr SDL_Color kInk{255, 255, 255, 255}, kThin{178, 178, 178, 255}, kNone{0, 0, 0, 255};
  BoardTheme::Side side;
  side.figure = side.figure_edge = kInk;
  side.figure_shade = kThin;
  side.figure_line = kNone;
  const SurfacePtr drawn_so = figure_surface(svg, side, size);
  if (drawn_so == nullptr) {
    return {};
  }
  Mask mask = ink_of(*drawn_so);
  for (int y = 0; y < mask.height; ++y) {
    const auto* const row =
        reinterpret_cast<const std::uint32_t*>(static_cast<const std::uint8_t*>(drawn_so->pixels) +
                                               static_cast<std::ptrdiff_t>(y) * drawn_so->pitch);
    for (int x = 0; x < mask.width; ++x) {
      mask.ink[static_cast<std::size_t>(y * mask.width + x)] *= static_cast<float>(row[x] & 0xFFU) / 255;
    }
  }
  return mask;
}

}  // namespace qitai::view
