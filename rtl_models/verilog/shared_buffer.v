/// The VC FIFOs of a network input whose VCs share their slots (docs/router.md, section 3, "Shared buffers"): a pool
/// of slots, a linked list of them for each VC, and the set of free ones. Ports and timing as of vc_buffer.v.
///
/// A flit takes the lowest free slot. The slot of a flit that leaves is free from the next edge on; a sender with a
/// credit never needs it before, because that slot still counts as outstanding. VCs from USED_VCS on hold nothing.
module shared_buffer #(
  parameter int VCS = 4,
  parameter int BUFFER_FLITS = 20,  ///< per VC at most
  parameter int SHARED = 16,        ///< of these: in slots that all VCs share
  parameter int FLIT_WIDTH = 188,
  parameter int HEAD_WIDTH = 73,
  parameter int MULTICASTS = 0,     ///< 0: there are none, and drop_i is not read
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1, localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,        ///< synchronous, active low
  input  logic                       flit_i_valid,
  input  logic [VC_WIDTH-1:0]        flit_i_vc,
  input  logic [FLIT_WIDTH-1:0]      flit_i,
  input  logic [VCS-1:0]             pop_i,         ///< only of a filled FIFO
  input  logic [VCS-1:0]             drop_i,
  output logic [VCS-1:0]             filled_o,
  output logic [VCS*FLIT_WIDTH-1:0]  front_o,       ///< per VC, while filled
  output logic [VCS-1:0]             head_o_valid,
  output logic [VCS*HEAD_WIDTH-1:0]  head_o,
  output logic [VCS-1:0]             tail_o_front,
  output logic [VCS-1:0]             tail_o_held,
  output logic [VCS*COUNT_WIDTH-1:0] count_o
);
  localparam int SLOTS = VCS*(BUFFER_FLITS - SHARED) + SHARED;
  localparam int SLOT_WIDTH = (SLOTS > 1) ? $clog2(SLOTS) : 1;
  localparam logic [2:0] TAIL = 3'd3;
  localparam logic [2:0] HEAD_TAIL = 3'd4;

  logic [FLIT_WIDTH-1:0] slots [0:SLOTS-1];
  logic [SLOT_WIDTH-1:0] next [0:SLOTS-1];  // of a slot in a list: the one behind it
  logic [SLOTS-1:0]      free_q;
  logic [SLOTS-1:0]      lowest;
  logic [SLOT_WIDTH-1:0] slot;    // that an arriving flit takes
  logic [SLOTS-1:0]      leaving;
  logic [VCS*SLOT_WIDTH-1:0] first, last;
  logic [VCS-1:0]        alone;   // an arriving flit has nobody before it
  logic arriving_tail;
  assign arriving_tail = flit_i[2:0] == TAIL || flit_i[2:0] == HEAD_TAIL;
  assign lowest = free_q & (~free_q + SLOTS'(1));
  always @* begin
    slot = '0;
    for (int i = 0; i < SLOTS; i++) begin
      if (lowest[i]) slot = slot | SLOT_WIDTH'(i);
    end
  end
  always @* begin
    leaving = '0;
    for (int w = 0; w < VCS; w++) begin
      if (pop_i[w]) leaving = leaving | (SLOTS'(1) << first[w*SLOT_WIDTH +: SLOT_WIDTH]);
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) free_q <= '1;
    else free_q <= (free_q & ~(flit_i_valid ? lowest : '0)) | leaving;
  end
  always_ff @(posedge clk_i) begin
    if (flit_i_valid) slots[slot] <= flit_i;
  end
  // The last slot of an empty list may be in another one by now.
  always_ff @(posedge clk_i) begin
    if (flit_i_valid && !alone[flit_i_vc]) next[last[flit_i_vc*SLOT_WIDTH +: SLOT_WIDTH]] <= slot;
  end

  genvar v;
  generate
    for (v = 0; v < VCS; v = v + 1) begin : g_vc
      logic [SLOT_WIDTH-1:0]  first_q;
      logic [SLOT_WIDTH-1:0]  last_q;
      logic [COUNT_WIDTH-1:0] count_q;
      logic [COUNT_WIDTH-1:0] tails_q;
      logic push;
      logic pop_tail;
      assign push = flit_i_valid && flit_i_vc == VC_WIDTH'(v);
      assign pop_tail = pop_i[v] && tail_o_front[v];
      assign alone[v] = count_q == COUNT_WIDTH'(pop_i[v]);
      assign filled_o[v] = count_q != '0;
      assign tail_o_held[v] = tails_q != '0;
      assign count_o[v*COUNT_WIDTH +: COUNT_WIDTH] = count_q;
      assign first[v*SLOT_WIDTH +: SLOT_WIDTH] = first_q;
      assign last[v*SLOT_WIDTH +: SLOT_WIDTH] = last_q;
      vc_front #(FLIT_WIDTH, HEAD_WIDTH, MULTICASTS) front (
        .clk_i(clk_i), .rst_ni(rst_ni), .filled_i(filled_o[v]), .stored_i(slots[first_q]), .pop_i(pop_i[v]),
        .drop_i(drop_i[v]), .front_o(front_o[v*FLIT_WIDTH +: FLIT_WIDTH]), .head_o_valid(head_o_valid[v]),
        .head_o(head_o[v*HEAD_WIDTH +: HEAD_WIDTH]), .tail_o_front(tail_o_front[v]));
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          first_q <= '0;
          last_q  <= '0;
          count_q <= '0;
          tails_q <= '0;
        end else begin
          if (push) last_q <= slot;
          if (push && alone[v]) first_q <= slot;
          else if (pop_i[v]) first_q <= next[first_q];
          if (push != pop_i[v])
            count_q <= push ? count_q + COUNT_WIDTH'(1) : count_q - COUNT_WIDTH'(1);
          if ((push && arriving_tail) != pop_tail)
            tails_q <= pop_tail ? tails_q - COUNT_WIDTH'(1) : tails_q + COUNT_WIDTH'(1);
        end
      end
    end
  endgenerate
endmodule
