/// The VC FIFOs of one input port (docs/router.md, section 3).
///
/// A flit on `flit_i` in a cycle is at the end of its FIFO from the next edge on; `pop_i` takes the
/// front flit at the edge that ends the cycle. A write to a full FIFO is a fault of the upstream side.
/// VCs from USED_VCS on do not exist; their outputs are 0. What it reads of a flit: vc_front.v.
module vc_buffer #(
  parameter int VCS = 4,
  parameter int USED_VCS = 4,      ///< 0..VCS
  parameter int BUFFER_FLITS = 8,  ///< per VC at most
  parameter int SHARED = 0,        ///< of these: in slots that all VCs share (shared_slots.v)
  parameter int FLIT_WIDTH = 188,
  parameter int HEAD_WIDTH = 73,
  parameter int MULTICASTS = 0,    ///< 0: there are none, and drop_i is not read
  parameter int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1),
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,        ///< synchronous, active low
  input  logic                       flit_i_valid,
  input  logic [VC_WIDTH-1:0]        flit_i_vc,
  input  logic [FLIT_WIDTH-1:0]      flit_i,
  input  logic [VCS-1:0]             pop_i,         ///< only of a filled FIFO
  input  logic [VCS-1:0]             drop_i,        ///< what is taken goes no further: leading_flit.v
`ifdef FLITSCOPE_PURGE
  input  logic [VCS*(COUNT_WIDTH+2)-1:0] purge_i,   ///< as of router.v, of these VCs
`endif
  output logic [VCS-1:0]             credit_o,      ///< pop_i: the slot is free from the next edge on
  output logic [VCS-1:0]             filled_o,
  output logic [VCS*FLIT_WIDTH-1:0]  front_o,       ///< per VC, while filled
  output logic [VCS-1:0]             head_o_valid,  ///< filled, and the front flit is a head
  output logic [VCS*HEAD_WIDTH-1:0]  head_o,        ///< what routing may read of it: head_fields.v
  output logic [VCS-1:0]             tail_o_front,  ///< filled, and the front flit is a tail
  output logic [VCS-1:0]             tail_o_held,   ///< a tail is in the FIFO
  output logic [VCS*COUNT_WIDTH-1:0] count_o        ///< flits per VC
);
  localparam int POINTER_WIDTH = (BUFFER_FLITS > 1) ? $clog2(BUFFER_FLITS) : 1;
  localparam logic [POINTER_WIDTH-1:0] LAST = POINTER_WIDTH'(BUFFER_FLITS - 1);
  localparam logic [2:0] TAIL = 3'd3;
  localparam logic [2:0] HEAD_TAIL = 3'd4;

  logic arriving_tail;
  assign arriving_tail = flit_i[2:0] == TAIL || flit_i[2:0] == HEAD_TAIL;
  assign credit_o = pop_i;

  logic [VCS*FLIT_WIDTH-1:0] stored;  // front flits as they came
  genvar v;
  generate
    if (SHARED > 0) begin : g_shared
      shared_slots #(VCS, BUFFER_FLITS, SHARED, FLIT_WIDTH) shared_slots (.count_i(count_o), .stored_o(stored), .*);
    end
    for (v = 0; v < VCS; v = v + 1) begin : g_vc
      if (v < USED_VCS) begin : g_fifo
        logic [COUNT_WIDTH-1:0]   count_q;
        logic [COUNT_WIDTH-1:0]   tails_q;

        logic push;
        logic pop_tail;
        assign push = flit_i_valid && flit_i_vc == VC_WIDTH'(v);
        assign pop_tail = pop_i[v] && tail_o_front[v];
        assign filled_o[v] = count_q != '0;
        assign tail_o_held[v] = tails_q != '0;
        assign count_o[v*COUNT_WIDTH +: COUNT_WIDTH] = count_q;
        vc_front #(FLIT_WIDTH, HEAD_WIDTH, MULTICASTS) front (
          .clk_i(clk_i), .rst_ni(rst_ni), .filled_i(filled_o[v]), .stored_i(stored[v*FLIT_WIDTH +: FLIT_WIDTH]),
          .pop_i(pop_i[v]), .drop_i(drop_i[v]), .front_o(front_o[v*FLIT_WIDTH +: FLIT_WIDTH]), .head_o_valid(head_o_valid[v]),
          .head_o(head_o[v*HEAD_WIDTH +: HEAD_WIDTH]), .tail_o_front(tail_o_front[v]));
