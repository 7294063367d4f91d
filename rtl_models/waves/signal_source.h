#pragma once

#include <cstdint>
#include <type_traits>

namespace flitscope::waves {

/// Where the value of a traced signal comes from: a variable, or a function of some object. Plain
/// pointers, because every traced signal is read in every active cycle. The objects outlive the
/// recorder.
class SignalSource {
public:
    using Function = std::uint64_t (*)(const void* object, int argument);

    /// No such signal: the dump omits it.
    SignalSource() = default;

    /// The value of a bool, integer or enum; negative ones in two's complement.
    template <typename T>
    static SignalSource value(const T& variable) {
        static_assert(std::is_integral_v<T> || std::is_enum_v<T>);
        return call(
            [](const void* untyped, int /*argument*/) {
                return static_cast<std::uint64_t>(*static_cast<const T*>(untyped));
            },
            &variable, 0);
    }
    /// A reference to a temporary would dangle.
    template <typename T>
    static SignalSource value(const T&& variable) = delete;

    static SignalSource call(Function function, const void* object, int argument) {
        SignalSource source;
        source.object_ = object;
        source.function_ = function;
        source.argument_ = argument;
        return source;
    }
    /// call<&OutputUnit::credits>(unit, vc): the result of a const member function of an int.
    template <auto Member, typename Object>
    static SignalSource call(const Object& object, int argument) {
        return call(
            [](const void* untyped, int a) {
                return static_cast<std::uint64_t>(
                    (static_cast<const Object*>(untyped)->*Member)(a));
            },
            &object, argument);
    }

    bool present() const { return function_ != nullptr; }
    /// Only of a signal that is present.
    std::uint64_t read() const { return function_(object_, argument_); }

private:
    const void* object_ = nullptr;
    Function function_ = nullptr;
    int argument_ = 0;
};

}  // namespace flitscope::waves
