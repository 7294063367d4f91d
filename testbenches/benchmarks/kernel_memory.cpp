// What SystemC keeps of a mesh of level signal, with nothing of ours: as many modules, ports,
// signals, processes and events, of the same names, an int on every signal. Prints the peak memory
// of its elaboration and of one cycle.
//
//   kernel_memory [SIDE] [--slabs]    32; with an allocator that adds nothing to an object but
//                               rounds up to 16 bytes
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

namespace {

/// Objects of a size, rounded up to 16 bytes, side by side with nothing between them.
class Slabs {
public:
    static constexpr std::size_t kLargest = 512;

    void* get(std::size_t bytes) {
        const std::size_t kind = (bytes + 15) / 16;
        Free*& first = free_[kind];
        if (first == nullptr) {
            fill(kind);
        }
        return std::exchange(first, first->next);
    }
    /// False: not one of ours.
    bool give_back(void* object) {
        auto* const at = static_cast<char*>(object);
        if (at < begin_ || at >= begin_ + kRoom) {
            return false;
        }
        Free*& first = free_[kind_of_[static_cast<std::size_t>(at - begin_) / kSlab]];
        first = new (object) Free{first};
        return true;
    }

private:
    struct Free {
        Free* next;
    };
    static constexpr std::size_t kSlab = std::size_t{1} << 14;
    static constexpr std::size_t kRoom = std::size_t{1} << 31;  // of addresses

    void fill(std::size_t kind) {
        if (begin_ == nullptr) {
            begin_ = static_cast<char*>(mmap(nullptr, kRoom, PROT_READ | PROT_WRITE,
                                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
        }
        char* const slab = begin_ + kSlab * slabs_;
        kind_of_[slabs_++] = static_cast<unsigned char>(kind);
        const std::size_t bytes = std::max<std::size_t>(kind, 1) * 16;
        for (std::size_t at = kSlab / bytes; at-- > 0;) {
            free_[kind] = new (slab + at * bytes) Free{free_[kind]};
        }
    }

    char* begin_ = nullptr;
    std::size_t slabs_ = 0;
    unsigned char kind_of_[kRoom / kSlab]{};
    Free* free_[kLargest / 16 + 1]{};
};

bool use_slabs = false;
Slabs slabs;

}  // namespace

void* operator new(std::size_t bytes) {
    void* const object =
        use_slabs && bytes <= Slabs::kLargest ? slabs.get(bytes) : std::malloc(bytes);
    return object != nullptr ? object : throw std::bad_alloc();
}
void operator delete(void* object) noexcept {
    if (!slabs.give_back(object)) {
        std::free(object);
    }
}
void operator delete(void* object, std::size_t /*bytes*/) noexcept { operator delete(object); }

namespace {

using Names = std::vector<std::string>;
using Signal = sc_core::sc_signal<int, sc_core::SC_UNCHECKED_WRITERS>;
using Signals = std::vector<std::unique_ptr<Signal>>;

constexpr int kPorts = 5;  // of a router of a mesh

/// `name_0`, ..., for each port of the router.
Names numbered(const Names& names) {
    Names all;
    for (const std::string& name : names) {
        for (int p = 0; p < kPorts; ++p) {
            all.push_back(name + '_' + std::to_string(p));
        }
    }
    return all;
}

/// Ports, a process and an event.
class Unit : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Unit);
    Unit(const sc_core::sc_module_name& name, const Names& clocks, const Names& inputs,
         const Names& outputs)
        : sc_module(name) {
        make(clocks, clocks_);
        make(inputs, inputs_);
        make(outputs, outputs_);
        SC_METHOD(run);
        sensitive << event_;
        dont_initialize();
    }
    template <typename Clock>
    void bind(Clock& clock, Signals& signals, std::size_t first) {
        for (auto& port : clocks_) {
            port->bind(clock);
        }
        for (auto& port : inputs_) {
            port->bind(*signals[first++ % signals.size()]);
        }
        for (auto& port : outputs_) {
            sc_core::sc_signal_inout_if<int>& signal = *signals[first++ % signals.size()];
            port->bind(signal);
        }
    }

private:
    template <typename Port>
    static void make(const Names& names, std::vector<std::unique_ptr<Port>>& ports) {
        for (const std::string& name : names) {
            ports.push_back(std::make_unique<Port>(name.c_str()));
        }
    }
    void run() {}

