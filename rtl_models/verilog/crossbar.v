/// Switch traversal (docs/router.md, section 4): the granted flit of each input port goes to the
/// output that selected the input. Of a multicast (docs/multicast_units.md) the branch absorb has its own
/// grants, of the same flit: its copies go to ejection outputs. Entries that were served leave invalid.
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
  parameter int FLIT_BYTES = 8,       ///< in the data path of a flit, 0..64; 0: none, and nothing of its pins
  parameter int NETWORK_PORTS = 6,   ///< outputs from here on are ejection outputs
  parameter int HEADER_ENTRIES = 0,  ///< of a header flit; 0: no multicasts, and nothing of their pins
  parameter int ROUTING_WIDTH = 1,
  parameter int PORT_WIDTH = 3,
  localparam int KIND_WIDTH = 3,
  localparam int DATA_WIDTH = (FLIT_BYTES > 0) ? 8*FLIT_BYTES : 1,
  localparam int ENTRIES = (HEADER_ENTRIES > 0) ? HEADER_ENTRIES : 1
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
  input  logic [INPUTS*VCS*DATA_WIDTH-1:0]    front_i_data,
  input  logic [INPUTS*VCS-1:0]               front_i_header,
  input  logic [INPUTS*VCS-1:0]               front_i_more,
  input  logic [INPUTS*VCS*ROUTING_WIDTH-1:0] front_i_routing,
  input  logic [INPUTS*VCS-1:0]               front_i_first_port_valid,
  input  logic [INPUTS*VCS*PORT_WIDTH-1:0]    front_i_first_port,
  input  logic [INPUTS*VCS*ENTRIES-1:0]       front_i_entry_valid,
  input  logic [INPUTS*VCS*ENTRIES*NODE_WIDTH-1:0] front_i_entry_address,
  input  logic [INPUTS*VCS*ENTRIES*2-1:0]     front_i_entry_control,
  input  logic [INPUTS*VCS-1:0]               front_i_error,
  input  logic [INPUTS*VCS*VC_WIDTH-1:0]      active_i_vc,   ///< VC on the output channel
  input  logic [INPUTS*VCS-1:0]               grant_i,       ///< at most one VC per input port
  input  logic [INPUTS*VCS*VC_WIDTH-1:0]      absorb_active_i_vc,
  input  logic [INPUTS*VCS-1:0]               absorb_grant_i,  ///< the same VC, where both are set
  input  logic [INPUTS*VCS*ENTRIES-1:0]       served_i,        ///< entries that are invalid behind this router
  input  logic [INPUTS*VCS-1:0]               error_i,         ///< the copy is a protocol error
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
  output logic [OUTPUTS*MESSAGE_WIDTH-1:0]    flit_o_message,
  output logic [OUTPUTS*DATA_WIDTH-1:0]       flit_o_data,
  output logic [OUTPUTS-1:0]                  flit_o_header,
  output logic [OUTPUTS-1:0]                  flit_o_more,
  output logic [OUTPUTS*ROUTING_WIDTH-1:0]    flit_o_routing,
  output logic [OUTPUTS-1:0]                  flit_o_first_port_valid,
  output logic [OUTPUTS*PORT_WIDTH-1:0]       flit_o_first_port,
  output logic [OUTPUTS*ENTRIES-1:0]          flit_o_entry_valid,
  output logic [OUTPUTS*ENTRIES*NODE_WIDTH-1:0] flit_o_entry_address,
  output logic [OUTPUTS*ENTRIES*2-1:0]        flit_o_entry_control,
  output logic [OUTPUTS-1:0]                  flit_o_error  ///< on ejection outputs
);
  // The flit that leaves an input port, with its VC.
  localparam int LANE_WIDTH = VC_WIDTH + KIND_WIDTH + CLASS_WIDTH + LENGTH_WIDTH + 2*NODE_WIDTH +
                              SALT_WIDTH + HOP_WIDTH + INDEX_WIDTH + MESSAGE_WIDTH;
  localparam int HEADER_LANE_WIDTH = 3 + ROUTING_WIDTH + PORT_WIDTH + ENTRIES*(NODE_WIDTH + 3);
  logic [INPUTS*LANE_WIDTH-1:0] lanes;
  logic [INPUTS*VCS-1:0]        leaving;
  logic [INPUTS*DATA_WIDTH-1:0] data_lanes;
  genvar p;
  genvar o;
  generate
    if (HEADER_ENTRIES > 0) begin : g_branches
      assign leaving = grant_i | absorb_grant_i;
    end else begin : g_no_branches
      assign leaving = grant_i;
    end
    for (p = 0; p < INPUTS; p = p + 1) begin : g_input
      logic [LANE_WIDTH-1:0] lane;
      always @* begin
        lane = '0;
        for (int v = 0; v < VCS; v++) begin
          if (leaving[p*VCS + v]) begin
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
      if (FLIT_BYTES > 0) begin : g_data
        logic [DATA_WIDTH-1:0] data;
        always @* begin
          data = '0;
          for (int v = 0; v < VCS; v++) begin
            if (leaving[p*VCS + v]) data = front_i_data[(p*VCS + v)*DATA_WIDTH +: DATA_WIDTH];
          end
        end
        assign data_lanes[p*DATA_WIDTH +: DATA_WIDTH] = data;
      end else begin : g_no_data
        assign data_lanes[p*DATA_WIDTH +: DATA_WIDTH] = '0;
      end
    end
    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
      logic [LANE_WIDTH-1:0] lane;
      logic [VC_WIDTH-1:0]   forward_vc;
      always @* begin
        lane = '0;
        for (int i = 0; i < INPUTS; i++) begin
          if (select_i[o*INPUTS + i]) lane = lanes[i*LANE_WIDTH +: LANE_WIDTH];
        end
      end
      assign flit_o_valid[o] = select_i[o*INPUTS +: INPUTS] != '0;
      assign {forward_vc,
              flit_o_kind[o*KIND_WIDTH +: KIND_WIDTH],
              flit_o_class[o*CLASS_WIDTH +: CLASS_WIDTH],
              flit_o_length[o*LENGTH_WIDTH +: LENGTH_WIDTH],
              flit_o_destination[o*NODE_WIDTH +: NODE_WIDTH],
              flit_o_source[o*NODE_WIDTH +: NODE_WIDTH],
              flit_o_salt[o*SALT_WIDTH +: SALT_WIDTH],
              flit_o_hop[o*HOP_WIDTH +: HOP_WIDTH],
              flit_o_index[o*INDEX_WIDTH +: INDEX_WIDTH],
              flit_o_message[o*MESSAGE_WIDTH +: MESSAGE_WIDTH]} = lane;
      if (FLIT_BYTES > 0) begin : g_data
        logic [DATA_WIDTH-1:0] data;
        always @* begin
          data = '0;
          for (int i = 0; i < INPUTS; i++) begin
            if (select_i[o*INPUTS + i]) data = data_lanes[i*DATA_WIDTH +: DATA_WIDTH];
          end
        end
        assign flit_o_data[o*DATA_WIDTH +: DATA_WIDTH] = data;
      end else begin : g_no_data
        assign flit_o_data[o*DATA_WIDTH +: DATA_WIDTH] = '0;
      end
      if (HEADER_ENTRIES == 0) begin : g_unicasts
        assign flit_o_vc[o*VC_WIDTH +: VC_WIDTH] = forward_vc;
        assign {flit_o_header[o], flit_o_more[o], flit_o_first_port_valid[o], flit_o_error[o]} = '0;
        assign flit_o_routing[o*ROUTING_WIDTH +: ROUTING_WIDTH] = '0;
        assign flit_o_first_port[o*PORT_WIDTH +: PORT_WIDTH] = '0;
        assign flit_o_entry_valid[o*ENTRIES +: ENTRIES] = '0;
        assign flit_o_entry_address[o*ENTRIES*NODE_WIDTH +: ENTRIES*NODE_WIDTH] = '0;
        assign flit_o_entry_control[o*ENTRIES*2 +: ENTRIES*2] = '0;
      end else begin : g_multicasts
        // What the inputs have for this kind of output, and what of it was selected.
        logic [HEADER_LANE_WIDTH-1:0] header;
        logic [VC_WIDTH-1:0]          absorb_vc;
        logic [ENTRIES-1:0]           served;
        logic                         absorbs;
        logic                         error;
        always @* begin
          header = '0;
          absorb_vc = '0;
          served = '0;
          absorbs = 1'b0;
          error = 1'b0;
          for (int i = 0; i < INPUTS*VCS; i++) begin
            if (select_i[o*INPUTS + i/VCS] && leaving[i]) begin
              header = {front_i_header[i], front_i_more[i], front_i_first_port_valid[i],
                        front_i_routing[i*ROUTING_WIDTH +: ROUTING_WIDTH],
                        front_i_first_port[i*PORT_WIDTH +: PORT_WIDTH],
                        front_i_entry_valid[i*ENTRIES +: ENTRIES],
                        front_i_entry_address[i*ENTRIES*NODE_WIDTH +: ENTRIES*NODE_WIDTH],
                        front_i_entry_control[i*ENTRIES*2 +: ENTRIES*2]};
              served = served_i[i*ENTRIES +: ENTRIES];
              absorbs = absorb_grant_i[i];
              absorb_vc = absorb_active_i_vc[i*VC_WIDTH +: VC_WIDTH];
              error = error_i[i];
            end
          end
        end
        logic               copy;  // it goes to the node by the branch absorb
        logic [ENTRIES-1:0] entries;
        assign copy = o >= NETWORK_PORTS && absorbs;
        assign flit_o_vc[o*VC_WIDTH +: VC_WIDTH] = copy ? absorb_vc : forward_vc;
        assign flit_o_error[o] = copy && error;
        assign flit_o_entry_valid[o*ENTRIES +: ENTRIES] =
            (o < NETWORK_PORTS) ? entries & ~served : entries;
        assign {flit_o_header[o], flit_o_more[o], flit_o_first_port_valid[o],
                flit_o_routing[o*ROUTING_WIDTH +: ROUTING_WIDTH],
                flit_o_first_port[o*PORT_WIDTH +: PORT_WIDTH], entries,
                flit_o_entry_address[o*ENTRIES*NODE_WIDTH +: ENTRIES*NODE_WIDTH],
                flit_o_entry_control[o*ENTRIES*2 +: ENTRIES*2]} = header;
      end
    end
  endgenerate

  // What is there for multicasts, and for flits with a data path, only; an error is one of an
  // ejection wire.
  wire unused_data = &{1'b0, front_i_data, data_lanes};
  wire unused = &{1'b0, front_i_header, front_i_more, front_i_routing, front_i_first_port_valid,
                  front_i_first_port, front_i_entry_valid, front_i_entry_address,
                  front_i_entry_control, front_i_error, absorb_active_i_vc, absorb_grant_i, served_i,
                  error_i, HEADER_LANE_WIDTH};
endmodule
