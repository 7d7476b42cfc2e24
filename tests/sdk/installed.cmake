# Installs the SDK alone, builds the example in a tree of its own, and lets the game look at the result.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(failed)
    message(FATAL_ERROR "${ARGN}\n${text}")
  endif()
endfunction()

file(REMOVE_RECURSE "${SCRATCH}")
run("${CMAKE_COMMAND}" --install "${BUILD}" --component sdk --prefix "${SCRATCH}/prefix")
run("${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${EXAMPLE}" -B "${SCRATCH}/build" "-DCMAKE_PREFIX_PATH=${SCRATCH}/prefix"
  "-DCMAKE_${LANGUAGE}_COMPILER=${COMPILER}" "-DCMAKE_${LANGUAGE}_FLAGS=-Wall -Wextra -Wpedantic -Werror")
run("${CMAKE_COMMAND}" --build "${SCRATCH}/build")
# The one exported symbol.
execute_process(COMMAND nm -D --defined-only "${SCRATCH}/build/${NAME}.so" OUTPUT_VARIABLE symbols
  RESULT_VARIABLE failed)
string(REGEX MATCHALL "[^\n]+" symbols "${symbols}")
list(LENGTH symbols count)
if(failed OR NOT count EQUAL 1 OR NOT symbols MATCHES "qitai_plugin_entry")
  message(FATAL_ERROR "expected one exported symbol, qitai_plugin_entry: ${symbols}")
endif()
run("${CHECK}" "${SCRATCH}/build/${NAME}.so")
