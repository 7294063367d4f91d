#pragma once

#include "common/options.h"

namespace flitscope {

/// An option without effect here; `what`: the reason. Callers may continue without it.
class UnusedOption : public OptionError {
public:
    using OptionError::OptionError;
};

}  // namespace flitscope
