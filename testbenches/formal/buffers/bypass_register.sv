`include "checks.svh"
/// The traversal register that flits may bypass (docs/router.md, section 6): every flit goes on once, in the cycle in
/// which it bypasses or in the next, and none while another is on the link.
module bypass_register_proof #(
  parameter int CYCLES_PER_FLIT = 1,
  localparam int VC_WIDTH = 1, localparam int FLIT_WIDTH = 2
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  flit_i_valid,
  input logic [VC_WIDTH-1:0]   flit_i_vc,
  input logic [FLIT_WIDTH-1:0] flit_i,
  input logic                  bypass_i,
  input logic                  quiet_i
);
  logic                  leaves, clear, quiet;
  logic [VC_WIDTH-1:0]   leaves_vc;
  logic [FLIT_WIDTH-1:0] leaving;
  bypass_register #(.BYPASS(1), .CYCLES_PER_FLIT(CYCLES_PER_FLIT), .VC_WIDTH(VC_WIDTH), .FLIT_WIDTH(FLIT_WIDTH)) bypass_register (
    .flit_o_valid(leaves), .flit_o_vc(leaves_vc), .flit_o(leaving), .clear_o(clear), .quiet_o(quiet), .*);
  first_reset first_reset (.*);
  logic                           waits_q;  // a flit that did not bypass, since the cycle before
  logic [VC_WIDTH+FLIT_WIDTH-1:0] waiting_q;
  logic [7:0]                     since_q, grant_q;  // cycles since the last flit began on the link, and since the last came
  `GIVEN(bypasses_with_a_flit, !bypass_i || (flit_i_valid && clear))              // bypass_unit.sv: bypasses_by_the_rule
  `GIVEN(comes_when_open, !flit_i_valid || 32'(grant_q) >= CYCLES_PER_FLIT - 1)  // output_unit.sv: spaces_flits
  always_ff @(posedge clk_i) begin
    waits_q <= rst_ni && flit_i_valid && !bypass_i;
    waiting_q <= {flit_i_vc, flit_i};
    if (!rst_ni) {since_q, grant_q} <= '1;
    else begin
      since_q <= leaves ? '0 : since_q + 8'(since_q != '1);
      grant_q <= flit_i_valid ? '0 : grant_q + 8'(grant_q != '1);
    end
  end
  `PROVE(sends_every_flit, leaves == (bypass_i || waits_q) && !(bypass_i && waits_q))
  `PROVE(sends_it_as_it_came, !leaves || {leaves_vc, leaving} == (bypass_i ? {flit_i_vc, flit_i} : waiting_q))
  `PROVE(spaces_flits, !leaves || 32'(since_q) >= CYCLES_PER_FLIT - 1)
  `PROVE(is_quiet_when_clear, quiet == (quiet_i && clear) && (!quiet || !waits_q))
endmodule
