#pragma once

#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace flitscope::tb {

/// What `simulation` returns, in a child process: SystemC has one simulation per process, and this
/// one is to have another. `folder`: for the waves of a violation. Throws RunFault.
std::string first_run(const std::string& folder, const std::function<std::string()>& simulation);

/// An answer of the child: what it found, and a list.
template <typename Head, typename Item>
struct FirstRunAnswer {
    static_assert(std::is_trivially_copyable_v<Head> && std::is_trivially_copyable_v<Item>);

    Head head{};
    std::vector<Item> list;

    std::string bytes() const {
        std::string text(reinterpret_cast<const char*>(&head), sizeof head);
        return text.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(Item));
    }
    static FirstRunAnswer from(const std::string& bytes) {
        FirstRunAnswer answer;
        std::memcpy(&answer.head, bytes.data(), sizeof answer.head);
        answer.list.resize((bytes.size() - sizeof answer.head) / sizeof(Item));
        if (!answer.list.empty()) {
            std::memcpy(answer.list.data(), bytes.data() + sizeof answer.head,
                        answer.list.size() * sizeof(Item));
        }
        return answer;
    }
};

}  // namespace flitscope::tb
