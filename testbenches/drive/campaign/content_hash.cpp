#include "testbenches/drive/campaign/content_hash.h"

#include <algorithm>
#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>

namespace flitscope::tb {

std::string content_hash(std::string_view content) {
    // Drawn at random once.
    constexpr boost::uuids::uuid kNameSpace = {{0x5d, 0x1b, 0xe2, 0x0c, 0x7f, 0x94, 0x4a, 0x3e,
                                                0x9a, 0x60, 0xc1, 0x8f, 0x2e, 0x77, 0x03, 0xb9}};
    const boost::uuids::name_generator_sha1 name_of(kNameSpace);
    std::string text = boost::uuids::to_string(name_of(content.data(), content.size()));
    text.erase(std::remove(text.begin(), text.end(), '-'), text.end());
    return text;
}

bool is_content_hash(std::string_view text) {
    constexpr std::size_t kDigits = 32;
    return text.size() == kDigits &&
           text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace flitscope::tb
