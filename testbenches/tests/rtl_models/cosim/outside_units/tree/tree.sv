// The lowest request, by a tree whose nodes lie in two vectors.
module tree #(
  parameter int N = 4,
  localparam int LEAVES = 1 << $clog2(N)
) (
  input  logic [N-1:0] request,
  output logic         any_request,
  output logic [N-1:0] grant
);
  logic [2*LEAVES-2:0] any;
  logic [2*LEAVES-2:0] chosen;
  assign any_request = any[0];
  assign chosen[0] = 1'b1;
  for (genvar n = 0; n < LEAVES - 1; n++) begin : g_node
    tree_node node (
      .left_any(any[2*n + 1]), .right_any(any[2*n + 2]), .chosen(chosen[n]), .any(any[n]),
      .left_chosen(chosen[2*n + 1]), .right_chosen(chosen[2*n + 2]));
  end
  for (genvar i = 0; i < LEAVES; i++) begin : g_leaf
    if (i < N) begin : g_used
      assign any[LEAVES - 1 + i] = request[i];
      assign grant[i] = chosen[LEAVES - 1 + i] && request[i];
    end else begin : g_unused
      assign any[LEAVES - 1 + i] = 1'b0;
    end
  end
endmodule
