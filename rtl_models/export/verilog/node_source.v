/// The stream from a node into an injection port: counts credits, as an upstream router at latency 0 does
/// (output_unit.v).
///
/// The node may show a flit of VC v in a cycle in which ready_o[v] is high; the port takes it at the edge that ends
/// the cycle. A flit that is shown without ready is not taken. ready_o depends on registers only.
module node_source #(
  parameter int VCS = 4,
  parameter int USED_VCS = 4,      ///< VCs from here on are never ready
  parameter int BUFFER_FLITS = 8,  ///< per VC
  parameter int FLIT_WIDTH = 84,
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1, localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,    ///< synchronous, active low
  input  logic                  flit_i_valid,
  input  logic [VC_WIDTH-1:0]   flit_i_vc,
  input  logic [FLIT_WIDTH-1:0] flit_i,
  output logic [VCS-1:0]        ready_o,
  input  logic [VCS-1:0]        credit_i,  ///< of the injection port
  output logic                  flit_o_valid,
  output logic [VC_WIDTH-1:0]   flit_o_vc,
  output logic [FLIT_WIDTH-1:0] flit_o
);
  logic [VCS-1:0] credited;
  logic           taken;
  logic [VCS-1:0] held, free, passed;
  logic           open, quiet;
  logic [VCS*COUNT_WIDTH-1:0] outstanding;
  always @* begin
    ready_o = '0;
    taken = 1'b0;
    for (int v = 0; v < USED_VCS; v++) begin
      ready_o[v] = credited[v];
      if (flit_i_vc == VC_WIDTH'(v)) taken = flit_i_valid && credited[v];
    end
  end
  output_unit #(
    .VCS(VCS), .BUFFER_FLITS(BUFFER_FLITS), .FLIT_WIDTH(FLIT_WIDTH), .HOP_WIDTH(0), .VC_CHOICE(2)
  ) credits (
    .clk_i(clk_i), .rst_ni(rst_ni), .link_vcs_i(8'd0), .taken_i({VCS{1'b0}}), .sent_i_vcs({VCS{1'b0}}),
    .sent_i_tail(1'b0), .flit_i_valid(taken), .flit_i_vc(flit_i_vc), .flit_i(flit_i),
    .credit_i(credit_i), .state_o_held(held), .state_o_free(free), .state_o_passed(passed), .outstanding_o(outstanding),
    .ready_o(credited), .open_o(open), .quiet_o(quiet), .flit_o_valid(flit_o_valid), .flit_o_vc(flit_o_vc),
    .flit_o(flit_o));
  wire unused = &{1'b0, credited, held, free, passed, outstanding, open, quiet};
endmodule
