/// The requests that an arbiter sees (docs/router.md, section 7, "Priorities"): those that no other one of
/// its requests comes before; all, if that is none of them. Combinational.
module priority_mask #(
  parameter int N = 28,     ///< input VCs
  parameter int FIRST = 0,  ///< the arbiter has requests of COUNT input VCs from this one on
  parameter int COUNT = N
) (
  input  logic [COUNT-1:0] request_i,
  input  logic [N*N-1:0]   ahead_i,    ///< of priority_order.v
  output logic [COUNT-1:0] shown_o
);
  logic [COUNT-1:0] best;
  genvar r;
  generate
    for (r = 0; r < COUNT; r = r + 1) begin : g_request
      assign best[r] = request_i[r] && (request_i & ahead_i[(FIRST + r)*N + FIRST +: COUNT]) == '0;
    end
  endgenerate
  assign shown_o = (best != '0) ? best : request_i;
  wire unused = &{1'b0, ahead_i};
endmodule
