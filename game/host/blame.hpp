// Host: whose code a thread is in, asked in the last moments of a process. Nothing is noted when a plugin is
// called: where its code lies is known since it was loaded, and the stack says who called whom, in the very
// thread that died, in threads of the plugin's own and in the C library that it called.
#pragma once

namespace qitai::host {

// Remembers where the code of the library lies that has this symbol; from then on it is known by `id`.
void note_code(const void* symbol, const char* id);

// The id of the plugin whose code this thread runs or was called by, the innermost; null: it is the game's
// own. `context`: the ucontext_t of a signal handler, or null. Takes no lock and no memory.
[[nodiscard]] const char* plugin_running(const void* context = nullptr);

}  // namespace qitai::host
