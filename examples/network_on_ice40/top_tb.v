`timescale 1ns / 1ns
/// Messages reach every node of top.v, and none is wrong.
module top_tb;
  logic clk = 1'b0;
  logic [7:0] led;
  logic [3:0] seen = 4'd0;
  top #(.BLINK_BIT(7)) top (.clk(clk), .led(led));  // on after 128 messages
  always #5 clk = !clk;
  always @(posedge clk) seen <= seen | led[3:0];
  initial begin
    repeat (4000) @(negedge clk);
    if (led[7:4] === 4'd0 && seen === 4'hf) $display("PASS: at least 128 messages at every node, none wrong");
    else $display("FAIL: led %b, nodes reached %b", led, seen);
    $finish;
  end
endmodule
