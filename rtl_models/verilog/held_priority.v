/// The priorities of the VCs of one input port (docs/router.md, section 7, "Priorities"): that of the head at
/// the front, and while there is none that of the last one.
module held_priority #(
  parameter int VCS = 4,
  parameter int FLIT_WIDTH = 188,
  parameter int AT = 0,              ///< lowest bit of the priority in a flit
  parameter int PRIORITY_WIDTH = 0,  ///< 0: there are none, and no registers
  localparam int PRIORITY_BITS = (PRIORITY_WIDTH > 0) ? PRIORITY_WIDTH : 1
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,        ///< synchronous, active low
  input  logic [VCS-1:0]            head_i_valid,  ///< a head is at the front
  input  logic [VCS*FLIT_WIDTH-1:0] front_i,       ///< front flits
  output logic [VCS*PRIORITY_BITS-1:0]       priority_o
);
  genvar v;
  generate
    for (v = 0; v < VCS; v = v + 1) begin : g_vc
      if (PRIORITY_WIDTH > 0) begin : g_held
        logic [PRIORITY_BITS-1:0] held_q;
        assign priority_o[v*PRIORITY_BITS +: PRIORITY_BITS] = head_i_valid[v] ? front_i[v*FLIT_WIDTH + AT +: PRIORITY_BITS] : held_q;
        always_ff @(posedge clk_i) begin
          if (!rst_ni) held_q <= '0;
          else held_q <= priority_o[v*PRIORITY_BITS +: PRIORITY_BITS];
        end
      end else begin : g_none
        assign priority_o[v*PRIORITY_BITS +: PRIORITY_BITS] = '0;
      end
    end
  endgenerate
  wire unused = &{1'b0, clk_i, rst_ni, head_i_valid, front_i};
endmodule
