/// VC selection at the switch (docs/router.md, section 5): heads to which a VC is open ask for the switch
/// beside the VCs that hold an output VC. Those that win it are granted the VC that they asked with. As an
/// output has one winner, no two heads get the same VC. Combinational.
module switch_vc_selector #(
  parameter int N = 28,  ///< input VCs
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int HOP_WIDTH = 8,
  localparam int PORT_WIDTH = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1
) (
  input  logic [N-1:0]            offer_i_valid,    ///< a head to which a VC is open
  input  logic [N*VC_WIDTH-1:0]   offer_i_vc,       ///< ... the lowest one
  input  logic [N*PORT_WIDTH-1:0] request_i_port,   ///< ... its output
  input  logic [N*HOP_WIDTH-1:0]  request_i_hop,
  input  logic [N-1:0]            request_i_detour,
  input  logic [N-1:0]            active_i_valid,   ///< holds an output VC
  input  logic [N*PORT_WIDTH-1:0] active_i_port,
  input  logic [N*VC_WIDTH-1:0]   active_i_vc,
  input  logic [N*HOP_WIDTH-1:0]  active_i_hop,
  input  logic [N-1:0]            active_i_detour,
  input  logic [N-1:0]            switch_grant_i,   ///< won the switch
  output logic [N-1:0]            asking_o_valid,   ///< asks for the switch
  output logic [N*PORT_WIDTH-1:0] asking_o_port,
  output logic [N*VC_WIDTH-1:0]   asking_o_vc,
  output logic [N*HOP_WIDTH-1:0]  asking_o_hop,
  output logic [N-1:0]            asking_o_detour,
  output logic [N-1:0]            grant_o_valid,    ///< gets the VC that it was offered
  output logic [OUTPUTS*VCS-1:0]  taken_o           ///< output VCs that are held from now on
);
  assign asking_o_valid = active_i_valid | offer_i_valid;
  assign grant_o_valid = offer_i_valid & switch_grant_i;
  genvar r;
  generate
    for (r = 0; r < N; r = r + 1) begin : g_input_vc
      wire head = offer_i_valid[r];
      assign asking_o_port[r*PORT_WIDTH +: PORT_WIDTH] =
          head ? request_i_port[r*PORT_WIDTH +: PORT_WIDTH] : active_i_port[r*PORT_WIDTH +: PORT_WIDTH];
      assign asking_o_vc[r*VC_WIDTH +: VC_WIDTH] =
          head ? offer_i_vc[r*VC_WIDTH +: VC_WIDTH] : active_i_vc[r*VC_WIDTH +: VC_WIDTH];
      assign asking_o_hop[r*HOP_WIDTH +: HOP_WIDTH] =
          head ? request_i_hop[r*HOP_WIDTH +: HOP_WIDTH] : active_i_hop[r*HOP_WIDTH +: HOP_WIDTH];
      assign asking_o_detour[r] = head ? request_i_detour[r] : active_i_detour[r];
    end
  endgenerate
  always @* begin
    taken_o = '0;
    for (int head = 0; head < N; head++) begin
      for (int w = 0; w < OUTPUTS*VCS; w++) begin
        if (grant_o_valid[head] && request_i_port[head*PORT_WIDTH +: PORT_WIDTH] == PORT_WIDTH'(w/VCS) &&
            offer_i_vc[head*VC_WIDTH +: VC_WIDTH] == VC_WIDTH'(w%VCS))
          taken_o[w] = 1'b1;
      end
    end
  end
endmodule
