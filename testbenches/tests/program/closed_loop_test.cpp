// Traffic that reacts to the network, through the program: traces, requests and replies.
#include "testbenches/tests/program/cli_fixture.h"

namespace flitscope::tb {
namespace {

using TraceReplay = Cli;
using testing::HasSubstr;

constexpr const char* kReplay =
    "topology: {kind: mesh, size: [4, 4]}\n"
    "traffic: {arrivals: trace, file: t.csv}\n"
    "measure: {warmup_messages: 0, max_cycles: 100000}\n";

TEST_F(TraceReplay, OfAWrittenTraceHasTheSameEventsFlitByFlit) {
    folder_.write("c.yaml", kSmall);
    ASSERT_EQ(run({"run", "c.yaml", "--set", "measure.max_cycles=1500", "--write-trace", "t.csv",
                   "--events", "first"})
                  .code,
              0);
    folder_.write("r.yaml", kReplay);
    ASSERT_EQ(run({"run", "r.yaml", "--events", "second"}).code, 0);
    const std::string first = folder_.read("first");
    const std::string second = folder_.read("second");
    // The replay goes on until everything is delivered.
    EXPECT_GT(first.size(), 100000U);
    const std::size_t header = first.find('\n', first.rfind("# ")) + 1;
    EXPECT_EQ(second.substr(second.find('\n', second.rfind("# ")) + 1, first.size() - header),
              first.substr(header));
    EXPECT_GE(second.size(), first.size());
}

/// There and back over one hop, depth 3, latency 1, 4 flits: 2*3 + 1 + 3 = 10 cycles each way by
/// the zero-load rule, 25 cycles of thinking between them.
TEST_F(TraceReplay, ReactsToDeliveriesAtEveryLevel) {
    folder_.write("r.yaml", kReplay);
    folder_.write("t.csv",
                  "id,cycle,source,destination,length,after,delay\n"
                  "ask,7,0,1,4,,\nanswer,,1,0,4,ask,25\n");
    for (const char* level : {"fast", "signal"}) {
        const Finished finished =
            run({"run", "r.yaml", "--json", "--quiet", "--set", std::string("level=") + level});
        ASSERT_EQ(finished.code, 0) << finished.err;
        const Json result = Json::parse(finished.out);
        EXPECT_EQ(result["messages"]["delivered"], 2);
        EXPECT_EQ(result["latency"]["unicast"]["min"], 10);
        EXPECT_EQ(result["latency"]["unicast"]["max"], 10);
        EXPECT_EQ(result["cycles"]["simulated"], 7 + 10 + 25 + 10);
    }
    EXPECT_EQ(run({"crosscheck", "r.yaml", "--levels", "fast,signal"}).code, 0);
}

/// The configuration says how several destinations are served: here by two worms of 3 hops, 5 -> 9
/// -> 10 -> 14 and 5 -> 6 -> 2 -> 1, whose flits share the injection port. At depth 1 and latency 1
/// the last of 16 is consumed after 4 * 1 + 3 + 15 cycles, the answer of 4 flits after 4 + 3 + 3.
TEST_F(TraceReplay, SendsSeveralDestinationsAsTheConfigurationSays) {
    folder_.write("r.yaml",
                  "topology: {kind: mesh, size: [4, 4]}\n"
                  "router: {virtual_channels: 2, ejection_vcs: per_vc, pipeline: 1}\n"
                  "traffic: {arrivals: trace, file: t.csv, multicast: {algorithm: dual_path}}\n"
                  "measure: {warmup_messages: 0, max_cycles: 100000}\n");
    folder_.write("t.csv",
                  "id,cycle,source,destination,length,after,delay\n"
                  "m,7,5,1;6;9;14,8,,\nanswer,,14,5,4,m,10\n");
    const Json result = Json::parse(run({"run", "r.yaml", "--json", "--quiet"}).out);
    const int multicast = result["latency"]["multicast"]["max"].get<int>();
    EXPECT_EQ(multicast, 4 + 3 + 15);
    EXPECT_EQ(result["collective"]["copies"], 4);
    EXPECT_EQ(result["latency"]["unicast"]["max"], 4 + 3 + 3);
    EXPECT_EQ(result["cycles"]["simulated"], 7 + multicast + 10 + 4 + 3 + 3);
    EXPECT_EQ(run({"crosscheck", "r.yaml", "--levels", "fast,signal"}).code, 0);
    // The result repeats the run, and a separate message to each is slower.
    const Finished again = run({"run", "result.json", "--quiet", "--out", "again"});
    EXPECT_EQ(again.code, 0) << again.err;
    const Json apart = Json::parse(
        run({"run", "r.yaml", "--json", "--quiet", "--set",
             "traffic.multicast={algorithm: separate}", "--set", "router.virtual_channels=4"})
            .out);
    EXPECT_GT(apart["latency"]["multicast"]["max"], multicast);
    expect_usage_error({"run", "r.yaml", "--strict", "--set", "traffic.multicast.fraction=0.1"},
                       "traffic.multicast.fraction = 0.1: no effect (traffic.arrivals = trace)");
    expect_usage_error({"run", "r.yaml", "--set", "deadlock=recover_regressive"},
                       "traffic.file = t.csv: t.csv:2: a multicast: not in this version with");
    folder_.write("t.csv", "id,cycle,source,destination,length\nm,7,5,1;2;3;6;7;9;10;11;13;14,8\n");
    expect_usage_error({"run", "r.yaml", "--set", "header.addresses_per_flit=1"},
                       "t.csv:2: 10 addresses take 10 header flits, length is 8");
    // Each is as long as its own header.
    folder_.write("t.csv", "id,cycle,source,destination,length\na,7,5,1;2;3;6,4\nb,7,5,9;,1\n");
    const Finished short_ones = run({"run", "r.yaml", "--set", "header.addresses_per_flit=1"});
    EXPECT_EQ(short_ones.code, 0) << short_ones.err;
    EXPECT_EQ(Json::parse(folder_.read("result.json"))["collective"]["copies"], 2.5);
    folder_.write("t.csv", "id,cycle,source,destination,length\nc,7,5,collective,8\n");
    expect_usage_error({"run", "r.yaml"},
                       "t.csv:2: a collective of node 5, but traffic.collective.root is 0");
}

TEST_F(TraceReplay, IsNotEndedByAPreciseIntervalOrByABurst) {
    std::string rows = "id,cycle,source,destination,length\n";
    for (int i = 0; i < 3000; ++i) {  // all at once: what random traffic would call saturated
        rows += std::to_string(i) + ",0," + std::to_string(i % 16) + "," +
                std::to_string((i + 5) % 16) + ",5\n";
    }
    folder_.write("t.csv", rows);
    folder_.write("r.yaml", kReplay);
    const Json result = Json::parse(run({"run", "r.yaml", "--json", "--quiet"}).out);
    EXPECT_EQ(result["messages"]["delivered"], 3000);
    EXPECT_EQ(result["saturated"], false);
}

TEST_F(TraceReplay, SaysHowManyLinesWereNotSent) {
    folder_.write("r.yaml", kReplay);
    folder_.write("t.csv",
                  "id,cycle,source,destination,length,after\na,0,3,5,1,\nb,3000,3,0,1,\n"
                  "c,,0,3,1,b\n");
    EXPECT_THAT(run({"run", "r.yaml", "--set", "measure.max_cycles=2000"}).err,
                testing::HasSubstr("2 of 3 lines of the trace were not sent: measure.max_cycles = "
                                   "2000 ended the run"));
    EXPECT_THAT(run({"run", "r.yaml", "--set", "faults=[{node: 0, at: 9}]"}).err,
                testing::HasSubstr("1 of 3 lines of the trace were not sent: they wait for "
                                   "messages that were lost"));
    EXPECT_THAT(run({"run", "r.yaml"}).err, testing::Not(testing::HasSubstr("not sent")));
}

TEST_F(TraceReplay, MeasuresMessagesToTheOwnNode) {
    folder_.write("t.csv",
                  "id,cycle,source,destination,length\n0,0,3,3,1\n1,0,3,3,40\n2,9,0,1,2\n");
    folder_.write("r.yaml", kReplay);
    const Json own = Json::parse(run({"run", "r.yaml", "--json", "--quiet"}).out);
    EXPECT_EQ(own["messages"]["delivered"], 3);
    EXPECT_EQ(own["latency"]["channel"]["min"], 0);
    EXPECT_EQ(run({"crosscheck", "r.yaml"}).code, 0);
    // Even where there is nobody else, so that nothing could be drawn.
    folder_.write("t.csv", "id,cycle,source,destination,length\n0,0,0,0,1\n");
    const Json alone = Json::parse(
        run({"run", "r.yaml", "--json", "--quiet", "--set", "topology.size=[1, 1]"}).out);
    EXPECT_EQ(alone["messages"]["delivered"], 1);
}

TEST_F(TraceReplay, OfAWitnessDeadlocksAtEveryLevel) {
    folder_.write(
        "ring.yaml",
        "topology: {kind: ring, nodes: 6}\nrouter: {virtual_channels: 1, buffer_flits: 2}\n"
        "measure: {warmup_messages: 0, max_cycles: 100000}\n");
    const Finished verify = run({"verify", "ring.yaml", "--json", "--witness", "t.csv"});
    EXPECT_EQ(verify.code, 4);
    const Json witness = Json::parse(verify.out)["witness"];
    EXPECT_EQ(witness["file"], "t.csv");
    const std::string trace = folder_.read("t.csv");
    EXPECT_EQ(std::count(trace.begin(), trace.end(), '\n'), witness["messages"].get<int>() + 1);
    for (const char* const level : {"level=fast", "level=signal"}) {
        const Finished replay = run({"run", "ring.yaml", "--set", level, "--set",
                                     "traffic={arrivals: trace, file: t.csv}"});
        EXPECT_EQ(replay.code, 5) << level;
    }
    // With a VC for each class there is none to be found.
    const Finished free = run({"verify", "ring.yaml", "--set", "router.virtual_channels=2",
                               "--json", "--witness", "none.csv"});
    EXPECT_EQ(free.code, 0);
    EXPECT_TRUE(Json::parse(free.out)["witness"].is_null());
    EXPECT_FALSE(folder_.has("none.csv"));
    expect_usage_error({"verify", "ring.yaml", "--witness", "t.jsonl"},
                       "--witness: t.jsonl: must be a .csv file");
    // Traces have messages to one node.
    folder_.write("worms.yaml",
                  "topology: {kind: mesh, size: [4, 4]}\n"
                  "router: {virtual_channels: 1, ejection_vcs: 1}\n"
                  "traffic: {load: 0.1, multicast: {fraction: 0.5, algorithm: dual_path, "
                  "destinations: 5}}\n");
    const Finished worms = run({"verify", "worms.yaml", "--witness", "none.csv"});
    EXPECT_EQ(worms.code, 4);
    EXPECT_THAT(worms.out, HasSubstr("then wants the next; worms are not tried\n"));
    EXPECT_FALSE(folder_.has("none.csv"));
    folder_.write("c.yaml", kSmall);
    expect_usage_error({"run", "c.yaml", "--write-trace", "trace"},
                       "--write-trace: trace: must be a .csv file");
}

/// docs/router.md, section 8: `a` starts for edge 0 and its tail is written at edge 3, so `b`
/// starts for edge 4 and is in the queue up to that edge.
TEST_F(TraceReplay, FillsABoundedQueueUpToTheEdgeAtWhichAMessageStarts) {
    folder_.write("r.yaml", kReplay);
    const auto lost = [&](const std::string& edge, const std::string& queue) {
        folder_.write("t.csv", "id,cycle,source,destination,length\na,0,0,3,4\nb,1,0,3,1\nc," +
                                   edge + ",0,3,1\n");
        const Finished finished =
            run({"run", "r.yaml", "--json", "--quiet", "--set", "router.injection_vcs=1", "--set",
                 "traffic.when_full=lose", "--set", "traffic.source_queue=" + queue});
        return Json::parse(finished.out)["messages"]["lost"].get<int>();
    };
    EXPECT_EQ(lost("1", "1"), 1) << "b joins at the same edge";
    EXPECT_EQ(lost("1", "2"), 0);
    EXPECT_EQ(lost("4", "1"), 1);
    EXPECT_EQ(lost("5", "1"), 0);
}

TEST_F(TraceReplay, SaysWhereATraceIsWrongAndWhatHasNoMeaningBesideIt) {
    folder_.write("r.yaml", kReplay);
    expect_usage_error({"run", "r.yaml"},
                       "traffic.file = t.csv: t.csv: cannot be opened: No such file or directory");
    folder_.write("t.csv", "id,cycle,source,destination,length\n1,0,0,99,5\n");
    expect_usage_error({"run", "r.yaml"},
                       "t.csv:2: destination = 99: must be a whole number 0..15");
    // The pattern of the file has no effect, whether or not it fits.
    folder_.write("t.csv", "id,cycle,source,destination,length\n1,0,0,9,5\n");
    folder_.write("both.yaml", "traffic: {arrivals: trace, file: t.csv, load: 0.1}");
    expect_usage_error({"run", "both.yaml", "--strict"},
                       "both.yaml:1:47: traffic.load = 0.1: no effect (traffic.arrivals = trace)");
    folder_.write("square.yaml", "traffic: {pattern: transpose, load: 0.1}");
    const Finished dropped =
        run({"run", "square.yaml", "--set", "topology={kind: mesh, size: [4, 5]}", "--set",
             "traffic.arrivals=trace", "--set", "traffic.file=t.csv"});
    EXPECT_EQ(dropped.code, 0) << dropped.err;
    folder_.write("c.yaml", kSmall);
    expect_usage_error({"run", "c.yaml", "--write-trace", "no/t.csv"}, "--write-trace: no/t.csv");
}

using RequestReply = Cli;

constexpr const char* kRequests =
    "topology: {kind: mesh, size: [3, 3]}\n"
    "router: {message_classes: 2, virtual_channels: 2}\n"
    "traffic: {pattern: request_reply, load: 0.15, request_length: 2, reply_length: 6,\n"
    "          service_cycles: 7, outstanding: 3}\n"
    "measure: {warmup_messages: 100, max_cycles: 3000}\n";

TEST_F(RequestReply, IsEqualAtTheLevelsAndAnswersEveryRequest) {
    folder_.write("c.yaml", kRequests);
    EXPECT_EQ(run({"crosscheck", "c.yaml", "--levels", "fast,signal"}).code, 0);
    // One request of every node, then silence: as many replies, in class 1.
    ASSERT_EQ(run({"run", "c.yaml", "--set", "traffic=!{pattern: request_reply, arrivals: once}",
                   "--set", "measure.warmup_messages=0", "--write-trace", "t.csv", "--quiet"})
                  .code,
              0);
    const std::string trace = folder_.read("t.csv");
    EXPECT_EQ(std::count(trace.begin(), trace.end(), '\n'), 1 + 9 + 9);
    std::size_t replies = 0;
    for (std::size_t at = trace.find(",5,1,"); at != std::string::npos;
         at = trace.find(",5,1,", at + 1)) {
        ++replies;  // length 5, class 1
    }
    EXPECT_EQ(replies, 9U);
}

TEST_F(RequestReply, OffersItsLoadInRequestsAndReplies) {
    folder_.write("c.yaml", kRequests);
    const Json result = Json::parse(
        run({"run", "c.yaml", "--json", "--quiet", "--set", "measure.max_cycles=60000"}).out);
    EXPECT_NEAR(result["throughput"]["offered"].get<double>(), 0.15, 0.01);
    folder_.write("both.yaml", "traffic: {pattern: request_reply, length: 5}");
    expect_usage_error({"run", "both.yaml", "--strict"},
                       "both.yaml:1:43: traffic.length = 5: no effect (traffic.pattern = "
                       "request_reply)");
}

}  // namespace
}  // namespace flitscope::tb
