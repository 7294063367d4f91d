// Round robin: from the one behind the last winner on, else from the first.
module turn_arbiter #(
  parameter int N = 4
) (
  input  logic         clk,
  input  logic         rst_n,
  input  logic [N-1:0] request,
  input  logic [N-1:0] winner,
  output logic [N-1:0] grant
);
  logic [N-1:0] due_q;
  logic [N-1:0] due_grant, all_grant;
  logic due_any, all_any;
  tree #(.N(N)) due (.request(request & due_q), .any_request(due_any), .grant(due_grant));
  tree #(.N(N)) all (.request(request), .any_request(all_any), .grant(all_grant));
  assign grant = due_any ? due_grant : all_any ? all_grant : '0;

  function automatic logic [N-1:0] behind(input logic [N-1:0] one_hot);
    behind = '1;
    for (int i = 0; i + 1 < N; i++) if (one_hot[i]) for (int j = 0; j <= i; j++) behind[j] = 1'b0;
  endfunction
  always_ff @(posedge clk)
    if (!rst_n) due_q <= '1;
    else if (winner != '0) due_q <= behind(winner);
endmodule
