#include "testbenches/drive/campaign/utf8.h"

#include <nlohmann/json.hpp>

namespace flitscope::tb {

std::string as_utf8(const std::string& text) {
    using Json = nlohmann::json;
    return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace flitscope::tb
