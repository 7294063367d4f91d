// Round robin: grants the next requester in descending order of the index, from the last one granted on.
module la_arbiter #(
  parameter N = 4
) (
  input  wire         clock,
  input  wire         reset,
  input  wire [0:N-1] request,
  input  wire         used,     // the grant was of use: the turn moves on
  output wire [0:N-1] grant     // one-hot or none
);
  reg [0:N-1] turn_q;           // the requesters from the one whose turn it is upwards in value
  wire [0:N-1] in_turn = request & turn_q;
  wire [0:N-1] pool = in_turn != {N{1'b0}} ? in_turn : request;
  assign grant = pool & (~pool + {{(N - 1){1'b0}}, 1'b1});

  always @(posedge clock or posedge reset) begin
    if (reset) turn_q <= {N{1'b1}};
    else if (used) turn_q <= grant[0] ? {N{1'b1}} : ~(grant | (grant - {{(N - 1){1'b0}}, 1'b1}));
  end
endmodule
