/// Switch allocation with speculation (docs/router.md, section 6): a second allocator, for heads that request
/// a VC in the same cycle, and the mask between the two. Only grants that are used move its arbiters.
module speculative_switch_allocator #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int NETWORK_PORTS = 6,
  parameter int VCS = 4,
  parameter int BUFFER_FLITS = 8,    ///< per VC of the next routers
  parameter int ALLOCATOR = 0,       ///< as of switch_allocator, as the next ones
  parameter int ITERATIONS = 1,
  parameter int ARBITER = 0,
  parameter int ARBITER_STATE = 0,
  parameter int PESSIMISTIC = 0,     ///< 1: requests of the first allocator mask, 0: its grants
  parameter int WHOLE_MESSAGE = 0,   ///< as of vc_allocator
  parameter int LENGTH_WIDTH = 16,
  parameter int VC_CHOICE = 1,       ///< as of router.v
  localparam int N = INPUTS * VCS, localparam int PORT_WIDTH = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1, localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1)
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,             ///< synchronous, active low
  input  logic [INPUTS*OUTPUTS*VCS-1:0]      asks_i,             ///< bit (p*OUTPUTS + o)*VCS + v: not speculative
  input  logic [N*N-1:0]                     ahead_i,            ///< of priority_order.v
  input  logic [N-1:0]                       request_i_valid,    ///< heads in VC allocation: as of vc_allocator
  input  logic [N*PORT_WIDTH-1:0]            request_i_port,
  input  logic [N*VCS-1:0]                   request_i_allowed,
  input  logic [N*LENGTH_WIDTH-1:0]          request_i_length,
  input  logic [OUTPUTS*VCS-1:0]             state_i_free,
  input  logic [OUTPUTS*VCS-1:0]             state_i_passed,
  input  logic [OUTPUTS*VCS*COUNT_WIDTH-1:0] outstanding_i,
  input  logic [N-1:0]                       vc_grant_i_valid,   ///< those that win in this cycle
  input  logic [N*VC_WIDTH-1:0]              vc_grant_i_vc,
  input  logic [OUTPUTS*VCS-1:0]             ready_i,            ///< output VC: a credit, a free link
  input  logic [OUTPUTS-1:0]                 open_i,             ///< output: a free link
  output logic [N-1:0]                       granted_o,          ///< at most one VC per input port
  output logic [OUTPUTS*INPUTS-1:0]          select_o,           ///< bit o*INPUTS + p, one per output at most
  output logic [N-1:0]                       wasted_o            ///< grants that are neither masked nor used
);
  logic [OUTPUTS*VCS*N-1:0] wanted;
  logic [N*VC_WIDTH-1:0]    vc;
  vc_requests #(INPUTS, OUTPUTS, NETWORK_PORTS, VCS, BUFFER_FLITS, WHOLE_MESSAGE, LENGTH_WIDTH, 0, VC_CHOICE) requests (
    .vc_o(vc), .asks_o(wanted), .*);

  logic [INPUTS*OUTPUTS*VCS-1:0] heads;
  always @* begin
    heads = '0;
    for (int p = 0; p < INPUTS; p++) begin
      for (int j = 0; j < OUTPUTS; j++) begin
        for (int w = 0; w < VCS; w++) begin
          if (open_i[j])
            heads[(p*OUTPUTS + j)*VCS +: VCS] = heads[(p*OUTPUTS + j)*VCS +: VCS] | wanted[(j*VCS + w)*N + p*VCS +: VCS];
        end
      end
    end
  end

  logic [N-1:0]              first_granted, second_granted;
  logic [OUTPUTS*INPUTS-1:0] first_select, second_select, used;
  switch_allocator #(INPUTS, OUTPUTS, VCS, ALLOCATOR, ITERATIONS, ARBITER, ARBITER_STATE) first (
    .clk_i(clk_i), .rst_ni(rst_ni), .ahead_i(ahead_i), .request_i(asks_i), .used_i(first_select), .granted_o(first_granted),
    .select_o(first_select));
  switch_allocator #(INPUTS, OUTPUTS, VCS, ALLOCATOR, ITERATIONS, ARBITER, ARBITER_STATE) second (
    .clk_i(clk_i), .rst_ni(rst_ni), .ahead_i(ahead_i), .request_i(heads), .used_i(used), .granted_o(second_granted),
    .select_o(second_select));

  // The ports of the first allocator's grants, or requests.
  logic [INPUTS-1:0]  input_masked;
  logic [OUTPUTS-1:0] output_masked;
  always @* begin
    input_masked = '0;
    output_masked = '0;
    for (int p = 0; p < INPUTS; p++) begin
      for (int j = 0; j < OUTPUTS; j++) begin
        if (PESSIMISTIC != 0 ? asks_i[(p*OUTPUTS + j)*VCS +: VCS] != '0 : first_select[j*INPUTS + p]) begin
          input_masked[p] = 1'b1;
          output_masked[j] = 1'b1;
        end
      end
    end
  end

  // Heads that win a VC with a credit, by the output VC that they win.
  logic [N*VCS-1:0] wins;
  always @* begin
    wins = '0;
    for (int i = 0; i < N; i++) begin
      for (int w = 0; w < VCS; w++)
        wins[i*VCS + w] = vc_grant_i_valid[i] && vc_grant_i_vc[i*VC_WIDTH +: VC_WIDTH] == VC_WIDTH'(w);
    end
  end

  logic [N-1:0] used_granted;
  always @* begin
    used = '0;
    used_granted = '0;
    wasted_o = '0;
    for (int j = 0; j < OUTPUTS; j++) begin
      for (int p = 0; p < INPUTS; p++) begin
        if (second_select[j*INPUTS + p] && !input_masked[p] && !output_masked[j]) begin
          for (int v = 0; v < VCS; v++) begin
            if (second_granted[p*VCS + v] && (wins[(p*VCS + v)*VCS +: VCS] & ready_i[j*VCS +: VCS]) != '0)
              used[j*INPUTS + p] = 1'b1;
          end
          if (used[j*INPUTS + p]) used_granted[p*VCS +: VCS] = second_granted[p*VCS +: VCS];
          else wasted_o[p*VCS +: VCS] = second_granted[p*VCS +: VCS];
        end
      end
    end
  end
  assign granted_o = first_granted | used_granted;
  assign select_o = first_select | used;

  wire unused = &{1'b0, vc};
endmodule
