#include "testbenches/drive/campaign/series_name.h"

namespace flitscope::tb {

std::string default_series_name(const std::vector<std::string>& keys,
                                const std::string& otherwise) {
    std::string name;
    for (const std::string& key : keys) {
        if (key != "traffic.load" && key != "traffic.rate" && key != "seed") {
            name += (name.empty() ? "" : ", ") + key + "={" + key + "}";
        }
    }
    return name.empty() ? otherwise : name;
}

std::string series_name_problem(const std::string& name,
                                const std::function<bool(const std::string& key)>& is_key) {
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] == '}') {
            return "} without {";
        }
        if (name[i] != '{') {
            continue;
        }
        const std::size_t end = name.find('}', i);
        if (end == std::string::npos) {
            return "{ without }";
        }
        const std::string key = name.substr(i + 1, end - i - 1);
        if (!is_key(key)) {
            return "{" + key + "} is no axis";
        }
        i = end;
    }
    return "";
}

std::string series_name(const std::string& name,
                        const std::function<std::string(const std::string& key)>& value) {
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const std::size_t end = name[i] == '{' ? name.find('}', i) : std::string::npos;
        if (end == std::string::npos) {
            text += name[i];
            continue;
        }
        text += value(name.substr(i + 1, end - i - 1));
        i = end;
    }
    return text;
}

}  // namespace flitscope::tb
