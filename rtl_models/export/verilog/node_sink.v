/// The stream from an ejection port to a node. A router is never held up there, so flits that the node does not
/// take wait in a FIFO; one that finds it full is lost, and overflow_o stays high until the next reset.
///
/// Empty, the FIFO is not on the way: a flit is shown in the cycle in which the router sends it.
module node_sink #(
  parameter int FLITS = 16,  ///< slots, at least 1
  parameter int VCS = 4,
  parameter int FLIT_WIDTH = 84,
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,        ///< synchronous, active low
  input  logic                  flit_i_valid,  ///< of the ejection port
  input  logic [VC_WIDTH-1:0]   flit_i_vc,
  input  logic [FLIT_WIDTH-1:0] flit_i,
  input  logic                  ready_i,       ///< the node takes what is shown at the edge that ends the cycle
  output logic                  flit_o_valid,
  output logic [VC_WIDTH-1:0]   flit_o_vc,
  output logic [FLIT_WIDTH-1:0] flit_o,
  output logic                  overflow_o     ///< a flit was lost
);
  localparam int WIDTH = VC_WIDTH + FLIT_WIDTH;
  localparam int SLOT_WIDTH = (FLITS > 1) ? $clog2(FLITS) : 1;
  localparam int COUNT_WIDTH = $clog2(FLITS + 1);
  logic [WIDTH-1:0]       slots [0:FLITS-1];
  logic [SLOT_WIDTH-1:0]  first_q, next_q;  // oldest flit, and where the next one goes
  logic [COUNT_WIDTH-1:0] count_q;
  logic                   filled, put, taken;
  assign filled = count_q != '0;
  assign taken = filled && ready_i;
  assign put = flit_i_valid && (filled || !ready_i) && (taken || count_q != COUNT_WIDTH'(FLITS));
  assign flit_o_valid = filled || flit_i_valid;
  assign {flit_o_vc, flit_o} = filled ? slots[first_q] : {flit_i_vc, flit_i};

  always_ff @(posedge clk_i) begin
    if (put) slots[next_q] <= {flit_i_vc, flit_i};
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {first_q, next_q} <= '0;
      count_q <= '0;
      overflow_o <= 1'b0;
    end else begin
      if (taken) first_q <= (first_q == SLOT_WIDTH'(FLITS - 1)) ? '0 : first_q + SLOT_WIDTH'(1);
      if (put) next_q <= (next_q == SLOT_WIDTH'(FLITS - 1)) ? '0 : next_q + SLOT_WIDTH'(1);
      if (put != taken) count_q <= put ? count_q + COUNT_WIDTH'(1) : count_q - COUNT_WIDTH'(1);
      if (flit_i_valid && filled && !taken && !put) overflow_o <= 1'b1;
    end
  end
endmodule
