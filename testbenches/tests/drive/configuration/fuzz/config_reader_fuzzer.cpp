// libFuzzer entry: see testbenches/tests/drive/configuration/fuzz/README.md.
#include <cstdint>

#include "testbenches/tests/drive/configuration/fuzz/hostile_config.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    flitscope::tb::read_hostile_config(std::string(reinterpret_cast<const char*>(data), size));
    return 0;
}
