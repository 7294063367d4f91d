// What router.class_vcs and traffic.class_shares are refused with: exit code 2, naming the key.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(MessageClassesConfig, NamesWhatDoesNotFit) {
    struct Refused {
        std::string yaml;
        std::string begins;
        std::vector<std::string> contains;
    };
    const Refused all[] = {
        {"router: {message_classes: 2, class_vcs: [3, 2]}",
         "c.yaml:1:41: router.class_vcs = [3, 2]: not the VCs of each message class",
         {"2 numbers", "4 in all"}},
        {"router: {message_classes: 2, class_vcs: [4, 0]}",
         "c.yaml:1:45: router.class_vcs[1] = 0: out of range",
         {"1..64"}},
        {"router: {message_classes: 2, class_vcs: [3, 1], injection_vcs: 2}",
         "c.yaml:1:64: router.injection_vcs = 2: with router.class_vcs",
         {"accepted: all"}},
        {"router: {message_classes: 2, class_vcs: [3, 1]}\nlink: {dimension 0: {virtual_channels: "
         "2}}",
         "c.yaml:1:41: router.class_vcs = [3, 1]: not with a link that has VCs of its own",
         {"none"}},
        {"router: {message_classes: 2, class_vcs: [3, 1]}\nrouting: {algorithm: duato}",
         "c.yaml:1:41: router.class_vcs = [3, 1]: too few for routing duato",
         {"2 and more"}},
        {"router: {message_classes: 2}\ntraffic: {class_shares: [0.5, 0.3, 0.2]}",
         "c.yaml:2:25: traffic.class_shares = [0.5, 0.3, 0.2]: 3 shares",
         {"2, one for each of router.message_classes"}},
        {"router: {message_classes: 2}\ntraffic: {class_shares: [0.5, 0.3]}",
         "c.yaml:2:25: traffic.class_shares = [0.5, 0.3]: the sum is 0.8",
         {"1 in all"}},
    };
    for (const Refused& each : all) {
        const std::string refusal = refusal_of(each.yaml);
        EXPECT_THAT(refusal, StartsWith(each.begins));
        for (const std::string& part : each.contains) {
            EXPECT_THAT(refusal, HasSubstr(part));
        }
    }
}

}  // namespace
}  // namespace flitscope::tb
