/// A VC allocator that reads the occupancy: of the heads that ask for a VC of an output port it
/// lets the one with the most flits behind it ask, the lowest of equal ones, and only for a VC with
/// LEAST credits, with `vc_choice: lowest`. Ports are those of rtl_models/verilog/vc_allocator.v, which does the rest.
module fullest_head #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int NETWORK_PORTS = 6,
  parameter int VCS = 4,
  parameter int BUFFER_FLITS = 8,
  parameter int ALLOCATOR = 0,
  parameter int ARBITER = 0,
  parameter int WHOLE_MESSAGE = 0,
  parameter int LENGTH_WIDTH = 16,
  parameter int VC_CHOICE = 1,
  parameter int COUNT_WIDTH = 4,
  parameter int PORT_WIDTH = 3,
  parameter int VC_WIDTH = 2,
  localparam int LEAST = 2
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  input  logic [INPUTS*VCS-1:0]              request_i_valid,
  input  logic [INPUTS*VCS*PORT_WIDTH-1:0]   request_i_port,
  input  logic [INPUTS*VCS*VCS-1:0]          request_i_allowed,
  input  logic [INPUTS*VCS*LENGTH_WIDTH-1:0] request_i_length,
  input  logic [INPUTS*VCS*COUNT_WIDTH-1:0]  count_i,
  input  logic [OUTPUTS*VCS-1:0]             state_i_free,
  input  logic [OUTPUTS*VCS-1:0]             state_i_passed,
  input  logic [OUTPUTS*VCS*COUNT_WIDTH-1:0] outstanding_i,
  output logic [INPUTS*VCS-1:0]              grant_o_valid,
  output logic [INPUTS*VCS*VC_WIDTH-1:0]     grant_o_vc,
  output logic [OUTPUTS*VCS-1:0]             taken_o
);
  logic [INPUTS*VCS-1:0] chosen;
  always @* begin
    logic [COUNT_WIDTH-1:0] most;
    logic [VCS-1:0]         open;
    logic                   room;
    int                     winner;
    chosen = '0;
    for (int o = 0; o < OUTPUTS; o++) begin
      most = '0;
      room = 1'b0;
      winner = 0;
      for (int r = 0; r < INPUTS*VCS; r++) begin
        open = state_i_free[o*VCS +: VCS] & request_i_allowed[r*VCS +: VCS];
        if (request_i_valid[r] && request_i_port[r*PORT_WIDTH +: PORT_WIDTH] == PORT_WIDTH'(o) &&
            open != '0 && count_i[r*COUNT_WIDTH +: COUNT_WIDTH] > most) begin
          most = count_i[r*COUNT_WIDTH +: COUNT_WIDTH];
          winner = r;
          for (int w = VCS - 1; w >= 0; w--) begin  // the lowest comes last
            if (open[w])
              room = BUFFER_FLITS - 32'(outstanding_i[(o*VCS + w)*COUNT_WIDTH +: COUNT_WIDTH]) >= LEAST;
          end
        end
      end
      if (most != '0 && room) chosen[winner] = 1'b1;
    end
  end

  vc_allocator #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .BUFFER_FLITS(BUFFER_FLITS),
    .ALLOCATOR(ALLOCATOR), .ARBITER(ARBITER), .WHOLE_MESSAGE(WHOLE_MESSAGE), .LENGTH_WIDTH(LENGTH_WIDTH),
    .VC_CHOICE(VC_CHOICE)
  ) ours (.request_i_valid(chosen), .ahead_i('0), .*);
endmodule
