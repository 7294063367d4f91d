#include "testbenches/program/report_command/report_page.h"

#include <stdexcept>
#include <utility>

namespace flitscope::tb {

namespace {

/// The data as text for a <script>. It contains no "<", since "</" would end the script.
std::string script_text(const nlohmann::ordered_json& data) {
    const std::string plain =
        data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    std::string text;
    text.reserve(plain.size());
    for (const char c : plain) {
        if (c == '<') {
            text += "\\u003c";
        } else {
            text += c;
        }
    }
    return text;
}

}  // namespace

std::string report_page(const nlohmann::ordered_json& data) {
    const std::string text = script_text(data);
    const std::pair<std::string_view, std::string_view> parts[] = {{"@STYLE@", kPageStyle},
                                                                   {"@DATA@", text},
                                                                   {"@LICENCE@", kPageLicence},
                                                                   {"@LIBRARY@", kPageLibrary},
                                                                   {"@SCRIPT@", kPageScript}};
    std::string page;
    std::string_view rest = kPageFrame;
    for (const auto& [mark, part] : parts) {
        const std::size_t at = rest.find(mark);
        if (at == std::string_view::npos) {
            throw std::logic_error("page.html has no " + std::string(mark));
        }
        page.append(rest.substr(0, at)).append(part);
        rest.remove_prefix(at + mark.size());
    }
    return page.append(rest);
}

}  // namespace flitscope::tb
