/// Ways of two legs: to a node drawn from source and salt, then to the destination (docs/router.md,
/// sections 12 and 17). Which node the head looks for now. A head at its destination leaves, whatever
/// is said here.
module route_detour #(
  parameter int NODE_WIDTH = 16,
  parameter int SALT_WIDTH = 16,
  parameter int HOP_WIDTH = 8,
  parameter logic [255:0] SETTINGS = 256'h0005_0004_0000_0000_0000_0000_0000_0000_0000_0000  ///< of route_lookup; from the 7th number on: 1 grids wrap around, the sizes of the grid
) (
  input  logic [NODE_WIDTH-1:0] destination_i,  ///< of the head
  input  logic [NODE_WIDTH-1:0] source_i,
  input  logic [SALT_WIDTH-1:0] salt_i,
  input  logic [HOP_WIDTH-1:0]  hop_i,
  output logic                  second_o,       ///< it is in its second leg
  output logic [NODE_WIDTH-1:0] destination_o   ///< of its leg
);
  localparam int WRAPS = 32'(SETTINGS[6*16 +: 16]);
  localparam int MOST_DIMENSIONS = 9;
  localparam logic [8:0] USED = {
      SETTINGS[240 +: 16] != 16'd0, SETTINGS[224 +: 16] != 16'd0, SETTINGS[208 +: 16] != 16'd0,
      SETTINGS[192 +: 16] != 16'd0, SETTINGS[176 +: 16] != 16'd0, SETTINGS[160 +: 16] != 16'd0,
      SETTINGS[144 +: 16] != 16'd0, SETTINGS[128 +: 16] != 16'd0, SETTINGS[112 +: 16] != 16'd0};
  localparam logic [63:0] NODES =
      (USED[0] ? 64'(SETTINGS[112 +: 16]) : 64'd1) * (USED[1] ? 64'(SETTINGS[128 +: 16]) : 64'd1) *
      (USED[2] ? 64'(SETTINGS[144 +: 16]) : 64'd1) * (USED[3] ? 64'(SETTINGS[160 +: 16]) : 64'd1) *
      (USED[4] ? 64'(SETTINGS[176 +: 16]) : 64'd1) * (USED[5] ? 64'(SETTINGS[192 +: 16]) : 64'd1) *
      (USED[6] ? 64'(SETTINGS[208 +: 16]) : 64'd1) * (USED[7] ? 64'(SETTINGS[224 +: 16]) : 64'd1) *
      (USED[8] ? 64'(SETTINGS[240 +: 16]) : 64'd1);

  // The drawn node.
  logic [63:0] seed;
  logic [63:0] mixed;
  logic [63:0] remixed;
  logic [63:0] drawn;
  logic [31:0] between;
  assign seed = (64'(source_i) * 64'd65536 + 64'(salt_i) + 64'd1) * 64'h9E3779B97F4A7C15;
  assign mixed = (seed ^ (seed >> 30)) * 64'hBF58476D1CE4E5B9;
  assign remixed = (mixed ^ (mixed >> 27)) * 64'h94D049BB133111EB;
  assign drawn = remixed ^ (remixed >> 31);
  assign between = 32'((NODES * (drawn >> 32)) >> 32);

  // Its distance from the source.
  logic [31:0] distance;
  logic [31:0] from;
  logic [31:0] to;
  logic [31:0] size;
  logic [31:0] apart;
  always @* begin
    distance = '0;
    from = 32'(source_i);
    to = between;
    size = '0;
    apart = '0;
    for (int d = 0; d < MOST_DIMENSIONS; d++) begin
      if (USED[d]) begin
        size = 32'(SETTINGS[(7 + d)*16 +: 16]);
        apart = (from % size > to % size) ? from % size - to % size : to % size - from % size;
        if (WRAPS != 0 && size - apart < apart) apart = size - apart;
        distance = distance + apart;
        from = from / size;
        to = to / size;
      end
    end
  end

  assign second_o = 32'(hop_i) >= distance;
  assign destination_o = second_o ? destination_i : NODE_WIDTH'(between);

  wire unused = &{1'b0, drawn, from, to, size, apart};
endmodule
