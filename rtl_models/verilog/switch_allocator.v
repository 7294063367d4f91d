/// Switch allocation (docs/router.md, section 6): inputs and outputs are matched by the allocator that
/// ALLOCATOR names.
///
/// An allocator is its module, parameters and ports as separable_input_switch_allocator has them, and
/// one line below: number, module, instance named as in configurations.
module switch_allocator #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int ALLOCATOR = 0,
  parameter int ITERATIONS = 1,     ///< of islip
  parameter int ARBITER = 0,        ///< KIND of arbiter
  parameter int ARBITER_STATE = 0,  ///< of separable_output and wavefront
  parameter int BRANCHES = 1        ///< outputs that a VC may ask for at once: 2 where there are multicasts
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,     ///< synchronous, active low
  input  logic [INPUTS*VCS*INPUTS*VCS-1:0] ahead_i, ///< which come before which: of priority_order.v
  input  logic [INPUTS*OUTPUTS*VCS-1:0] request_i,  ///< bit (p*OUTPUTS + o)*VCS + v
  input  logic [OUTPUTS*INPUTS-1:0]     used_i,     ///< of select_o: what crosses, which alone moves arbiters
  output logic [INPUTS*VCS-1:0]         granted_o,  ///< at most one VC per input port
  output logic [OUTPUTS*INPUTS-1:0]     select_o    ///< bit o*INPUTS + p, one per output at most
);
  generate
    case (ALLOCATOR)
      0: separable_input_switch_allocator #(INPUTS, OUTPUTS, VCS, ARBITER) separable_input (.*);
      1: separable_output_switch_allocator #(INPUTS, OUTPUTS, VCS, ARBITER, ARBITER_STATE, BRANCHES) separable_output (.*);
      2: wavefront_switch_allocator #(INPUTS, OUTPUTS, VCS, ARBITER, ARBITER_STATE, BRANCHES) wavefront (.*);
      3: islip_switch_allocator #(INPUTS, OUTPUTS, VCS, ARBITER, ITERATIONS, BRANCHES) islip (.*);
    endcase
  endgenerate
  wire unused = &{1'b0, used_i, ahead_i};  // by allocators whose arbiters always move, or that have none
endmodule