    std::vector<std::unique_ptr<sc_core::sc_in<bool>>> clocks_;
    std::vector<std::unique_ptr<sc_core::sc_in<int>>> inputs_;
    std::vector<std::unique_ptr<sc_core::sc_out<int>>> outputs_;
    sc_core::sc_event event_{"gate"};
};

/// Of the ports and signals that rtl_models/signal/network/router.cpp and router_nets.cpp name.
class Router : public sc_core::sc_module {
public:
    explicit Router(const sc_core::sc_module_name& name) : sc_module(name) {
        const Names registers = {"clk_i", "rst_ni"};
        make_signals();
        for (int p = 0; p < kPorts; ++p) {
            const std::string port = '_' + std::to_string(p);
            add("vc_buffer" + port, registers, {"flit_i", "pop_i"},
                {"credit_o", "filled_o", "front_o", "head_o", "tail_o", "count_o"});
            add("route_unit" + port, registers,
                {"node_i", "head_i", "tail_i", "vc_grant_i", "grant_i"},
                {"request_o", "active_o", "route_o", "stage_o"});
            add("output_unit" + port, registers, {"taken_i", "flit_i", "credit_i"},
                {"state_o", "ready_o", "outstanding_o", "flit_o"});
        }
        add("vc_allocator", registers, numbered({"request_i", "state_i"}),
            numbered({"grant_o", "taken_o"}));
        Names grants = numbered({"grant_o"});
        grants.push_back("select_o");
        add("switch_allocator", registers, numbered({"active_i", "filled_i", "ready_i"}), grants);
        Names crossbar = numbered({"front_i", "active_i", "grant_i"});
        crossbar.push_back("select_i");
        add("crossbar", {}, crossbar, numbered({"flit_o"}));
        add("monitor", {"clk_i"}, {}, {});
        for (const std::string& name : numbered({"flit_i", "credit_i"})) {
            inputs_.push_back(std::make_unique<sc_core::sc_in<int>>(name.c_str()));
        }
        for (const std::string& name : numbered({"flit_o", "credit_o"})) {
            outputs_.push_back(std::make_unique<sc_core::sc_out<int>>(name.c_str()));
        }
    }
    void bind(sc_core::sc_signal<bool>& clock) {
        clk_i(clock);
        rst_ni(clock);
        for (auto& input : inputs_) {
            input->bind(*signals_.front());
        }
        for (auto& output : outputs_) {
            sc_core::sc_signal_inout_if<int>& signal = *signals_.front();
            output->bind(signal);
        }
        std::size_t first = 0;
        for (auto& unit : units_) {
            unit->bind(clk_i, signals_, first++);
        }
    }

private:
    void add(const std::string& name, const Names& clocks, const Names& inputs,
             const Names& outputs) {
        units_.push_back(std::make_unique<Unit>(name.c_str(), clocks, inputs, outputs));
    }
    /// 82, and 15 for what is outside: the wires of links and of the node.
    void make_signals() {
        Names names = numbered({"filled", "front", "head", "tail", "count", "vc_request",
                                "vc_grant", "active", "switch_grant", "vc_route", "vc_stage",
                                "output_taken", "crossing", "output_state", "output_ready",
                                "output_outstanding", "flit", "credit", "wire"});
        names.insert(names.end(), {"switch_select", "node"});
        for (const std::string& name : names) {
            signals_.push_back(std::make_unique<Signal>(name.c_str()));
        }
    }

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};
    std::vector<std::unique_ptr<sc_core::sc_in<int>>> inputs_;
    std::vector<std::unique_ptr<sc_core::sc_out<int>>> outputs_;
    Signals signals_;
    std::vector<std::unique_ptr<Unit>> units_;
};

}  // namespace

int sc_main(int argc, char* argv[]) {
    int side = 32;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--slabs") == 0) {
            use_slabs = true;
        } else {
            side = std::atoi(argv[i]);
        }
    }
    sc_core::sc_signal<bool> clock("clock");
    std::vector<std::unique_ptr<Router>> routers;
    for (int id = 0; id < side * side; ++id) {
        routers.push_back(std::make_unique<Router>(("router_" + std::to_string(id)).c_str()));
        routers.back()->bind(clock);
    }
    sc_core::sc_start(1, sc_core::SC_NS);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::cout << usage.ru_maxrss / 1024 << " MB for " << side * side << " routers\n";
    std::cout.flush();
    std::_Exit(0);  // SystemC would look for every object in lists
}
