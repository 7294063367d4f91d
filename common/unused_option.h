#pragma once

#include "common/options.h"

namespace flitscope {

/// An option that changes nothing here, `what`: because of what. Those who can do without it go on.
class UnusedOption : public OptionError {
public:
    using OptionError::OptionError;
};

}  // namespace flitscope