`ifdef FLITSCOPE_PURGE
        logic [COUNT_WIDTH-1:0] purged;  // flits, from the front on
        logic purged_tail;
        assign purged = purge_i[v*(COUNT_WIDTH+2) +: COUNT_WIDTH];
        assign purged_tail = purge_i[v*(COUNT_WIDTH+2) + COUNT_WIDTH];
`endif
        if (SHARED == 0) begin : g_slots
          logic [FLIT_WIDTH-1:0]    slots [0:BUFFER_FLITS-1];
          logic [POINTER_WIDTH-1:0] read_q;
          logic [POINTER_WIDTH-1:0] write_q;
          assign stored[v*FLIT_WIDTH +: FLIT_WIDTH] = slots[read_q];
`ifdef FLITSCOPE_PURGE
          logic [POINTER_WIDTH-1:0] behind;  // the slot behind purged flits
          assign behind = POINTER_WIDTH'((32'(read_q) + 32'(pop_i[v]) + 32'(purged)) % 32'(BUFFER_FLITS));
`endif
          always_ff @(posedge clk_i) begin
            if (push) slots[write_q] <= flit_i;
          end
          always_ff @(posedge clk_i) begin
            if (!rst_ni) begin
              read_q  <= '0;
              write_q <= '0;
            end else begin
              if (push) write_q <= (write_q == LAST) ? '0 : write_q + POINTER_WIDTH'(1);
              if (pop_i[v]) read_q <= (read_q == LAST) ? '0 : read_q + POINTER_WIDTH'(1);
`ifdef FLITSCOPE_PURGE
              if (purged != '0) read_q <= behind;
`endif
            end
          end
        end
        always_ff @(posedge clk_i) begin
          if (!rst_ni) begin
            count_q <= '0;
            tails_q <= '0;
          end else begin
            if (push != pop_i[v])
              count_q <= push ? count_q + COUNT_WIDTH'(1) : count_q - COUNT_WIDTH'(1);
            if ((push && arriving_tail) != pop_tail)
              tails_q <= pop_tail ? tails_q - COUNT_WIDTH'(1) : tails_q + COUNT_WIDTH'(1);
`ifdef FLITSCOPE_PURGE
            if (purged != '0) begin
              count_q <= count_q + COUNT_WIDTH'(push) - COUNT_WIDTH'(pop_i[v]) - purged;
              tails_q <= tails_q + COUNT_WIDTH'(push && arriving_tail) - COUNT_WIDTH'(pop_tail) -
                         COUNT_WIDTH'(purged_tail);
            end
`endif
          end
        end
      end else begin : g_none
        assign {filled_o[v], head_o_valid[v], tail_o_front[v], tail_o_held[v]} = '0;
        assign count_o[v*COUNT_WIDTH +: COUNT_WIDTH] = '0;
        assign front_o[v*FLIT_WIDTH +: FLIT_WIDTH] = '0;
        assign head_o[v*HEAD_WIDTH +: HEAD_WIDTH] = '0;
        if (SHARED == 0) assign stored[v*FLIT_WIDTH +: FLIT_WIDTH] = '0;
      end
    end
  endgenerate

  // Unused: VCs that do not exist, and inputs for multicasts only.
  wire unused = &{1'b0, clk_i, rst_ni, flit_i_valid, flit_i_vc, flit_i, arriving_tail, drop_i, stored, LAST};
`ifdef FLITSCOPE_PURGE
  wire unused_purge = &{1'b0, purge_i};
`endif
endmodule
