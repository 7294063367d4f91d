#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/router/flit.h"
#include "topologies/routing/routing_function.h"
#include "topologies/topology.h"

namespace flitscope::cosim {

/// The fields of a head flit of the device by the names that the description gives them
/// (`flit.head`). A field is at most 64 bits wide.
class HeadFields {
public:
    /// 0 for a field that was not set. Throws std::out_of_range for a name that the description
    /// does not have.
    std::uint64_t get(const std::string& name) const { return value(index_of(name)); }
    void set(const std::string& name, std::uint64_t to) { value(index_of(name)) = to; }

    void add(std::string name) { fields_.emplace_back(std::move(name), 0); }
    std::size_t size() const { return fields_.size(); }
    std::uint64_t& value(std::size_t index) { return fields_[index].second; }
    std::uint64_t value(std::size_t index) const { return fields_[index].second; }

private:
    std::size_t index_of(const std::string& name) const {
        for (std::size_t i = 0; i < size(); ++i) {
            if (fields_[i].first == name) {
                return i;
            }
        }
        throw std::out_of_range("the description has no head field \"" + name + "\"");
    }

    std::vector<std::pair<std::string, std::uint64_t>> fields_;
};

/// Flitscope's routing at any node.
class RouteOracle {
public:
    virtual ~RouteOracle() = default;
    virtual const topo::Topology& topology() const = 0;
    /// Network outputs, Flitscope's numbers, that the message may take at `node` when it comes in
    /// by network port `input_port` (-1: injected there) after `hop` channels; empty at its
    /// destination.
    virtual std::vector<int> outputs(topo::NodeId node, int input_port, int hop,
                                     const rtl::Flit& head) const = 0;
    /// Position in the description's `ports` of a network port; `local_port()` for the node.
    virtual int device_port(int network_port) const = 0;
    virtual int local_port() const = 0;
};

/// Where a head is encoded or decoded.
struct HeadContext {
    const RouteOracle& routes;
    topo::NodeId here;  ///< the router with the device
    int port;           ///< encode: network input or -1 for injection; decode: network output or -1
                        ///< for ejection
};

/// The fields of a head; absent ones are empty.
struct DecodedHead {
    std::optional<std::uint64_t> message;  ///< tag that encode_head was given as head.message
    std::optional<topo::NodeId> destination;
    std::optional<topo::NodeId> source;
    std::optional<std::uint32_t> length;  ///< flits
    std::optional<int> message_class;
};

/// Converts heads of Flitscope to heads of the device and back. Fields whose meaning the
/// description can express do not need it; derive from it for the others (`holds: codec`), and pass
/// the source to flitscope_add_verilog_router as CODEC with
///
///     FLITSCOPE_HEAD_CODEC(MyCodec)
class HeadCodec {
public:
    virtual ~HeadCodec() = default;
    /// `fields` has everything that the description defines. `head.message` is the tag by which the
    /// adapter knows the message; only as many of its bits are used as `holds: message` has.
    virtual void encode_head(const HeadContext& /*context*/, const rtl::Flit& /*head*/,
                             HeadFields& /*fields*/) const {}
    /// `decoded` has everything that the description defines. May throw std::runtime_error for a
    /// header that the device must not produce; it is reported as a wrong turn would be.
    virtual void decode_head(const HeadContext& /*context*/, const HeadFields& /*fields*/,
                             DecodedHead& /*decoded*/) const {}
};

}  // namespace flitscope::cosim

/// Defines the codec of the plug-in this source is compiled into.
#define FLITSCOPE_HEAD_CODEC(Codec)                                       \
    std::unique_ptr<flitscope::cosim::HeadCodec> flitscope_head_codec() { \
        return std::make_unique<Codec>();                                 \
    }
std::unique_ptr<flitscope::cosim::HeadCodec> flitscope_head_codec();
