// The pages "language" and "system".
#include <SDL.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <thread>

#include "kiosk/log_export.hpp"
#include "kiosk/machine.hpp"
#include "kiosk/service_page.hpp"

namespace qitai::kiosk {
namespace {

using config::Values;

constexpr std::uint64_t kLookAgain = 1000;  // ms between two looks at the machine
constexpr std::uint64_t kLookAtJob = 50;    // and at a copy that is made

class LanguagePage final : public Page {
 public:
  using Page::Page;
  std::vector<Row> rows() override {
    static constexpr std::array<std::string_view, 4> kChoices{"auto", "zh-Hans", "zh-Hant", "en"};
    std::vector<Row> rows;
    for (const std::string_view choice : kChoices) {
      const bool chosen = desk_.settings.values().language == choice;
      Row row;
      row.id = choice;
      row.label = choice == "auto" ? tr("service.language.auto") : tr("lang." + row.id);
      if (chosen) row.value = tr("service.chosen");
      row.tone = chosen ? Row::Tone::kGood : Row::Tone::kMute;
      row.help = tr("help.service.language");
      row.act = [this, choice](int) { desk_.took(desk_.settings.set(&Values::language, choice)); };
      rows.push_back(std::move(row));
    }
    return rows;
  }
};

class SystemPage final : public Page {
 public:
  explicit SystemPage(Desk& desk) : Page(desk) { look(); }
  std::vector<Row> rows() override;
  bool tick(std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t now) const override {
    return job_ != nullptr ? now + kLookAtJob : now + kLookAgain;
  }

 private:
  void look();
  void write();
  void write_to(const std::filesystem::path& folder);

  std::uint64_t looked_ = 0;
  Vitals vitals_;
  std::optional<std::int64_t> up_;
  std::vector<std::filesystem::path> sticks_;
  // A copy of the log, by a thread of its own, which may outlive the page: a slow stick must not stop the
  // cabinet.
  struct Job {
    std::atomic<bool> done{false};
    std::optional<Result<std::filesystem::path>> copy;
  };
  std::shared_ptr<Job> job_;  // null: nothing is written
};

void SystemPage::look() {
  vitals_ = vitals(desk_.root, desk_.state);
  up_ = uptime(desk_.root);
  sticks_ = sticks(desk_.root);
}

bool SystemPage::tick(std::uint64_t now) {
  bool changed = false;
  if (job_ != nullptr && job_->done.load()) {
    const std::shared_ptr<Job> job = std::exchange(job_, nullptr);
    changed = true;
    if (job->copy->ok()) {
      desk_.say(tr("service.export.done", {{"file", (*job->copy)->string()}}));
    } else {
      desk_.took(job->copy->error());
    }
  }
  if (now < looked_ + kLookAgain) return changed;
  looked_ = now;
  look();
  return true;
}

void SystemPage::write() {
  if (!sticks_.empty()) write_to(sticks_.front());
}

void SystemPage::write_to(const std::filesystem::path& folder) {
  if (job_ != nullptr) return;
  const LocalTime at = local_time(desk_.wall());
  const std::string name = fmt::format("qitai-{:04}{:02}{:02}-{:02}{:02}{:02}.log", at.year, at.month, at.day,
                                       at.hour, at.minute, at.second);
  job_ = std::make_shared<Job>();
  std::thread([job = job_, folder, name, state = desk_.state] {
    job->copy.emplace(export_log({state / "qitai.log.1", state / "qitai.log"}, folder, name));
    job->done = true;
  }).detach();
}

std::vector<Row> SystemPage::rows() {
  std::vector<Row> rows;
  rows.push_back(told("game", QITAI_VERSION));
  SDL_version linked;
  SDL_GetVersion(&linked);
  rows.push_back(told("sdl", fmt::format("{}.{}.{}", linked.major, linked.minor, linked.patch)));
  rows.push_back(told("kernel", kernel()));
  const auto loaded = std::ranges::count_if(house_.plugins.reports(), &host::PluginReport::loaded);
  rows.push_back(told("loaded", std::to_string(loaded)));
  if (up_) {
    constexpr std::int64_t kMinute = 60, kHour = 3600, kDay = 86'400;
    rows.push_back(
        told("uptime", tr("service.uptime.value",
                          {{"d", *up_ / kDay}, {"h", *up_ % kDay / kHour}, {"m", *up_ % kHour / kMinute}})));
  } else {
    rows.push_back(told("uptime", "—"));
  }
  rows.push_back(disk(vitals_));
  rows.push_back(heat(vitals_));
  Row log = named("export", job_ != nullptr   ? tr("service.export.writing")
                            : sticks_.empty() ? tr("service.export.none")
                                              : sticks_.front().filename().string());
  if (desk_.state.empty()) {
    log.why = tr("service.export.unkept");
  } else if (sticks_.empty()) {
    log.why = tr("service.export.put_in");
  }
  log.act = [this](int) { write(); };
  rows.push_back(std::move(log));
  Row again = named("again", tr("service.hold"));
  again.dangerous = true;
  again.change = tr("service.again.change");
  again.act = [this](int) { house_.quit = house_.again = true; };
  rows.push_back(std::move(again));
  Row leave = named("leave", tr("service.hold"));
  leave.dangerous = true;
  leave.change = tr("service.leave.change");
  leave.act = [this](int) { house_.quit = true; };
  rows.push_back(std::move(leave));
  return rows;
}

}  // namespace

std::unique_ptr<Page> make_language(Desk& desk) {
  return std::make_unique<LanguagePage>(desk);
}
std::unique_ptr<Page> make_system(Desk& desk) {
  return std::make_unique<SystemPage>(desk);
}

}  // namespace qitai::kiosk
