// Output port: gives its VCs to packets, one a cycle, and the link to flits; counts credits.
module la_output_port #(
  parameter VCS = 4,
  parameter DEPTH = 8,
  parameter WIDTH = VCS + 67
) (
  input  wire               clock,
  input  wire               reset,
  input  wire [0:5*VCS-1]   wants_vc,      // input VCs whose packet wants a VC here
  output wire [0:5*VCS-1]   gets_vc,       // one-hot or none
  output wire [0:VCS-1]     offered_vc,
  output wire [0:VCS-1]     has_credit,
  input  wire [0:4]         wants_switch,  // inputs with a flit for this port
  output wire [0:4]         gets_switch,   // one-hot or none
  input  wire [0:5*(VCS+66)-1] flits,      // what the inputs have picked
  output wire [0:WIDTH-1]   channel,
  input  wire [0:VCS-1]     credit
);
  localparam COUNT = $clog2(DEPTH + 1);
  localparam [31:0] FULL = DEPTH;

  // VCs in turn, so that a packet rarely gets the VC of the one before it.
  reg [0:VCS-1] held_q;
  wire [0:VCS-1] offered;
  wire vc_given = gets_vc != {(5 * VCS){1'b0}};
  la_arbiter #(.N(VCS)) next_vc (
    .clock(clock), .reset(reset), .request(~held_q), .grant(offered), .used(vc_given));
  assign offered_vc = offered;

  wire [0:5*VCS-1] vc_winner;
  la_arbiter #(.N(5 * VCS)) vc_arbiter (
    .clock(clock), .reset(reset), .request(wants_vc), .grant(vc_winner), .used(vc_given));
  assign gets_vc = offered != {VCS{1'b0}} ? vc_winner : {(5 * VCS){1'b0}};

  la_arbiter #(.N(5)) switch_arbiter (
    .clock(clock), .reset(reset), .request(wants_switch), .grant(gets_switch), .used(gets_switch != 5'd0));

  reg [0:VCS+65] flit;
  integer i;
  always @* begin
    flit = {(VCS + 66){1'b0}};
    for (i = 0; i < 5; i = i + 1)
      flit = flit | (flits[i*(VCS+66) +: VCS+66] & {(VCS + 66){gets_switch[i]}});
  end
  wire [0:VCS-1] sent = flit[0:VCS-1];      // none without a grant
  wire tail = flit[VCS+1];

  reg [0:WIDTH-1] channel_q;
  assign channel = channel_q;
  always @(posedge clock or posedge reset) begin
    if (reset) begin
      held_q <= {VCS{1'b0}};
      channel_q <= {WIDTH{1'b0}};
    end else begin
      held_q <= (held_q | (offered & {VCS{vc_given}})) & ~(sent & {VCS{tail}});
      channel_q <= {gets_switch != 5'd0, flit};
    end
  end

  genvar v;
  generate
    for (v = 0; v < VCS; v = v + 1) begin : of_vc
      reg [COUNT-1:0] credits_q;
      assign has_credit[v] = credits_q != {COUNT{1'b0}};
      always @(posedge clock or posedge reset) begin
        if (reset) credits_q <= FULL[COUNT-1:0];
        else if (credit[v] && !sent[v]) credits_q <= credits_q + 1'b1;
        else if (sent[v] && !credit[v]) credits_q <= credits_q - 1'b1;
      end
    end
  endgenerate
endmodule
