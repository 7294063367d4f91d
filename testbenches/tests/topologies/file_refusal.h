#pragma once

#include <gtest/gtest.h>

#include <string>

#include "common/options.h"
#include "testbenches/tests/support/temporary_folder.h"

namespace flitscope::topo {

/// What make(file) says of a file of this text, behind its name; "accepted": nothing.
template <typename Make>
std::string file_refusal(const tb::GivenFile& file, Make make) {
    try {
        make(file.path());
    } catch (const OptionError& error) {
        EXPECT_EQ(error.key(), "file");
        const std::string what = error.what();
        EXPECT_EQ(what.find(file.path()), 0U) << what;
        return what.substr(file.path().size());
    }
    return "accepted";
}

}  // namespace flitscope::topo
