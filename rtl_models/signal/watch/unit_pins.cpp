#include "rtl_models/signal/watch/unit_pins.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "rtl_models/signal/bundles/pin_fields.h"
#include "rtl_models/signal/bundles/sized_bundle.h"

namespace flitscope::rtl {

namespace {

class SignalUnitPins final : public NetPins {
public:
    explicit SignalUnitPins(const PinSizes& sizes) : sizes_(sizes) {}

    void add_unit(const sc_core::sc_module& unit) {
        router_ = unit.get_parent_object();
        std::vector<Port> ports;
        for (sc_core::sc_object* const child : unit.get_child_objects()) {
            auto* const port = dynamic_cast<sc_core::sc_port_base*>(child);
            const std::string name = child->basename();
            if (port == nullptr) {
                continue;
            }
            if (name == "clk_i") {
                add_clock(unit.basename());
                continue;
            }
            // Port 2 of an sc_vector, or of single ports, is called request_i_2.
            const std::size_t end = name.find_last_not_of("0123456789");
            const bool numbered = end + 1 < name.size() && name[end] == '_';
            const std::string base = numbered ? name.substr(0, end) : name;
            auto known = std::find_if(ports.begin(), ports.end(),
                                      [&](const Port& each) { return each.name == base; });
            if (known == ports.end()) {
                known = ports.insert(known, {base, {}});
            }
            const std::size_t number = numbered ? std::stoul(name.substr(end + 1)) : 0;
            known->wires.resize(std::max(known->wires.size(), number + 1));
            known->wires[number] = port->get_interface();
        }
        for (const Port& port : ports) {
            for_each_pin_type([&](const auto& example) {
                add_port<std::decay_t<decltype(example)>>(unit.basename(), port);
            });
        }
    }

    void look(Look where) override {
        for (const auto& net : nets_) {
            if (past_) {
                net->look_back(*this, *past_);
            } else if (where == Look::all || net->inside) {
                net->look(*this);
            }
        }
    }
    void keep(Cycle cycle, Cycle first) override {
        for (const auto& net : nets_) {
            net->keep(cycle, first);
        }
    }
    void look_back_to(Cycle cycle) override { past_ = cycle; }

private:
    struct Port {
        std::string name;
        std::vector<sc_core::sc_interface*> wires;  ///< by number
    };
    /// Where the values of a pin begin.
    struct Place {
        std::size_t vector;
        int lsb;
    };
    struct Net {
        virtual ~Net() = default;
        virtual void look(SignalUnitPins& pins) = 0;
        virtual void keep(Cycle cycle, Cycle first) = 0;
        virtual void look_back(SignalUnitPins& pins, Cycle cycle) = 0;
        bool inside = false;                     ///< of the router
        std::vector<std::vector<Place>> fields;  ///< by number of the field
    };
    template <typename T>
    struct NetOf final : Net {
        NetOf(sc_core::sc_signal_in_if<T>& signal, const PinSizes& sizes)
            : carrier(signal), blank(sized_bundle<T>(sizes)), last(blank) {}

        void look(SignalUnitPins& pins) override { show(pins, carried()); }
        void keep(Cycle cycle, Cycle first) override {
            const T& value = carried();
            if (kept.empty() || !(kept.back().second == value)) {
                kept.emplace_back(cycle, value);
            }
            while (kept.size() > 1 && kept[1].first <= first) {
                kept.pop_front();
            }
        }
        void look_back(SignalUnitPins& pins, Cycle cycle) override {
            const auto later = std::find_if(kept.begin(), kept.end(),
                                            [&](const auto& each) { return each.first > cycle; });
            if (later != kept.begin()) {
                show(pins, std::prev(later)->second);
            }
        }
        const T& carried() const {
            const T& value = carrier.read();
            return is_sized(value, blank) ? value : blank;
        }
        void show(SignalUnitPins& pins, const T& value) {
            if (known && value == last) {
                return;
            }
            std::size_t number = 0;
            PinFields<T>::visit([&](const auto& field) {
                const int width = pins.sizes_.bits(field.width);
                const int words = words_of(width);
                for (int i = 0; i < pins.sizes_.number(field.elements) * words; ++i) {
                    const int at = i / words;
                    const int word = i % words;
                    const std::uint64_t bits = field.get(value, at, word);
                    for (const Place& place : this->fields[number]) {
                        pins.write(place.vector, place.lsb + at * width + 64 * word,
                                   bits_of_word(width, word), bits);
                    }
                }
                ++number;
            });
            last = value;
            known = true;
        }

        sc_core::sc_signal_in_if<T>& carrier;
        std::deque<std::pair<Cycle, T>> kept;  ///< its values, each from a cycle on
        T blank;
        T last;
        bool known = false;
    };

    template <typename T>
    void add_port(const char* unit, const Port& port) {
        if (dynamic_cast<sc_core::sc_signal_in_if<T>*>(port.wires.front()) == nullptr) {
            return;
        }
        std::vector<Net*> nets;
        for (sc_core::sc_interface* const wire : port.wires) {
            nets.push_back(&net_of<T>(*wire));
        }
        std::size_t number = 0;
        PinFields<T>::visit([&](const auto& field) {
            const int width = sizes_.bits(field.width) * sizes_.number(field.elements);
            if (width == 0) {  // this network has no such pin
                ++number;
                return;
            }
            const auto [known, fresh] = vectors_.try_emplace({nets, number}, 0);
            const int all = width * static_cast<int>(nets.size());
            if (fresh) {
                known->second = add_vector(all);
                for (std::size_t at = 0; at < nets.size(); ++at) {
                    nets[at]->fields[number].push_back(
                        {known->second, static_cast<int>(at) * width});
                }
            }
            const std::string name = port.name + (*field.name == '\0' ? "" : "_") + field.name;
            add_pin({unit, name, all, known->second});
            ++number;
        });
    }

    template <typename T>
    Net& net_of(sc_core::sc_interface& interface) {
        std::size_t& number = numbers_.try_emplace(&interface, nets_.size()).first->second;
        if (number == nets_.size()) {
            auto net = std::make_unique<NetOf<T>>(
                dynamic_cast<sc_core::sc_signal_in_if<T>&>(interface), sizes_);
            const auto* const object = dynamic_cast<const sc_core::sc_object*>(&interface);
            net->inside = object != nullptr && object->get_parent_object() == router_;
            std::size_t fields = 0;
            PinFields<T>::visit([&](const auto& /*field*/) { ++fields; });
            net->fields.resize(fields);
            nets_.push_back(std::move(net));
        }
        return *nets_[number];
    }

    PinSizes sizes_;
    std::optional<Cycle> past_;  ///< shown instead of the present
    const sc_core::sc_object* router_ = nullptr;
    std::vector<std::unique_ptr<Net>> nets_;
    std::map<const sc_core::sc_interface*, std::size_t> numbers_;               ///< in nets_
    std::map<std::pair<std::vector<Net*>, std::size_t>, std::size_t> vectors_;  ///< by field
};

}  // namespace

std::shared_ptr<NetPins> make_unit_pins(const std::vector<const sc_core::sc_module*>& units,
                                        const PinSizes& sizes) {
    auto pins = std::make_shared<SignalUnitPins>(sizes);
    for (const sc_core::sc_module* const unit : units) {
        pins->add_unit(*unit);
    }
    return pins;
}

}  // namespace flitscope::rtl
