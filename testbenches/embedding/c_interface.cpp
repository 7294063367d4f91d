// flitscope.h in terms of the library. No exception leaves it.
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <systemc>

#include "testbenches/drive/compare/interrupted.h"
#include "testbenches/embedding/driven_network.h"
#include "testbenches/embedding/embedded_run.h"
#include "testbenches/embedding/flitscope.h"
#include "testbenches/program/console/exit_code.h"
#include "testbenches/program/failure.h"
#include "testbenches/program/sweep_command/results_table.h"

using namespace flitscope::tb;

struct flitscope_network {
    flitscope_network(const ExperimentConfig& config, const std::string& name)
        : driven(config, name) {}

    DrivenNetwork driven;
    std::atomic<bool> interrupted{false};
    const InterruptQuestion question = [this] { return interrupted.exchange(false) ? SIGINT : 0; };
};

namespace {

static_assert(std::atomic<bool>::is_always_lock_free, "set in signal handlers");

thread_local std::string last_error;
thread_local std::string last_warnings;

void warn(const std::vector<std::string>& warnings) {
    for (const std::string& each : warnings) {
        last_warnings += each + "\n";
    }
}

int failed(const Failure& failure) {
    last_error = failure.message.empty() ? "interrupted" : failure.message;
    return failure.code;
}

template <typename Work>
int guarded(const Work& work) noexcept {
    try {
        work();
        return FLITSCOPE_DONE;
    } catch (...) {
        return failed(current_failure());
    }
}

void require(const void* argument, const char* name) {
    if (argument == nullptr) {
        throw UsageError(std::string(name) + " = NULL: not given");
    }
}

ExperimentConfig config_of(const char* name, const char* text) {
    require(name, "name");
    ConfigSource source{name, {}, false, {}};
    if (text != nullptr) {
        source.text = text;
    }
    return embedded_config(source);
}

char* copy_of(const std::string& text) {
    auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
    if (copy == nullptr) {
        throw std::bad_alloc();
    }
    std::memcpy(copy, text.c_str(), text.size() + 1);
    return copy;
}

int step(flitscope_network* network, int64_t until, DrivenNetwork::StepEnd end) {
    return guarded([&] {
        require(network, "network");
        network->driven.step(until, end, network->question);
    });
}

}  // namespace

// libsystemc has a main() that calls it; a program that embeds a network has its own.
int sc_main(int /*argc*/, char* /*argv*/[]) { return EXIT_FAILURE; }

int flitscope_api_version(void) { return FLITSCOPE_API_VERSION; }
const char* flitscope_version(void) { return FLITSCOPE_VERSION; }
const char* flitscope_error(void) { return last_error.c_str(); }
const char* flitscope_warnings(void) { return last_warnings.c_str(); }

int flitscope_run(const char* name, const char* text, char** result) {
    std::optional<Failure> failure;
    const int code = guarded([&] {
        last_warnings.clear();
        require(result, "result");
        *result = nullptr;
        const ExperimentConfig config = config_of(name, text);
        const EmbeddedRun run = run_embedded(config, name, ".", {});
        warn(run.warnings);
        *result = copy_of(run.result.dump(2) + "\n");
        failure = run.failure;
    });
    return failure ? failed(*failure) : code;
}

int flitscope_results(const char* folder, char** csv) {
    return guarded([&] {
        last_warnings.clear();
        require(folder, "folder");
        require(csv, "csv");
        *csv = nullptr;
        const ResultsDirectory results(folder);
        results.require();
        std::vector<DamagedFile> damaged;
        const std::string text = points_table(results, damaged).text(',');
        warn(texts_of(damaged));
        *csv = copy_of(text);
    });
}

void flitscope_free(char* text) { std::free(text); }

int flitscope_open(const char* name, const char* text, flitscope_network** network) {
    return guarded([&] {
        last_warnings.clear();
        require(network, "network");
        *network = nullptr;
        const ExperimentConfig config = config_of(name, text);
        *network = new flitscope_network(config, name);
        warn(config.warnings);
    });
}

void flitscope_close(flitscope_network* network) { delete network; }

int flitscope_offer(flitscope_network* network, int64_t node, int64_t destination, int64_t length,
                    uint64_t tag) {
    const flitscope_message message = {node, destination, length, 0, FLITSCOPE_NOW, tag};
    return flitscope_offer_messages(network, &message, 1);
}

int flitscope_offer_messages(flitscope_network* network, const flitscope_message* messages,
                             size_t count) {
    return guarded([&] {
        require(network, "network");
        if (count > 0) {
            require(messages, "messages");
        }
        for (size_t i = 0; i < count; ++i) {
            network->driven.check(messages[i]);
        }
        for (size_t i = 0; i < count; ++i) {
            network->driven.offer(messages[i]);
        }
    });
}

int flitscope_step(flitscope_network* network, int64_t until) {
    return step(network, until, DrivenNetwork::StepEnd::at_edge);
}

int flitscope_step_to_delivery(flitscope_network* network, int64_t until) {
    return step(network, until, DrivenNetwork::StepEnd::at_delivery);
}

int flitscope_deliveries(flitscope_network* network, flitscope_delivery* deliveries,
                         size_t capacity, size_t* count) {
    return guarded([&] {
        require(network, "network");
        require(count, "count");
        *count = 0;
        if (capacity > 0) {
            require(deliveries, "deliveries");
        }
        *count = network->driven.take(deliveries, capacity);
    });
}

int64_t flitscope_nodes(const flitscope_network* network) {
    return network == nullptr ? 0 : network->driven.nodes();
}
int64_t flitscope_now(const flitscope_network* network) {
    return network == nullptr ? 0 : network->driven.now();
}
int64_t flitscope_under_way(const flitscope_network* network) {
    return network == nullptr ? 0 : network->driven.under_way();
}
int64_t flitscope_waiting(const flitscope_network* network) {
    return network == nullptr ? 0 : static_cast<int64_t>(network->driven.waiting());
}

void flitscope_interrupt(flitscope_network* network) {
    if (network != nullptr) {
        network->interrupted = true;
    }
}
