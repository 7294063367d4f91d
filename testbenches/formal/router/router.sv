`include "checks.svh"
/// The router, its units composed: router_core.v with buffers and arbiters of stand_ins/, which do whatever is proven of
/// ours. E-cube routing, one injection and one ejection port. `port` and `vc` are any output VC.
module router_proof #(
  parameter int NETWORK_PORTS = 2,
  parameter int VCS = 2,
  parameter int BUFFER_FLITS = 2,
  parameter int PIPELINE = 3,
  parameter int SPECULATION = 0,
  parameter int BYPASS = 0,
  parameter int VC_ALLOCATOR = 0,
  parameter int SWITCH_ALLOCATOR = 0,
  parameter int ITERATIONS = 1,
  parameter int VC_REUSE = 0,
  localparam int NODE_WIDTH = NETWORK_PORTS, localparam int PORTS = NETWORK_PORTS + 1,
  localparam int N = PORTS * VCS, localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1),
  localparam int PORT_WIDTH = $clog2(PORTS), localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1,
  localparam int HEAD_WIDTH = 1 + NODE_WIDTH, localparam int FLIT_WIDTH = 3 + HEAD_WIDTH + 8
) (
  input logic                         clk_i,
  input logic                         rst_ni,
  input logic [NODE_WIDTH-1:0]        node_i,
  input logic [NETWORK_PORTS*VCS-1:0] credit_i
);
  // Flits of a kind, a class that is 0, a destination, a byte of data: flits_of_pins.v.
  localparam logic [95:0] FLIT = {2'd0, 6'b111111, 8'd1, 8'd0, 8'd1, 8'(PORT_WIDTH), 8'd1, 8'd1, 8'd1, 8'(NODE_WIDTH), 8'd1,
                                  8'd1, 8'd1};
  logic [NODE_WIDTH-1:0]       node;  // as the router takes it
  logic [PORTS-1:0]            leaves;
  logic [PORTS*VC_WIDTH-1:0]   leaves_vc;
  logic [PORTS*FLIT_WIDTH-1:0] arriving, leaving;
  logic [PORTS*VCS-1:0]        credited;
  genvar p;
  generate
    for (p = 0; p < PORTS; p = p + 1) begin : g_input
      assign arriving[p*FLIT_WIDTH +: FLIT_WIDTH] = {4'(p), {FLIT_WIDTH-4{1'b0}}};
    end
  endgenerate
  router_core #(
    .NETWORK_PORTS(NETWORK_PORTS), .VIRTUAL_CHANNELS(VCS), .BUFFER_FLITS(BUFFER_FLITS), .PIPELINE(PIPELINE),
    .SPECULATION(SPECULATION), .BYPASS(BYPASS), .VC_ALLOCATOR(VC_ALLOCATOR), .SWITCH_ALLOCATOR(SWITCH_ALLOCATOR),
    .ITERATIONS(ITERATIONS), .VC_REUSE(VC_REUSE), .INJECTION_VCS(VCS), .FLIT(FLIT), .FLIT_WIDTH(FLIT_WIDTH),
    .HEAD_WIDTH(HEAD_WIDTH)
  ) core (
    .link_vcs_i({NETWORK_PORTS*8{1'b0}}), .neighbour_i({NETWORK_PORTS*NODE_WIDTH{1'b0}}),
    .neighbour_i_input({NETWORK_PORTS*8{1'b0}}), .idle_o(), .table_clk_i(clk_i),
    .table_i_valid({PORTS{1'b0}}), .table_i_address(18'd0), .table_i_row({NETWORK_PORTS*8{1'b0}}), .route_again_i(1'b0),
    .flit_i_valid({PORTS{1'b0}}), .flit_i_vc({PORTS*VC_WIDTH{1'b0}}),
    .flit_i(arriving), .credit_o(credited), .flit_o_valid(leaves), .flit_o_vc(leaves_vc), .flit_o(leaving), .*);
  first_reset first_reset (.*);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) node <= node_i;
  end

  (* anyconst *) logic [PORT_WIDTH-1:0] port;
  (* anyconst *) logic [VC_WIDTH-1:0]   vc;
  `GIVEN(vc_exists, 32'(port) < PORTS && 32'(vc) < VCS)
  logic                  network, sends, begins, ends;
  logic [FLIT_WIDTH-1:0] flit;
  logic [NODE_WIDTH-1:0] apart;  // node and destination
  assign network = 32'(port) < NETWORK_PORTS;
  assign flit = leaving[port*FLIT_WIDTH +: FLIT_WIDTH];
  assign sends = leaves[port] && leaves_vc[port*VC_WIDTH +: VC_WIDTH] == vc;
  assign begins = flit[2:0] == 3'd1 || flit[2:0] == 3'd4;
  assign ends = flit[2:0] == 3'd3 || flit[2:0] == 3'd4;
  assign apart = flit[4 +: NODE_WIDTH] ^ node;

  // The router's own counter, without which the proof would have to find it.
  (* hierconn *) logic [N*COUNT_WIDTH-1:0] \core.output_outstanding ;
  logic [COUNT_WIDTH-1:0] outstanding;
  assign outstanding = \core.output_outstanding [(port*VCS + vc)*COUNT_WIDTH +: COUNT_WIDTH];

  // Flits that the router behind has not credited. What it credits was sent: credit_loop.sv.
  logic [COUNT_WIDTH:0] sent_q;
  logic                 credit;
  assign credit = network && credit_i[port*VCS + vc];
  `GIVEN(credits_what_was_sent, !credit || sent_q != '0)
  logic       inside_q;  // a worm has begun
  logic [7:0] worm_q;    // its input VC
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {sent_q, inside_q} <= '0;
    else begin
      if (network) sent_q <= sent_q + (COUNT_WIDTH+1)'(sends) - (COUNT_WIDTH+1)'(credit);
      if (sends) inside_q <= !ends;
    end
    if (sends) worm_q <= flit[FLIT_WIDTH-8 +: 8];
  end

  // Who holds the VC, and what of its message has crossed. Of a message that has begun, or waits to, the buffer knows
  // whether the head has left; kinds are as in stand_ins/vc_buffer.sv, without a flit those of the last one.
  (* hierconn *) logic [N-1:0]            \core.filled , \core.vc_stage_routed , \core.vc_stage_active ;
  (* hierconn *) logic [N-1:0]            \core.output_state_held ;
  (* hierconn *) logic [N*FLIT_WIDTH-1:0] \core.front ;
  (* hierconn *) logic [N*PORT_WIDTH-1:0] \core.active_port ;
  (* hierconn *) logic [N*VC_WIDTH-1:0]   \core.active_vc ;
  (* hierconn *) logic [PORTS-1:0]        \core.crossing_valid ;
  (* hierconn *) logic [PORTS*VC_WIDTH-1:0]   \core.crossing_vc ;
  (* hierconn *) logic [PORTS*FLIT_WIDTH-1:0] \core.crossing ;
  logic [FLIT_WIDTH-1:0] crossing;
  logic                  crosses, crossing_q;  // crossing_q: a worm has begun to cross to the VC
  logic [7:0]            crossing_worm_q;
  logic [N-1:0]          holders, in_worm, as_routed;
  assign crossing = \core.crossing [port*FLIT_WIDTH +: FLIT_WIDTH];
  assign crosses = \core.crossing_valid [port] && \core.crossing_vc [port*VC_WIDTH +: VC_WIDTH] == vc;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) crossing_q <= 1'b0;
    else if (crosses) crossing_q <= crossing[2:0] != 3'd3 && crossing[2:0] != 3'd4;
    if (crosses) crossing_worm_q <= crossing[FLIT_WIDTH-8 +: 8];
  end
  // The node that each input took; those of inputs that do not exist are anything.
  (* hierconn *) logic [NODE_WIDTH-1:0] \core.g_input[0].route_unit.node , \core.g_input[1].route_unit.node ,
      \core.g_input[2].route_unit.node , \core.g_input[3].route_unit.node , \core.g_input[4].route_unit.node ;
  logic [PORTS*NODE_WIDTH-1:0] nodes;
  assign nodes = (PORTS*NODE_WIDTH)'({\core.g_input[4].route_unit.node , \core.g_input[3].route_unit.node ,
      \core.g_input[2].route_unit.node , \core.g_input[1].route_unit.node , \core.g_input[0].route_unit.node });
  genvar r;
  generate
    for (r = 0; r < N; r = r + 1) begin : g_holder
      logic [FLIT_WIDTH-1:0] front;
      logic [NODE_WIDTH-1:0] far;  // node and destination
      logic [PORT_WIDTH-1:0] to;
      logic                  filled, active, head_left, right;
      assign front = \core.front [r*FLIT_WIDTH +: FLIT_WIDTH];
      assign to = \core.active_port [r*PORT_WIDTH +: PORT_WIDTH];
      assign {filled, active} = {\core.filled [r], \core.vc_stage_active [r]};
      assign far = front[4 +: NODE_WIDTH] ^ node;
      assign head_left = filled ? front[2:0] == 3'd2 || front[2:0] == 3'd3 : front[2:0] == 3'd1 || front[2:0] == 3'd2;
      assign right = 32'(to) < NETWORK_PORTS ? (far >> to) == NODE_WIDTH'(1) : 32'(to) < PORTS && far == '0;
      assign holders[r] = active && to == port && \core.active_vc [r*VC_WIDTH +: VC_WIDTH] == vc;
      assign in_worm[r] = !holders[r] ||
          (head_left == crossing_q && (!crossing_q || crossing_worm_q == {4'(r / VCS), 4'(r % VCS)}));
      assign as_routed[r] = active ? right && (filled || head_left) :
          !head_left && (!\core.vc_stage_routed [r] || (filled && right));
    end
  endgenerate
  `PROVE(keeps_its_route, &as_routed && nodes == {PORTS{node}})
  `PROVE(one_message_holds_a_vc, `ONE_AT_MOST(holders, N) && \core.output_state_held [port*VCS + vc] == (holders != '0))
  `PROVE(holder_sends_its_message, (holders != '0 || !crossing_q) && &in_worm)
  // At depth 4 the flit that crossed last may be in the traversal register.
  `PROVE(worms_never_interleave, (!sends || (begins ? !inside_q : inside_q && flit[FLIT_WIDTH-8 +: 8] == worm_q)) &&
      crossing_q == (PIPELINE == 4 && sends ? !ends : inside_q) &&
      (!crossing_q || crossing_worm_q == (PIPELINE == 4 && sends ? flit[FLIT_WIDTH-8 +: 8] : worm_q)))

  // At depth 4 a flit that was counted may be in the traversal register.
  `PROVE(sends_with_credit_only, 32'(sent_q) <= BUFFER_FLITS &&
      (!network || 32'(sent_q) == 32'(outstanding) || (PIPELINE == 4 && 32'(sent_q) + 1 == 32'(outstanding))))
  // The highest dimension in which they differ.
  `PROVE(leaves_where_routed, !sends || (network ? (apart >> port) == NODE_WIDTH'(1) : apart == '0))

  // One copy of a flit leaves in the cycle in which its slot is credited, with a traversal register in the next.
  (* anyconst *) logic [PORT_WIDTH-1:0] from;
  `GIVEN(input_exists, 32'(from) < PORTS)
  logic [7:0] copies;  // of flits of input port `from`
  logic       popped, popped_q;
  assign popped = credited[from*VCS +: VCS] != '0;
  always_ff @(posedge clk_i) popped_q <= rst_ni && popped;
  always @* begin
    copies = '0;
    for (int i = 0; i < PORTS; i++)
      copies = copies + 8'(leaves[i] && 32'(leaving[(i + 1)*FLIT_WIDTH - 4 +: 4]) == 32'(from));
  end
  `PROVE(sends_what_it_credits, copies == 8'(PIPELINE == 4 ? popped_q : popped))
endmodule
