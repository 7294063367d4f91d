/// Crosses differing dimensions of a hypercube in ascending order from a first one on, then from 0.
module route_rotated_ecube #(
  parameter int NETWORK_PORTS = 6,
  parameter int NODE_WIDTH = 16,
  parameter int PORT_WIDTH = 3,
  parameter logic [255:0] SETTINGS = 256'd0  ///< 1 number: first dimension
) (
  input  logic                  head_i,
  input  logic [NODE_WIDTH-1:0] node_i,
  input  logic [NODE_WIDTH-1:0] destination_i,
  output logic [PORT_WIDTH-1:0] port_o
);
  localparam int FIRST = 32'(SETTINGS[15:0]);
  logic [NODE_WIDTH-1:0] differing;
  assign differing = node_i ^ destination_i;

  always @* begin
    port_o = '0;
    if (head_i) begin
      for (int i = NETWORK_PORTS - 1; i >= 0; i--) begin
        if (differing[(FIRST + i) % NETWORK_PORTS]) port_o = PORT_WIDTH'((FIRST + i) % NETWORK_PORTS);
      end
    end
  end

  wire unused = &{1'b0, differing};
endmodule
