/// Which VCs of a network output have a credit (docs/router.md, section 3). With private buffers a VC may have
/// BUFFER_FLITS flits outstanding. With shared ones SHARED of these are for all VCs together, the others for
/// the VC alone. Combinational.
module vc_credits #(
  parameter int VCS = 4,
  parameter int BUFFER_FLITS = 8,  ///< per VC of the next router at most
  parameter int SHARED = 0,        ///< of these: in slots that all VCs share
  localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1)
) (
  input  logic [VCS*COUNT_WIDTH-1:0] outstanding_i,
  output logic [VCS-1:0]             credited_o
);
  genvar v;
  generate
    if (SHARED == 0) begin : g_private
      for (v = 0; v < VCS; v = v + 1) begin : g_vc
        assign credited_o[v] = outstanding_i[v*COUNT_WIDTH +: COUNT_WIDTH] != COUNT_WIDTH'(BUFFER_FLITS);
      end
    end else begin : g_shared
      localparam int OWN = BUFFER_FLITS - SHARED;
      localparam int SUM_WIDTH = $clog2(VCS*BUFFER_FLITS + 1);
      logic [VCS-1:0]       own;   // has a slot of its own
      logic [SUM_WIDTH-1:0] used;  // shared slots
      always @* begin
        used = '0;
        for (int w = 0; w < VCS; w++) begin
          own[w] = outstanding_i[w*COUNT_WIDTH +: COUNT_WIDTH] < COUNT_WIDTH'(OWN);
          if (!own[w]) used = used + SUM_WIDTH'(outstanding_i[w*COUNT_WIDTH +: COUNT_WIDTH]) - SUM_WIDTH'(OWN);
        end
      end
      assign credited_o = used < SUM_WIDTH'(SHARED) ? {VCS{1'b1}} : own;
    end
  endgenerate
endmodule
