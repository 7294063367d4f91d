// Round robin without a tree: what may win is handed round a ring, from the one behind the last winner on. A
// loop of gates that settles in every state.
module ring_arbiter #(
  parameter int N = 4
) (
  input  logic         clk,
  input  logic         rst_n,
  input  logic [N-1:0] request,
  output logic [N-1:0] grant
);
  logic [N-1:0] first_q;  // one-hot: who may win before all others
  logic [N-1:0] pass;     // by position: all before it, from the first on, do not ask
  for (genvar i = 0; i < N; i++) begin : g_place
    assign pass[(i + 1) % N] = (pass[i] || first_q[i]) && !request[i];
    assign grant[i] = (pass[i] || first_q[i]) && request[i];
  end
  always_ff @(posedge clk)
    if (!rst_n) first_q <= N'(1);
    else if (grant != '0) first_q <= {grant[N-2:0], grant[N-1]};
endmodule
