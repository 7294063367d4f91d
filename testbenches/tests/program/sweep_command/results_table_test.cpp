// Rows of results as a table: the order of its columns.
#include "testbenches/program/sweep_command/results_table.h"

#include <gmock/gmock.h>

namespace flitscope::tb {
namespace {

using testing::ElementsAre;

void add_row(ResultsTable& table, const std::vector<std::string>& columns) {
    ResultsTable::Row row;
    for (const std::string& each : columns) {
        table.set(row, each, each);
    }
    table.add(row);
}

TEST(ResultsTable, AFigureThatFewPointsHaveComesBehindWhatItIsBehindInTheirs) {
    for (const bool complete_first : {false, true}) {
        ResultsTable table({"hash"});
        add_row(table, complete_first ? std::vector<std::string>{"hash", "mean", "why", "cpu"}
                                      : std::vector<std::string>{"hash", "mean", "cpu"});
        add_row(table, complete_first ? std::vector<std::string>{"hash", "mean", "cpu"}
                                      : std::vector<std::string>{"hash", "mean", "why", "cpu"});
        EXPECT_THAT(table.columns(), ElementsAre("hash", "mean", "why", "cpu"));
        EXPECT_EQ(table.text(','), complete_first
                                       ? "hash,mean,why,cpu\nhash,mean,why,cpu\nhash,mean,,cpu\n"
                                       : "hash,mean,why,cpu\nhash,mean,,cpu\nhash,mean,why,cpu\n");
    }
}

}  // namespace
}  // namespace flitscope::tb
