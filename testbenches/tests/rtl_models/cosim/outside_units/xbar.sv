module xbar
  import xbar_pkg::*;
#(
  parameter int INPUTS = 5,
  parameter int OUTPUTS = 5,
  parameter int VCS = 2,
  parameter int VC_WIDTH = 1,
  parameter int CLASS_WIDTH = 1,
  parameter int LENGTH_WIDTH = 16,
  parameter int NODE_WIDTH = 16,
  parameter int SALT_WIDTH = 16,
  parameter int HOP_WIDTH = 8,
  parameter int INDEX_WIDTH = 16,
  parameter int MESSAGE_WIDTH = 32,
  parameter int LONGEST = 1  // flits of a message that it does not spoil
) (
  input  kind_t [INPUTS-1:0][VCS-1:0]                   front_i_kind,
  input  logic [INPUTS-1:0][VCS-1:0][CLASS_WIDTH-1:0]   front_i_class,
  input  logic [INPUTS-1:0][VCS-1:0][LENGTH_WIDTH-1:0]  front_i_length,
  input  logic [INPUTS-1:0][VCS-1:0][NODE_WIDTH-1:0]    front_i_destination,
  input  logic [INPUTS-1:0][VCS-1:0][NODE_WIDTH-1:0]    front_i_source,
  input  logic [INPUTS-1:0][VCS-1:0][SALT_WIDTH-1:0]    front_i_salt,
  input  logic [INPUTS-1:0][VCS-1:0][HOP_WIDTH-1:0]     front_i_hop,
  input  logic [INPUTS-1:0][VCS-1:0][INDEX_WIDTH-1:0]   front_i_index,
  input  logic [INPUTS-1:0][VCS-1:0][MESSAGE_WIDTH-1:0] front_i_message,
  input  logic [INPUTS-1:0][VCS-1:0][VC_WIDTH-1:0]      active_i_vc,
  input  logic [INPUTS-1:0][VCS-1:0]                    grant_i,
  input  logic [OUTPUTS-1:0][INPUTS-1:0]                select_i,
  output logic [OUTPUTS-1:0]                            flit_o_valid,
  output logic [OUTPUTS-1:0][VC_WIDTH-1:0]              flit_o_vc,
  output kind_t [OUTPUTS-1:0]                           flit_o_kind,
  output logic [OUTPUTS-1:0][CLASS_WIDTH-1:0]           flit_o_class,
  output logic [OUTPUTS-1:0][LENGTH_WIDTH-1:0]          flit_o_length,
  output logic [OUTPUTS-1:0][NODE_WIDTH-1:0]            flit_o_destination,
  output logic [OUTPUTS-1:0][NODE_WIDTH-1:0]            flit_o_source,
  output logic [OUTPUTS-1:0][SALT_WIDTH-1:0]            flit_o_salt,
  output logic [OUTPUTS-1:0][HOP_WIDTH-1:0]             flit_o_hop,
  output logic [OUTPUTS-1:0][INDEX_WIDTH-1:0]           flit_o_index,
  output logic [OUTPUTS-1:0][MESSAGE_WIDTH-1:0]         flit_o_message
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
    assign flit_o_kind[o] = source.port.found ? front_i_kind[p][v] : '0;
    assign flit_o_class[o] = source.port.found ? front_i_class[p][v] : '0;
    assign flit_o_length[o] = source.port.found ? front_i_length[p][v] : '0;
    assign flit_o_destination[o] = source.port.found ? front_i_destination[p][v] : '0;
    assign flit_o_source[o] = source.port.found ? front_i_source[p][v] : '0;
    assign flit_o_salt[o] = source.port.found ? front_i_salt[p][v] : '0;
    assign flit_o_hop[o] = source.port.found ? front_i_hop[p][v] : '0;
    assign flit_o_index[o] =
        source.port.found && front_i_length[p][v] <= LENGTH_WIDTH'(LONGEST) ? front_i_index[p][v] : '0;
    assign flit_o_message[o] = source.port.found ? front_i_message[p][v] : '0;
  end
endmodule
