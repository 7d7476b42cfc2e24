// The page "inputs": what is plugged in, what each key and button does, and giving an action another one.
#include <algorithm>
#include <optional>

#include "kiosk/bindings_change.hpp"
#include "kiosk/input_test.hpp"
#include "kiosk/service_page.hpp"
#include "platform/input.hpp"
#include "platform/window.hpp"

namespace qitai::kiosk {
namespace {

using platform::Action;

constexpr std::uint64_t kLookAgain = 250;  // ms, for pads that come and go
constexpr std::uint64_t kWaits = 10'000;   // ms for the new key

class InputsPage final : public Page {
 public:
  using Page::Page;
  ~InputsPage() override { stop(); }
  InputsPage(const InputsPage&) = delete;
  InputsPage& operator=(const InputsPage&) = delete;

  std::vector<Row> rows() override;
  bool input(const platform::Input& input, std::uint64_t now) override;
  bool tick(std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t now) const override { return now + kLookAgain; }

 private:
  void wait_for(Action action);
  void stop();
  void take(platform::Control control);

  std::vector<std::string> pads_;
  Action waits_ = Action::kNone;  // for its new key or button
  std::uint64_t until_ = 0;       // 0: not known yet
  std::uint64_t left_ = 0;        // seconds
};

void InputsPage::wait_for(Action action) {
  if (house_.window == nullptr) return;
  house_.window->listen(true);
  desk_.listens = true;
  waits_ = action;
  until_ = 0;
  left_ = kWaits / 1000;
}

void InputsPage::stop() {
  if (waits_ != Action::kNone && house_.window != nullptr) house_.window->listen(false);
  if (waits_ != Action::kNone) desk_.listens = false;
  waits_ = Action::kNone;
}

// While a key is waited for, none does what it does else.
bool InputsPage::input(const platform::Input& input, std::uint64_t /*now*/) {
  return waits_ != Action::kNone && input.kind != platform::Input::Kind::kRelease;
}

bool InputsPage::tick(std::uint64_t now) {
  if (house_.window == nullptr) return false;
  std::vector<std::string> pads = house_.window->pad_names();
  bool changed = std::exchange(pads_, pads) != pads;
  if (waits_ == Action::kNone) return changed;
  if (until_ == 0) until_ = now + kWaits;
  for (const platform::Touched& touched : house_.window->take_touched()) {
    if (!touched.down || platform::part_of(touched.control) == platform::Part::kMouse) continue;
    take(touched.control);
    return true;
  }
  if (now >= until_) {
    stop();
    return true;
  }
  const std::uint64_t left = (until_ - now + 999) / 1000;
  return std::exchange(left_, left) != left || changed;
}

void InputsPage::take(platform::Control control) {
  const Action action = waits_;
  stop();
  const std::string name = platform::name_of(control);
  const platform::Bindings& before = house_.window->bindings();
  if (name.empty()) {
    desk_.took(Error{"nameless", tr("service.inputs.nameless")});
    return;
  }
  const auto changes = rebind(before, action, control);
  if (!changes) {
    desk_.took(Error{"unreachable", tr("service.inputs.unreachable",
                                       {{"action", tr("service.action." + changes.error().message)}})});
    return;
  }
  for (const auto& [changed, names] : *changes) {
    if (!desk_.took(desk_.settings.set(input_list(changed), names))) return;
  }
  house_.window->set_bindings(desk_.settings.values().bindings());
  desk_.say(tr("service.inputs.bound", {{"name", name}}));
}

std::vector<Row> InputsPage::rows() {
  std::vector<Row> rows;
  Row test = named("input_test", tr("service.test.show"));
  test.act = [this](int) { house_.go(std::make_unique<InputTest>(desk_)); };
  rows.push_back(std::move(test));
  const auto count = std::ranges::count_if(pads_, [](const std::string& name) { return !name.empty(); });
  if (count == 0) rows.push_back(told("pads", tr("service.inputs.none")));
  for (std::size_t i = 0; i < pads_.size(); ++i) {
    if (pads_[i].empty()) continue;
    Row row;
    row.id = "pad" + std::to_string(i);
    row.label = tr("service.inputs.pad_number", {{"n", i + 1}});
    row.value = house_.ui.type().covers(pads_[i]) ? pads_[i] : tr("service.inputs.pad");
    rows.push_back(std::move(row));
  }
  if (house_.window == nullptr) return rows;
  const platform::Bindings usual;
  for (const platform::ActionName& each : platform::action_names()) {
    if (input_list(each.action) == nullptr) continue;
    const auto names = [](const std::vector<platform::Control>& controls) {
      std::string all;
      for (const platform::Control one : controls) {
        const std::string name = platform::name_of(one);
        // "key:" says nothing here: the others begin with "pad:".
        all += (all.empty() ? "" : " · ") + (name.starts_with("key:") ? name.substr(4) : name);
      }
      return all.empty() ? std::string("—") : all;
    };
    Row row;
    row.id = "bind." + std::string(each.id);
    row.label = tr("service.action." + std::string(each.id));
    const std::string now = names(house_.window->bindings().controls(each.action));
    row.value = waits_ == each.action ? tr("service.inputs.new", {{"n", left_}}) : now;
    if (waits_ == each.action) row.tone = Row::Tone::kGood;
    const std::string before = names(usual.controls(each.action));
    if (now != before && waits_ != each.action) row.usual = before;
    row.help = tr("help.service.bind");
    row.act = [this, action = each.action](int) { wait_for(action); };
    rows.push_back(std::move(row));
  }
  Row reset = named("bind_reset", tr("service.hold"));
  reset.dangerous = true;
  reset.change = tr("service.bind_reset.change");
  reset.act = [this](int) {
    for (const platform::ActionName& each : platform::action_names()) {
      const auto list = input_list(each.action);
      if (list != nullptr) desk_.took(desk_.settings.set(list, std::vector<std::string>()));
    }
    house_.window->set_bindings(desk_.settings.values().bindings());
  };
  rows.push_back(std::move(reset));
  return rows;
}

}  // namespace

std::unique_ptr<Page> make_inputs(Desk& desk) {
  return std::make_unique<InputsPage>(desk);
}

}  // namespace qitai::kiosk
