/// Wavefront allocator of side N without a combinational loop (docs/router.md, section 7).
///
/// The columns are rotated by the current diagonal number, so that the wave always starts at diagonal
/// 0 and passes N fixed diagonals; the grants are rotated back. The textbook form closes the wave to
/// a ring, which is a combinational loop.
module wavefront #(
  parameter int N = 4  ///< rows and columns, 1 or more
) (
  input  logic           clk_i,
  input  logic           rst_ni,     ///< synchronous, active low
  input  logic [N*N-1:0] request_i,  ///< bit i*N + j: row i asks for column j
  output logic [N*N-1:0] grant_o     ///< at most one per row and column; every grant is used
);
  localparam int DIAGONAL_WIDTH = (N > 1) ? $clog2(N) : 1;
  logic [DIAGONAL_WIDTH-1:0] diagonal_q;

  logic [N*N-1:0] turned_request;
  logic [N*N-1:0] turned_grant;
  genvar i;
  generate
    for (i = 0; i < N; i = i + 1) begin : g_row
      logic [2*N-1:0] request_twice;
      logic [2*N-1:0] grant_twice;
      assign request_twice = {2{request_i[i*N +: N]}} >> diagonal_q;
      assign turned_request[i*N +: N] = request_twice[N-1:0];
      assign grant_twice = {2{turned_grant[i*N +: N]}} << diagonal_q;
      assign grant_o[i*N +: N] = grant_twice[2*N-1:N];
      wire unused = &{1'b0, request_twice[2*N-1:N], grant_twice[N-1:0]};
    end
  endgenerate

  logic [N-1:0] row_free;
  logic [N-1:0] column_free;
  always @* begin
    turned_grant = '0;
    row_free = {N{1'b1}};
    column_free = {N{1'b1}};
    if (turned_request != '0) begin
      for (int step = 0; step < N; step++) begin
        for (int row = 0; row < N; row++) begin
          if (turned_request[row*N + (step + N - row) % N] && row_free[row] &&
              column_free[(step + N - row) % N]) begin
            turned_grant[row*N + (step + N - row) % N] = 1'b1;
            row_free[row] = 1'b0;
            column_free[(step + N - row) % N] = 1'b0;
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) diagonal_q <= '0;
    else if (turned_grant != '0)
      diagonal_q <= (diagonal_q == DIAGONAL_WIDTH'(N - 1)) ? '0 : diagonal_q + DIAGONAL_WIDTH'(1);
  end
endmodule
