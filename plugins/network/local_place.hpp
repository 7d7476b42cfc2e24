// Network, local: the folder in which the endpoints of one machine find each other. Each has a socket there,
// named by its address. The folder must be the user's own and closed to others; sockets whose process is gone
// are cleared away. Nothing is believed of what lies in it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "network/handle.hpp"

namespace qitai::network {

// Where the folder is when nobody says: $XDG_RUNTIME_DIR/qitai, without that /tmp/qitai-UID.
[[nodiscard]] std::string usual_folder();

class Place {
 public:
  // `shared`: other users are let in too: the folder may then be root's or open to them.
  Place(std::string folder, bool shared) : folder_(std::move(folder)), shared_(shared) {}
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() { leave(); }

  // Opens the folder unless it is, making it where it is missing, and looks whether it is fit for use. An id
  // of a failure, or empty: it is.
  std::string enter();

  // Takes an address of these digits, and a listening socket there. An id of a failure, or empty: taken.
  // "" with listener() < 0: somebody else is at it just now, try again.
  std::string settle(std::string_view digits);
  // Gives the address back.
  void leave();
  // Whether others still find the socket under the address; if not, settle anew.
  [[nodiscard]] bool settled() const;
  [[nodiscard]] const std::string& address() const { return address_; }
  [[nodiscard]] int listener() const { return listener_.get(); }

  // The addresses of other endpoints, sorted, at most 64, those among them whose process is gone.
  [[nodiscard]] std::vector<std::string> others();
  // Clears away the socket of an address if nobody is behind it: connect answered -ECONNREFUSED.
  void bury(const std::string& address);

  // A socket connected to an address, or the errno that prevented it, negative.
  [[nodiscard]] int connect(const std::string& address) const;
  // Whether the process at the other end may be talked to.
  [[nodiscard]] bool trusted(int socket) const;

 private:
  [[nodiscard]] std::string path_of(const std::string& name) const;
  [[nodiscard]] int connect_to(const std::string& name) const;
  void clear_away(const std::string& name);
  std::string folder_;
  bool shared_;
  Handle directory_, listener_;
  std::string address_;
  ino_t inode_ = 0;
};

}  // namespace qitai::network
