module warnings_leaf (input logic clk, input logic [7:0] wide);
  logic kept;
  always_ff @(posedge clk)
    case (wide[1:0])
      2'd0: kept <= 1'b0;
      2'd1: kept <= 1'b1;
    endcase
endmodule
