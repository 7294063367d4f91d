#include "tlm/interconnect/interconnect.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace flitscope::tl {

namespace {

std::size_t nodes_of(const rtl::Network& network) {
    return static_cast<std::size_t>(network.description().topology->nodes());
}

/// The parameters. Throws std::invalid_argument: "<where>: <field> = <value>, must be ...".
const InterconnectParameters& checked(const InterconnectParameters& parameters,
                                      const std::string& where, const rtl::Network& network) {
    const auto reject = [&](const std::string& what) {
        throw std::invalid_argument(where + ": " + what);
    };
    if (parameters.source_queue != rtl::kUnbounded && parameters.source_queue < 1) {
        reject("source_queue = " + std::to_string(parameters.source_queue) +
               ", must be >= 1 or unbounded");
    }
    if (parameters.max_burst_bytes < 1) {
        reject("max_burst_bytes = 0, must be >= 1");
    }
    const auto nodes = static_cast<topo::NodeId>(nodes_of(network));
    for (const topo::NodeId node : parameters.blocking_targets) {
        if (node < 0 || node >= nodes) {
            reject("blocking_targets: node " + std::to_string(node) + ", must be 0.." +
                   std::to_string(nodes - 1));
        }
    }
    return parameters;
}

MessageClasses classes_of(const rtl::Network& network) {
    return {0, network.description().router.message_classes > 1 ? 1 : 0};
}

}  // namespace

Interconnect::Interconnect(const sc_core::sc_module_name& name, rtl::Network& network,
                           AddressMap map, const InterconnectParameters& parameters)
    : sc_module(name),
      target_socket("target_socket", nodes_of(network)),
      initiator_socket("initiator_socket", nodes_of(network)),
      parameters_(checked(parameters, this->name(), network)),
      map_(std::move(map)),
      rules_(network.description().router, parameters.max_burst_bytes),
      flights_(this->name()),
      gate_(network, *this, parameters.source_queue),
      multicasts_(network.description(), map_, rules_, flights_, gate_,
                  classes_of(network).request),
      parts_{parameters_, map_,    rules_, classes_of(network), flights_, gate_,
             multicasts_, agenda_, {}},
      initiators_(parts_, this->name(), static_cast<int>(nodes_of(network)),
                  [this](topo::NodeId node) -> BackwardInterface& {
                      return *target_socket[static_cast<std::size_t>(node)].operator->();
                  }),
      targets_(parts_, this->name(), static_cast<int>(nodes_of(network)),
               [this](topo::NodeId node) -> ForwardInterface& { return target_at(node); }) {
    for (const AddressRange& range : map_.ranges()) {
        if (range.node < 0 || range.node >= network.description().topology->nodes()) {
            throw std::invalid_argument(std::string(this->name()) + ": address map: node " +
                                        std::to_string(range.node) + " does not exist");
        }
    }
    if (parameters.blocking_calls == BlockingCalls::loosely_timed) {
        loosely_timed_.emplace(
            parts_, this->name(), network.description(),
            [this](topo::NodeId node) -> ForwardInterface& { return target_at(node); });
    }
    for (std::size_t i = 0; i < target_socket.size(); ++i) {
        const int node = static_cast<int>(i);
        target_socket[i].register_nb_transport_fw(this, &Interconnect::forward, node);
        target_socket[i].register_b_transport(this, &Interconnect::blocking, node);
        target_socket[i].register_transport_dbg(this, &Interconnect::debug, node);
        target_socket[i].register_get_direct_mem_ptr(this, &Interconnect::direct_memory, node);
        initiator_socket[i].register_nb_transport_bw(this, &Interconnect::backward, node);
        initiator_socket[i].register_invalidate_direct_mem_ptr(this, &Interconnect::invalidate,
                                                               node);
    }
    SC_METHOD(work_off_agenda);
    dont_initialize();
    sensitive << agenda_.due();
}

void Interconnect::end_of_elaboration() {
    for (const AddressRange& range : map_.ranges()) {
        if (initiator_socket[static_cast<std::size_t>(range.node)].get_interface() == nullptr) {
            report_fatal("/flitscope/tlm/no_target", name(),
                         "the address map leads to node " + std::to_string(range.node) +
                             ", whose initiator_socket is not bound to a target");
        }
    }
}

