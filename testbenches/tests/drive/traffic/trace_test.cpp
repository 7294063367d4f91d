// Traces: what files may say, and when their messages join.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "common/options.h"
#include "testbenches/drive/traffic/trace_file.h"
#include "testbenches/drive/traffic/trace_source.h"
#include "testbenches/tests/support/temporary_folder.h"

namespace flitscope::tb {
namespace {

Trace read_whole(const std::string& name, const std::string& text,
                 const TraceLimits& limits = {16, 2}) {
    const GivenFile file(name, text);
    try {
        return read_trace(file.path(), limits);
    } catch (const OptionError& error) {
        const std::string what = error.what();
        EXPECT_EQ(error.key(), "file");
        EXPECT_EQ(what.find(file.path()), 0U) << what;
        throw OptionError("file", what.substr(file.path().size()));
    }
}

std::vector<TraceRow> read(const std::string& name, const std::string& text) {
    return read_whole(name, text).rows;
}

std::string refusal(const std::string& name, const std::string& text) {
    try {
        read(name, text);
    } catch (const OptionError& error) {
        return error.what();
    }
    return "accepted";
}

constexpr const char* kHeader = "id,cycle,source,destination,length,class,after,delay\n";

TEST(TraceFile, ReadsColumnsInAnyOrderAndWithoutTheOptionalOnes) {
    const auto rows =
        read("a.csv", "cycle,id,destination,source,length\n3,a,5,0,8\n\n3,b,0,15,1\n");
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].id, "a");
    EXPECT_EQ(rows[0].cycle, 3);
    EXPECT_EQ(rows[0].source, 0);
    EXPECT_EQ(rows[0].destination, 5);
    EXPECT_EQ(rows[0].length, 8U);
    EXPECT_EQ(rows[0].message_class, 0);
    EXPECT_TRUE(rows[0].after.empty());
    EXPECT_EQ(rows[1].line, 4);
}

TEST(TraceFile, ReadsTheSameFromJsonLines) {
    const auto csv = read("a.csv", std::string(kHeader) +
                                       "1,0,2,3,4,1,,\nx,5,3,2,1,,1;y,7\n"
                                       "y,5,0,1,2,0,,\n");
    const auto json = read(
        "a.jsonl",
        R"({"id": 1, "cycle": 0, "source": 2, "destination": 3, "length": 4, "class": 1})"
        "\n"
        R"({"id":"x","cycle":5,"source":3,"destination":2,"length":1,"after":[1,"y"],"delay":7})"
        "\n"
        R"({"id": "y", "cycle": 5, "source": 0, "destination": 1, "length": 2})");
    ASSERT_EQ(csv.size(), 3U);
    ASSERT_EQ(json.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(csv[i].id, json[i].id);
        EXPECT_EQ(csv[i].cycle, json[i].cycle);
        EXPECT_EQ(csv[i].source, json[i].source);
        EXPECT_EQ(csv[i].length, json[i].length);
        EXPECT_EQ(csv[i].message_class, json[i].message_class);
        EXPECT_EQ(csv[i].after, json[i].after);
        EXPECT_EQ(csv[i].delay, json[i].delay);
    }
    EXPECT_EQ(csv[1].after, (std::vector<std::string>{"1", "y"}));
    EXPECT_EQ(csv[1].delay, 7);
}

