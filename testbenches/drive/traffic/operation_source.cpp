#include "testbenches/drive/traffic/operation_source.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "topologies/hypercube.h"

namespace flitscope::tb {

namespace {

/// Flits of a part of a message of `length`; even the half of one flit is a message.
std::uint32_t length_of(tl::PlanPart part, std::uint32_t length) {
    switch (part) {
        case tl::PlanPart::first_half:
            return (length + 1) / 2;
        case tl::PlanPart::second_half:
            return std::max(length / 2, 1U);
        case tl::PlanPart::whole:
            break;
    }
    return length;
}

}  // namespace

OperationSource::OperationSource(std::unique_ptr<TrafficSource> others,
                                 const TrafficConfig& traffic,
                                 const rtl::NetworkDescription& network, std::uint64_t seed)
    : others_(std::move(others)),
      choice_(traffic, network.topology->nodes(), seed),
      traced_(traffic.trace != nullptr),
      topology_(network.topology),
      unicast_(borrowed(*network.routing)),
      kinds_{Kind{&tl::find_collective(traffic.broadcast.algorithm)},
             Kind{&tl::find_collective(traffic.multicast.algorithm)}, Kind{}},
      one_port_(network.router.injection_ports != rtl::kAll),
      startup_(traffic.startup_cycles),
      serial_(traffic.startup == StartUp::serial),
      seed_(seed),
      sequence_(static_cast<std::size_t>(network.topology->nodes()), 0),
      broadcasts_(sequence_.size(), 0) {
    int routings = 0;
    const HeaderRoutings own = header_routings(traffic, *topology_, unicast_);
    for (std::size_t kind = 0; kind < kOperationKinds; ++kind) {
        kinds_[kind].headers = !own[kind].empty();
        kinds_[kind].first_routing = routings;
        routings += static_cast<int>(own[kind].size());
    }
    if (traffic.has(OperationKind::collective)) {
        exchange_ = exchange_of(traffic, network.router, *topology_, unicast_);
        if (traffic.collective.in_network) {
            reductions_.emplace(*exchange_, traffic.collective.entries, seed_);
            down_class_ = network.router.message_classes - 1;
        }
    }
    const auto* const cube = dynamic_cast<const topo::Hypercube*>(topology_);
    const Kind& broadcasts = kinds_[index_of(OperationKind::broadcast)];
    if (traffic.has(OperationKind::broadcast) && broadcasts.algorithm->has_base &&
        cube != nullptr) {
        dimensions_ = cube->dimensions();
        base_ = tl::parse_sbt_base(traffic.broadcast.base, dimensions_, "base");
    }
}

rtl::Cycle OperationSource::next_edge() const {
    return std::min({others_->next_edge(),
                     waiting_.empty() ? rtl::kNever : waiting_.begin()->first.first,
                     reductions_ ? reductions_->next_edge() : rtl::kNever});
}

const std::vector<rtl::Message>& OperationSource::messages_at(rtl::Cycle edge) {
    begun_ = {};
    if (reductions_) {
        reductions_->at_edge(edge);
    }
    places_ = &others_->messages_at(edge);
    for (const rtl::Message& message : *places_) {
        take(edge, message);
    }
    joining_.clear();
    first_id_.clear();
    while (!waiting_.empty() && waiting_.begin()->first.first <= edge) {
        auto [message, part] = waiting_.begin()->second;
        waiting_.erase(waiting_.begin());
        const rtl::MessageId place = message.id;
        message.id = next_id_++;
        if (recording_) {
            first_id_.emplace(place, message.id);
        }
        if (traced_ && part == nullptr && message.header == nullptr) {
            place_of_.emplace(message.id, place);
        }
        message.sequence = sequence_[static_cast<std::size_t>(message.source)]++;
        if (part != nullptr) {
            unicasts_.emplace(message.id, part);
            if (part->elements) {
                reductions_->joins(message, part->entry, part->elements);
            }
        }
        joining_.push_back(message);
    }
    return joining_;
}

/// Takes a message of the other source: it is sent as it is, or an operation takes its place.
void OperationSource::take(rtl::Cycle edge, const rtl::Message& place) {
    OperationChoice::Chosen choice = choice_.of(place, others_->line_of(place));
    if (!choice.kind) {
        waiting_.emplace(std::pair(edge, place.source), Waiting{place, nullptr});
        return;
    }
    if (choice.left_out) {
        return;
    }
    switch (*choice.kind) {
        case OperationKind::broadcast:
            return broadcast(place);
        case OperationKind::multicast:
            return multicast(place, std::move(choice.destinations));
        case OperationKind::collective:
            return collective(place);
    }
}

/// The number of the first message that was made for a place, as the lines of a trace give it.
/// Operands that units combine are no messages: such operations have the number of the place.
std::string OperationSource::id_of(const rtl::Message& place) const {
    const auto first = first_id_.find(place.id);
    return first == first_id_.end() ? "collective_" + std::to_string(place.id)
                                    : std::to_string(first->second);
}

void OperationSource::describe(std::vector<TraceRow>& rows) {
    std::vector<TraceRow> places;
    others_->describe(places);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const rtl::Message& place = (*places_)[i];
        OperationChoice::Chosen choice = choice_.of(place, others_->line_of(place));
        if (!choice.left_out) {
            if (!traced_) {
                places[i].id = id_of(place);
            }
            places[i].operation = choice.kind;
            places[i].destinations = std::move(choice.destinations);
            rows.push_back(std::move(places[i]));
        }
    }
}

