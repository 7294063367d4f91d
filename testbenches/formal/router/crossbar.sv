`include "checks.svh"
/// The crossbar carries each granted flit to the outputs that selected it, unchanged, and makes none. Any VC to any output.
module crossbar_proof #(
  parameter int INPUTS = 5,
  parameter int OUTPUTS = 5,
  parameter int VCS = 4,
  parameter int FLIT_WIDTH = 8,
  parameter int INPUT_SPEEDUP = 1,
  localparam int ROWS = INPUTS * INPUT_SPEEDUP, localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1
) (
  input logic                              clk_i,
  input logic                              rst_ni,
  input logic [INPUTS*VCS*FLIT_WIDTH-1:0]  front_i,
  input logic [INPUTS*VCS*VC_WIDTH-1:0]    active_i_vc,
  input logic [INPUTS*VCS-1:0]             grant_i,
  input logic [OUTPUTS*ROWS-1:0]           select_i
);
  logic [OUTPUTS-1:0]            valid;
  logic [OUTPUTS*VC_WIDTH-1:0]   vcs;
  logic [OUTPUTS*FLIT_WIDTH-1:0] flits;
  crossbar #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .VCS(VCS), .FLIT_WIDTH(FLIT_WIDTH), .INPUT_SPEEDUP(INPUT_SPEEDUP)) crossbar (
    .active_i_detour({INPUTS*VCS{1'b0}}), .ahead_i_valid({INPUTS*VCS{1'b0}}), .ahead_i_port({INPUTS*VCS*3{1'b0}}),
    .flit_o_valid(valid), .flit_o_vc(vcs), .flit_o(flits), .*);
  first_reset first_reset (.*);

  (* anyconst *) logic [$clog2(INPUTS*VCS)-1:0] from;
  (* anyconst *) logic [$clog2(OUTPUTS)-1:0]    to;
  logic [31:0] row;
  assign row = 32'(from) / VCS * INPUT_SPEEDUP + 32'(from) % VCS % INPUT_SPEEDUP;
  `GIVEN(ports_exist, 32'(from) < INPUTS*VCS && 32'(to) < OUTPUTS)
  genvar i;
  generate  // multicast_switch_allocator.sv: one_vc_per_crossbar_input, one_input_per_output
    for (i = 0; i < INPUTS*VCS; i = i + 1) begin : g_given
      `GIVEN_EACH(i == 32'(from) || !grant_i[from] || !grant_i[i] ||
          row != i / VCS * INPUT_SPEEDUP + i % VCS % INPUT_SPEEDUP)
    end
  endgenerate
  logic [ROWS-1:0] selected;
  assign selected = select_i[to*ROWS +: ROWS];
  `GIVEN(one_input_per_output, `ONE_AT_MOST(selected, ROWS))

  `PROVE(carries_granted_flits, !(grant_i[from] && selected[row]) || flits[to*FLIT_WIDTH +: FLIT_WIDTH] == front_i[from*FLIT_WIDTH +: FLIT_WIDTH])
  `PROVE(sends_on_the_held_vc, !(grant_i[from] && selected[row]) || vcs[to*VC_WIDTH +: VC_WIDTH] == active_i_vc[from*VC_WIDTH +: VC_WIDTH])
  `PROVE(sends_what_is_selected, valid[to] == (selected != '0))
  `PROVE(is_silent_otherwise, selected != '0 || {vcs[to*VC_WIDTH +: VC_WIDTH], flits[to*FLIT_WIDTH +: FLIT_WIDTH]} == '0)
endmodule
