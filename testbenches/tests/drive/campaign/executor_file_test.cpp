#include "testbenches/drive/campaign/executor_file.h"

#include <gmock/gmock.h>

#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/tests/support/temporary_folder.h"
#include "testbenches/tests/support/text_mutator.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;

/// The message with which a file of that text is refused; "": it is not.
std::string refusal_of(const std::string& text) {
    const GivenFile file("executor.yaml", text);
    try {
        read_executor(file.path());
    } catch (const ConfigError& error) {
        return error.what();
    }
    return "";
}

TEST(ExecutorFile, PlaceholdersAreReplacedByWordsOfAShell) {
    const PlaceholderValues values = {{"script", "/a b/it's"}, {"last", "3"}};
    EXPECT_EQ(with_values("run {script} -n {last}{last}", values), R"(run '/a b/it'\''s' -n 33)");
}

TEST(ExecutorFile, ALineWithAPlaceholderWithoutValueIsLeftOut) {
    const std::string command =
        "submit \\\n  --time={time} \\\n  --memory={memory} \\\n  {script}\n";
    EXPECT_EQ(with_values(command, {{"script", "s"}, {"memory", "{time}"}}),
              "submit \\\n  --memory='{time}' \\\n  s");
}

TEST(ExecutorFile, BracesOfTheShellAreItsOwn) {
    const std::string command = "{ echo ${last} ${HOME} $last{}; } | awk '{print $1}'";
    EXPECT_EQ(with_values(command, {{"last", "3"}}), command);
}

TEST(ExecutorFile, WhatIsWrongWithAFileIsNamedWithItsPlace) {
    EXPECT_EQ(refusal_of("submit: run {script}\n"), "");
    EXPECT_THAT(refusal_of(""), HasSubstr("submit: missing"));
    EXPECT_THAT(refusal_of("submit: run it\n"),
                HasSubstr("1:9: submit = run it: does not pass on {script}"));
    EXPECT_THAT(refusal_of("submit: run {script} {partitoin}\n"),
                HasSubstr("{partitoin} is no placeholder; accepted: script, name, last, partition, "
                          "time, memory in braces"));
    EXPECT_THAT(refusal_of("submit: run {script}\nrunning: list {job}\n"),
                HasSubstr("2:10: running = list {job}: {job} is no placeholder; accepted: none"));
    EXPECT_THAT(refusal_of("submit: run {script}\nrunning: list\ncancel: stop {jop}\n"),
                HasSubstr("{jop} is no placeholder; accepted: job in braces"));
    EXPECT_THAT(refusal_of("submit: run {script}\ncancel: stop {job}\n"),
                HasSubstr("needs `running`, which finds"));
    EXPECT_THAT(refusal_of("submit: run {script}\nindex: $TASK\n"),
                HasSubstr("index = $TASK: not the name of an environment variable"));
    EXPECT_THAT(refusal_of("submit: run {script}\nmost_tasks: 0\n"), HasSubstr("most_tasks = 0"));
    EXPECT_THAT(refusal_of("submit: run {script}\nsubmits: x\n"), HasSubstr("submits"));
    EXPECT_THAT(refusal_of("submit: [run]\n"), HasSubstr("text"));
}

TEST(ExecutorFile, HostileFilesAreReadOrRefusedOnOneLine) {
    const std::vector<std::string> texts = {
        "submit: |\n  run {script} \\\n    --n={last} -t {time}\nindex: TASK\nrunning: list\n",
        "submit: \"{script}\"\nrunning: a\ncancel: stop {job}\nmost_tasks: 7\nsetup: x\n"};
    TextMutator mutator(1, {"{", "}", "${", "{job}", "{time}", ": |", "\n", "- ", "\\", "1e9"});
    int accepted = 0;
    for (int i = 0; i < 1500; ++i) {
        const std::string text = mutator.mutate(texts[mutator.below(texts.size())], texts);
        const GivenFile file("executor.yaml", text);
        try {
            const ExecutorFile executor = read_executor(file.path());
            with_values(executor.submit, {{"script", "s"}, {"last", "1"}});
            ++accepted;
        } catch (const ConfigError& error) {
            EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << text;
        }
    }
    EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace flitscope::tb
