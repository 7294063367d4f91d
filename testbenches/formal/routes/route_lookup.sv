`include "checks.svh"
/// Routing by table: whatever the row, the loads and the salt are, a head takes a port that the row lists, and of
/// these one with the least load where CHOICE asks for it.
module route_lookup_proof #(
  parameter int NETWORK_PORTS = 4,
  parameter int VCS = 4,
  parameter int CHOICE = 0,
  localparam int PORT_WIDTH = $clog2(NETWORK_PORTS + 1), localparam int COUNT_WIDTH = 4, localparam int HOP_WIDTH = 4,
  localparam int SALT_WIDTH = 16
) (
  input logic                                       clk_i,
  input logic                                       rst_ni,
  input logic                                       head_i,
  input logic [NETWORK_PORTS-1:0]                   listed_i,
  input logic [SALT_WIDTH-1:0]                      salt_i,
  input logic [HOP_WIDTH-1:0]                       hop_i,
  input logic [(NETWORK_PORTS+1)*VCS-1:0]           held_i,
  input logic [(NETWORK_PORTS+1)*VCS*COUNT_WIDTH-1:0] outstanding_i
);
  logic [NETWORK_PORTS*8-1:0] row;
  logic [PORT_WIDTH-1:0]      port;
  genvar p;
  genvar v;
  generate
    for (p = 0; p < NETWORK_PORTS; p = p + 1) begin : g_row
      assign row[p*8 +: 8] = {listed_i[p], 7'd0};
    end
  endgenerate
  route_lookup #(
    .NETWORK_PORTS(NETWORK_PORTS), .PORT_WIDTH(PORT_WIDTH), .SETTINGS({160'd0, 16'(CHOICE), 16'd1, 16'd6, 16'd1, 16'd0, 16'd0}),
    .VCS(VCS), .COUNT_WIDTH(COUNT_WIDTH), .SALT_WIDTH(SALT_WIDTH), .HOP_WIDTH(HOP_WIDTH)
  ) route_lookup (
    .row_i(row), .class_i(1'b0), .network_vcs_i({NETWORK_PORTS*VCS{1'b1}}), .port_o(port), .*);
  first_reset first_reset (.*);

  // Flits sent and not credited, and VCs held, of every port.
  logic [NETWORK_PORTS*8-1:0] loads;
  logic [7:0]                 load;
  always @* begin
    for (int i = 0; i < NETWORK_PORTS; i++) begin
      loads[i*8 +: 8] = '0;
      for (int j = 0; j < VCS; j++)
        loads[i*8 +: 8] = loads[i*8 +: 8] + 8'(held_i[i*VCS + j]) + 8'(outstanding_i[(i*VCS + j)*COUNT_WIDTH +: COUNT_WIDTH]);
    end
  end
  assign load = loads[port*8 +: 8];
  `PROVE(takes_a_listed_port, !head_i || listed_i == '0 || (32'(port) < NETWORK_PORTS && listed_i[port]))
  `PROVE(is_silent_otherwise, head_i || port == '0)
  logic [NETWORK_PORTS-1:0] not_less, not_lower;
  generate
    for (p = 0; p < NETWORK_PORTS; p = p + 1) begin : g_port
      logic other;  // that it might have taken
      assign other = head_i && listed_i[p] && listed_i[port];
      assign not_less[p] = CHOICE < 2 || !other || load <= loads[p*8 +: 8];
      assign not_lower[p] = CHOICE == 1 || CHOICE == 2 || !other || p >= 32'(port) || (CHOICE == 3 && load != loads[p*8 +: 8]);
    end
  endgenerate
  `PROVE(takes_the_least_load, &not_less)
  `PROVE(takes_the_lowest_port, &not_lower)
endmodule
