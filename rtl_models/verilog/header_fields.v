/// Splits the multicast part of N flits into fields. Combinational. Only for routers with multicasts.
module header_fields #(
  parameter int N = 4,
  parameter logic [95:0] FLIT = 96'h0008_0101_0320_1010_1010_0108,  ///< shape of a flit: flits_of_pins.v
  localparam int NODE_WIDTH = 32'(FLIT[24 +: 8]), localparam int PORT_WIDTH = 32'(FLIT[56 +: 8]),
  localparam int ROUTING_WIDTH = 32'(FLIT[64 +: 8]), localparam int ENTRIES = 32'(FLIT[72 +: 8]),
  localparam int HEADER_WIDTH = 4 + PORT_WIDTH + ROUTING_WIDTH + ENTRIES*(NODE_WIDTH + 3)
) (
  input  logic [N*HEADER_WIDTH-1:0]       header_i,
  output logic [N-1:0]                    header_o,  ///< it is a header flit
  output logic [N-1:0]                    more_o,
  output logic [N*ROUTING_WIDTH-1:0]      routing_o,
  output logic [N-1:0]                    first_port_valid_o,
  output logic [N*PORT_WIDTH-1:0]         first_port_o,
  output logic [N*ENTRIES-1:0]            entry_valid_o,
  output logic [N*ENTRIES*NODE_WIDTH-1:0] entry_address_o,
  output logic [N*ENTRIES*2-1:0]          entry_control_o,
  output logic [N-1:0]                    error_o    ///< of ejection outputs only
);
  genvar n;
  generate
    for (n = 0; n < N; n = n + 1) begin : g_header
      assign {first_port_o[n*PORT_WIDTH +: PORT_WIDTH], routing_o[n*ROUTING_WIDTH +: ROUTING_WIDTH],
              first_port_valid_o[n], more_o[n], header_o[n], entry_control_o[n*ENTRIES*2 +: ENTRIES*2],
              entry_address_o[n*ENTRIES*NODE_WIDTH +: ENTRIES*NODE_WIDTH],
              entry_valid_o[n*ENTRIES +: ENTRIES], error_o[n]} = header_i[n*HEADER_WIDTH +: HEADER_WIDTH];
    end
  endgenerate
endmodule
