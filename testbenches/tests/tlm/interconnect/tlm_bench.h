#pragma once

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/network/network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "tlm/interconnect/interconnect.h"
#include "tlm/interconnect/payload_pool.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

inline sc_core::sc_time ns(double value) { return {value, sc_core::SC_NS}; }

/// Does given things at given times, in an SC_METHOD or, for calls that wait, in a thread.
///
/// SystemC does not tell AddressSanitizer of the end of a thread, so threads do not end here.
class Timeline final : public sc_core::sc_module {
public:
    enum class Process { method, thread };
    SC_HAS_PROCESS(Timeline);
    explicit Timeline(const sc_core::sc_module_name& name, Process process = Process::method)
        : sc_module(name) {
        if (process == Process::thread) {
            SC_THREAD(run_thread);
        } else {
            SC_METHOD(run_method);
        }
    }
    void at(double nanoseconds, std::function<void()> what) {
        what_.emplace(nanoseconds, std::move(what));
    }

private:
    /// What is due; returns how long it is until the rest, or nothing is left.
    sc_core::sc_time act() {
        while (!what_.empty()) {
            const sc_core::sc_time when = ns(what_.begin()->first);
            if (when > sc_core::sc_time_stamp()) {
                return when - sc_core::sc_time_stamp();
            }
            const std::function<void()> now = std::move(what_.begin()->second);
            what_.erase(what_.begin());
            now();
        }
        return {};
    }
    /// A delta cycle late, as a thread: after the phases that come at the same time.
    void run_method() {
        settled_ = !settled_;
        if (settled_) {
            next_trigger(sc_core::SC_ZERO_TIME);
            return;
        }
        const sc_core::sc_time rest = act();
        what_.empty() ? next_trigger(never_) : next_trigger(rest);
    }
    void run_thread() {
        while (true) {
            const sc_core::sc_time rest = act();
            what_.empty() ? wait(never_) : wait(rest);
        }
    }

    std::multimap<double, std::function<void()>> what_;
    sc_core::sc_event never_;
    bool settled_ = false;
};

/// An initiator and a target of one node, driven by hand. Every call that comes in is written to
/// the log: "<name> <phase> <time in ps>".
class HandDriven final : public sc_core::sc_module {
public:
    using Answer = std::function<tl::Sync(tl::Payload&, tl::Phase&, sc_core::sc_time&)>;

    tlm_utils::simple_initiator_socket<HandDriven> out{"out"};
    tlm_utils::simple_target_socket<HandDriven> in{"in"};

    HandDriven(const sc_core::sc_module_name& name, std::vector<std::string>& log)
        : sc_module(name), log_(log) {
        out.register_nb_transport_bw(this, &HandDriven::backward);
        in.register_nb_transport_fw(this, &HandDriven::forward);
        in.register_b_transport(this, &HandDriven::blocking);
        in.register_transport_dbg(this, &HandDriven::debug);
    }

    tl::Sync send(tl::Payload& payload, tl::Phase phase, sc_core::sc_time delay = {}) {
        return out->nb_transport_fw(payload, phase, delay);
    }
    tl::Sync respond(tl::Payload& payload, tl::Phase phase, sc_core::sc_time delay = {}) {
        return in->nb_transport_bw(payload, phase, delay);
    }

    /// By default: requests are done at once, responses are answered at once.
    Answer on_request = [](tl::Payload& payload, tl::Phase&, sc_core::sc_time&) {
        payload.set_response_status(::tlm::TLM_OK_RESPONSE);
        return ::tlm::TLM_COMPLETED;
    };
    Answer on_response = [](tl::Payload&, tl::Phase&, sc_core::sc_time&) {
        return ::tlm::TLM_COMPLETED;
    };
    std::function<void(tl::Payload&, sc_core::sc_time&)> on_blocking = [](tl::Payload& payload,
                                                                          sc_core::sc_time&) {
        payload.set_response_status(::tlm::TLM_OK_RESPONSE);
    };
    std::uint64_t last_address = 0;  ///< as the target saw it
    unsigned last_debug_length = 0;

private:
    void note(const tl::Phase& phase, const sc_core::sc_time& delay) {
        std::ostringstream line;
        line << name() << ' ' << phase.get_name() << ' '
             << (sc_core::sc_time_stamp() + delay).to_seconds() * 1e12;
        log_.push_back(line.str());
    }
    tl::Sync forward(tl::Payload& payload, tl::Phase& phase, sc_core::sc_time& delay) {
        note(phase, delay);
        last_address = payload.get_address();
        return phase == ::tlm::BEGIN_REQ ? on_request(payload, phase, delay) : ::tlm::TLM_COMPLETED;
    }
    tl::Sync backward(tl::Payload& payload, tl::Phase& phase, sc_core::sc_time& delay) {
        note(phase, delay);
        return phase == ::tlm::BEGIN_RESP ? on_response(payload, phase, delay)
                                          : ::tlm::TLM_ACCEPTED;
    }
    void blocking(tl::Payload& payload, sc_core::sc_time& delay) {
        last_address = payload.get_address();
        on_blocking(payload, delay);
    }
    unsigned int debug(tl::Payload& payload) {
        last_address = payload.get_address();
        last_debug_length = payload.get_data_length();
        return last_debug_length;
    }

