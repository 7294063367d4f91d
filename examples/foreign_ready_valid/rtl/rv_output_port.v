// Output side of a port: gives the output to one packet at a time, in turn, and queues its flits.
module rv_output_port #(
  parameter DATA_WIDTH = 64,
  parameter DEPTH = 4,
  parameter SEEDED_BUG = 0
) (
  input  wire                    clk,
  input  wire                    rst_n,
  input  wire [4:0]              request,    // inputs that offer a flit for this output
  input  wire [4:0]              last,       // ... and it is the last of its packet
  input  wire [5*DATA_WIDTH-1:0] data,
  output wire [4:0]              grant,      // one-hot: the flit is taken at the coming edge
  output wire                    out_valid,
  input  wire                    out_ready,
  output wire [DATA_WIDTH-1:0]   out_data
);
  reg [4:0] owner_q;  // the input whose packet is going through, 0: none
  reg [4:0] turn_q;   // inputs from the one whose turn it is upwards

  // The lowest input at or above the turn, else the lowest.
  wire [4:0] in_turn = request & turn_q;
  wire [4:0] pool = in_turn != 5'd0 ? in_turn : request;
  wire [4:0] chosen = owner_q != 5'd0 ? request & owner_q : pool & (~pool + 5'd1);

  wire room, full;
  // The bug: a slot that becomes free in this cycle is promised, but the queue does not write while full.
  assign room = !full || (SEEDED_BUG != 0 && out_ready);
  assign grant = room ? chosen : 5'd0;

  always @(posedge clk) begin
    if (!rst_n) begin
      owner_q <= 5'd0;
      turn_q <= 5'b11111;
    end else if (grant != 5'd0) begin
      owner_q <= (grant & last) != 5'd0 ? 5'd0 : grant;
      turn_q <= grant[4] ? 5'b11111 : ~(grant | (grant - 5'd1));
    end
  end

  reg [DATA_WIDTH-1:0] granted;
  integer i;
  always @* begin
    granted = {DATA_WIDTH{1'b0}};
    for (i = 0; i < 5; i = i + 1)
      granted = granted | (data[i*DATA_WIDTH +: DATA_WIDTH] & {DATA_WIDTH{grant[i]}});
  end

  rv_queue #(.DATA_WIDTH(DATA_WIDTH), .DEPTH(DEPTH)) queue (
    .clk(clk), .rst_n(rst_n), .write(grant != 5'd0 && !full), .write_data(granted), .full(full),
    .valid(out_valid), .read(out_valid && out_ready), .read_data(out_data));
endmodule
