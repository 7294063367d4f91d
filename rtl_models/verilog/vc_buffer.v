/// The VC FIFOs of one input port (docs/router.md, section 3).
///
/// A flit on `flit_i` in a cycle is at the end of its FIFO from the next edge on; `pop_i` takes the
/// front flit at the edge that ends the cycle. A write to a full FIFO is a fault of the upstream side.
/// VCs from USED_VCS on do not exist; their outputs are 0.
module vc_buffer #(
  parameter int VCS = 4,
  parameter int USED_VCS = 4,      ///< 0..VCS
  parameter int BUFFER_FLITS = 8,  ///< per VC
  parameter int FLIT_WIDTH = 64,
  parameter int VC_WIDTH = 2,
  parameter int COUNT_WIDTH = 4    ///< holds 0..BUFFER_FLITS
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,       ///< synchronous, active low
  input  logic                       flit_i_valid,
  input  logic [VC_WIDTH-1:0]        flit_i_vc,
  input  logic [FLIT_WIDTH-1:0]      flit_i,
  input  logic                       flit_i_tail,
  input  logic [VCS-1:0]             pop_i,        ///< only of a filled FIFO
  input  logic [VCS-1:0]             pop_tail_i,   ///< the popped flit is a tail
  output logic [VCS-1:0]             filled_o,
  output logic [VCS*FLIT_WIDTH-1:0]  front_o,      ///< per VC; anything while the FIFO is empty
  output logic [VCS-1:0]             tail_held_o,  ///< a tail is in the FIFO
  output logic [VCS*COUNT_WIDTH-1:0] count_o       ///< flits per VC
);
  localparam int POINTER_WIDTH = (BUFFER_FLITS > 1) ? $clog2(BUFFER_FLITS) : 1;
  localparam logic [POINTER_WIDTH-1:0] LAST = POINTER_WIDTH'(BUFFER_FLITS - 1);

  genvar v;
  generate
    for (v = 0; v < VCS; v = v + 1) begin : g_vc
      if (v < USED_VCS) begin : g_fifo
        logic [FLIT_WIDTH-1:0]    slots [0:BUFFER_FLITS-1];
        logic [POINTER_WIDTH-1:0] read_q;
        logic [POINTER_WIDTH-1:0] write_q;
        logic [COUNT_WIDTH-1:0]   count_q;
        logic [COUNT_WIDTH-1:0]   tails_q;

        logic push;
        assign push = flit_i_valid && flit_i_vc == VC_WIDTH'(v);
        assign filled_o[v] = count_q != '0;
        assign tail_held_o[v] = tails_q != '0;
        assign count_o[v*COUNT_WIDTH +: COUNT_WIDTH] = count_q;
        assign front_o[v*FLIT_WIDTH +: FLIT_WIDTH] = slots[read_q];

        always_ff @(posedge clk_i) begin
          if (push) slots[write_q] <= flit_i;
        end
        always_ff @(posedge clk_i) begin
          if (!rst_ni) begin
            read_q  <= '0;
            write_q <= '0;
            count_q <= '0;
            tails_q <= '0;
          end else begin
            if (push) write_q <= (write_q == LAST) ? '0 : write_q + POINTER_WIDTH'(1);
            if (pop_i[v]) read_q <= (read_q == LAST) ? '0 : read_q + POINTER_WIDTH'(1);
            if (push != pop_i[v])
              count_q <= push ? count_q + COUNT_WIDTH'(1) : count_q - COUNT_WIDTH'(1);
            if ((push && flit_i_tail) != pop_tail_i[v])
              tails_q <= pop_tail_i[v] ? tails_q - COUNT_WIDTH'(1) : tails_q + COUNT_WIDTH'(1);
          end
        end
      end else begin : g_none
        assign filled_o[v] = 1'b0;
        assign tail_held_o[v] = 1'b0;
        assign count_o[v*COUNT_WIDTH +: COUNT_WIDTH] = '0;
        assign front_o[v*FLIT_WIDTH +: FLIT_WIDTH] = '0;
        wire unused = &{1'b0, pop_i[v], pop_tail_i[v]};
      end
    end
    if (USED_VCS == 0) begin : g_unconnected
      wire unused = &{1'b0, clk_i, rst_ni, flit_i_valid, flit_i_vc, flit_i, flit_i_tail, LAST};
    end
  endgenerate
endmodule
