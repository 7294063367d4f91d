/// What every proof begins with: registers in any state, and a reset. Later resets may come in any cycle.
module first_reset (
  input logic clk_i,
  input logic rst_ni
);
  logic begun_q = 1'b0;
  always_ff @(posedge clk_i) begun_q <= 1'b1;
  begins_with_reset: assume property (begun_q || !rst_ni);
endmodule
