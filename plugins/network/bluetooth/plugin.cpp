// The plugin "bluetooth": machines in the same room.
#include <qitai/host.hpp>

namespace {

const void* factory(qitai_str /*wanted*/, std::uint32_t /*index*/) noexcept {
  return nullptr;
}

}  // namespace

const qitai_plugin qitai_plugin_entry = {sizeof(qitai_plugin),
                                         QITAI_ABI_MAJOR,
                                         QITAI_ABI_MINOR,
                                         {"bluetooth", 9},
                                         {"1.0.0", 5},
                                         {"Qitai", 5},
                                         &qitai::sdk::detail::remember_host,
                                         &factory};
