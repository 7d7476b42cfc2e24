// Bluetooth: being found. What is changed of an adapter for that is written down first and put back
// afterwards; where the process died in between, by the next one that gets hold of the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/bluetooth/bluez_bus.hpp"
#include "network/bluetooth/bluez_objects.hpp"

namespace qitai::bluetooth {

// How an adapter was before the game changed it.
struct Before {
  bool discoverable = false, pairable = false;
  std::uint32_t timeout = 0;  // seconds
  friend bool operator==(const Before&, const Before&) = default;
};
using Befores = std::map<std::string, Before, std::less<>>;  // by the adapter's address

// A line an adapter: "AA:BB:CC:DD:EE:FF discoverable=0 timeout=180 pairable=1". Lines of another shape are
// passed over.
[[nodiscard]] std::string befores_text(const Befores& befores);
[[nodiscard]] Befores read_befores(std::string_view text);

// A file, written as a whole. `to_disk`: through to the disk, which may take a second on a slow card. False:
// it could not be.
[[nodiscard]] bool write_whole(const std::filesystem::path& file, std::string_view text, bool to_disk);
// The first `most` bytes of a file; empty where there is none.
[[nodiscard]] std::string read_file(const std::filesystem::path& file, std::size_t most);

// The file of them, held by one process at a time.
class BeforeFile {
 public:
  // An empty folder: nothing is kept, everybody holds it.
  explicit BeforeFile(const std::filesystem::path& folder);
  BeforeFile(const BeforeFile&) = delete;
  BeforeFile& operator=(const BeforeFile&) = delete;
  ~BeforeFile();

  // Tries to get hold of it, and reads it where it was not held before. Where the folder cannot be used, it
  // is held and keeps nothing. False: another process holds it.
  bool hold(Befores& befores);
  [[nodiscard]] bool held() const { return held_; }
  // Whether there is anything left of a process that died.
  [[nodiscard]] bool exists() const;
  // Begins to write it, by a thread of its own; no line: it is taken away.
  void write(const Befores& befores);
  // Whether what was given last is on the disk, or could not be written; nothing: it is on the way. To be
  // asked again: it goes on only then.
  std::optional<bool> written();
  // The same as write, waiting for it.
  void write_now(const Befores& befores);
  void let_go();

 private:
  bool put(const std::string& text) const;

  std::filesystem::path folder_, file_, lock_file_;
  int lock_ = -1;
  bool held_ = false;
  std::string wanted_, writing_;  // the content to be had, and the one that the thread is at
  bool done_ = true;              // how the last one went
  std::future<bool> thread_;
};

class Visibility {
 public:
  explicit Visibility(const std::filesystem::path& folder) : file_(folder) {}

  // 0: not at all; UINT32_MAX: until it is changed. Counted from the next step.
  void wish(std::uint32_t seconds);
  void forgotten();
  // `wanted`: path of the adapter to be found by; empty: none can be. Only while bluetoothd is there and told
  // of its objects.
  void step(Bus& bus, std::int64_t now, const Objects& objects, const std::string& wanted);
  // What can be done without waiting.
  void leave(Bus& bus, const Objects& objects);
  [[nodiscard]] std::int64_t next() const;

  [[nodiscard]] bool wished() const { return seconds_ > 0; }
  [[nodiscard]] bool on() const { return on_; }
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  // One property after the other, as long as they go well.
  struct Value {
    const char* name = nullptr;
    bool is_flag = true;
    std::uint32_t value = 0;
  };
  using Values = std::vector<Value>;
  static int fill(sd_bus_message* call, const Value& value);
  void set(Bus& bus, const std::string& path, Values values, std::size_t first,
           std::function<void(const Answer&)> done);
  [[nodiscard]] static Values to_put_back(const Before& before, const AdapterObject& now);
  void put_back(Bus& bus, const Objects& objects, const std::string& keep);
  void is_back(const std::string& address);
  bool remember(const AdapterObject& adapter);
  void apply(Bus& bus, const std::string& path);
  void watch(const AdapterObject& adapter);
  void end();

  BeforeFile file_;
  Befores befores_;
  std::uint32_t seconds_ = 0;
  bool fresh_ = false;  // the wish has not been counted from yet
  std::int64_t until_ = INT64_MAX, now_ = 0, retry_ = INT64_MIN;
  std::int64_t renew_ = INT64_MAX;  // when bluetoothd's own time-out is to be set again
  std::int64_t doubt_ = INT64_MAX;  // when it counts that somebody else has ended it
  std::string active_;              // path of the adapter that was made visible
  bool on_ = false, busy_ = false, odd_ = false;
  bool more_ = false;              // something is to be done at the next step
  bool told_unkept_ = false;       // that it cannot be written
  std::int64_t disk_ = INT64_MAX;  // when to look whether it is written
  std::uint64_t era_ = 0;
  std::string failure_;
};

}  // namespace qitai::bluetooth
