// Router of a two-dimensional mesh with ready-valid links and no virtual channels.
//
// Ports    0 local, 1 north, 2 east, 3 south, 4 west. Row 0 is the top row: north is y-1, south y+1.
// Link     a flit moves at a clock edge at which valid and ready are both high. `in_ready` is the grant of
//          the arbitration and so depends on `in_valid` and `in_data` in the same cycle; `out_valid` and
//          `out_data` come from registers and stay until taken.
// Packet   one head flit and `beats` more, nothing marks them. Head: [3:0] destination x, [7:4] destination
//          y, [15:8] beats, the rest is the sender's. The other flits are the sender's altogether.
// Way      first along x, then along y; a packet holds its output until its last flit is through.
// Latency  a flit taken at edge t is on `out_*` in the cycle that begins at edge t.
// Reset    synchronous, active low, two cycles or more. cfg_x and cfg_y are sampled during reset.
module rv_router #(
  parameter X_SIZE = 4,       // columns, 2..16
  parameter Y_SIZE = 4,       // rows, 2..16
  parameter DATA_WIDTH = 64,  // bits of a flit, 16 or more
  parameter DEPTH = 4,        // flits of an output queue, 2 or more
  parameter SEEDED_BUG = 0    // 1: an output queue that is full and read loses the flit offered to it
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire [3:0]            cfg_x,
  input  wire [3:0]            cfg_y,
  input  wire [2:0]            cfg_profile,  // 5 in normal use, 0 switches the router off
  input  wire                  test_mode,    // 1: takes and sends nothing
  input  wire [4:0]            in_valid,
  output wire [4:0]            in_ready,
  input  wire [DATA_WIDTH-1:0] in_data [0:4],
  output wire [4:0]            out_valid,
  input  wire [4:0]            out_ready,
  output wire [DATA_WIDTH-1:0] out_data [0:4]
);
  reg [3:0] x_q, y_q;
  always @(posedge clk) begin
    if (!rst_n) begin
      x_q <= cfg_x;
      y_q <= cfg_y;
    end
  end

  // request[5*i +: 5]: the outputs that input i asks for (one-hot or none).
  wire [24:0] request, grant;
  wire [4:0] last;
  wire [5*DATA_WIDTH-1:0] data;
  wire enabled = rst_n && !test_mode && cfg_profile != 3'd0;

  genvar i, o;
  generate
    for (i = 0; i < 5; i = i + 1) begin : in_port
      assign data[i*DATA_WIDTH +: DATA_WIDTH] = in_data[i];
      assign in_ready[i] = |grant[5*i +: 5];
      rv_input_port #(.X_SIZE(X_SIZE), .Y_SIZE(Y_SIZE)) port (
        .clk(clk), .rst_n(rst_n), .x(x_q), .y(y_q), .valid(in_valid[i] && enabled), .taken(in_ready[i]),
        .header(data[i*DATA_WIDTH +: 16]), .request(request[5*i +: 5]), .last(last[i]));
    end

    for (o = 0; o < 5; o = o + 1) begin : out_port
      wire [4:0] asked = {request[20+o], request[15+o], request[10+o], request[5+o], request[o]};
      wire [4:0] given;
      assign {grant[20+o], grant[15+o], grant[10+o], grant[5+o], grant[o]} = given;
      rv_output_port #(.DATA_WIDTH(DATA_WIDTH), .DEPTH(DEPTH), .SEEDED_BUG(SEEDED_BUG)) port (
        .clk(clk), .rst_n(rst_n), .request(asked), .last(last), .data(data), .grant(given),
        .out_valid(out_valid[o]), .out_ready(out_ready[o] && enabled), .out_data(out_data[o]));
    end
  endgenerate
endmodule
