`include "checks.svh"
/// Extra stages: every flit leaves once, as it came, so many cycles later. `watch_i` picks any one flit.
module extra_stages_proof #(
  parameter int STAGES = 3,
  localparam int VC_WIDTH = 1, localparam int FLIT_WIDTH = 2
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  flit_i_valid,
  input logic [VC_WIDTH-1:0]   flit_i_vc,
  input logic [FLIT_WIDTH-1:0] flit_i,
  input logic                  watch_i
);
  logic                  leaves, quiet;
  logic [VC_WIDTH-1:0]   leaves_vc;
  logic [FLIT_WIDTH-1:0] leaving;
  extra_stages #(.STAGES(STAGES), .VC_WIDTH(VC_WIDTH), .FLIT_WIDTH(FLIT_WIDTH)) extra_stages (
    .flit_o_valid(leaves), .flit_o_vc(leaves_vc), .flit_o(leaving), .quiet_o(quiet), .*);
  first_reset first_reset (.*);
  logic                           inside_q;
  logic [7:0]                     age_q, count_q;  // of the watched flit, and of flits inside
  logic [VC_WIDTH+FLIT_WIDTH-1:0] watched_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {inside_q, age_q, count_q} <= '0;
    else begin
      count_q <= count_q + 8'(flit_i_valid) - 8'(leaves);
      if (inside_q) {inside_q, age_q} <= {32'(age_q) != STAGES - 1, age_q + 8'd1};
      else if (flit_i_valid && watch_i) begin
        {inside_q, age_q} <= {1'b1, 8'd0};
        watched_q <= {flit_i_vc, flit_i};
      end
    end
  end
  `PROVE(sends_a_flit_in_its_cycle, !(inside_q && 32'(age_q) == STAGES - 1) ||
      (leaves && {leaves_vc, leaving} == watched_q))
  `PROVE(makes_no_flit, !leaves || count_q != '0)
  `PROVE(is_quiet_when_empty, quiet == (count_q == '0))
endmodule