void OperationSource::broadcast(const rtl::Message& place) {
    tl::PlanRequest request;
    request.source = place.source;
    request.one_port = one_port_;
    if (base_) {
        std::uint32_t& count = broadcasts_[static_cast<std::size_t>(place.source)];
        request.base = base_->base(dimensions_, place.source, count++, seed_);
    }
    begin_planned(OperationKind::broadcast, request, place);
}

void OperationSource::multicast(const rtl::Message& place, std::vector<topo::NodeId> destinations) {
    tl::PlanRequest request;
    request.source = place.source;
    request.destinations = std::move(destinations);
    begin_planned(OperationKind::multicast, request, place);
}

void OperationSource::begin_planned(OperationKind kind, const tl::PlanRequest& request,
                                    const rtl::Message& place) {
    const tl::CollectiveEntry& algorithm = *kinds_[index_of(kind)].algorithm;
    Operation& operation =
        add(kind,
            std::make_shared<const tl::PlanOrder>(
                *topology_, tl::make_plan(algorithm, *topology_, unicast_, request)),
            place);
    operation.startup_each = algorithm.goal != tl::CollectiveGoal::broadcast;
    start(operation);
}

void OperationSource::collective(const rtl::Message& place) {
    Operation& operation = add(OperationKind::collective, exchange_->shared_order(), place);
    operation.finished.length = place.length;
    if (reductions_) {
        by_number_.emplace(collectives_++, &operation);
        // All messages of a tree have the same length.
        reductions_->generate(static_cast<std::uint32_t>(exchange_->flits(0, place.length)));
        return;
    }
    operation.values.emplace(*exchange_, seed_ + collectives_++);
    start(operation);
}

/// Adds an operation, of which nothing is sent yet.
OperationSource::Operation& OperationSource::add(OperationKind kind,
                                                 std::shared_ptr<const tl::PlanOrder> order,
                                                 const rtl::Message& place) {
    under_way_.emplace_front(std::move(order), place);
    Operation& operation = under_way_.front();
    operation.self = under_way_.begin();
    operation.number = operations_++;
    const tl::Plan& plan = operation.order->plan();
    operation.parts_left = plan.messages().size();
    const rtl::Cycle generated = place.generated - startup_;
    operation.started.assign(operation.order->members().size(), generated);
    operation.finished.kind = kind;
    operation.finished.begun = place.generated;
    operation.finished.generated = generated;
    operation.finished.messages = static_cast<std::int64_t>(plan.messages().size());
    operation.finished.step_ends.assign(static_cast<std::size_t>(plan.steps()), 0);
    ++begun_[index_of(kind)];
    return operation;
}

void OperationSource::start(Operation& operation) {
    operation.progress.begin(ready_);
    send_ready(operation, operation.finished.generated);
}

/// Sends everything in ready_, whose needs were met at `edge`.
void OperationSource::send_ready(Operation& operation, rtl::Cycle edge) {
    for (const tl::PlanOrder::Sends* const sends : ready_) {
        if (operation.values) {
            operation.values->sent(*sends);
        }
        rtl::Cycle& started = operation.started[operation.order->member(sends->node)];
        const auto start = [&] { started = (serial_ ? std::max(edge, started) : edge) + startup_; };
        if (!operation.startup_each) {
            start();
        }
        for (std::uint32_t i = sends->first; i < sends->last; ++i) {
            if (operation.startup_each) {
                start();
            }
            send(operation, operation.order->plan().by_sender()[i], started);
        }
    }
    ready_.clear();
}

