#pragma once

namespace flitscope::cosim {

/// The models made from now on have this mutation (mutations.cmake); 0: none. In a file of its own
/// because Verilator's headers and SystemC's do not go together.
void select_mutation(int number);

}  // namespace flitscope::cosim
