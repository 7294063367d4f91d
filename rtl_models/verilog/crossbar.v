/// Switch traversal (docs/router.md, section 4): the granted flit of each input port goes to the
/// output that selected the input.
module crossbar #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int FLIT_WIDTH = 64,
  parameter int VC_WIDTH = 2
) (
  input  logic [INPUTS*VCS*FLIT_WIDTH-1:0] front_i,      ///< front flit of each VC
  input  logic [INPUTS*VCS*VC_WIDTH-1:0]   output_vc_i,  ///< VC on the output channel
  input  logic [INPUTS*VCS-1:0]            grant_i,      ///< at most one VC per input port
  input  logic [OUTPUTS*INPUTS-1:0]        select_i,     ///< bit o*INPUTS + p: at most one per output
  output logic [OUTPUTS-1:0]               valid_o,
  output logic [OUTPUTS*VC_WIDTH-1:0]      vc_o,         ///< 0 while not valid
  output logic [OUTPUTS*FLIT_WIDTH-1:0]    flit_o        ///< 0 while not valid
);
  localparam int LANE_WIDTH = FLIT_WIDTH + VC_WIDTH;
  logic [INPUTS*LANE_WIDTH-1:0] lane;
  genvar p;
  genvar o;
  generate
    for (p = 0; p < INPUTS; p = p + 1) begin : g_input
      logic [FLIT_WIDTH-1:0] flit;
      logic [VC_WIDTH-1:0] vc;
      always @* begin
        flit = '0;
        vc = '0;
        for (int v = 0; v < VCS; v++) begin
          if (grant_i[p*VCS + v]) begin
            flit = front_i[(p*VCS + v)*FLIT_WIDTH +: FLIT_WIDTH];
            vc = output_vc_i[(p*VCS + v)*VC_WIDTH +: VC_WIDTH];
          end
        end
      end
      assign lane[p*LANE_WIDTH +: LANE_WIDTH] = {vc, flit};
    end
    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
      logic [FLIT_WIDTH-1:0] flit;
      logic [VC_WIDTH-1:0] vc;
      always @* begin
        flit = '0;
        vc = '0;
        for (int i = 0; i < INPUTS; i++) begin
          if (select_i[o*INPUTS + i]) {vc, flit} = lane[i*LANE_WIDTH +: LANE_WIDTH];
        end
      end
      assign valid_o[o] = select_i[o*INPUTS +: INPUTS] != '0;
      assign vc_o[o*VC_WIDTH +: VC_WIDTH] = vc;
      assign flit_o[o*FLIT_WIDTH +: FLIT_WIDTH] = flit;
    end
  endgenerate
endmodule
