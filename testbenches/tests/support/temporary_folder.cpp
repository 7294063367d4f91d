#include "testbenches/tests/support/temporary_folder.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace flitscope::tb {

TemporaryFolder::TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "flitscope_test_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        throw std::runtime_error("no temporary folder");
    }
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void TemporaryFolder::write(const std::string& name, const std::string& content) const {
    std::error_code ignored;
    std::filesystem::remove(path_ / name,
                            ignored);  // some file systems wait for the disk to cut it
    std::ofstream(path_ / name, std::ios::binary) << content;
}

std::string TemporaryFolder::read(const std::string& name) const {
    std::ifstream file(path_ / name, std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    return content.str();
}

/// All in one folder: to make and remove one takes milliseconds, and some tests have thousands.
GivenFile::GivenFile(const std::string& name, const std::string& text) {
    static const TemporaryFolder folder;
    static int number = 0;
    const std::string own = std::to_string(number++) + "_" + name;
    folder.write(own, text);
    path_ = folder.path() / own;
}

GivenFile::~GivenFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

}  // namespace flitscope::tb
