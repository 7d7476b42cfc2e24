#include "kiosk/settings.hpp"

#include "text/language.hpp"

namespace qitai::kiosk {

void Settings::used() {
  const auto set = text::language_from_code(house_.config.values().language);
  house_.catalog.set_language(set.value_or(text::language_of_environment()));
  house_.look_changed = true;
}

void Settings::reset() {
  if (house_.config.values() == own_.values()) return;
  house_.config = own_;
  used();
}

}  // namespace qitai::kiosk