    std::vector<std::string>& log_;
};

constexpr std::uint64_t kBase = 0x1000;  ///< of node n: kBase * (n + 1), kBase bytes

/// A row of `nodes` routers with depth 1, latency 0, flits of 8 bytes and two message classes, so
/// that a message of L flits over k hops takes k + L cycles; a HandDriven at every node.
class TlmBench {
public:
    explicit TlmBench(int nodes = 2, const tl::InterconnectParameters& parameters = {},
                      const std::function<void(rtl::NetworkDescription&)>& change = {},
                      std::unique_ptr<rtl::Network> (*make)(const rtl::NetworkDescription&) =
                          tl::make_fast_network) {
        topology_ = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{nodes, 1}}});
        routing_ = topo::make_routing("dimension_order", *topology_, {});
        rtl::NetworkDescription description;
        description.topology = topology_.get();
        description.routing = routing_.get();
        description.router.pipeline = 1;
        description.router.message_classes = 2;
        description.links.assign(topology_->link_classes().size(), {0, 1});
        if (change) {
            change(description);
        }
        network = make(description);
        std::vector<tl::AddressRange> ranges;
        for (int i = 0; i < nodes; ++i) {
            ranges.push_back({kBase * static_cast<std::uint64_t>(i + 1), kBase, i, 0});
        }
        interconnect = std::make_unique<tl::Interconnect>("interconnect", *network,
                                                          tl::AddressMap(ranges), parameters);
        for (std::size_t i = 0; i < static_cast<std::size_t>(nodes); ++i) {
            node.push_back(
                std::make_unique<HandDriven>(("node_" + std::to_string(i)).c_str(), log));
            node.back()->out.bind(interconnect->target_socket[i]);
            interconnect->initiator_socket[i].bind(node.back()->in);
        }
        sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL, sc_core::SC_THROW);
    }
    ~TlmBench() {
        sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL,
                                                sc_core::SC_DEFAULT_FATAL_ACTIONS);
    }

    /// A write (or read) of `bytes` to node `target`, with one reference.
    tl::Payload& access(int target, unsigned bytes, bool write = true) {
        tl::Payload& payload = pool.allocate();
        payload.acquire();
        fill(payload, target, bytes, write);
        return payload;
    }
    void fill(tl::Payload& payload, int target, unsigned bytes, bool write = true) {
        payload.set_command(write ? ::tlm::TLM_WRITE_COMMAND : ::tlm::TLM_READ_COMMAND);
        payload.set_address(kBase * static_cast<std::uint64_t>(target + 1));
        payload.set_data_ptr(data);
        payload.set_data_length(bytes);
        payload.set_streaming_width(bytes);
    }
    static const tl::MessageExtension& times(const tl::Payload& payload) {
        return *payload.get_extension<tl::MessageExtension>();
    }
    void run(double nanoseconds = 1000) { sc_core::sc_start(ns(nanoseconds)); }
    /// Runs and expects that a fatal report of this id ends the simulation.
    void expect_fatal(const std::string& id, const std::string& part) {
        try {
            run();
            ADD_FAILURE() << "no fatal report";
        } catch (const sc_core::sc_report& report) {
            EXPECT_EQ(report.get_msg_type(), id) << report.get_msg();
            EXPECT_NE(std::string(report.get_msg()).find(part), std::string::npos)
                << report.get_msg();
        }
    }

private:
    FreshKernel kernel_;
    std::unique_ptr<topo::Topology> topology_;
    std::unique_ptr<topo::RoutingFunction> routing_;

public:
    unsigned char data[0x2000] = {};
    std::vector<std::string> log;
    std::unique_ptr<rtl::Network> network;
    tl::PayloadPool pool;
    std::unique_ptr<tl::Interconnect> interconnect;
    std::vector<std::unique_ptr<HandDriven>> node;
    Timeline timeline{"timeline"};
};

}  // namespace flitscope::tb