OperationSource::Part& OperationSource::send(Operation& operation, std::uint32_t number,
                                             rtl::Cycle joins) {
    const tl::Plan& plan = operation.order->plan();
    const tl::PlanMessage& planned = plan.messages()[number];
    Part& part = operation.parts.emplace_back();
    part.operation = &operation;
    part.number = number;
    rtl::Message message = operation.place;
    message.source = planned.from;
    message.destination = plan.addresses(planned)[planned.address_count - 1].address;
    message.length = operation.finished.kind == OperationKind::collective
                         ? static_cast<std::uint32_t>(exchange_->flits(number, message.length))
                         : length_of(planned.part, message.length);
    message.generated = joins;
    if (reductions_ && operation.finished.kind == OperationKind::collective &&
        !exchange_->load(number).combine) {
        message.message_class = down_class_;
    }
    const Kind& kind = kinds_[index_of(operation.finished.kind)];
    if (kind.headers) {
        static_cast<rtl::Header&>(part) =
            tl::worm_of(plan, planned, *topology_, kind.first_routing);
        message.header = &part;
    }
    waiting_.emplace(std::pair(joins, message.source),
                     Waiting{message, kind.headers ? nullptr : &part});
    return part;
}

std::optional<FinishedOperation> OperationSource::handed(const rtl::ReductionResult& result) {
    const NetworkReductions::Next next = reductions_->handed(result);
    Operation& operation = *by_number_.at(next.operation);
    for (const std::uint32_t number : next.sends) {
        Part& part = send(operation, number, result.edge);
        part.entry = result.entry;
        part.elements = result.elements;
    }
    if (!next.finished) {
        return std::nullopt;
    }
    by_number_.erase(next.operation);
    operation.finished.wrong_results = next.wrong_results;
    return finish(operation, result.edge);
}

void OperationSource::operate(rtl::Network& network) {
    if (!reductions_) {
        return;
    }
    rtl::ReductionPort* const port = network.reductions();
    if (port == nullptr) {
        throw std::logic_error("level " + network.level() + " has no combining units");
    }
    reductions_->operate(*port);
}

/// The last node has its result, which ends the operation.
FinishedOperation OperationSource::finish(Operation& operation, rtl::Cycle edge) {
    FinishedOperation finished = std::move(operation.finished);
    finished.delivered = edge;
    if (traced_) {
        rtl::Delivery whole;
        whole.message = operation.place;
        whole.delivered = edge;
        others_->delivered(whole);
    }
    under_way_.erase(operation.self);
    return finished;
}

/// The part of an operation that a message is; null: none.
const OperationSource::Part* OperationSource::part_of(const rtl::Message& message) const {
    if (message.header != nullptr) {
        return static_cast<const Part*>(message.header);
    }
    const auto found = unicasts_.find(message.id);
    return found == unicasts_.end() ? nullptr : found->second;
}

std::optional<OperationPart> OperationSource::operation_of(const rtl::Message& message) const {
    const Part* const part = part_of(message);
    if (part == nullptr) {
        return std::nullopt;
    }
    const Operation& operation = *part->operation;
    return OperationPart{operation.finished.kind, operation.number, operation.place.source,
                         operation.finished.begun,
                         operation.order->plan().messages()[part->number].step};
}

std::optional<FinishedOperation> OperationSource::delivered(const rtl::Delivery& delivery) {
    const rtl::Message& message = delivery.message;
    const Part* const part = part_of(message);
    if (part == nullptr) {
        if (traced_) {
            rtl::Delivery of_place = delivery;
            of_place.message.id = place_of_.extract(message.id).mapped();
            others_->delivered(of_place);
        }
        return std::nullopt;
    }
    Operation& operation = *part->operation;
    const topo::NodeId node = message.header != nullptr ? delivery.node : message.destination;
    const tl::PlanMessage& planned = operation.order->plan().messages()[part->number];
    rtl::Cycle& step_end = operation.finished.step_ends[static_cast<std::size_t>(planned.step)];
    step_end = std::max(step_end, delivery.delivered);
    // A copy may be consumed on the way after the one at the last node.
    if (node == message.destination) {
        operation.finished.channels += delivery.hops;
    }
    if (operation.values) {
        operation.values->received(part->number);
    }
    if (part->elements) {
        reductions_->delivered(delivery.delivered);
        unicasts_.erase(message.id);
        return std::nullopt;  // its unit says what follows
    }
    operation.progress.received(part->number, node, ready_);
    if (delivery.last) {
        --operation.parts_left;
        unicasts_.erase(message.id);
    }
    send_ready(operation, delivery.delivered);
    if (!operation.progress.complete() || operation.parts_left > 0) {
        return std::nullopt;
    }
    if (operation.values) {
        operation.finished.wrong_results = operation.values->wrong_results();
    }
    return finish(operation, delivery.delivered);
}

}  // namespace flitscope::tb
