// The priorities of four requests and what an arbiter sees of them, for priority_mask_twin_test.cpp.
module priority_bench (
  input  logic [3:0]  request_i,
  input  logic [63:0] priority_i,
  output logic [3:0]  shown_o
);
  logic [15:0] ahead;
  priority_order #(.N(4), .PRIORITY_WIDTH(16)) order (.priority_i(priority_i), .ahead_o(ahead));
  priority_mask #(.N(4)) mask (.request_i(request_i), .ahead_i(ahead), .shown_o(shown_o));
endmodule
