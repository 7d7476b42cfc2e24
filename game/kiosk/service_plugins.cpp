// The pages "plugins" and "bluetooth".
#include <algorithm>

#include "kiosk/plugin_switch.hpp"
#include "kiosk/quarantine.hpp"
#include "kiosk/service_page.hpp"
#include "kiosk/service_screen.hpp"
#include "menu/adapters_screen.hpp"

namespace qitai::kiosk {

namespace {

using config::Values;

constexpr std::string_view kBluetooth = "bluetooth";  // id of the plugin

std::filesystem::path quarantine(const Desk& desk) {
  return desk.state / "plugins-set-aside";
}

const host::PluginReport* report_of(const menu::House& house, std::string_view id) {
  const auto& reports = house.plugins.reports();
  const auto found = std::ranges::find(reports, id, &host::PluginReport::id);
  return found == reports.end() ? nullptr : &*found;
}

// Games among what is wanted.
std::ptrdiff_t games_wanted(const Desk& desk) {
  return std::ranges::count_if(desk.house.plugins.reports(), [&](const host::PluginReport& report) {
    return report.loaded && !report.variants.empty() && plugin_wanted(desk, report.id);
  });
}

}  // namespace

bool plugin_wanted(const Desk& desk, std::string_view id) {
  return std::ranges::find(desk.settings.values().plugins_off, id) ==
         desk.settings.values().plugins_off.end();
}

Status want_plugin(Desk& desk, const std::string& id, bool wanted) {
  std::vector<std::string> off = desk.settings.values().plugins_off;
  std::erase(off, id);
  if (!wanted) off.push_back(id);
  return desk.settings.set(&Values::plugins_off, off);
}

std::vector<std::string> plugins_set_aside(const Desk& desk) {
  return desk.state.empty() ? std::vector<std::string>() : read_quarantine(quarantine(desk));
}

Status let_back(const Desk& desk, std::string_view id) {
  std::vector<std::string> ids = plugins_set_aside(desk);
  std::erase(ids, id);
  return write_quarantine(quarantine(desk), ids);
}

namespace {

class PluginsPage final : public Page {
 public:
  explicit PluginsPage(Desk& desk) : Page(desk), aside_(plugins_set_aside(desk)) {}
  std::vector<Row> rows() override;

 private:
  Row of(const host::PluginReport& report);
  Row set_aside(const std::string& id, const std::string& label);

