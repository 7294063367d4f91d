// rv_router between on-off links: a queue at every input, a register at every output.
//
// in_on[p]   a flit may be sent in this cycle: there is room for it.
// out_on[p]  sampled at the clock edge; a flit that was granted before is still sent.
// A head passes in 3 cycles.
module on_off_router (
  input  wire        clk,
  input  wire        rst_n,
  input  wire [3:0]  cfg_x,
  input  wire [3:0]  cfg_y,
  input  wire [4:0]  in_valid,
  input  wire [63:0] in_data [0:4],
  output wire [4:0]  in_on,
  output wire [4:0]  out_valid,
  output wire [63:0] out_data [0:4],
  input  wire [4:0]  out_on
);
  wire [4:0] queue_full, core_in_valid, core_in_ready, core_out_valid;
  wire [63:0] core_in_data [0:4], core_out_data [0:4];
  reg [4:0] on_q, out_valid_q;

  rv_router core (
    .clk(clk), .rst_n(rst_n), .cfg_x(cfg_x), .cfg_y(cfg_y), .cfg_profile(3'd5), .test_mode(1'b0),
    .in_valid(core_in_valid), .in_ready(core_in_ready), .in_data(core_in_data),
    .out_valid(core_out_valid), .out_ready(on_q), .out_data(core_out_data));

  always @(posedge clk) begin
    on_q <= rst_n ? out_on : 5'd0;
    out_valid_q <= rst_n ? core_out_valid & on_q : 5'd0;
  end
  assign in_on = ~queue_full;
  assign out_valid = out_valid_q;

  genvar p;
  generate
    for (p = 0; p < 5; p = p + 1) begin : port
      rv_queue #(.DATA_WIDTH(64), .DEPTH(3)) queue (
        .clk(clk), .rst_n(rst_n), .write(in_valid[p]), .write_data(in_data[p]), .full(queue_full[p]),
        .valid(core_in_valid[p]), .read(core_in_ready[p]), .read_data(core_in_data[p]));
      reg [63:0] data_q;
      always @(posedge clk) data_q <= core_out_data[p];
      assign out_data[p] = data_q;
    end
  endgenerate
endmodule
