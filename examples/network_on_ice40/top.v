/// The exported 2x2 mesh with a traffic generator at each node, for the iCE40-HX8K breakout board. Its LEDs:
/// 0 to 3 blink with the messages that reach nodes 0 to 3, 4 to 7 are on if one of theirs was wrong.
module top #(
  parameter int BLINK_BIT = 20  ///< of a counter of messages: at 12 MHz about twice a second
) (
  input  logic       clk,
  output logic [7:0] led
);
  localparam int NODES = 4;
  localparam int FLIT_WIDTH = 24;

  // Low for some cycles after configuration, when registers are 0.
  logic [3:0] started_q = 4'd0;
  logic       rst_n;
  assign rst_n = &started_q;
  always_ff @(posedge clk) if (!rst_n) started_q <= started_q + 4'd1;

  logic [NODES-1:0]            in_valid, ready, out_valid, overflow, received, wrong;
  logic [NODES*FLIT_WIDTH-1:0] in_flit, out_flit;
  logic [NODES-1:0]            out_vc;
  network #(.SINK_FLITS(1)) network (
    .clk_i(clk), .rst_ni(rst_n), .flit_i_valid(in_valid), .flit_i_vc({NODES{1'b0}}), .flit_i(in_flit), .ready_o(ready),
    .flit_o_valid(out_valid), .flit_o_vc(out_vc), .flit_o(out_flit), .ready_i({NODES{1'b1}}), .overflow_o(overflow));

  genvar n;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : g_node
      logic [BLINK_BIT:0] count_q;
      traffic_generator #(.NODE(n)) traffic_generator (
        .clk_i(clk), .rst_ni(rst_n), .ready_i(ready[n]), .flit_o_valid(in_valid[n]),
        .flit_o(in_flit[n*FLIT_WIDTH +: FLIT_WIDTH]), .flit_i_valid(out_valid[n]),
        .flit_i(out_flit[n*FLIT_WIDTH +: FLIT_WIDTH]), .received_o(received[n]), .error_o(wrong[n]));
      always_ff @(posedge clk) begin
        if (!rst_n) count_q <= '0;
        else if (received[n]) count_q <= count_q + 1;
      end
      assign led[n] = count_q[BLINK_BIT];
      assign led[NODES + n] = wrong[n] || overflow[n];
    end
  endgenerate
endmodule
