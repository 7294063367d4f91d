/// Switch traversal (docs/router.md, section 4): the flit that leaves a crossbar input, which without input
/// speedup is an input port, goes to the outputs that selected it, with the output VC of its message.
module crossbar #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int FLIT_WIDTH = 188,
  parameter int DETOUR_AT = 0,  ///< bit of a flit that is the head's of UGAL; 0: there is none
  parameter int AHEAD_AT = 0,   ///< with lookahead: lowest bit of a head's port in the next router
  parameter int PORT_WIDTH = 3,
  parameter int INPUT_SPEEDUP = 1,  ///< crossbar inputs of each input port: speedup_switch_allocator.v
  localparam int ROWS = INPUTS * INPUT_SPEEDUP, localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1
) (
  input  logic [INPUTS*VCS*FLIT_WIDTH-1:0] front_i,      ///< front flit of each VC
  input  logic [INPUTS*VCS*VC_WIDTH-1:0]   active_i_vc,  ///< VC on the output channel
  input  logic [INPUTS*VCS-1:0]            active_i_detour,  ///< the bit of UGAL of its message
  input  logic [INPUTS*VCS-1:0]            ahead_i_valid,    ///< a head that goes to another router,
  input  logic [INPUTS*VCS*PORT_WIDTH-1:0] ahead_i_port,     ///< ... and its port there
  input  logic [INPUTS*VCS-1:0]            grant_i,      ///< at most one VC per crossbar input
  input  logic [OUTPUTS*ROWS-1:0]          select_i,     ///< bit o*ROWS + c, one per output at most
  output logic [OUTPUTS-1:0]               flit_o_valid,
  output logic [OUTPUTS*VC_WIDTH-1:0]      flit_o_vc,    ///< this and the flit 0 while not valid
  output logic [OUTPUTS*FLIT_WIDTH-1:0]    flit_o
);
  localparam int LANE_WIDTH = VC_WIDTH + FLIT_WIDTH;
  logic [ROWS*LANE_WIDTH-1:0] lanes;  // what leaves each crossbar input
  genvar c;
  genvar o;
  generate
    for (c = 0; c < ROWS; c = c + 1) begin : g_input
      localparam int FIRST = c / INPUT_SPEEDUP * VCS;  // of its input port
      logic [LANE_WIDTH-1:0] lane;
      always @* begin
        lane = '0;
        for (int v = FIRST + c % INPUT_SPEEDUP; v < FIRST + VCS; v = v + INPUT_SPEEDUP) begin
          if (grant_i[v]) begin
            lane = {active_i_vc[v*VC_WIDTH +: VC_WIDTH], front_i[v*FLIT_WIDTH +: FLIT_WIDTH]};
            if (DETOUR_AT > 0) lane[DETOUR_AT] = active_i_detour[v];
            if (AHEAD_AT > 0 && ahead_i_valid[v])
              lane[AHEAD_AT +: PORT_WIDTH] = ahead_i_port[v*PORT_WIDTH +: PORT_WIDTH];
          end
        end
      end
      assign lanes[c*LANE_WIDTH +: LANE_WIDTH] = lane;
    end
    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
      logic [LANE_WIDTH-1:0] lane;
      always @* begin
        lane = '0;
        for (int i = 0; i < ROWS; i++) begin
          if (select_i[o*ROWS + i]) lane = lanes[i*LANE_WIDTH +: LANE_WIDTH];
        end
      end
      assign flit_o_valid[o] = select_i[o*ROWS +: ROWS] != '0;
      assign {flit_o_vc[o*VC_WIDTH +: VC_WIDTH], flit_o[o*FLIT_WIDTH +: FLIT_WIDTH]} = lane;
    end
  endgenerate

  wire unused = &{1'b0, active_i_detour, ahead_i_valid, ahead_i_port};
endmodule
