/// The route table of an input port: what the routing function says of every head that may come in here,
/// loaded instead of computed (docs/router.md, section 17). Combinational but for the loading.
///
/// A row has 8 bits for each network port: bit 7 a head may take it, bits 6..0 the VC class it asks for
/// there. An address has, from bit 0 on, the destination, the part that the salt lies in, the hop and
/// the source, each with the bits that SETTINGS (of route_lookup) give it. Where ways have two legs
/// (SETTINGS of route_detour) it is the destination of the leg, and the last bit is high in the second.
/// Where there is an escape (SETTINGS of route_lookup) the last bit is high for heads that take it.
module route_table #(
  parameter int NETWORK_PORTS = 6,
  parameter int VCS = 4,
  parameter int ADDRESS_WIDTH = 18,
  parameter int NODE_WIDTH = 16,
  parameter int SALT_WIDTH = 16,
  parameter int HOP_WIDTH = 8,
  parameter logic [255:0] SETTINGS = 256'h0000_0001_0006_0001_0000_0000
) (
  input  logic                           clk_i,
  input  logic                           table_i_valid,    ///< the row is written at this edge
  input  logic [ADDRESS_WIDTH-1:0]       table_i_address,
  input  logic [NETWORK_PORTS*8-1:0]     table_i_row,
  input  logic [VCS*NODE_WIDTH-1:0]      head_i_destination,  ///< whose rows are looked up, by VC
  input  logic [VCS*NODE_WIDTH-1:0]      head_i_source,
  input  logic [VCS*SALT_WIDTH-1:0]      head_i_salt,
  input  logic [VCS*HOP_WIDTH-1:0]       head_i_hop,
  input  logic [VCS-1:0]                 again_i,          ///< it is routed again
  output logic [VCS*NETWORK_PORTS*8-1:0] row_o
);
  localparam int SOURCE_BITS = 32'(SETTINGS[0 +: 16]);
  localparam int HOP_BITS = 32'(SETTINGS[16 +: 16]);
  localparam int SALT_PARTS = 32'(SETTINGS[32 +: 16]);
  localparam int DESTINATION_BITS = 32'(SETTINGS[48 +: 16]);
  localparam int CLASSES = 32'(SETTINGS[64 +: 16]);
  localparam int PART_BITS = $clog2(SALT_PARTS);
  localparam int HOP_AT = DESTINATION_BITS + PART_BITS;
  localparam int SOURCE_AT = HOP_AT + HOP_BITS;
  localparam int LEG_AT = SOURCE_AT + SOURCE_BITS;
  localparam bit LEGS = SETTINGS[7*16 +: 16] != 16'd0;
  localparam bit ESCAPES = SETTINGS[5*16 +: 16] >= 16'd4;
  localparam int ADDRESS_BITS = LEG_AT + (LEGS || ESCAPES ? 1 : 0);
  localparam int CLASS_BITS = $clog2(CLASSES);
  localparam int PORT_BITS = 1 + CLASS_BITS;  // what is kept of the 8
  localparam int LAST_HOP = (1 << HOP_BITS) - 1;

  logic [NETWORK_PORTS*PORT_BITS-1:0] rows [0:(1 << ADDRESS_BITS)-1];
  logic [NETWORK_PORTS*PORT_BITS-1:0] new_row;
  genvar p;
  genvar v;
  generate
    for (p = 0; p < NETWORK_PORTS; p = p + 1) begin : g_new
      assign new_row[p*PORT_BITS + CLASS_BITS] = table_i_row[p*8 + 7];
      if (CLASS_BITS > 0) begin : g_class
        assign new_row[p*PORT_BITS +: CLASS_BITS] = table_i_row[p*8 +: CLASS_BITS];
      end
    end
    always_ff @(posedge clk_i) begin
      if (table_i_valid) rows[table_i_address[ADDRESS_BITS-1:0]] <= new_row;
    end

    for (v = 0; v < VCS; v = v + 1) begin : g_vc
      logic [31:0] destination;
      logic [31:0] part;
      logic [31:0] hop;
      logic [31:0] source;
      logic [31:0] address;
      logic [NETWORK_PORTS*PORT_BITS-1:0] row;
      logic second;
      if (LEGS) begin : g_legs
        logic [NODE_WIDTH-1:0] of_leg;
        route_detour #(
          .NODE_WIDTH(NODE_WIDTH), .SALT_WIDTH(SALT_WIDTH), .HOP_WIDTH(HOP_WIDTH), .SETTINGS(SETTINGS)
        ) route_detour (
          .destination_i(head_i_destination[v*NODE_WIDTH +: NODE_WIDTH]),
          .source_i(head_i_source[v*NODE_WIDTH +: NODE_WIDTH]),
          .salt_i(head_i_salt[v*SALT_WIDTH +: SALT_WIDTH]), .hop_i(head_i_hop[v*HOP_WIDTH +: HOP_WIDTH]),
          .second_o(second), .destination_o(of_leg));
        assign destination = 32'(of_leg);
      end else begin : g_one_leg
        assign second = ESCAPES && again_i[v];
        assign destination = 32'(head_i_destination[v*NODE_WIDTH +: NODE_WIDTH]);
      end
      assign part = 32'(head_i_salt[v*SALT_WIDTH +: SALT_WIDTH]) * SALT_PARTS >> SALT_WIDTH;
      if (HOP_BITS > 0) begin : g_hop  // later hops count as the last that it can tell
        assign hop = 32'(head_i_hop[v*HOP_WIDTH +: HOP_WIDTH]) < LAST_HOP
                         ? 32'(head_i_hop[v*HOP_WIDTH +: HOP_WIDTH]) : LAST_HOP;
      end else begin : g_any_hop
        assign hop = '0;
      end
      assign source = 32'(head_i_source[v*NODE_WIDTH +: NODE_WIDTH]);
      assign address = (destination & ((1 << DESTINATION_BITS) - 1)) | part << DESTINATION_BITS |
                       hop << HOP_AT |
                       (source & ((1 << SOURCE_BITS) - 1)) << SOURCE_AT | 32'(second) << LEG_AT;
      assign row = rows[address[ADDRESS_BITS-1:0]];
      for (p = 0; p < NETWORK_PORTS; p = p + 1) begin : g_port
        assign row_o[(v*NETWORK_PORTS + p)*8 +: 8] = {
            row[p*PORT_BITS + CLASS_BITS], 7'(row[p*PORT_BITS +: PORT_BITS]) & 7'((1 << CLASS_BITS) - 1)};
      end
      wire unused = &{1'b0, address};
    end
  endgenerate

  // What this table has no use for.
  wire unused = &{1'b0, table_i_address, table_i_row, head_i_hop, again_i, LAST_HOP};
endmodule
