/// The slots of a network input whose VCs share them (docs/router.md, section 3, "Shared buffers"): a pool of
/// slots, a linked list of them for each VC, and the set of free ones. vc_buffer.v counts the flits.
///
/// A flit takes the lowest free slot. The slot of a flit that leaves is free from the next edge on; a sender with a
/// credit never needs it before, because that slot still counts as outstanding.
module shared_slots #(
  parameter int VCS = 4,
  parameter int BUFFER_FLITS = 20,  ///< per VC at most
  parameter int SHARED = 16,        ///< of these: in slots that all VCs share
  parameter int FLIT_WIDTH = 188,
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1, localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,        ///< synchronous, active low
  input  logic                       flit_i_valid,
  input  logic [VC_WIDTH-1:0]        flit_i_vc,
  input  logic [FLIT_WIDTH-1:0]      flit_i,
  input  logic [VCS-1:0]             pop_i,         ///< only of a filled list
  input  logic [VCS*COUNT_WIDTH-1:0] count_i,       ///< flits per VC
  output logic [VCS*FLIT_WIDTH-1:0]  stored_o       ///< the first flit per VC, while there is one
);
  localparam int SLOTS = VCS*(BUFFER_FLITS - SHARED) + SHARED;
  localparam int SLOT_WIDTH = (SLOTS > 1) ? $clog2(SLOTS) : 1;

  logic [FLIT_WIDTH-1:0] slots [0:SLOTS-1];
  logic [SLOT_WIDTH-1:0] next [0:SLOTS-1];  // of a slot in a list: the one behind it
  logic [SLOTS-1:0]      free_q;
  logic [SLOTS-1:0]      lowest;
  logic [SLOT_WIDTH-1:0] slot;    // that an arriving flit takes
  logic [SLOTS-1:0]      leaving;
  logic [VCS*SLOT_WIDTH-1:0] first, last;
  logic [VCS-1:0]        alone;   // an arriving flit has nobody before it
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
      logic [SLOT_WIDTH-1:0] first_q;
      logic [SLOT_WIDTH-1:0] last_q;
      logic push;
      assign push = flit_i_valid && flit_i_vc == VC_WIDTH'(v);
      assign alone[v] = count_i[v*COUNT_WIDTH +: COUNT_WIDTH] == COUNT_WIDTH'(pop_i[v]);
      assign first[v*SLOT_WIDTH +: SLOT_WIDTH] = first_q;
      assign last[v*SLOT_WIDTH +: SLOT_WIDTH] = last_q;
      assign stored_o[v*FLIT_WIDTH +: FLIT_WIDTH] = slots[first_q];
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          first_q <= '0;
          last_q  <= '0;
        end else begin
          if (push) last_q <= slot;
          if (push && alone[v]) first_q <= slot;
          else if (pop_i[v]) first_q <= next[first_q];
        end
      end
    end
  endgenerate
endmodule
