# How every target of this project is made: warnings are errors, everything hidden, one target a folder.

add_library(qitai_flags INTERFACE)
target_compile_features(qitai_flags INTERFACE cxx_std_20 c_std_11)
target_compile_options(qitai_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual>
  -fvisibility=hidden $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms of gcc 12 where string's operator+ and vector's insert are inlined (GCC bugs 105651, 105329); mended in 13.
  target_compile_options(qitai_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict -Wno-stringop-overflow
    -Wno-array-bounds>)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # clang counts changes of signedness among -Wconversion, gcc does not.
  target_compile_options(qitai_flags INTERFACE -Wno-sign-conversion)
endif()
if(QITAI_SANITIZE)
  target_compile_options(qitai_flags INTERFACE -fsanitize=${QITAI_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(qitai_flags INTERFACE -fsanitize=${QITAI_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # Under the sanitizers gcc 12 takes std::regex's own states for uninitialized (GCC bug 105562).
    target_compile_options(qitai_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized>)
  endif()
endif()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_EXTENSIONS OFF)

# qitai_precompile(TARGET [header…]): with QITAI_PRECOMPILE the headers of the standard library that most sources include are
# compiled once a target, and these. Sources name what they need all the same: what is shipped is compiled without it.
function(qitai_precompile target)
  if(QITAI_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <cstdint> <filesystem> <functional> <map> <memory>
      <optional> <span> <string> <string_view> <utility> <variant> <vector> ${ARGN})
  endif()
endfunction()

# qitai_folder(NAME SOURCES a.cpp … LINKS qitai_base …): the library of game/NAME, included as "NAME/header.hpp".
function(qitai_folder name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_library(qitai_${name} STATIC ${ARG_SOURCES})
  target_include_directories(qitai_${name} PUBLIC "${PROJECT_SOURCE_DIR}/game")
  target_link_libraries(qitai_${name} PRIVATE qitai_flags PUBLIC ${ARG_LINKS})
  qitai_precompile(qitai_${name} <fmt/format.h>)
endfunction()

# qitai_plugin(TARGET NAME FOLDER folder PLUGIN plugin.cpp [SOURCES position.cpp …] [LINKS …]): NAME.so in the plugins
# folder, a shared library with one exported symbol, part of the target "play". Of SOURCES there is a library beside it,
# TARGET_core, for tests that look inside. FOLDER is where its own headers are included from, LINKS are libraries of others
# that it needs. COMPONENT: the package that it goes into when not the game's own.
function(qitai_plugin target name)
  cmake_parse_arguments(ARG "" "FOLDER;COMPONENT" "SOURCES;PLUGIN;LINKS" ${ARGN})
  if(NOT ARG_COMPONENT)
    set(ARG_COMPONENT game)
  endif()
  add_library(${target} MODULE ${ARG_PLUGIN})
  target_link_libraries(${target} PRIVATE qitai_flags qitai_sdk ${ARG_LINKS})
  if(ARG_SOURCES)
    add_library(${target}_core STATIC ${ARG_SOURCES})
    target_include_directories(${target}_core PUBLIC "${ARG_FOLDER}")
    target_link_libraries(${target}_core PRIVATE qitai_flags PUBLIC qitai_sdk ${ARG_LINKS})
    target_link_libraries(${target} PRIVATE ${target}_core)
  endif()
  qitai_plugin_properties(${target} ${name})
  add_dependencies(play ${target})
  install(TARGETS ${target} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/qitai/plugins"
    COMPONENT ${ARG_COMPONENT})
endfunction()

# qitai_variant(ID PLUGIN plugin.cpp [SOURCES …] [LINKS …]): a game as a plugin, target qitai_variant_ID.
function(qitai_variant id)
  qitai_plugin(qitai_variant_${id} ${id} FOLDER "${PROJECT_SOURCE_DIR}/variants" ${ARGN})
  set_property(GLOBAL APPEND PROPERTY QITAI_VARIANTS ${id})
endfunction()

# qitai_plugin_properties(TARGET NAME): NAME.so in the plugins folder, only qitai_plugin_entry exported.
function(qitai_plugin_properties target name)
  set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME ${name}
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/qitai/plugins"
    LINK_DEPENDS "${PROJECT_SOURCE_DIR}/game/sdk/cmake/plugin.map")
  target_link_options(${target} PRIVATE "LINKER:--version-script=${PROJECT_SOURCE_DIR}/game/sdk/cmake/plugin.map")
  if(NOT QITAI_SANITIZE)
    target_link_options(${target} PRIVATE LINKER:--no-undefined)
  endif()
endfunction()

# Tests are compiled for a quick build; what they test is compiled as it is shipped.
set(QITAI_TEST_OPTIONS $<$<CONFIG:Release>:-O1>)

# qitai_test(NAME SOURCES a_test.cpp … LINKS … [LABELS …] [TIMEOUT s]): one Catch2 binary, each case a ctest test "NAME: case".
function(qitai_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LINKS;LABELS;DEFINES" ${ARGN})
  add_executable(test_${name} ${ARG_SOURCES})
  set_target_properties(test_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  target_link_libraries(test_${name} PRIVATE qitai_flags qitai_test_main ${ARG_LINKS})
  target_compile_options(test_${name} PRIVATE ${QITAI_TEST_OPTIONS})
  target_precompile_headers(test_${name} REUSE_FROM qitai_test_headers)
  target_compile_definitions(test_${name} PRIVATE
    QITAI_SOURCE_DIR="${PROJECT_SOURCE_DIR}" QITAI_BUILD_DIR="${PROJECT_BINARY_DIR}" ${ARG_DEFINES})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  # A test that its own name does not find (Catch and CMake cut names at signs of theirs, such as ;) fails.
  catch_discover_tests(test_${name} TEST_PREFIX "${name}: " EXTRA_ARGS --warn NoTests
    PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}")
endfunction()
