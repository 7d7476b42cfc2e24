#include "cli/command.hpp"

int main(int count, char** words) {
  return qitai::cli::run(count, words);
}
