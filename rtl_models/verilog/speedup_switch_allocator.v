/// Switch allocation with input speedup (docs/router.md, section 6): VC v of input port p asks from crossbar
/// input p*INPUT_SPEEDUP + v % INPUT_SPEEDUP, where it has the index v / INPUT_SPEEDUP. switch_allocator.v has
/// the crossbar inputs for inputs, and their indices for VCs. Without speedup it is switch_allocator.v.
module speedup_switch_allocator #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int INPUT_SPEEDUP = 1,  ///< crossbar inputs of each input port, 1..VCS
  parameter int ALLOCATOR = 0,      ///< this and the next: of switch_allocator.v
  parameter int ITERATIONS = 1,
  parameter int ARBITER = 0,
  parameter int ARBITER_STATE = 0,
  parameter int BRANCHES = 1,
  localparam int N = INPUTS*VCS, localparam int ROWS = INPUTS*INPUT_SPEEDUP,
  localparam int INDICES = (VCS + INPUT_SPEEDUP - 1)/INPUT_SPEEDUP
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,     ///< synchronous, active low
  input  logic [N*N-1:0]                ahead_i,    ///< of priority_order.v
  input  logic [INPUTS*OUTPUTS*VCS-1:0] request_i,  ///< bit (p*OUTPUTS + o)*VCS + v
  output logic [INPUTS*VCS-1:0]         granted_o,  ///< at most one VC per crossbar input
  output logic [OUTPUTS*ROWS-1:0]       select_o    ///< bit o*ROWS + c, one per output at most
);
  logic [ROWS*OUTPUTS*INDICES-1:0] request;  // bit (c*OUTPUTS + o)*INDICES + i
  logic [ROWS*INDICES-1:0]         granted;
  always @* begin
    request = '0;
    for (int c = 0; c < ROWS; c++) begin
      for (int o = 0; o < OUTPUTS; o++) begin
        for (int v = c % INPUT_SPEEDUP; v < VCS; v = v + INPUT_SPEEDUP)
          request[(c*OUTPUTS + o)*INDICES + v/INPUT_SPEEDUP] = request_i[(c/INPUT_SPEEDUP*OUTPUTS + o)*VCS + v];
      end
    end
  end
  // Which indices of all crossbar inputs come before which.
  localparam int SLOTS = ROWS*INDICES;
  logic [SLOTS*SLOTS-1:0] ahead;
  genvar a;
  genvar b;
  generate
    for (b = 0; b < SLOTS; b = b + 1) begin : g_behind
      localparam int BEHIND = b%INDICES*INPUT_SPEEDUP + b/INDICES%INPUT_SPEEDUP;  // a VC, or VCS and more: none
      for (a = 0; a < SLOTS; a = a + 1) begin : g_ahead
        localparam int AHEAD = a%INDICES*INPUT_SPEEDUP + a/INDICES%INPUT_SPEEDUP;
        if (BEHIND < VCS && AHEAD < VCS)
          assign ahead[b*SLOTS + a] = ahead_i[(b/INDICES/INPUT_SPEEDUP*VCS + BEHIND)*N + a/INDICES/INPUT_SPEEDUP*VCS + AHEAD];
        else assign ahead[b*SLOTS + a] = 1'b0;
      end
    end
  endgenerate
  always @* begin
    granted_o = '0;
    for (int c = 0; c < ROWS; c++) begin
      for (int v = c % INPUT_SPEEDUP; v < VCS; v = v + INPUT_SPEEDUP)
        granted_o[c/INPUT_SPEEDUP*VCS + v] = granted[c*INDICES + v/INPUT_SPEEDUP];
    end
  end
  switch_allocator #(ROWS, OUTPUTS, INDICES, ALLOCATOR, ITERATIONS, ARBITER, ARBITER_STATE, BRANCHES) matching (
    .ahead_i(ahead), .request_i(request), .granted_o(granted), .used_i(select_o), .*);

  wire unused = &{1'b0, granted};  // indices without a VC
endmodule
