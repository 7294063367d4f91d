#pragma once

#include <exception>
#include <functional>
#include <systemc>
#include <utility>
#include <vector>

#include "rtl_models/signal/bundles/error_report.h"
#include "rtl_models/signal/clocking/gate.h"

namespace flitscope::rtl {

class ClockGate;
class ClockGates;

/// The clock wire of a network. If any process is sensitive to it, it ticks in every cycle;
/// otherwise only while a module has work.
class ClockSignal : public sc_core::sc_signal<bool>, public GatedClock, public CycleCounter {
public:
    using sc_core::sc_signal<bool>::sc_signal;

    Cycle running_cycle() const override { return gates().cycle; }

    /// A process waits for its edges and does not say when it has work.
    bool followed() const { return followed_; }

    const sc_core::sc_event& value_changed_event() const override {
        followed_ = true;
        return sc_signal::value_changed_event();
    }
    const sc_core::sc_event& default_event() const override { return value_changed_event(); }
    const sc_core::sc_event& posedge_event() const override {
        followed_ = true;
        return sc_signal::posedge_event();
    }
    const sc_core::sc_event& negedge_event() const override {
        followed_ = true;
        return sc_signal::negedge_event();
    }

private:
    mutable bool followed_ = false;
};

/// A second clock. It rises at every falling edge of the clock, after the client has run.
class DriveSignal : public sc_core::sc_signal_in_if<bool> {
public:
    void rise() { rises_.notify(); }
    /// A process waits for its edges and does not say when it has work.
    bool followed() const { return followed_; }

    const sc_core::sc_event& value_changed_event() const override { return posedge_event(); }
    const sc_core::sc_event& default_event() const override { return posedge_event(); }
    const sc_core::sc_event& posedge_event() const override {
        followed_ = true;
        return rises_;
    }
    const sc_core::sc_event& negedge_event() const override { return posedge_event(); }
    const bool& read() const override { return high_; }
    const bool& get_data_ref() const override { return high_; }
    bool event() const override { return true; }
    bool posedge() const override { return true; }
    bool negedge() const override { return false; }

private:
    sc_core::sc_event rises_{"drive"};
    bool high_ = true;
    mutable bool followed_ = false;
};

/// Drives the clock of a network, and at its falling edge the client, which takes the delivered
/// messages and offers new ones (docs/router.md, sections 1 and 8).
///
/// Cycle t begins with the rising edge at `start` + t periods. At the falling edge, half a period
/// later, sinks and monitors read the wires. Then `on_edge(t + 1)` is called, in which messages are
/// offered, and injection ports drive their wires for edge t + 1. Before cycle 0, on_edge(0) is
/// called at the time of edge 0. Cycles in which no module has work are skipped.
///
/// Errors   UnitViolation, if a router has replaced units: a time step that begins with an edge and
///          does not end. It names the signals that do not settle.
class Clock : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Clock);
    explicit Clock(const sc_core::sc_module_name& name,
                   const sc_core::sc_time& period = sc_core::sc_time(1, sc_core::SC_NS));

    ClockSignal clk{"clk"};
    DriveSignal drive;
    sc_core::sc_signal<bool> hold_o{"hold"};  ///< the simulation is about to pause

    /// Sets the simulation time of edge 0; default: 0. Call it before the simulation starts.
    void start_at(const sc_core::sc_time& start) {
        start_ = static_cast<std::int64_t>(start.value());
    }
    /// The running cycle. Meaningless between cycles while all modules are idle.
    Cycle cycle() const { return clk.gates().cycle; }
    /// Called from on_edge: pauses the simulation at the end of the cycle, before anything is
    /// injected. Injection ports run twice: before the pause, while hold_o is high, to withdraw
    /// what they drove in the last cycle, and again when the simulation continues.
    void hold() { hold_ = Hold::asked; }
    /// Ends the simulation with an exception that must not become a report: sc_start throws a
    /// report in its place, and its caller rethrows failure() instead.
    [[noreturn]] void fail(std::exception_ptr failure) {
        failure_ = std::move(failure);
        std::rethrow_exception(failure_);
    }
    /// Null: nothing failed.
    const std::exception_ptr& failure() const { return failure_; }
    /// A module has work in this cycle or the next.
    bool busy() const { return !clk.gates().empty() || clk.followed() || drive.followed(); }
    /// Asks next_edge again if all modules are idle.
    void wake() {
        if (clk.gates().stopped) {
            clk.gates().wake.notify(sc_core::SC_ZERO_TIME);
        }
    }

    /// Runs the client; edge = cycle() + 1. Empty: no client.
    std::function<void(Cycle edge)> on_edge;
    /// First edge after `edge` at which on_edge must be called even if no module has work; kNever:
    /// none.
    std::function<Cycle(Cycle edge)> next_edge;
    /// Called at the start of a simulated cycle, before anything happens.
    std::function<void(Cycle cycle)> on_cycle_begin;
    /// Called at the falling edge: all registers and wires except the injection wires are settled.
    std::function<void(Cycle cycle)> on_registers;
    /// Called at the end of a cycle in which something happened, before time advances.
    std::function<void(Cycle cycle)> on_cycle_end;

private:
    enum class Step : std::uint8_t { rise, edge, fall, observe, serve, finish };
    enum class Hold : std::uint8_t { none, asked, announced, retracting };

    void start_of_simulation() override;
    void run();
    void settle();
    void fail_to_settle();
    bool woken();
    bool serve();
    void finish();
    void plan();
    void open(ClockPhase phase);
    void jump_to(Cycle cycle);
    /// In units of the time resolution, because cycle -1 may begin before time 0.
    std::int64_t rise_of(Cycle cycle) const { return start_ + cycle * period_; }
    std::int64_t fall_of(Cycle cycle) const { return rise_of(cycle) + period_ / 2; }
    void wait_until(std::int64_t time);
    GateQueue& gates() { return clk.gates(); }

    std::int64_t period_;
    std::int64_t start_ = 0;
    Step step_ = Step::serve;  ///< before cycle 0 there is only the client (docs/router.md, 8)
    Hold hold_ = Hold::none;
    bool edge_called_ = false;
    sc_core::sc_event time_step_;
    bool settling_ = false;          ///< settle() runs in every delta
    sc_dt::uint64 first_delta_ = 0;  ///< of the time step
    std::vector<Gate*> open_;        ///< being served
    std::exception_ptr failure_;
};

/// Binds the clock of one of our modules between routers. With `gates`, to a new gate that has
/// edges while one of these channels carries something, and `more` edges after that; with null, to
/// the plain clock. Returns the gate.
ClockGate* bind_clock(sc_core::sc_in<bool>& clk_i, Clock& clock, ClockGates* gates,
                      ClockPhase phase, int more,
                      const std::vector<sc_core::sc_interface*>& opened_by);

}  // namespace flitscope::rtl
