// The compiled part of the Python package (flitscope/__init__.py describes the package).
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>
#include <csignal>
#include <systemc>

#include "testbenches/drive/compare/interrupted.h"
#include "testbenches/embedding/driven_network.h"
#include "testbenches/embedding/embedded_run.h"
#include "testbenches/program/console/exit_code.h"
#include "testbenches/program/failure.h"
#include "testbenches/program/sweep_command/results_table.h"

namespace py = pybind11;
using namespace flitscope::tb;

// libsystemc has a main() that calls it; the interpreter has its own.
__attribute__((visibility("default"))) int sc_main(int /*argc*/, char* /*argv*/[]) { return 1; }

namespace {

constexpr std::chrono::milliseconds kLookForSignals{20};

/// Raises KeyboardInterrupt if Python has set it, else the package's error, from the exception that
/// is being handled.
[[noreturn]] void raise_current() {
    const Failure failure = current_failure();
    if (PyErr_Occurred() == nullptr) {
        const py::object type = py::module_::import("flitscope._error").attr("Error");
        PyErr_SetObject(type.ptr(), type(failure.message, failure.code).ptr());
    }
    throw py::error_already_set();
}

template <typename Work>
auto guarded(const Work& work) -> decltype(work()) {
    try {
        return work();
    } catch (const py::error_already_set&) {
        throw;
    } catch (...) {
        raise_current();
    }
}

/// Asks Python whether Ctrl-C or another signal ends the work. Called without the GIL.
class PythonSignals {
public:
    int operator()() {
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) {
            return 0;
        }
        next_ = now + kLookForSignals;
        const py::gil_scoped_acquire gil;
        return PyErr_CheckSignals() != 0 ? SIGINT : 0;
    }

private:
    std::chrono::steady_clock::time_point next_ =
        std::chrono::steady_clock::now() + kLookForSignals;
};

py::tuple run(const std::string& name, const std::optional<std::string>& text,
              const std::vector<std::string>& sets, const std::string& folder) {
    return guarded([&] {
        EmbeddedRun done;
        std::string result;
        {
            const py::gil_scoped_release no_gil;
            const ExperimentConfig config = embedded_config({name, text, true, sets});
            done = run_embedded(config, name, folder, PythonSignals());
            result = done.result.dump();
        }
        if (PyErr_Occurred() != nullptr) {  // the signal came when the run was over
            throw py::error_already_set();
        }
        const Failure failure = done.failure.value_or(Failure{});
        return py::make_tuple(result, failure.message, failure.code, done.warnings);
    });
}

py::tuple table_of(const std::string& folder, bool saturation) {
    return guarded([&] {
        nlohmann::json rows = nlohmann::json::array();
        std::vector<DamagedFile> damaged;
        std::vector<std::string> columns;
        {
            const py::gil_scoped_release no_gil;
            const ResultsDirectory results(folder);
            results.require();
            const ResultsTable table =
                saturation ? saturation_table(results) : points_table(results, damaged);
            columns = table.columns();
            for (std::size_t row = 0; row < table.rows(); ++row) {
                nlohmann::json cells = nlohmann::json::array();
                for (std::size_t column = 0; column < columns.size(); ++column) {
                    cells.push_back(table.cell(row, column));
                }
                rows.push_back(std::move(cells));
            }
        }
        return py::make_tuple(columns, rows.dump(), texts_of(damaged));
    });
}

PyStructSequence_Field delivery_fields[] = {
    {"node", "where it came from"},
    {"destination", "where it went to"},
    {"length", "flits, head included"},
    {"message_class", "0..router.message_classes - 1"},
    {"offered", "edge at which it joined its source queue"},
    {"injected", "edge at which its head was in the injection buffer"},
    {"delivered", "edge at which its tail left the network"},
    {"hops", "channels between routers"},
    {"tag", "of the offer"},
    {nullptr, nullptr}};
PyStructSequence_Desc delivery_description = {
    "flitscope.Delivery", "A message that has arrived; edges in cycles.", delivery_fields, 9};
PyTypeObject* delivery_type = nullptr;

PyObject* delivery_object(const flitscope_delivery& delivery) {
    PyObject* const object = PyStructSequence_New(delivery_type);
    if (object == nullptr) {
        throw py::error_already_set();
    }
    const std::int64_t values[] = {delivery.node,          delivery.destination, delivery.length,
                                   delivery.message_class, delivery.offered,     delivery.injected,
                                   delivery.delivered,     delivery.hops};
    Py_ssize_t at = 0;
    for (const std::int64_t value : values) {
        PyStructSequence_SetItem(object, at++, PyLong_FromLongLong(value));
    }
    PyStructSequence_SetItem(object, at, PyLong_FromUnsignedLongLong(delivery.tag));
    return object;
}

/// A DrivenNetwork for one thread at a time. Closed before open() and after close().
class Network {
public:
    void open(const std::string& name, const std::optional<std::string>& text,
              const std::vector<std::string>& sets) {
        guarded([&] {
            if (driven_ || busy_) {
                throw UsageError("the network is open; accepted: a new one for each configuration");
            }
            const Busy busy(*this);
            const py::gil_scoped_release no_gil;
            const ExperimentConfig config = embedded_config({name, text, true, sets});
            driven_ = std::make_unique<DrivenNetwork>(config, name);
            warnings_ = config.warnings;
        });
    }

    const std::vector<std::string>& warnings() const { return warnings_; }
    std::int64_t nodes() const { return free().nodes(); }
    std::string level() const { return free().level(); }
    std::int64_t now() const { return free().now(); }
    std::int64_t under_way() const { return free().under_way(); }