void Interconnect::work_off_agenda() {
    AgendaItem item;
    while (agenda_.take(item)) {
        switch (item.task) {
            case Task::end_request:
                initiators_.end_request(item.flight);
                break;
            case Task::serve_target:
                targets_.serve(item.node, item.flight);
                break;
            case Task::end_response:
                targets_.end_response(item.flight);
                break;
            case Task::end_posted:
                targets_.end_response(item.flight);
                copy_answered(item.flight, rtl::kNever);
                break;
            case Task::give_response:
                initiators_.give_response(item.node, item.flight);
                break;
            case Task::finish_blocking:
                initiators_.finish_blocking(item.flight);
                break;
        }
    }
}

void Interconnect::multicast_accepted(std::uint32_t ticket, rtl::Cycle edge) {
    const std::uint32_t number = multicasts_.accepted(ticket);
    if (number == kNoFlight) {
        return;
    }
    initiators_.accepted(number, edge);
    const Flight& flight = flights_[number];
    if (flight.extension->posted) {
        flight.payload->set_response_status(::tlm::TLM_OK_RESPONSE);
        initiators_.delivered(number, edge);
    }
}

void Interconnect::copy_answered(std::uint32_t copy, rtl::Cycle edge) {
    const std::uint32_t number = multicasts_.close_copy(copy);
    if (number != kNoFlight) {
        initiators_.delivered(number, edge);
    }
}

void Interconnect::accepted(std::uint32_t number, rtl::Cycle edge) {
    if (Multicasts::is_ticket(number)) {
        multicast_accepted(number, edge);
    } else if (flights_[number].stage == FlightStage::requesting) {
        initiators_.accepted(number, edge);
    } else {
        targets_.accepted(number, edge);
    }
}

void Interconnect::delivered(std::uint32_t number, const rtl::Delivery& delivery) {
    if (Multicasts::is_ticket(number)) {
        targets_.delivered(multicasts_.open_copy(number, delivery), delivery.delivered);
        return;
    }
    const Flight& flight = flights_.checked(number);
    const bool request = flight.stage == FlightStage::requesting;
    LegTimes& leg = request ? flight.extension->request : flight.extension->response;
    leg.injected = delivery.injected;
    leg.delivered = delivery.delivered;
    if (request) {
        targets_.delivered(number, delivery.delivered);
    } else if (flight.multicast != kNoFlight) {
        copy_answered(number, delivery.delivered);
    } else {
        initiators_.delivered(number, delivery.delivered);
    }
}

Sync Interconnect::forward(int node, Payload& payload, Phase& phase, sc_core::sc_time& delay) {
    return initiators_.transport(node, payload, phase, delay);
}

Sync Interconnect::backward(int node, Payload& payload, Phase& phase, sc_core::sc_time& delay) {
    return targets_.transport(node, payload, phase, delay);
}

void Interconnect::blocking(int node, Payload& payload, sc_core::sc_time& delay) {
    if (loosely_timed_) {
        loosely_timed_->transport(node, payload, delay);
    } else {
        initiators_.blocking_transport(node, payload, delay);
    }
}

unsigned int Interconnect::debug(int /*node*/, Payload& payload) {
    const std::uint64_t address = payload.get_address();
    const AddressRange* range = map_.find(address, 1);
    if (range == nullptr) {
        payload.set_response_status(::tlm::TLM_ADDRESS_ERROR_RESPONSE);
        return 0;
    }
    // As much as the target has: a debug access may be shorter than asked for.
    const unsigned int length = payload.get_data_length();
    const std::uint64_t left = range->size - (address - range->base);
    payload.set_address(address - range->base + range->local_base);
    payload.set_data_length(static_cast<unsigned int>(std::min<std::uint64_t>(length, left)));
    const unsigned int done = target_at(range->node).transport_dbg(payload);
    payload.set_address(address);
    payload.set_data_length(length);
    return done;
}

bool Interconnect::direct_memory(int /*node*/, Payload& payload, ::tlm::tlm_dmi& dmi) {
    payload.set_dmi_allowed(false);
    dmi.init();  // refused for all addresses
    dmi.allow_read_write();
    return false;
}

void Interconnect::invalidate(int /*node*/, sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) {
    // Nothing was ever granted.
}

}  // namespace flitscope::tl
