/// Grants the highest requesting index, whoever was granted before. Ports as in round_robin_arbiter.
module last_first_arbiter #(
  parameter int N = 4
) (
  input  logic [N-1:0] request_i,
  output logic [N-1:0] grant_o
);
  always @* begin
    grant_o = '0;
    for (int i = 0; i < N; i++) begin
      if (request_i[i]) grant_o = N'(1) << i;
    end
  end
endmodule
