#include "platform/window.hpp"

#include <SDL_image.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <optional>

#include "base/log.hpp"
#include "platform/display.hpp"
#include "platform/input.hpp"
#include "platform/monitors.hpp"

namespace qitai::platform {
namespace {

// SDL's own wait asks every open pad each millisecond (2.6 % of a core). Ours asks while waiting in these
// steps instead (ms): no push is noticed later than that, and a new pad within half a second.
constexpr std::uint64_t kPadInUse = 8;
constexpr std::uint64_t kPadAtRest = 16;
constexpr std::uint64_t kRestAfter = 10'000;
constexpr std::uint64_t kNoPad = 500;
// Drivers that SDL cannot wait on are asked in these: nothing comes by itself without a display, keys do on
// the console.
constexpr std::uint64_t kMemoryStep = 50;
constexpr std::uint64_t kConsoleStep = 8;

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

struct SurfaceCloser {
  void operator()(SDL_Surface* surface) const { SDL_FreeSurface(surface); }
};

}  // namespace

std::uint64_t ticks() {
  return SDL_GetTicks64();
}

struct Window::Impl {
  explicit Impl(Screen opened) : screen(std::move(opened)), wake_event(SDL_RegisterEvents(1)) {
    const char* driver = SDL_GetCurrentVideoDriver();
    const std::string_view name = driver != nullptr ? driver : "";
    sdl_can_wait = name == "x11" || name == "wayland";
    SDL_AddEventWatch(watch, this);
  }
  ~Impl() {
    SDL_DelEventWatch(watch, this);
    reader.close_pads();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  // Whoever pushes an event, from any thread, ends block().
  static int SDLCALL watch(void* self, SDL_Event* event) {
    if (event->type == SDL_POLLSENTINEL) return 1;  // SDL's own mark of each poll
    auto* impl = static_cast<Impl*>(self);
    {
      const std::lock_guard lock(impl->mutex);
      impl->pushed = true;
    }
    impl->condition.notify_one();
    return 1;
  }

  void measure();
  void drain(Happened& happened);
  void on_window(const SDL_WindowEvent& event, Happened& happened);
  void follow_monitor();
  void block(std::uint64_t until);
  [[nodiscard]] std::uint64_t next_poll(std::uint64_t now) const;
  [[nodiscard]] std::uint64_t idle_at() const;
  void show_cursor();

  Screen screen;
  InputReader reader;
  Uint32 wake_event;
  std::atomic<bool> wake_waiting{false};
  bool sdl_can_wait = false;
  int monitor = 0;  // the number of the chosen one
  Monitor known;    // and what it was when it was last there
  Turn turn;
  int degrees = 0;  // as it comes out on this panel
  SDL_Point panel{};
  Canvas canvas;
  int width = 0, height = 0;      // of the picture
  SDL_Point windowed{1280, 800};  // its size when it is not full screen
  std::vector<Input> left_over;   // made outside wait()
  bool idle_reported = false;
  bool cursor_shown = true;

  std::mutex mutex;
  std::condition_variable condition;
  bool pushed = false;  // under mutex
};

void Window::Impl::measure() {
  SDL_Point window{1, 1};
  SDL_GetWindowSize(screen.window.get(), &window.x, &window.y);
  // Of the panel, even while something draws into a picture.
  SDL_Texture* const target = SDL_GetRenderTarget(screen.renderer.get());
  if (target != nullptr) SDL_SetRenderTarget(screen.renderer.get(), nullptr);
  if (SDL_GetRendererOutputSize(screen.renderer.get(), &panel.x, &panel.y) != 0) panel = window;
  if (target != nullptr) SDL_SetRenderTarget(screen.renderer.get(), target);
  degrees = degrees_on(panel, turn);
  const SDL_Point picture = picture_size(panel, degrees);
  width = picture.x;
  height = picture.y;
  reader.set_sizes(window, panel, degrees);
}

void Window::Impl::on_window(const SDL_WindowEvent& event, Happened& happened) {
  switch (event.event) {
    case SDL_WINDOWEVENT_SIZE_CHANGED:
    case SDL_WINDOWEVENT_DISPLAY_CHANGED: {
      const SDL_Point before{width, height};
      canvas.drop();
      measure();
      if (width != before.x || height != before.y) happened.resized = true;
      happened.exposed = true;
      break;
    }
    case SDL_WINDOWEVENT_EXPOSED:
    case SDL_WINDOWEVENT_SHOWN:
    case SDL_WINDOWEVENT_RESTORED:
    case SDL_WINDOWEVENT_MAXIMIZED:
      happened.exposed = true;
      break;
    case SDL_WINDOWEVENT_FOCUS_LOST:
    case SDL_WINDOWEVENT_MINIMIZED:
      reader.let_go(ticks(), happened.inputs);
      break;
    case SDL_WINDOWEVENT_CLOSE:
      happened.quit = true;
      break;
    default:
      break;
  }
}

// The chosen monitor went or came back: a full screen goes on on another meanwhile, and returns.
void Window::Impl::follow_monitor() {
  const std::vector<Monitor> there = monitors();
  if (there.empty()) return;  // nothing is seen until one comes; the match goes on
  const int chosen = find_monitor(there, known, monitor);
  if (chosen >= 0) known = there[static_cast<std::size_t>(chosen)];
  SDL_Window* const of = screen.window.get();
  if (screen.headless || (SDL_GetWindowFlags(of) & SDL_WINDOW_FULLSCREEN_DESKTOP) == 0) return;
  const int on = SDL_GetWindowDisplayIndex(of);
  const int wanted = chosen >= 0 ? chosen : std::clamp(on, 0, static_cast<int>(there.size()) - 1);
  const Monitor& to = there[static_cast<std::size_t>(wanted)];
  SDL_Rect present{};
  SDL_GetWindowPosition(of, &present.x, &present.y);
  SDL_GetWindowSize(of, &present.w, &present.h);
  if (on == wanted && SDL_RectEquals(&present, &to.bounds) == SDL_TRUE) return;
  log_info("Window: to the monitor {} ({}), {}×{}.", wanted, to.name, to.bounds.w, to.bounds.h);
  const int place = static_cast<int>(SDL_WINDOWPOS_CENTERED_DISPLAY(static_cast<unsigned>(wanted)));
  SDL_SetWindowFullscreen(of, 0);
  SDL_SetWindowSize(of, to.bounds.w, to.bounds.h);
  SDL_SetWindowPosition(of, place, place);
  if (SDL_SetWindowFullscreen(of, SDL_WINDOW_FULLSCREEN_DESKTOP) != 0)
    log_warning("The window cannot fill the monitor {}: {}.", wanted, SDL_GetError());
}

void Window::Impl::drain(Happened& happened) {
  SDL_JoystickUpdate();
  {
    const std::lock_guard lock(mutex);
    pushed = false;
  }
  SDL_Event event;
  while (SDL_PollEvent(&event) != 0) {
    if (event.type == wake_event) {
      wake_waiting = false;
      happened.woken = true;
      continue;
    }
    switch (event.type) {
      case SDL_QUIT:
        happened.quit = true;
        break;
      case SDL_WINDOWEVENT:
        on_window(event.window, happened);
        break;
      case SDL_RENDER_TARGETS_RESET:
        happened.resized = true;
        break;
      case SDL_RENDER_DEVICE_RESET:
        canvas.drop();
        happened.resized = true;
        happened.textures_lost = true;
        break;
      case SDL_AUDIODEVICEADDED:
        happened.audio_came = happened.audio_came || event.adevice.iscapture == 0;
        break;
      case SDL_AUDIODEVICEREMOVED:
        // Those that nobody has open have no number.
        happened.audio_lost =
            happened.audio_lost || (event.adevice.iscapture == 0 && event.adevice.which != 0);
        break;
      case SDL_DISPLAYEVENT:
        // Changes of size come as the window's own events.
        follow_monitor();
        happened.exposed = true;
        break;
      default:
        if (reader.handle(event, ticks(), happened.inputs)) happened.pads_changed = true;
        break;
    }
  }
  reader.tick(ticks(), happened.inputs);
}

std::uint64_t Window::Impl::next_poll(std::uint64_t now) const {
  std::uint64_t step = kNoPad;
  if (reader.pads() > 0)
    step = now - std::min(now, reader.last_pad_use()) < kRestAfter ? kPadInUse : kPadAtRest;
  if (!sdl_can_wait) step = std::min(step, screen.headless ? kMemoryStep : kConsoleStep);
  return now + step;
}

// When the mouse will have been alone long enough; never if that was said already.
std::uint64_t Window::Impl::idle_at() const {
  const auto since = reader.mouse_alone_since();
  return since && !idle_reported ? *since + InputReader::kPointerIdle : kNever;
}

void Window::Impl::block(std::uint64_t until) {
  const std::uint64_t now = ticks();
  if (until <= now) return;
  if (sdl_can_wait) {
    SDL_WaitEventTimeout(nullptr, static_cast<int>(until - now));
    return;
  }
  std::unique_lock lock(mutex);
  condition.wait_for(lock, std::chrono::milliseconds(until - now), [this] { return pushed; });
}

void Window::Impl::show_cursor() {
  const bool wanted = reader.last_device() == Device::kMouse;
  if (wanted == cursor_shown) return;
  cursor_shown = wanted;
  SDL_ShowCursor(wanted ? SDL_ENABLE : SDL_DISABLE);
}

Window::Window(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Window::~Window() {
  impl_.reset();
  SDL_Quit();
}

Result<std::unique_ptr<Window>> Window::open(const WindowOptions& options) {
  // Copies through shared memory instead of a texture: 6 ms a frame against 24 on the software renderer.
  SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
  SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
  SDL_SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "0");
  SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
  SDL_SetHint(SDL_HINT_VIDEO_MINIMIZE_ON_FOCUS_LOSS, "0");
  SDL_SetHint(SDL_HINT_AUTO_UPDATE_JOYSTICKS, "0");  // wait() does, see kPadInUse
  if (const Status started = start_video(); !started) return started.error();
  Result<Screen> screen = open_screen(options);
  if (!screen) {
    SDL_Quit();
    return screen.error();
  }
  // Without a display no window ever has the focus that SDL asks for.
  SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, screen->headless ? "1" : "0");
  if (SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) != 0) {
    log_warning("Gamepads cannot be used: {}.", SDL_GetError());
  }
  SDL_StopTextInput();  // video starts it, which may open an input method's window
  auto impl = std::make_unique<Impl>(std::move(*screen));
  impl->windowed = {options.width, options.height};
  impl->turn = options.turn;
  impl->monitor = options.monitor;
  const std::vector<Monitor> there = monitors();
  if (const int chosen = find_monitor(there, {}, options.monitor); chosen >= 0)
    impl->known = there[static_cast<std::size_t>(chosen)];
  impl->measure();
  impl->show_cursor();
  log_info("Window: {}, {}×{} pixels.", impl->screen.driver, impl->width, impl->height);
  return std::unique_ptr<Window>(new Window(std::move(impl)));
}

