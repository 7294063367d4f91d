/// One field of N vectors that lie side by side. Combinational.
module field #(
  parameter int N = 4,
  parameter int VECTOR_WIDTH = 32,
  parameter int AT = 0,      ///< its lowest bit in a vector
  parameter int WIDTH = 8,
  parameter bit ABSENT = 0   ///< 1: the vectors have none; it is 0
) (
  input  logic [N*VECTOR_WIDTH-1:0] vector_i,
  output logic [N*WIDTH-1:0]        field_o
);
  genvar n;
  generate
    for (n = 0; n < N; n = n + 1) begin : g_field
      if (ABSENT) assign field_o[n*WIDTH +: WIDTH] = '0;
      else assign field_o[n*WIDTH +: WIDTH] = vector_i[n*VECTOR_WIDTH + AT +: WIDTH];
    end
  endgenerate

  wire unused = &{1'b0, vector_i};
endmodule
