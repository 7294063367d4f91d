// Input port: a buffer per VC, what its front packet has been given, the pick of the VC that asks for the
// switch, and the routing for the next router.
module la_input_port #(
  parameter COLUMNS = 4,
  parameter ROWS = 4,
  parameter VCS = 4,
  parameter DEPTH = 8,
  parameter SEEDED_BUG = 0,
  parameter WIDTH = VCS + 67
) (
  input  wire             clock,
  input  wire             reset,
  input  wire [0:7]       router_address,
  input  wire [0:WIDTH-1] channel,
  output wire [0:VCS-1]   credit,
  output wire [0:5*VCS-1] wants_vc,      // [o*VCS + v]: the head at the front of VC v wants a VC of output o
  input  wire [0:5*VCS-1] gets_vc,       // ... and gets the one on offer there
  input  wire [0:5*VCS-1] offered_vc,
  input  wire [0:5*VCS-1] has_credit,    // [o*VCS + v]: of output VCs
  output wire [0:4]       wants_switch,  // one-hot or none
  input  wire [0:4]       gets_switch,
  output wire [0:VCS+65]  flit,          // that wants the switch: VC at the output, head, tail, data
  output wire             error
);
  wire             valid = channel[0];
  wire [0:VCS-1]   vc = channel[1:VCS];
  wire [0:65]      arriving = channel[VCS+1:WIDTH-1];

  wire [0:VCS-1] ready, picked, leaves, overflow;
  wire [0:66*VCS-1] front;
  wire [0:5*VCS-1] way;                  // [5*v + o]: where VC v goes
  wire [0:VCS*VCS-1] output_vc;          // [v*VCS + w]

  genvar v, o;
  generate
    for (v = 0; v < VCS; v = v + 1) begin : of_vc
      localparam [0:VCS-1] v_mask = {1'b1, {(VCS - 1){1'b0}}} >> v;
      wire occupied, head, given;
      wire [0:4] asked;
      wire [0:65] first;
      reg active_q;                      // the packet at the front has a VC at its output
      reg [0:4] way_q;
      reg [0:VCS-1] output_vc_q;

      la_vc_buffer #(.WIDTH(66), .DEPTH(DEPTH)) buffer (
        .clock(clock), .reset(reset), .write(valid && vc[v]), .write_data(arriving), .read(leaves[v]),
        .occupied(occupied), .front(first), .overflow(overflow[v]));
      assign front[66*v : 66*v+65] = first;
      assign head = occupied && first[0];
      assign asked = head && !active_q ? 5'b10000 >> first[2:4] : 5'd0;
      for (o = 0; o < 5; o = o + 1) begin : at
        assign wants_vc[o*VCS + v] = asked[o];
      end
      assign given = (gets_vc & {5{v_mask}}) != {(5 * VCS){1'b0}};

      reg [0:VCS-1] offered;             // at the port asked for
      reg [0:VCS-1] credits;             // at the port that the packet goes to
      integer k;
      always @* begin
        offered = {VCS{1'b0}};
        credits = {VCS{1'b0}};
        for (k = 0; k < 5; k = k + 1) begin
          offered = offered | (offered_vc[k*VCS +: VCS] & {VCS{asked[k]}});
          credits = credits | (has_credit[k*VCS +: VCS] & {VCS{way_q[k]}});
        end
      end

      assign ready[v] = active_q && occupied && (credits & output_vc_q) != {VCS{1'b0}};
      assign way[5*v : 5*v+4] = way_q;
      assign output_vc[v*VCS : (v+1)*VCS-1] = output_vc_q;
      assign leaves[v] = picked[v] && gets_switch != 5'd0;

      always @(posedge clock or posedge reset) begin
        if (reset) begin
          active_q <= 1'b0;
          way_q <= 5'd0;
          output_vc_q <= {VCS{1'b0}};
        end else if (leaves[v] && first[1]) begin
          active_q <= 1'b0;
        end else if (given) begin
          active_q <= 1'b1;
          way_q <= asked;
          output_vc_q <= offered;
        end
      end
    end
  endgenerate

  la_arbiter #(.N(VCS)) pick (
    .clock(clock), .reset(reset), .request(ready), .grant(picked), .used(gets_switch != 5'd0));

  reg [0:65] chosen;
  reg [0:4] chosen_way;
  reg [0:VCS-1] chosen_vc;
  integer w;
  always @* begin
    chosen = 66'd0;
    chosen_way = 5'd0;
    chosen_vc = {VCS{1'b0}};
    for (w = 0; w < VCS; w = w + 1) begin
      chosen = chosen | (front[66*w +: 66] & {66{picked[w]}});
      chosen_way = chosen_way | (way[5*w +: 5] & {5{picked[w]}});
      chosen_vc = chosen_vc | (output_vc[w*VCS +: VCS] & {VCS{picked[w]}});
    end
  end
  assign wants_switch = chosen_way;

  wire [0:2] next_port;
  la_next_route #(.COLUMNS(COLUMNS), .ROWS(ROWS)) next_route (
    .router_address(router_address), .leaving_by(chosen_way[0:3]), .destination(chosen[5:12]),
    .port(next_port));
  assign flit = {chosen_vc, chosen[0:1], chosen[0] ? next_port : chosen[2:4], chosen[5:65]};

  // The bug: a credit for every flit that asks, also when another input gets the switch.
  wire [0:VCS-1] freed = SEEDED_BUG != 0 ? picked : leaves;
  reg [0:VCS-1] credit_q;
  always @(posedge clock or posedge reset) begin
    if (reset) credit_q <= {VCS{1'b0}};
    else credit_q <= freed;
  end
  assign credit = credit_q;

  wire one_vc = vc != {VCS{1'b0}} && (vc & (vc - {{(VCS - 1){1'b0}}, 1'b1})) == {VCS{1'b0}};
  assign error = overflow != {VCS{1'b0}} || (valid && !one_vc);
endmodule
