module type_top #(
  parameter int WIDTH = 8,
  parameter type flit_t = logic [WIDTH-1:0]
) (
  input  logic  clock,
  input  flit_t in,
  output flit_t out
);
  always_ff @(posedge clock) out <= in;
endmodule