    void offer(std::int64_t node, std::int64_t destination, std::int64_t length, std::uint64_t tag,
               std::int64_t message_class, const std::optional<std::int64_t>& at) {
        guarded([&] {
            if (at && *at < 0) {
                throw UsageError("at = " + std::to_string(*at) + ": in the past; accepted: " +
                                 std::to_string(now()) + " (now) or later");
            }
            const flitscope_message message = {
                node, destination, length, message_class, at.value_or(FLITSCOPE_NOW), tag};
            free().check(message);
            free().offer(message);
        });
    }

    /// `messages`: flitscope_message one after the other.
    void offer_packed(const py::buffer& messages) {
        guarded([&] {
            const py::buffer_info info = messages.request();
            const auto bytes = static_cast<std::size_t>(info.size * info.itemsize);
            if (PyBuffer_IsContiguous(info.view(), 'C') == 0 ||
                bytes % sizeof(flitscope_message) != 0) {
                throw UsageError("messages: accepted: whole ones of " +
                                 std::to_string(sizeof(flitscope_message)) +
                                 " bytes, one behind the other");
            }
            const auto* const first = static_cast<const flitscope_message*>(info.ptr);
            const auto* const last = first + bytes / sizeof(flitscope_message);
            DrivenNetwork& driven = free();
            for (const flitscope_message* each = first; each != last; ++each) {
                try {
                    driven.check(*each);
                } catch (const UsageError& error) {
                    throw UsageError("message " + std::to_string(each - first) + ": " +
                                     error.what());
                }
            }
            for (const flitscope_message* each = first; each != last; ++each) {
                driven.offer(*each);
            }
        });
    }

    std::int64_t step(const std::optional<std::int64_t>& until, bool to_delivery) {
        return guarded([&] {
            DrivenNetwork& driven = free();
            const auto end =
                to_delivery ? DrivenNetwork::StepEnd::at_delivery : DrivenNetwork::StepEnd::at_edge;
            const Busy busy(*this);
            const py::gil_scoped_release no_gil;
            driven.step(until.value_or(FLITSCOPE_UNTIL_DELIVERED), end, PythonSignals());
            return driven.now();
        });
    }

    py::list deliveries() {
        return guarded([&] {
            const std::vector<flitscope_delivery> taken = take();
            py::list list(taken.size());
            for (std::size_t i = 0; i < taken.size(); ++i) {
                PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), delivery_object(taken[i]));
            }
            return list;
        });
    }

    /// flitscope_delivery one after the other.
    py::bytes deliveries_packed() {
        return guarded([&] {
            const std::vector<flitscope_delivery> taken = take();
            return py::bytes(reinterpret_cast<const char*>(taken.data()),
                             taken.size() * sizeof(flitscope_delivery));
        });
    }

    void close() {
        if (driven_) {
            free();
            driven_.reset();
        }
    }

private:
    /// During its lifetime other threads are refused.
    class Busy {
    public:
        explicit Busy(Network& network) : network_(network) { network_.busy_ = true; }
        ~Busy() { network_.busy_ = false; }
        Busy(const Busy&) = delete;
        Busy& operator=(const Busy&) = delete;

    private:
        Network& network_;
    };

    DrivenNetwork& free() const {
        return guarded([this]() -> DrivenNetwork& {
            if (!driven_) {
                throw UsageError("the network is closed");
            }
            if (busy_) {
                throw UsageError("the network is being stepped by another thread");
            }
            return *driven_;
        });
    }
    std::vector<flitscope_delivery> take() {
        DrivenNetwork& driven = free();
        std::vector<flitscope_delivery> taken(driven.waiting());
        driven.take(taken.data(), taken.size());
        return taken;
    }

    std::unique_ptr<DrivenNetwork> driven_;  ///< null: closed
    std::vector<std::string> warnings_;      ///< of the configuration
    bool busy_ = false;                      ///< under the GIL
};

}  // namespace

PYBIND11_MODULE(_flitscope, module) {
    delivery_type = PyStructSequence_NewType(&delivery_description);
    if (delivery_type == nullptr) {
        throw py::error_already_set();
    }
    module.attr("Delivery") =
        py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(delivery_type));
    module.attr("version") = FLITSCOPE_VERSION;
    module.def("run", &run);
    module.def("table_of", &table_of);
    py::class_<Network>(module, "Network")
        .def(py::init())
        .def("_open", &Network::open)
        .def_property_readonly("_warnings", &Network::warnings)
        .def_property_readonly("nodes", &Network::nodes)
        .def_property_readonly("level", &Network::level)
        .def_property_readonly("now", &Network::now)
        .def_property_readonly("under_way", &Network::under_way)
        .def("offer", &Network::offer, py::arg("node"), py::arg("destination"), py::arg("length"),
             py::arg("tag") = 0, py::arg("message_class") = 0, py::arg("at") = py::none(),
             "A message joins the source queue of its node, now or at the edge `at`. Its `tag`, "
             "0..2**64-1, comes back with the delivery.")
        .def("_offer_packed", &Network::offer_packed)
        .def("step", &Network::step, py::arg("until") = py::none(), py::arg("to_delivery") = false,
             "Simulates up to the edge `until` (None: until all is delivered), or with "
             "`to_delivery` up to the first edge at which something is; returns that edge.\n\n"
             "All cycles before it are done, what has arrived can be taken, and what is offered "
             "next joins at it.")
        .def("deliveries", &Network::deliveries,
             "Takes what was delivered since the last call: a list of `Delivery`, by edge, then "
             "destination.")
        .def("_deliveries_packed", &Network::deliveries_packed)
        .def("close", &Network::close, "Frees the network; nothing else may follow.");
}
