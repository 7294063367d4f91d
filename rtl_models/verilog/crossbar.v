/// Switch traversal (docs/router.md, section 4): the granted flit of each input port goes to the
/// output that selected the input.
module crossbar #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int VC_WIDTH = 2,
  parameter int CLASS_WIDTH = 1,
  parameter int LENGTH_WIDTH = 16,
  parameter int NODE_WIDTH = 16,
  parameter int SALT_WIDTH = 16,
  parameter int HOP_WIDTH = 8,
  parameter int INDEX_WIDTH = 16,
  parameter int MESSAGE_WIDTH = 32,
  localparam int KIND_WIDTH = 3
) (
  input  logic [INPUTS*VCS*KIND_WIDTH-1:0]    front_i_kind,  ///< front flit of each VC
  input  logic [INPUTS*VCS*CLASS_WIDTH-1:0]   front_i_class,
  input  logic [INPUTS*VCS*LENGTH_WIDTH-1:0]  front_i_length,
  input  logic [INPUTS*VCS*NODE_WIDTH-1:0]    front_i_destination,
  input  logic [INPUTS*VCS*NODE_WIDTH-1:0]    front_i_source,
  input  logic [INPUTS*VCS*SALT_WIDTH-1:0]    front_i_salt,
  input  logic [INPUTS*VCS*HOP_WIDTH-1:0]     front_i_hop,
  input  logic [INPUTS*VCS*INDEX_WIDTH-1:0]   front_i_index,
  input  logic [INPUTS*VCS*MESSAGE_WIDTH-1:0] front_i_message,
  input  logic [INPUTS*VCS*VC_WIDTH-1:0]      active_i_vc,   ///< VC on the output channel
  input  logic [INPUTS*VCS-1:0]               grant_i,       ///< at most one VC per input port
  input  logic [OUTPUTS*INPUTS-1:0]           select_i,      ///< bit o*INPUTS + p, one per output at most
  output logic [OUTPUTS-1:0]                  flit_o_valid,
  output logic [OUTPUTS*VC_WIDTH-1:0]         flit_o_vc,     ///< this and the others 0 while not valid
  output logic [OUTPUTS*KIND_WIDTH-1:0]       flit_o_kind,
  output logic [OUTPUTS*CLASS_WIDTH-1:0]      flit_o_class,
  output logic [OUTPUTS*LENGTH_WIDTH-1:0]     flit_o_length,
  output logic [OUTPUTS*NODE_WIDTH-1:0]       flit_o_destination,
  output logic [OUTPUTS*NODE_WIDTH-1:0]       flit_o_source,
  output logic [OUTPUTS*SALT_WIDTH-1:0]       flit_o_salt,
  output logic [OUTPUTS*HOP_WIDTH-1:0]        flit_o_hop,
  output logic [OUTPUTS*INDEX_WIDTH-1:0]      flit_o_index,
  output logic [OUTPUTS*MESSAGE_WIDTH-1:0]    flit_o_message
);
  // The flit that leaves an input port, with its VC.
  localparam int LANE_WIDTH = VC_WIDTH + KIND_WIDTH + CLASS_WIDTH + LENGTH_WIDTH + 2*NODE_WIDTH +
                              SALT_WIDTH + HOP_WIDTH + INDEX_WIDTH + MESSAGE_WIDTH;
  logic [INPUTS*LANE_WIDTH-1:0] lanes;
  genvar p;
  genvar o;
  generate
    for (p = 0; p < INPUTS; p = p + 1) begin : g_input
      logic [LANE_WIDTH-1:0] lane;
      always @* begin
        lane = '0;
        for (int v = 0; v < VCS; v++) begin
          if (grant_i[p*VCS + v]) begin
            lane = {active_i_vc[(p*VCS + v)*VC_WIDTH +: VC_WIDTH],
                    front_i_kind[(p*VCS + v)*KIND_WIDTH +: KIND_WIDTH],
                    front_i_class[(p*VCS + v)*CLASS_WIDTH +: CLASS_WIDTH],
                    front_i_length[(p*VCS + v)*LENGTH_WIDTH +: LENGTH_WIDTH],
                    front_i_destination[(p*VCS + v)*NODE_WIDTH +: NODE_WIDTH],
                    front_i_source[(p*VCS + v)*NODE_WIDTH +: NODE_WIDTH],
                    front_i_salt[(p*VCS + v)*SALT_WIDTH +: SALT_WIDTH],
                    front_i_hop[(p*VCS + v)*HOP_WIDTH +: HOP_WIDTH],
                    front_i_index[(p*VCS + v)*INDEX_WIDTH +: INDEX_WIDTH],
                    front_i_message[(p*VCS + v)*MESSAGE_WIDTH +: MESSAGE_WIDTH]};
          end
        end
      end
      assign lanes[p*LANE_WIDTH +: LANE_WIDTH] = lane;
    end
    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
      logic [LANE_WIDTH-1:0] lane;
      always @* begin
        lane = '0;
        for (int i = 0; i < INPUTS; i++) begin
          if (select_i[o*INPUTS + i]) lane = lanes[i*LANE_WIDTH +: LANE_WIDTH];
        end
      end
      assign flit_o_valid[o] = select_i[o*INPUTS +: INPUTS] != '0;
      assign {flit_o_vc[o*VC_WIDTH +: VC_WIDTH],
              flit_o_kind[o*KIND_WIDTH +: KIND_WIDTH],
              flit_o_class[o*CLASS_WIDTH +: CLASS_WIDTH],
              flit_o_length[o*LENGTH_WIDTH +: LENGTH_WIDTH],
              flit_o_destination[o*NODE_WIDTH +: NODE_WIDTH],
              flit_o_source[o*NODE_WIDTH +: NODE_WIDTH],
              flit_o_salt[o*SALT_WIDTH +: SALT_WIDTH],
              flit_o_hop[o*HOP_WIDTH +: HOP_WIDTH],
              flit_o_index[o*INDEX_WIDTH +: INDEX_WIDTH],
              flit_o_message[o*MESSAGE_WIDTH +: MESSAGE_WIDTH]} = lane;
    end
  endgenerate
endmodule
