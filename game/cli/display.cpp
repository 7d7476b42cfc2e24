// Exit status 0: a window can be opened here; 1: there is no display, or it can't be reached.
#include "platform/window.hpp"

int main() {
  return qitai::platform::display_answers() ? 0 : 1;
}