SDL_Renderer* Window::renderer() const {
  return impl_->screen.renderer.get();
}
int Window::width() const {
  return impl_->width;
}
int Window::height() const {
  return impl_->height;
}
bool Window::headless() const {
  return impl_->screen.headless;
}
std::string Window::driver() const {
  return impl_->screen.driver;
}
int Window::pads() const {
  return impl_->reader.pads();
}
int Window::first_pad() const {
  return impl_->reader.first_pad();
}
std::vector<std::string> Window::pad_names() const {
  return impl_->reader.pad_names();
}
const Bindings& Window::bindings() const {
  return impl_->reader.bindings();
}
Stick::Push Window::push() const {
  return impl_->reader.push();
}
void Window::listen(bool on) {
  impl_->reader.listen(on);
}
std::vector<Touched> Window::take_touched() {
  return impl_->reader.take_touched();
}
Device Window::last_device() const {
  return impl_->reader.last_device();
}

bool Window::pointer_idle() const {
  const auto since = impl_->reader.mouse_alone_since();
  return since && ticks() >= *since + InputReader::kPointerIdle;
}

Window::Happened Window::wait(int timeout_ms) {
  Impl& impl = *impl_;
  const std::uint64_t start = ticks();
  const std::uint64_t deadline = timeout_ms < 0 ? kNever : start + static_cast<std::uint64_t>(timeout_ms);
  Happened happened;
  happened.inputs = std::move(impl.left_over);
  impl.left_over.clear();
  for (;;) {
    impl.drain(happened);
    const std::uint64_t now = ticks();
    if (!impl.reader.mouse_alone_since()) impl.idle_reported = false;
    if (now >= impl.idle_at()) {
      impl.idle_reported = true;
      happened.exposed = true;
    }
    const bool any = !happened.inputs.empty() || happened.resized || happened.exposed || happened.quit ||
                     happened.pads_changed || happened.woken || impl.reader.touched();
    if (any || now >= deadline) break;
    const std::uint64_t due =
        std::min({deadline, impl.next_poll(now), impl.idle_at(), impl.reader.next_tick().value_or(kNever)});
    impl.block(due);
  }
  impl.show_cursor();
  return happened;
}

