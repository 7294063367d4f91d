#include "testbenches/drive/traffic/registry.h"

namespace flitscope::tb {

RequestReplyLengths request_reply_lengths(const Options& options) {
    return {options.integer("request_length", 1), options.integer("reply_length", 5)};
}

PatternEntry request_reply_entry() {
    constexpr double kLongest = 1 << 20;
    constexpr double kMost = 1e9;
    return {kRequestReply,
            {whole_number("request_length", 1, kLongest, "flits of a request").or_else("1"),
             whole_number("reply_length", 1, kLongest, "flits of a reply").or_else("5"),
             whole_number("service_cycles", 0, kMost, "cycles from request to reply").or_else("0"),
             whole_number("outstanding", 1, kMost, "unanswered requests of a node")},
            uniform_entry().make};
}

}  // namespace flitscope::tb