TEST(TraceFile, SaysInWhichLineWhatIsWrong) {
    const std::string one = std::string(kHeader) + "a,4,0,1,1,,,\n";
    EXPECT_EQ(refusal("a.csv", one + "b,3,0,1,1,,,\n"),
              ":3: cycle = 3: before that of a line above, 4");
    EXPECT_EQ(refusal("a.csv", one + "b,9,0,1,1,,,\nc,3,0,1,1,,b,\nd,8,0,1,1,,,\n"),
              ":5: cycle = 8: before that of a line above, 9");
    EXPECT_EQ(refusal("a.csv", one + "b,,0,1,1,,,\n"), ":3: cycle: missing");
    EXPECT_EQ(refusal("a.csv", one + "a,4,0,1,1,,,\n"), ":3: id = a: given twice");
    EXPECT_EQ(refusal("a.csv", one + "b,4,0,16,1,,,\n"),
              ":3: destination = 16: must be a whole number 0..15");
    EXPECT_EQ(refusal("a.csv", one + "b,4,0,1;0,1,,,\n"),
              ":3: destination = 1;0: the source is among them");
    EXPECT_EQ(refusal("a.csv", one + "b,4,0,1;2;01,1,,,\n"),
              ":3: destination = 1;2;01: node 1 is named twice");
    EXPECT_EQ(refusal("a.csv", one + "b,4,0,1;;2,1,,,\n"),
              ":3: destination = : must be a whole number 0..15");
    EXPECT_EQ(refusal("a.csv", one + "b,4,0,every,1,,,\n"),
              ":3: destination = every: must be a whole number 0..15");
    EXPECT_EQ(refusal("a.csv", one + "b,4,0,collective,1,1,,\n"),
              ":3: class = 1: collectives have class 0");
    EXPECT_EQ(refusal("a.jsonl", R"({"id": "a;b", "cycle": 0})"),
              ":1: id = a;b: must be without , ; \", line ends and blanks around it");
    EXPECT_EQ(refusal("a.jsonl", R"({"id": " a", "cycle": 0, "source": 0})"),
              ":1: id =  a: must be without , ; \", line ends and blanks around it");
    EXPECT_EQ(refusal("a.jsonl", R"({"id": "\t", "cycle": 0, "source": 0})"),
              ":1: id = \t: must be without , ; \", line ends and blanks around it");
    EXPECT_EQ(refusal("a.jsonl",
                      R"({"id": 1, "cycle": 0, "source": 0, "length": 1, "destination": ["", 5]})"),
              ":1: destination: \"\" in a list");
    EXPECT_EQ(refusal("a.jsonl", R"({"id": 1, "source": 0, "after": ["a;b", "c"]})"),
              ":1: after: \"a;b\" in a list");
    EXPECT_EQ(refusal("a.csv", one + "b,4,0,1,0,,,\n"),
              ":3: length = 0: must be a whole number 1..1048576");
    EXPECT_EQ(refusal("a.csv", one + "b,4,0,1,1,2,,\n"),
              ":3: class = 2: must be a whole number 0..1");
    EXPECT_EQ(refusal("a.csv", one + "b,4,0,1,1,,c,\n"), ":3: after = c: no such message");
    EXPECT_EQ(refusal("a.csv", one + "b,4,0,1,1,,,9\n"), ":3: delay = 9: without after");
    EXPECT_EQ(refusal("a.csv", one + "b,4,0,1\n"), ":3: 4 values, the first line names 8");
    EXPECT_EQ(refusal("a.csv", one + "b,4,,1,1,,,\n"), ":3: source: missing");
    EXPECT_EQ(refusal("a.csv", one + "b,4.5,0,1,1,,,\n"),
              ":3: cycle = 4.5: must be a whole number 0..9007199254740992");
    EXPECT_EQ(
        refusal("a.csv", std::string(kHeader) + "a,0,0,1,1,,c,\nb,0,0,1,1,,a,\nc,0,0,1,1,,b,"),
        ":2: after: message a waits for itself in a circle");
    EXPECT_EQ(refusal("a.csv", std::string(kHeader) +
                                   "a,0,0,1,1,,d,\nb,0,0,1,1,,a;d,\nc,0,0,1,1,,d,\nd,0,0,1,1,,e;c,"
                                   "\ne,0,0,1,1,,,\n"),
              ":4: after: message c waits for itself in a circle")
        << "a and b wait for the circle of c and d";
    EXPECT_EQ(refusal("a.csv", "id,cycle,from\n"),
              ":1: from: unknown column; accepted: id, cycle, source, destination, length, class, "
              "after, delay");
    EXPECT_EQ(refusal("a.jsonl", "{\"id\": 1,\n"), ":1: must be a JSON object");
    EXPECT_EQ(refusal("a.jsonl", R"({"id": 1, "cycle": {}})"),
              ":1: cycle: must be a number or a text");
    EXPECT_EQ(refusal("a.jsonl", R"({"id": 1, "cycle": 0, "source": 0, "id": 2})"),
              ":1: id: given twice");
    EXPECT_EQ(refusal("a.csv", ""), ": no line with the names of columns");
    EXPECT_EQ(refusal("a.csv", "\n\n"), ":2: no line with the names of columns");
    EXPECT_EQ(refusal("a.csv", kHeader), "accepted") << "a run without messages";
    EXPECT_EQ(refusal("a.txt", ""), ": must be a .csv or .jsonl file");
    EXPECT_THROW(read_trace("not there.csv", {16, 1}), OptionError);
}