  std::vector<std::string> aside_;
};

Row PluginsPage::set_aside(const std::string& id, const std::string& label) {
  Row row;
  row.id = "aside." + id;
  row.label = label;
  row.value = tr("service.plugin.aside");
  row.tone = Row::Tone::kBad;
  row.help = tr("help.service.plugin.aside");
  row.dangerous = true;
  row.change = tr("service.plugin.let_back", {{"plugin", id}});
  row.act = [this, id](int) {
    if (!desk_.took(let_back(desk_, id))) return;
    aside_ = plugins_set_aside(desk_);
    desk_.say(tr("service.next_start"));
  };
  return row;
}

Row PluginsPage::of(const host::PluginReport& report) {
  std::string label = report.id;
  // A plugin of one game goes by the game's name, those without games that come with this one by their own.
  if (const std::string key = "plugin." + report.id; house_.catalog.has(key)) label = tr(key);
  if (report.loaded && report.variants.size() == 1) {
    if (const auto variant = house_.plugins.variant(report.variants.front()))
      label = house_.text(*variant, variant->info().name_key);
  }
  if (!report.version.empty()) label += " " + report.version;
  if (std::ranges::find(aside_, report.id) != aside_.end()) return set_aside(report.id, label);
  Row row;
  row.id = "plugin." + report.id;
  row.label = label;
  const bool wanted = plugin_wanted(desk_, report.id);
  const bool off = report.refusal.code == "off", was_aside = report.refusal.code == "set-aside";
  if (!report.loaded && !off && !was_aside) {
    row.value = tr("service.plugin.refused");
    row.tone = Row::Tone::kBad;
    row.help = report.refusal.message;
    row.why = report.refusal.message;
    return row;
  }
  row.value = on_off(wanted);
  if (!wanted) row.usual = on_off(true);
  // What it is until then.
  if (wanted != report.loaded) row.value += tr("service.plugin.later");
  row.help = tr("help.service.plugin");
  row.adjusts = true;
  if (wanted && report.loaded && !report.variants.empty() && games_wanted(desk_) <= 1)
    row.why = tr("service.plugin.last");
  row.act = [this, id = report.id, wanted](int) {
    if (desk_.took(want_plugin(desk_, id, !wanted))) desk_.say(tr("service.next_start"));
  };
  return row;
}

std::vector<Row> PluginsPage::rows() {
  std::vector<Row> rows;
  for (const host::PluginReport& report : house_.plugins.reports()) {
    // The same plugin found a second time is no plugin of its own.
    if (report.refusal.code == "duplicate") continue;
    Row row = report.id.empty() ? Row{} : of(report);
    if (report.id.empty()) {
      row.id = "file." + report.file.filename().string();
      row.label = report.file.filename().string();
      row.value = tr("service.plugin.refused");
      row.tone = Row::Tone::kBad;
      row.why = report.refusal.message;
    }
    rows.push_back(std::move(row));
  }
  // Its file may have gone meanwhile.
  for (const std::string& id : aside_) {
    if (report_of(house_, id) == nullptr) rows.push_back(set_aside(id, id));
  }
  if (rows.empty()) rows.push_back(told("plugins_none", tr("service.plugin.none")));
  return rows;
}

class BluetoothPage final : public Page {
 public:
  using Page::Page;
  std::vector<Row> rows() override;
};

std::vector<Row> BluetoothPage::rows() {
  std::vector<Row> rows;
  const host::PluginReport* const report = report_of(house_, kBluetooth);
  const bool wanted = plugin_wanted(desk_, kBluetooth);
  const bool there = report != nullptr && (report->loaded || report->refusal.code == "off");
  Row power = named("bluetooth", there ? on_off(wanted) : tr("service.bluetooth.none"));
  if (there && !wanted) power.usual = on_off(true);
  if (there && wanted != report->loaded) power.value += tr("service.plugin.later");
  if (!there) power.why = report == nullptr ? tr("service.bluetooth.missing") : report->refusal.message;
  power.adjusts = true;
  power.act = [this, wanted](int) {
    if (desk_.took(want_plugin(desk_, std::string(kBluetooth), !wanted))) desk_.say(tr("service.next_start"));
  };
  rows.push_back(std::move(power));
  Row adapters = named("adapters", tr("service.test.show"));
  if (!menu::has_adapters(house_)) {
    adapters.value = "—";
    adapters.why = tr("service.bluetooth.off");
  }
  adapters.act = [this](int) {
    house_.go(
        std::make_unique<menu::AdaptersScreen>(house_, [desk = &desk_]() -> std::unique_ptr<menu::Screen> {
          return std::make_unique<ServiceScreen>(*desk, "adapters");
        }));
  };
  rows.push_back(std::move(adapters));
  if (house_.blocked == nullptr) return rows;
  if (house_.blocked->entries().empty()) rows.push_back(told("blocked", tr("service.blocked.none")));
  for (const store::Blocked::Entry& entry : house_.blocked->entries()) {
    Row row;
    row.id = "blocked." + entry.device;
    // What strangers call themselves is not shown on a cabinet; which machine it is, says its address.
    row.label = house_.ui.type().covers(entry.device) ? entry.device : tr("service.blocked.nameless");
    row.value = date_text(local_time(entry.since));
    row.help = tr("help.service.blocked");
    row.dangerous = true;
    row.change = tr("service.blocked.change", {{"machine", row.label}});
    row.act = [this, device = entry.device](int) { desk_.took(house_.blocked->unblock(device)); };
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::unique_ptr<Page> make_plugins(Desk& desk) {
  return std::make_unique<PluginsPage>(desk);
}
std::unique_ptr<Page> make_bluetooth(Desk& desk) {
  return std::make_unique<BluetoothPage>(desk);
}

}  // namespace qitai::kiosk
