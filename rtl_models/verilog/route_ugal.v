/// UGAL in the router where a message begins (docs/router.md, section 12): the row of its minimal way, or that
/// of the detour if load times hops is lower there. With faults a row may list no port; the other is taken
/// then. Combinational.
///
/// These rows list one port each (route_table.v); above its VC class are the hops of the way, which row_o has not.
module route_ugal #(
  parameter int NETWORK_PORTS = 6,
  parameter int EJECTION_PORTS = 1,
  parameter int VCS = 4,
  parameter int MESSAGE_CLASSES = 1,
  parameter int CLASSES = 2,
  parameter int COUNT_WIDTH = 4,
  parameter int CLASS_WIDTH = 1,
  localparam int OUTPUT_VCS = (NETWORK_PORTS + EJECTION_PORTS) * VCS,
  localparam int CLASS_VCS = NETWORK_PORTS * MESSAGE_CLASSES * CLASSES * VCS
) (
  input  logic [NETWORK_PORTS*8-1:0]        minimal_i,
  input  logic [NETWORK_PORTS*8-1:0]        detour_i,
  input  logic [CLASS_WIDTH-1:0]            class_i,        ///< these as of row_loads.v
  input  logic [CLASS_VCS-1:0]              network_vcs_i,
  input  logic [OUTPUT_VCS-1:0]             held_i,
  input  logic [OUTPUT_VCS*COUNT_WIDTH-1:0] outstanding_i,
  output logic                              detour_o,       ///< the detour was chosen
  output logic [NETWORK_PORTS*8-1:0]        row_o
);
  localparam int CLASS_BITS = $clog2(CLASSES);
  localparam int LOAD_WIDTH = COUNT_WIDTH + $clog2(VCS) + 1;
  localparam int COST_WIDTH = LOAD_WIDTH + 7;
  logic [2*NETWORK_PORTS*8-1:0] ways;  // the minimal way, then the detour
  logic [2*NETWORK_PORTS*8-1:0] rows;  // ... without hops
  logic [1:0]                   listed;
  logic [2*COST_WIDTH-1:0]      costs;
  assign ways = {detour_i, minimal_i};
  genvar w;
  genvar p;
  generate
    for (w = 0; w < 2; w = w + 1) begin : g_way
      logic [NETWORK_PORTS*LOAD_WIDTH-1:0] loads;
      logic [NETWORK_PORTS*8-1:0]          way;
      logic [COST_WIDTH-1:0]               cost;
      logic                                any;
      assign way = ways[w*NETWORK_PORTS*8 +: NETWORK_PORTS*8];
      for (p = 0; p < NETWORK_PORTS; p = p + 1) begin : g_port
        assign rows[(w*NETWORK_PORTS + p)*8 +: 8] = way[p*8 +: 8] & (8'h80 | 8'((1 << CLASS_BITS) - 1));
      end
      row_loads #(
        .NETWORK_PORTS(NETWORK_PORTS), .EJECTION_PORTS(EJECTION_PORTS), .VCS(VCS), .MESSAGE_CLASSES(MESSAGE_CLASSES),
        .CLASSES(CLASSES), .COUNT_WIDTH(COUNT_WIDTH), .CLASS_WIDTH(CLASS_WIDTH)
      ) row_loads (.row_i(rows[w*NETWORK_PORTS*8 +: NETWORK_PORTS*8]), .load_o(loads), .*);
      always @* begin
        cost = '0;
        any = 1'b0;
        for (int i = 0; i < NETWORK_PORTS; i++) begin
          if (way[i*8 + 7]) begin
            any = 1'b1;
            cost = COST_WIDTH'(loads[i*LOAD_WIDTH +: LOAD_WIDTH]) * (COST_WIDTH'(way[i*8 +: 7]) >> CLASS_BITS);
          end
        end
      end
      assign listed[w] = any;
      assign costs[w*COST_WIDTH +: COST_WIDTH] = cost;
    end
  endgenerate
  assign detour_o = listed[1] && (!listed[0] || costs[0 +: COST_WIDTH] > costs[COST_WIDTH +: COST_WIDTH]);
  assign row_o = rows[(detour_o ? NETWORK_PORTS*8 : 0) +: NETWORK_PORTS*8];
endmodule