TEST(TraceFile, SurvivesDamage) {
    const std::string text =
        std::string(kHeader) + "1,0,2,3,4,1,,\n2,5,3,2,1,,1;3,7\n3,5,0,1,2,0,,\n";
    const std::string json =
        "{\"id\":1,\"cycle\":0,\"source\":2,\"destination\":3,\"length\":4}\n"
        "{\"id\":\"x\",\"cycle\":5,\"source\":3,\"destination\":2,\"length\":1,\"after\":[1]}\n";
    std::mt19937 random(1);
    const std::string alphabet = "0123456789,;\n\"{}[]:-x";
    int refused = 0;
    for (int i = 0; i < 4000; ++i) {
        std::string damaged = i % 2 == 0 ? text : json;
        for (std::size_t n = 1 + random() % 3; n > 0; --n) {
            damaged.replace(random() % damaged.size(), random() % 2, random() % 3,
                            alphabet[random() % alphabet.size()]);
        }
        refused += refusal(i % 2 == 0 ? "a.csv" : "a.jsonl", damaged) == "accepted" ? 0 : 1;
    }
    EXPECT_GT(refused, 1000);
    EXPECT_LT(refused, 3900);
}

TEST(TraceFile, ReadsWhatItWrites) {
    TraceRow row;
    row.id = "7";
    row.cycle = 12;
    row.source = 3;
    row.destination = 9;
    row.length = 5;
    row.message_class = 1;
    EXPECT_EQ(trace_line(row), "7,12,3,9,5,1,,\n");
    const auto rows = read("a.csv", trace_header() + trace_line(row));
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].id, "7");
    EXPECT_EQ(rows[0].cycle, 12);
    EXPECT_EQ(rows[0].source, 3);
    EXPECT_EQ(rows[0].destination, 9);
    EXPECT_EQ(rows[0].length, 5U);
    EXPECT_EQ(rows[0].message_class, 1);
    const std::string text = trace_header() +
                             "a,4,0,1,5,1,,\nb,,1,3;7,5,0,a,9\nc,2,2,5;,1,0,b,\n"
                             "d,7,3,all,2,0,,\ne,,3,collective,2,0,d;a,1\n";
    EXPECT_EQ(trace_text(read("a.csv", text)), text);
}

