#include "host/elf.hpp"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <system_error>

#include "base/descriptor.hpp"

namespace qitai::host {
namespace {

// The machine this program itself was built for.
#if defined(__x86_64__)
constexpr unsigned kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr unsigned kMachine = EM_AARCH64;
#elif defined(__arm__)
constexpr unsigned kMachine = EM_ARM;
#elif defined(__i386__)
constexpr unsigned kMachine = EM_386;
#elif defined(__riscv)
constexpr unsigned kMachine = EM_RISCV;
#else
constexpr unsigned kMachine = EM_NONE;  // not compared
#endif

template <typename T>
bool read_at(int fd, std::uint64_t offset, T& value) {
  return ::pread(fd, &value, sizeof value, static_cast<off_t>(offset)) == static_cast<ssize_t>(sizeof value);
}

Error system_error(const char* what) {
  return {"unreadable", fmt::format("{}: {}", what, std::generic_category().message(errno))};
}

}  // namespace

Status check_library(const std::filesystem::path& file) {
  const Descriptor library(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!library.open()) return system_error("cannot be opened");
  struct stat about {};
  if (::fstat(library.get(), &about) != 0) return system_error("cannot be asked about");
  if (!S_ISREG(about.st_mode)) return Error{"unreadable", "is not a file"};
  const auto size = static_cast<std::uint64_t>(about.st_size);

  unsigned char mark[SELFMAG] = {};
  if (!read_at(library.get(), 0, mark) || std::memcmp(mark, ELFMAG, SELFMAG) != 0) {
    return Error{"not-a-library", "is not a shared library (it does not begin with the ELF mark)"};
  }
  ElfW(Ehdr) header{};
  if (!read_at(library.get(), 0, header)) {
    return Error{"not-a-library", fmt::format("is cut off: it has {} bytes, not even an ELF header", size)};
  }
  const unsigned word = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
  const unsigned order = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
  if (header.e_ident[EI_CLASS] != word || header.e_ident[EI_DATA] != order ||
      (kMachine != EM_NONE && header.e_machine != kMachine)) {
    return Error{"not-a-library",
                 fmt::format("is a library for another machine (ELF machine {}, expected {})",
                             header.e_machine, kMachine)};
  }
  if (header.e_type != ET_DYN) return Error{"not-a-library", "is an ELF file but not a shared library"};
  if (header.e_phentsize != sizeof(ElfW(Phdr))) {
    return Error{"not-a-library", "has program headers of an unknown size"};
  }

  // The end of the last thing that the headers speak of.
  std::uint64_t end = std::uint64_t{header.e_shoff} + std::uint64_t{header.e_shnum} * header.e_shentsize;
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment{};
    const std::uint64_t at = std::uint64_t{header.e_phoff} + i * sizeof segment;
    if (at > size || !read_at(library.get(), at, segment)) {
      end = std::max(end, size + 1);
      break;
    }
    const std::uint64_t segment_end = std::uint64_t{segment.p_offset} + segment.p_filesz;
    if (segment_end < segment.p_offset) return Error{"not-a-library", "has a segment of an impossible size"};
    end = std::max(end, segment_end);
  }
  if (end > size) {
    return Error{"not-a-library",
                 fmt::format("is cut off: it has {} bytes, its headers speak of at least {}", size, end)};
  }
  return {};
}

Result<std::vector<std::string>> exported_symbols(const std::filesystem::path& file) {
  if (const Status whole = check_library(file); !whole) return whole.error();
  const Descriptor library(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  ElfW(Ehdr) header{};
  if (!library.open() || !read_at(library.get(), 0, header)) return system_error("cannot be opened");
  const Error unreadable{"not-a-library", "has a symbol table that cannot be read"};
  const auto section = [&](std::uint64_t index, ElfW(Shdr) & found) {
    return index < header.e_shnum && read_at(library.get(), header.e_shoff + index * sizeof found, found);
  };
  std::vector<std::string> names;
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    ElfW(Shdr) table{}, strings{};
    if (!section(i, table)) return unreadable;
    if (table.sh_type != SHT_DYNSYM) continue;
    if (table.sh_entsize != sizeof(ElfW(Sym)) || !section(table.sh_link, strings)) return unreadable;
    for (std::uint64_t at = 0; at + sizeof(ElfW(Sym)) <= table.sh_size; at += sizeof(ElfW(Sym))) {
      ElfW(Sym) symbol{};
      if (!read_at(library.get(), table.sh_offset + at, symbol) || symbol.st_name >= strings.sh_size)
        return unreadable;
      const unsigned visibility = symbol.st_other & 3U;
      const bool local = symbol.st_info >> 4 == STB_LOCAL;
      if (symbol.st_shndx == SHN_UNDEF || local || visibility == STV_HIDDEN || visibility == STV_INTERNAL)
        continue;
      std::array<char, 256> name{};
      const std::uint64_t room = std::min<std::uint64_t>(name.size() - 1, strings.sh_size - symbol.st_name);
      if (::pread(library.get(), name.data(), room, static_cast<off_t>(strings.sh_offset + symbol.st_name)) <
          0)
        return unreadable;
      names.emplace_back(name.data());
    }
  }
  constexpr std::string_view kLinkers[] = {"_init", "_fini", "__bss_start", "_edata", "_end"};
  std::erase_if(names, [&](const std::string& name) {
    return std::ranges::find(kLinkers, name) != std::end(kLinkers);
  });
  std::ranges::sort(names);
  return names;
}

}  // namespace qitai::host
