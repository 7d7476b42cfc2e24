// Kiosk: the settings of the cabinet itself. What a guest changes lasts until he has gone; what the operator
// changes in the service menu is kept, and is what the next guest finds.
#pragma once

#include <string>
#include <utility>

#include "config/config.hpp"
#include "menu/screen.hpp"

namespace qitai::kiosk {

class Settings {
 public:
  explicit Settings(menu::House& house) : house_(house), own_(house.config) {}

  // The operator's, whatever a guest has changed meanwhile.
  [[nodiscard]] const config::Values& values() const { return own_.values(); }
  // Used at once and written to settings.toml. Errors: those of config::Config::set, and of writing the file:
  // it is used all the same, until the next start.
  template <typename Member, typename Value>
  Status set(Member member, const Value& value) {
    if (Status taken = own_.set(member, value); !taken) return taken;
    (void)house_.config.set(member, value);
    used();
    return own_.save();
  }
  // The guest has gone: what he changed is as it was.
  void reset();

 private:
  void used();

  menu::House& house_;
  config::Config own_;
};

}  // namespace qitai::kiosk
