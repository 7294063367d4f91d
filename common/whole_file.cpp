#include "common/whole_file.h"

#include <fstream>
#include <iterator>

namespace flitscope {

std::optional<std::string> whole_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return std::nullopt;
    }
    return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace flitscope
