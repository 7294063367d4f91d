/// The traversal register of an output in routers with bypass (docs/router.md, section 6), behind an output
/// unit without one: a flit that bypasses goes past it.
module bypass_register #(
  parameter int BYPASS = 1,           ///< 0: there is none, and the unit consists of wires
  parameter int CYCLES_PER_FLIT = 1,  ///< 1..255
  parameter int VC_WIDTH = 2,
  parameter int FLIT_WIDTH = 188
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,        ///< synchronous, active low
  input  logic                  flit_i_valid,  ///< from the output unit
  input  logic [VC_WIDTH-1:0]   flit_i_vc,
  input  logic [FLIT_WIDTH-1:0] flit_i,
  input  logic                  bypass_i,      ///< it bypasses
  input  logic                  quiet_i,       ///< of the output unit
  output logic                  flit_o_valid,
  output logic [VC_WIDTH-1:0]   flit_o_vc,
  output logic [FLIT_WIDTH-1:0] flit_o,
  output logic                  clear_o,       ///< no flit of the register is on the link
  output logic                  quiet_o        ///< nothing changes without a grant or a credit
);
  generate
    if (BYPASS == 0) begin : g_wires
      assign flit_o_valid = flit_i_valid;
      assign flit_o_vc = flit_i_vc;
      assign flit_o = flit_i;
      assign clear_o = 1'b1;
      assign quiet_o = quiet_i;
      wire unused = &{1'b0, clk_i, rst_ni, bypass_i, CYCLES_PER_FLIT};
    end else begin : g_register
      logic                  valid_q;
      logic [VC_WIDTH-1:0]   vc_q;
      logic [FLIT_WIDTH-1:0] flit_q;
      logic [7:0]            busy_q;  // cycles that a flit of the register still is on the link
      assign flit_o_valid = bypass_i || valid_q;
      assign flit_o_vc = bypass_i ? flit_i_vc : vc_q;
      assign flit_o = bypass_i ? flit_i : flit_q;
      assign clear_o = busy_q == 8'd0;
      assign quiet_o = quiet_i && clear_o;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) {valid_q, busy_q} <= '0;
        else begin
          valid_q <= flit_i_valid && !bypass_i;
          if (flit_i_valid && !bypass_i) busy_q <= 8'(CYCLES_PER_FLIT);
          else if (!clear_o) busy_q <= busy_q - 8'd1;
        end
      end
      always_ff @(posedge clk_i) begin
        vc_q   <= flit_i_vc;
        flit_q <= flit_i;
      end
    end
  endgenerate
endmodule
