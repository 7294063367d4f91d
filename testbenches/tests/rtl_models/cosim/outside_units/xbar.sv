module xbar
  import xbar_pkg::*;
#(
  parameter int INPUTS = 5,
  parameter int OUTPUTS = 5,
  parameter int VCS = 2,
  parameter int VC_WIDTH = 1,
  parameter int FLIT_WIDTH = 188,
  parameter logic [95:0] FLIT = 96'h0008_0001_0320_1010_1010_0108,
  parameter int LONGEST = 1  // flits of a message that it does not spoil
) (
  input  logic [INPUTS-1:0][VCS-1:0][FLIT_WIDTH-1:0] front_i,
  input  logic [INPUTS-1:0][VCS-1:0][VC_WIDTH-1:0]   active_i_vc,
  input  logic [INPUTS-1:0][VCS-1:0]                 grant_i,
  input  logic [OUTPUTS-1:0][INPUTS-1:0]             select_i,
  output logic [OUTPUTS-1:0]                         flit_o_valid,
  output logic [OUTPUTS-1:0][VC_WIDTH-1:0]           flit_o_vc,
  output logic [OUTPUTS-1:0][FLIT_WIDTH-1:0]         flit_o
);
  // By number of a port or a VC: as wide as the package says.
  typedef struct packed {
    choice_t port;
    choice_t vc;
  } source_t;

  function automatic source_t source_of(input logic [INPUTS-1:0] select, input logic [INPUTS-1:0][VCS-1:0] grant);
    source_of.port = chosen(MOST'(select));
    source_of.vc = chosen(MOST'(grant[$clog2(INPUTS)'(source_of.port.number)]));
  endfunction

  for (genvar o = 0; o < OUTPUTS; o++) begin : g_output
    source_t source;
    logic [$clog2(INPUTS)-1:0] p;
    logic [VC_WIDTH-1:0] v;
    assign source = source_of(select_i[o], grant_i);
    assign p = $clog2(INPUTS)'(source.port.number);
    assign v = VC_WIDTH'(source.vc.number);
    assign flit_o_valid[o] = source.port.found;
    assign flit_o_vc[o] = source.port.found ? active_i_vc[p][v] : '0;
    // In a flit: kind, head, index, message. Of the head, hop and class come before the length.
    localparam int LENGTH_AT = KIND_WIDTH + 32'(FLIT[0 +: 8]) + 32'(FLIT[8 +: 8]);
    localparam int LENGTH_WIDTH = 32'(FLIT[16 +: 8]);
    localparam int INDEX_AT = LENGTH_AT + LENGTH_WIDTH + 2*32'(FLIT[24 +: 8]) + 32'(FLIT[32 +: 8]);
    localparam int INDEX_WIDTH = 32'(FLIT[40 +: 8]);
    logic [FLIT_WIDTH-1:0] flit;
    assign flit = source.port.found ? front_i[p][v] : '0;
    always_comb begin
      flit_o[o] = flit;
      if (flit[LENGTH_AT +: LENGTH_WIDTH] > LENGTH_WIDTH'(LONGEST)) flit_o[o][INDEX_AT +: INDEX_WIDTH] = '0;
    end
  end
endmodule
