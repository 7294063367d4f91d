// What `flitscope run` calls its load.
#include "testbenches/tests/program/cli_fixture.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using testing::Not;

class RunStateCli : public Cli {
protected:
    Json result() const { return Json::parse(folder_.read("result.json")); }
};

TEST_F(RunStateCli, ADeadlockIsNoSaturation) {
    folder_.write("torus.yaml",
                  "topology: {kind: torus, size: [8, 8]}\n"
                  "router: {virtual_channels: 1}\n"
                  "traffic: {load: 0.3}\nmeasure: {max_cycles: 20000}\n");
    const Finished deadlocked = run({"run", "torus.yaml"});
    EXPECT_EQ(deadlocked.code, 5);
    EXPECT_THAT(deadlocked.err, HasSubstr("deadlock found at edge "));
    const Json found = result();
    EXPECT_EQ(found["state"], "deadlock");
    EXPECT_EQ(found["saturated"], false);
    EXPECT_EQ(found["complete"], false);
    EXPECT_EQ(found["deadlock_free"], false);
    EXPECT_EQ(found["latency"]["unicast"]["ci_reason"], "deadlock");
}

TEST_F(RunStateCli, ARunWarnsWhereVerifyWouldSayCyclic) {
    folder_.write("cube.yaml",
                  "topology: {kind: hypercube, dimensions: 3}\n"
                  "routing: {algorithm: random_minimal}\n"
                  "router: {virtual_channels: 1}\n"
                  "traffic: {load: 0.01}\nmeasure: {max_cycles: 2000}\n");
    const Finished cyclic = run({"run", "cube.yaml"});
    EXPECT_EQ(cyclic.code, 0);
    EXPECT_THAT(cyclic.err, HasSubstr("freedom from deadlock"));
    EXPECT_EQ(result()["deadlock_free"], false);
    const Finished free = run({"run", "cube.yaml", "--set", "routing.algorithm=ecube"});
    EXPECT_THAT(free.err, Not(HasSubstr("deadlock")));
    EXPECT_EQ(result()["deadlock_free"], true);
}

TEST_F(RunStateCli, ARunThatWasTooShortSaysSo) {
    folder_.write("transpose.yaml",
                  "topology: {kind: mesh, size: [8, 8]}\n"
                  "traffic: {pattern: transpose, load: 0.1484}\n"
                  "measure: {max_cycles: 40000}\n");
    const Finished short_ = run({"run", "transpose.yaml"});
    EXPECT_EQ(short_.code, 0);
    EXPECT_THAT(short_.err, HasSubstr("undecided: the source queue of node ("));
    EXPECT_THAT(short_.out, HasSubstr("fast level, undecided after 40000 cycles"));
    const Json found = result();
    EXPECT_EQ(found["state"], "undecided");
    EXPECT_EQ(found["capacity"]["load"], 0.142857143);
    EXPECT_EQ(found["capacity"]["class"], "dimension 1");
    run({"run", "transpose.yaml", "--set", "traffic.load=0.1"});
    EXPECT_EQ(result()["state"], "stable");
    run({"run", "transpose.yaml", "--set", "traffic.load=0.3"});
    EXPECT_EQ(result()["state"], "saturated");
}

}  // namespace
}  // namespace flitscope::tb
