#pragma once

#include "tlm/interconnect/agenda.h"
#include "tlm/interconnect/edge_clock.h"
#include "tlm/interconnect/flight_table.h"
#include "tlm/interconnect/interconnect_parameters.h"
#include "tlm/interconnect/message_gate.h"
#include "tlm/interconnect/multicasts.h"
#include "tlm/interconnect/transaction_rules.h"

namespace flitscope::tl {

/// Message class of requests and of responses; both 0 in a network with one class.
struct MessageClasses {
    int request = 0;
    int response = 0;
};

/// The shared parts of the two sides of the interconnect, toward initiators and toward targets.
struct InterconnectParts {
    const InterconnectParameters& parameters;
    const AddressMap& map;
    const TransactionRules& rules;
    MessageClasses classes;
    FlightTable& flights;
    MessageGate& gate;
    Multicasts& multicasts;
    Agenda& agenda;
    EdgeClock clock;

    /// Whether phases may be answered at once: if requested, and if every message is accepted at
    /// the next edge.
    bool answers_at_once() const { return parameters.phases == AtPhases::two && !gate.bounded(); }
};

}  // namespace flitscope::tl
