/// The extra stages of a router behind one of its outputs (docs/router.md, section 4, "Extra stages"): a shift
/// register of flits.
module extra_stages #(
  parameter int STAGES = 1,      ///< 0: the unit consists of wires
  parameter int VC_WIDTH = 2,
  parameter int FLIT_WIDTH = 188
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,        ///< synchronous, active low
  input  logic                  flit_i_valid,  ///< from the output unit
  input  logic [VC_WIDTH-1:0]   flit_i_vc,
  input  logic [FLIT_WIDTH-1:0] flit_i,
  output logic                  flit_o_valid,
  output logic [VC_WIDTH-1:0]   flit_o_vc,
  output logic [FLIT_WIDTH-1:0] flit_o,
  output logic                  quiet_o        ///< nothing changes without a flit
);
  generate
    if (STAGES == 0) begin : g_wires
      assign flit_o_valid = flit_i_valid;
      assign flit_o_vc = flit_i_vc;
      assign flit_o = flit_i;
      assign quiet_o = 1'b1;
      wire unused = &{1'b0, clk_i, rst_ni};
    end else begin : g_stages
      localparam int WIDTH = VC_WIDTH + FLIT_WIDTH;
      logic [STAGES-1:0]       valid_q;  // the youngest flit lowest
      logic [STAGES*WIDTH-1:0] flits_q;
      assign flit_o_valid = valid_q[STAGES-1];
      assign {flit_o_vc, flit_o} = flits_q[(STAGES-1)*WIDTH +: WIDTH];
      assign quiet_o = valid_q == '0;
      always_ff @(posedge clk_i) begin
        valid_q <= rst_ni ? STAGES'({valid_q, flit_i_valid}) : '0;
        flits_q <= (STAGES*WIDTH)'({flits_q, flit_i_vc, flit_i});
      end
    end
  endgenerate
endmodule
