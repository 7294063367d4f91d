#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <type_traits>
#include <utility>
#include <vector>

#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/credit.h"
#include "rtl_models/signal/bundles/purge.h"
#include "rtl_models/signal/clocking/gate.h"

namespace flitscope::rtl {

/// Whether a value says something to who reads it at an edge: a mask that is not empty, a bundle or
/// flit that is valid. Other types do not; their channels can be watched for changes.
template <typename T, typename = void>
struct Carries {
    static bool value(const T& /*value*/) { return false; }
};
template <>
struct Carries<VcMask> {
    static bool value(VcMask mask) { return mask != 0; }
};
template <typename T>
struct Carries<T, decltype(static_cast<void>(std::declval<const T&>().valid()))> {
    static bool value(const T& value) { return value.valid(); }
};
template <typename T>
struct Carries<T, decltype(static_cast<void>(std::declval<const T&>().valid != 0))> {
    static bool value(const T& value) { return value.valid != 0; }
};

/// An sc_signal that also tells sleeping readers when it carries something. Binds to the same
/// ports, traces like any signal, and may be replaced by any sc_signal of the type. One output port
/// writes to it: a second one is an error when it is bound.
template <typename T>
class Wire : public sc_core::sc_signal<T, sc_core::SC_UNCHECKED_WRITERS>, public Watched {
    using Signal = sc_core::sc_signal<T, sc_core::SC_UNCHECKED_WRITERS>;

public:
    explicit Wire(const char* name, const T& initial = T()) : Signal(name, initial) {}

    void register_port(sc_core::sc_port_base& port, const char* interface_type) override {
        if (std::string(interface_type) == typeid(sc_core::sc_signal_inout_if<T>).name()) {
            if (writer_ != nullptr) {
                const std::string what =
                    std::string(this->name()) + ": " + writer_ + ", " + port.name();
                SC_REPORT_ERROR("/flitscope/signal/two_writers", what.c_str());
            }
            writer_ = port.name();
        }
    }

    /// As write, for who has the wire itself.
    void put(const T& value) {
        if (!(this->m_new_val == value)) {
            this->m_new_val = value;
            commit();
        }
    }
    void write(const T& value) override { put(value); }
    /// For its one writer: the value that the wire will have, to be changed in place and committed.
    T& next() { return this->m_new_val; }
    void commit() {
        if (!this->asked_) {
            this->asked_ = true;
            to_update_.add(this);
            this->request_update();
        }
    }

protected:
    void update() override {
        fetch_lines(to_update_.take(kAhead), -3, 1);
        this->asked_ = false;
        if (this->m_new_val == this->m_cur_val) {
            return;
        }
        if constexpr (std::is_same_v<T, bool>) {
            this->do_update();  // has events of its edges
        } else {
            // As sc_signal does, which calls several functions for it.
            this->m_cur_val = this->m_new_val;
            this->m_change_stamp = this->simcontext()->change_stamp();
            this->notify_next_delta(this->m_change_event_p);
        }
        tell_watchers(Carries<T>::value(this->m_cur_val));
        for_each_dependent([this](UnitGate& gate) {
            if (gate.note_change()) {
                this->notify_next_delta(&gate.event);
            }
        });
    }

private:
    const char* writer_ = nullptr;  ///< name of the output port
};

using FlitWire = Wire<Flit>;
using CreditWire = Wire<Credit>;
using PurgeWire = Wire<Purge>;
using DroppedWire = Wire<DroppedFlits>;

/// Reads input ports in fewer steps where the channel is a Wire. Ports are bound when elaboration
/// ends.
template <typename T>
class Reader {
public:
    Reader() = default;
    explicit Reader(sc_core::sc_in<T>& port) : port_(&port) {
        auto* const wire = dynamic_cast<Wire<T>*>(port.get_interface());
        value_ = wire == nullptr ? nullptr : &wire->read();
    }
    const T& read() const { return value_ != nullptr ? *value_ : port_->read(); }
    bool bound() const { return value_ != nullptr || port_ != nullptr; }

private:
    const T* value_ = nullptr;  ///< null: somebody else's channel
    const sc_core::sc_in<T>* port_ = nullptr;
};

/// The same for output ports.
template <typename T>
class Writer {
public:
    Writer() = default;
    explicit Writer(sc_core::sc_out<T>& port)
        : wire_(dynamic_cast<Wire<T>*>(port.get_interface())), port_(&port) {}
    void write(const T& value) {
        if (wire_ != nullptr) {
            wire_->put(value);
        } else {
            port_->write(value);
        }
    }

private:
    Wire<T>* wire_ = nullptr;  ///< null: somebody else's channel
    sc_core::sc_out<T>* port_ = nullptr;
};

/// An output register behind a port: changed in place, without a copy where the channel is a Wire.
template <typename T>
class OutputRegister {
public:
    /// At end of elaboration.
    void bind(sc_core::sc_out<T>& port, const T& initial) {
        port_ = &port;
        wire_ = dynamic_cast<Wire<T>*>(port.get_interface());
        if (wire_ != nullptr) {
            wire_->next() = initial;
            value_ = &wire_->next();
        } else {
            own_ = std::make_unique<T>(initial);
            value_ = own_.get();
        }
    }
    /// What the port shows from the next delta after drive() on.
    T& operator*() { return *value_; }
    const T& operator*() const { return *value_; }
    T* operator->() { return value_; }
    const T* operator->() const { return value_; }
    void drive() {
        if (wire_ != nullptr) {
            wire_->commit();
        } else {
            port_->write(*own_);
        }
    }

private:
    Wire<T>* wire_ = nullptr;  ///< null: somebody else's channel
    T* value_ = nullptr;
    sc_core::sc_out<T>* port_ = nullptr;
    std::unique_ptr<T> own_;
};

/// Last built, first gone, which is how SystemC finds modules and ports fastest.
template <typename Owner>
void clear_backwards(std::vector<Owner>& owners) {
    while (!owners.empty()) {
        owners.pop_back();
    }
}

template <typename T>
std::vector<Writer<T>> writers(sc_core::sc_vector<sc_core::sc_out<T>>& ports) {
    std::vector<Writer<T>> all;
    for (sc_core::sc_out<T>& port : ports) {
        all.emplace_back(port);
    }
    return all;
}

template <typename T>
std::vector<Writer<T>> writers(OptionalPorts<sc_core::sc_out<T>>& ports) {
    std::vector<Writer<T>> all;
    ports.for_each([&](sc_core::sc_out<T>& port) { all.emplace_back(port); });
    return all;
}

template <typename T>
std::vector<Reader<T>> readers(OptionalPorts<sc_core::sc_in<T>>& ports) {
    std::vector<Reader<T>> all;
    ports.for_each([&](sc_core::sc_in<T>& port) { all.emplace_back(port); });
    return all;
}

template <typename T>
std::vector<Reader<T>> readers(sc_core::sc_vector<sc_core::sc_in<T>>& ports) {
    std::vector<Reader<T>> all;
    for (sc_core::sc_in<T>& port : ports) {
        all.emplace_back(port);
    }
    return all;
}

}  // namespace flitscope::rtl
