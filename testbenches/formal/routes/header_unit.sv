`include "checks.svh"
/// A header flit as it comes and as it goes on: header_unit.v, and the crossbar that marks served entries invalid. One
/// input port with one VC, one network and one ejection output.
module header_unit_proof #(
  parameter int ENTRIES = 3,
  parameter int INJECTED = 0,
  parameter int NODES = 12,
  localparam int NODE_WIDTH = 4, localparam int PORT_WIDTH = 1,
  localparam int HEAD_WIDTH = 1 + 1 + 4 + 2*NODE_WIDTH + 1,  // hop, class, length, destination, source, salt
  localparam int INDEX_WIDTH = 2, localparam int HEADER_WIDTH = 5 + PORT_WIDTH + ENTRIES*(NODE_WIDTH + 3),
  localparam int FLIT_WIDTH = 3 + HEAD_WIDTH + INDEX_WIDTH + 1 + HEADER_WIDTH,
  localparam int ACTION_WIDTH = 7 + PORT_WIDTH
) (
  input logic                          clk_i,
  input logic                          rst_ni,
  input logic [NODE_WIDTH-1:0]         node_i,
  input logic                          head_i_valid,
  input logic [HEAD_WIDTH-1:0]         head_i,
  input logic [INDEX_WIDTH-1:0]        index_i,
  input logic                          header_i, more_i,
  input logic [ENTRIES-1:0]            valid_i,
  input logic [ENTRIES*NODE_WIDTH-1:0] addresses_i,
  input logic [ENTRIES*2-1:0]          controls_i
);
  localparam logic [95:0] FLIT = {8'd0, 8'd0, 8'(ENTRIES), 8'd1, 8'(PORT_WIDTH), 8'd1, 8'(INDEX_WIDTH), 8'd1, 8'(NODE_WIDTH),
                                  8'd4, 8'd1, 8'd1};
  logic [FLIT_WIDTH-1:0] flit;
  assign flit = {{PORT_WIDTH{1'b0}}, 2'b00, more_i, header_i, controls_i, addresses_i, valid_i, 1'b0, 1'b0, index_i, head_i, 3'd1};
  logic [HEAD_WIDTH-1:0]   head;
  logic [ACTION_WIDTH-1:0] action;
  logic [ENTRIES-1:0]      served;
  header_unit #(
    .INJECTED(INJECTED), .VCS(1), .USED_VCS(1), .FLIT_WIDTH(FLIT_WIDTH), .HEAD_WIDTH(HEAD_WIDTH), .NODES(NODES), .FLIT(FLIT)
  ) header_unit (
    .head_i_valid(head_i_valid), .front_i(flit), .head_o_valid(), .head_o(head), .action_o(action), .served_o(served), .*);
  logic acts, forward, receive, drop, error;
  assign {error, drop, receive, forward, acts} = action[4:0];

  // The copies on the network and on the ejection output.
  logic [FLIT_WIDTH-1:0]   passed, absorbed;
  multicast_crossbar #(
    .INPUTS(1), .OUTPUTS(2), .NETWORK_PORTS(1), .VCS(1), .FLIT_WIDTH(FLIT_WIDTH), .HEADER_WIDTH(HEADER_WIDTH),
    .HEADER_ENTRIES(ENTRIES)
  ) multicast_crossbar (
    .front_i(flit), .active_i_vc(1'b0), .active_i_detour(1'b0), .ahead_i_valid(1'b0), .ahead_i_port(3'd0), .grant_i(forward),
    .select_i({receive, forward}), .absorb_active_i_vc(1'b0), .absorb_grant_i(receive), .served_i(served), .error_i(error),
    .flit_o_valid(), .flit_o_vc(), .flit_o({absorbed, passed}));
  first_reset first_reset (.*);

  logic                  multicast, here;
  logic [ENTRIES-1:0]    first, left, next_first, onward;  // left: not served here; onward: as it goes on
  logic [NODE_WIDTH-1:0] address, next_address, destination;
  assign multicast = head_i_valid && header_i;
  assign here = multicast && first != '0 && address == node_i && 32'(address) < NODES;
  assign first = valid_i & (~valid_i + ENTRIES'(1));
  assign left = here ? valid_i & ~first : valid_i;
  assign next_first = left & (~left + ENTRIES'(1));
  assign onward = passed[FLIT_WIDTH - HEADER_WIDTH + 1 +: ENTRIES];
  assign destination = head[6 +: NODE_WIDTH];  // behind hop, class and length
  always @* begin
    {address, next_address} = '0;
    for (int i = 0; i < ENTRIES; i++) begin
      if (first[i]) address = addresses_i[i*NODE_WIDTH +: NODE_WIDTH];
      if (next_first[i]) next_address = addresses_i[i*NODE_WIDTH +: NODE_WIDTH];
    end
  end

  // Sources write entries without gaps; as routers serve them from the first on, there never are any.
  `GIVEN(comes_without_gaps, ((valid_i + first) & valid_i) == '0)

  `PROVE(acts_on_multicasts_only, acts == multicast && (multicast || {forward, receive, drop, error} == '0))
  `PROVE(goes_somewhere, !multicast || forward || receive)
  `PROVE(receives_what_is_for_it, !here || receive)
  `PROVE(serves_an_entry_once, !multicast || !forward || !here || (onward & first) == '0)
  `PROVE(keeps_other_entries, !multicast || !forward || (here ? onward | first : onward) == valid_i)
  `PROVE(drops_used_up_flits_only, !multicast || !drop || (left == '0 && more_i && !forward))
  `PROVE(drops_used_up_flits, !here || left != '0 || !more_i || drop)
  `PROVE(forwards_to_other_nodes, !multicast || !forward || (next_address != node_i && 32'(next_address) < NODES))
  `PROVE(names_the_next_address, !multicast || !forward || destination == next_address)
  `PROVE(reports_wrong_addresses, !multicast || error || (first != '0 && 32'(address) < NODES))
endmodule