TEST(TraceFile, TellsOperationsByTheirDestinations) {
    const Trace csv = read_whole(
        "a.csv", std::string(kHeader) +
                     "a,0,1,7;3;5,4,,,\nb,0,1,6;,2,,,\nc,0,1,all,8,,,\nd,0,1,collective,3,,,\n"
                     "e,0,1,2,9,,,\n");
    const Trace json = read_whole(
        "a.jsonl",
        R"({"id": "a", "cycle": 0, "source": 1, "destination": [7, 3, 5], "length": 4})"
        "\n"
        R"({"id": "b", "cycle": 0, "source": 1, "destination": [6], "length": 2})"
        "\n"
        R"({"id": "c", "cycle": 0, "source": 1, "destination": "all", "length": 8})"
        "\n"
        R"({"id": "d", "cycle": 0, "source": 1, "destination": "collective", "length": 3})"
        "\n"
        R"({"id": "e", "cycle": 0, "source": 1, "destination": 2, "length": 9})");
    for (const Trace& trace : {csv, json}) {
        ASSERT_EQ(trace.rows.size(), 5U);
        EXPECT_EQ(trace.rows[0].operation, OperationKind::multicast);
        EXPECT_EQ(trace.rows[0].destinations, (std::vector<topo::NodeId>{3, 5, 7}));
        EXPECT_EQ(trace.rows[1].operation, OperationKind::multicast);
        EXPECT_EQ(trace.rows[1].destinations, (std::vector<topo::NodeId>{6}));
        EXPECT_EQ(trace.rows[2].operation, OperationKind::broadcast);
        EXPECT_EQ(trace.rows[3].operation, OperationKind::collective);
        EXPECT_EQ(trace.rows[4].operation, std::nullopt);
        EXPECT_EQ(trace.of_kind(OperationKind::multicast).count, 2U);
        EXPECT_EQ(trace.of_kind(OperationKind::multicast).shortest, 2U);
        EXPECT_EQ(trace.of_kind(OperationKind::multicast).longest, 4U);
        EXPECT_EQ(trace.of_kind(OperationKind::multicast).most_destinations, 3U);
        EXPECT_EQ(trace.of_kind(std::nullopt).count, 1U);
        EXPECT_EQ(trace.longest(), 9U);
    }
}

std::shared_ptr<const Trace> trace_of(const std::string& text) {
    return std::make_shared<const Trace>(read_whole("a.csv", text));
}

TEST(TraceSource, MessagesOfAnEdgeComeByNodeThenInTheOrderOfTheFile) {
    TraceSource source(trace_of(std::string(kHeader) + "a,2,5,0,1,,,\nb,2,1,0,2,,,\n"
                                                       "c,2,5,0,3,,,\nd,9,0,1,1,,,\n"),
                       16, 0);
    ASSERT_EQ(source.next_edge(), 2);
    const std::vector<rtl::Message> first = source.messages_at(2);
    ASSERT_EQ(first.size(), 3U);
    EXPECT_EQ(first[0].source, 1);
    EXPECT_EQ(first[0].id, 0U);
    EXPECT_EQ(first[1].length, 1U);
    EXPECT_EQ(first[1].sequence, 0U);
    EXPECT_EQ(first[2].length, 3U);
    EXPECT_EQ(first[2].sequence, 1U);
    EXPECT_EQ(source.next_edge(), 9);
    EXPECT_EQ(source.messages_at(9).size(), 1U);
    EXPECT_EQ(source.next_edge(), rtl::kNever);
}

TEST(TraceSource, AMessageWaitsForTheLastOfItsDeliveriesAndItsDelay) {
    TraceSource source(trace_of(std::string(kHeader) + "a,0,0,1,1,,,\nb,0,2,1,1,,,\n"
                                                       "c,10,1,0,1,,a;b,5\n"
                                                       "d,90,1,2,1,,a,\n"),
                       16, 0);
    const std::vector<rtl::Message> first = source.messages_at(0);
    ASSERT_EQ(first.size(), 2U);
    EXPECT_EQ(source.next_edge(), rtl::kNever) << "the others wait";
    rtl::Delivery delivery;
    delivery.message = first[1];
    delivery.delivered = 30;
    source.delivered(delivery);
    EXPECT_EQ(source.next_edge(), rtl::kNever);
    delivery.message = first[0];
    delivery.delivered = 20;
    source.delivered(delivery);
    EXPECT_EQ(source.next_edge(), 35) << "the later delivery and 5 cycles";
    EXPECT_EQ(source.messages_at(35).front().destination, 0);
    EXPECT_EQ(source.next_edge(), 90) << "its own cycle is later than the delivery";
}

}  // namespace
}  // namespace flitscope::tb
