# qitai_add_plugin(NAME SOURCES a.cpp …): NAME.so, which exports qitai_plugin_entry and nothing else, so that plugins
# built with different libraries or versions do not meet. Every symbol must be found when it is linked, not when a
# player starts the game.
function(qitai_add_plugin name)
  cmake_parse_arguments(ARG "" "" "SOURCES" ${ARGN})
  if(NOT ARG_SOURCES)
    message(FATAL_ERROR "qitai_add_plugin(${name}): no SOURCES")
  endif()
  add_library(${name} MODULE ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE qitai::sdk)
  set(map "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plugin.map")
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX ".so" POSITION_INDEPENDENT_CODE ON LINK_DEPENDS "${map}"
    C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_options(${name} PRIVATE "LINKER:--version-script=${map}")
  # A sanitizer's own symbols come with the program.
  if(NOT QITAI_SANITIZE AND NOT "${CMAKE_CXX_FLAGS} ${CMAKE_C_FLAGS}" MATCHES "-fsanitize")
    target_link_options(${name} PRIVATE LINKER:--no-undefined)
  endif()
endfunction()