void Window::wake() {
  if (impl_->wake_waiting.exchange(true)) return;
  SDL_Event event{};
  event.type = impl_->wake_event;
  if (SDL_PushEvent(&event) <= 0) impl_->wake_waiting = false;
}

bool Window::set_turn(const Turn& turn) {
  Impl& impl = *impl_;
  if (turn == impl.turn) return false;
  const SDL_Point before{impl.width, impl.height};
  impl.turn = turn;
  // What a finger holds lies elsewhere now.
  impl.reader.let_pointer_go(ticks(), impl.left_over);
  impl.measure();
  return impl.width != before.x || impl.height != before.y;
}

void Window::begin_frame() {
  impl_->canvas.begin(renderer(), impl_->panel, impl_->degrees);
}

void Window::present() {
  impl_->canvas.end(renderer());
  SDL_RenderPresent(renderer());
}

void Window::toggle_fullscreen() {
  SDL_Window* window = impl_->screen.window.get();
  const bool full = (SDL_GetWindowFlags(window) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
  if (SDL_SetWindowFullscreen(window, full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP) != 0) {
    log_warning("Full screen cannot be switched: {}.", SDL_GetError());
  } else if (full) {
    SDL_SetWindowSize(window, impl_->windowed.x, impl_->windowed.y);
  }
}

void Window::set_bindings(const std::vector<std::pair<std::string, std::string>>& bindings) {
  for (const std::string& problem : impl_->reader.set_bindings(bindings, ticks(), impl_->left_over)) {
    log_warning("Bindings: {}", problem);
  }
}

Status Window::screenshot(const std::filesystem::path& file) {
  const std::unique_ptr<SDL_Surface, SurfaceCloser> picture(
      SDL_CreateRGBSurfaceWithFormat(0, width(), height(), 24, SDL_PIXELFORMAT_RGB24));
  SDL_Texture* const target = SDL_GetRenderTarget(renderer());
  if (impl_->canvas.texture() != nullptr) SDL_SetRenderTarget(renderer(), impl_->canvas.texture());
  const bool read = picture && SDL_RenderReadPixels(renderer(), nullptr, SDL_PIXELFORMAT_RGB24,
                                                    picture->pixels, picture->pitch) == 0;
  SDL_SetRenderTarget(renderer(), target);
  if (!read) {
    return Error{"no-picture", fmt::format("The screen cannot be read: {}.", SDL_GetError())};
  }
  if (IMG_SavePNG(picture.get(), file.c_str()) != 0) {
    return Error{"not-written",
                 fmt::format("The picture {} cannot be written: {}.", file.string(), SDL_GetError())};
  }
  return {};
}

}  // namespace qitai::platform
