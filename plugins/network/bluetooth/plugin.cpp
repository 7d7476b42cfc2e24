// The plugin "bluetooth": machines in the same room, and the page of the adapters that reach them.
#include <qitai/transport.hpp>

#include <string_view>

#include "network/bluetooth/adapter_page.hpp"
#include "network/bluetooth/endpoint.hpp"

namespace {

const void* factory(qitai_str wanted, std::uint32_t index) noexcept {
  const std::string_view id(wanted.data, static_cast<std::size_t>(wanted.size));
  if (id == QITAI_TRANSPORT_ID && index == 0)
    return qitai::sdk::TransportAdaptor<qitai::bluetooth::BluetoothEndpoint>::transport();
  if (id == QITAI_PAGE_ID && index == 0) return qitai::bluetooth::adapter_page();
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
