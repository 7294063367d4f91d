// Ours under another name.
module renamed #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int BUFFER_FLITS = 8,
  parameter int ALLOCATOR = 0,
  parameter int ITERATIONS = 1,
  parameter int ARBITER = 0,
  parameter int ARBITER_STATE = 0,
  parameter int COUNT_WIDTH = 4,
  parameter int PORT_WIDTH = 3,
  parameter int VC_WIDTH = 2,
  parameter int HOP_WIDTH = 8,
  parameter int HEADER_ENTRIES = 0
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic [INPUTS*VCS-1:0]            active_i_valid,
  input  logic [INPUTS*VCS*PORT_WIDTH-1:0] active_i_port,
  input  logic [INPUTS*VCS*VC_WIDTH-1:0]   active_i_vc,
  input  logic [INPUTS*VCS*HOP_WIDTH-1:0]  active_i_hop,
  input  logic [INPUTS*VCS-1:0]            absorb_active_i_valid,
  input  logic [INPUTS*VCS*PORT_WIDTH-1:0] absorb_active_i_port,
  input  logic [INPUTS*VCS*VC_WIDTH-1:0]   absorb_active_i_vc,
  input  logic [INPUTS*VCS*HOP_WIDTH-1:0]  absorb_active_i_hop,
  input  logic [INPUTS*VCS-1:0]            filled_i,
  input  logic [INPUTS*VCS*COUNT_WIDTH-1:0] count_i,
  input  logic [OUTPUTS*VCS-1:0]           ready_i,
  input  logic [OUTPUTS*VCS*COUNT_WIDTH-1:0] outstanding_i,
  output logic [INPUTS*VCS-1:0]            grant_o,
  output logic [INPUTS*VCS-1:0]            absorb_grant_o,
  output logic [OUTPUTS*INPUTS-1:0]        select_o
);
  switch_allocator #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .VCS(VCS), .BUFFER_FLITS(BUFFER_FLITS), .ALLOCATOR(ALLOCATOR),
    .ITERATIONS(ITERATIONS), .ARBITER(ARBITER), .ARBITER_STATE(ARBITER_STATE), .COUNT_WIDTH(COUNT_WIDTH),
    .PORT_WIDTH(PORT_WIDTH), .VC_WIDTH(VC_WIDTH), .HOP_WIDTH(HOP_WIDTH), .HEADER_ENTRIES(HEADER_ENTRIES)
  ) ours (.*);
endmodule
