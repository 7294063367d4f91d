/// A small router in a style of its own, for tests of the adapter: 2D mesh, one VC, credits, XY
/// order, two cycles a hop. `fault_i` makes it do one thing that a router must not do.
///
/// Ports: 0 local, 1 towards higher y, 2 towards higher x, 3 lower y, 4 lower x. `in_*` vectors hold
/// port 0 in their highest bits. A flit: {head, tail, payload}; payload of a head: {length, tag, y, x},
/// of others {index, tag}.
module toy_router #(
  parameter int DEPTH = 4,     // slots per input
  parameter int CREDITS = 4,   // at the start, per output
  parameter int FIXED_X = -1,  // where it stands, in place of my_x
  localparam int PORTS = 5,
  localparam int WIDTH = 40,
  localparam int COUNT = 8
) (
  input  logic                   clock,
  input  logic                   reset_n,
  input  logic [3:0]             my_x,
  input  logic [3:0]             my_y,
  input  logic [4:0]             fault_i,
  input  logic [0:PORTS-1]       in_valid,
  input  logic [PORTS*WIDTH-1:0] in_flit,
  output logic [0:PORTS-1]       in_credit,
  output logic                   out_valid [PORTS],
  output logic [WIDTH-1:0]       out_flit [PORTS],
  input  logic                   out_credit [PORTS],
  output logic                   busy
);
  localparam logic [4:0] WRONG_TURN = 1;
  localparam logic [4:0] OFF_THE_EDGE = 2;
  localparam logic [4:0] DROPS_A_FLIT = 3;
  localparam logic [4:0] REPEATS_A_FLIT = 4;
  localparam logic [4:0] NO_TAIL = 5;
  localparam logic [4:0] EARLY_TAIL = 6;
  localparam logic [4:0] INTERLEAVES = 7;
  localparam logic [4:0] TWO_CREDITS = 8;
  localparam logic [4:0] IGNORES_CREDITS = 9;
  localparam logic [4:0] STOPS = 10;
  localparam logic [4:0] FINISHES = 11;
  localparam logic [4:0] CALLS_STOP = 12;
  localparam logic [4:0] ASSERTS = 13;
  localparam logic [4:0] AWAKE_IN_RESET = 14;
  localparam logic [4:0] LEAKS_INPUT = 15;
  localparam logic [4:0] DISPLAYS = 16;
  localparam logic [4:0] INVENTS_A_FLIT = 17;
  localparam logic [4:0] SCRAMBLES_TAG = 18;
  localparam logic [4:0] SCRAMBLES_LENGTH = 19;
  localparam logic [4:0] FORGETS_RESET = 20;
  localparam logic [4:0] OSCILLATES = 21;

  logic [WIDTH-1:0] slots [PORTS][DEPTH];
  logic [COUNT-1:0] filled [PORTS];
  logic [WIDTH-1:0] front [PORTS];
  logic [2:0]       wanted [PORTS];
  logic [2:0]       route_q [PORTS];
  logic [2:0]       owner_q [PORTS];   // input that sends a message through the output
  logic [PORTS-1:0] open_q;
  logic [COUNT-1:0] credits_q [PORTS];
  logic [PORTS-1:0] grant [PORTS];     // by output: the input
  logic [PORTS-1:0] pop;
  logic [2:0]       turn_q [PORTS];
  logic             oscillator;
  logic [15:0]      sent_q;            // flits
  logic [7:0]       forgotten_q;
  logic             valid_q [PORTS];
  logic [PORTS-1:0] credit_q;

  logic [3:0] here_x;
  assign here_x = FIXED_X < 0 ? my_x : FIXED_X[3:0];

  function automatic logic [2:0] route(logic [3:0] x, logic [3:0] y);
    if (x > here_x) return 3'd2;
    if (x < here_x) return 3'd4;
    if (y > my_y) return 3'd1;
    if (y < my_y) return 3'd3;
    return 3'd0;
  endfunction

  always_comb begin
    busy = oscillator;
    for (int i = 0; i < PORTS; i++) begin
      front[i] = slots[i][0];
      wanted[i] = front[i][WIDTH-1] ? route(front[i][3:0], front[i][7:4]) : route_q[i];
      if (fault_i == WRONG_TURN && front[i][WIDTH-1] && wanted[i] == 3'd2 && here_x == 4'd1)
        wanted[i] = 3'd1;
      if (fault_i == OFF_THE_EDGE && front[i][WIDTH-1] && here_x == 4'd0 && wanted[i] == 3'd0) wanted[i] = 3'd4;
      busy = busy || filled[i] != 0 || valid_q[i];
    end
    pop = '0;
    for (int o = 0; o < PORTS; o++) begin
      grant[o] = '0;
      for (int k = 0; k < PORTS; k++) begin
        automatic logic [2:0] i = 3'((32'(turn_q[o]) + k) % PORTS);
        if (grant[o] == 0 && filled[i] != 0 && wanted[i] == 3'(o) && !pop[i] &&
            (credits_q[o] != 0 || o == 0 || fault_i == IGNORES_CREDITS) &&
            (open_q[o] ? owner_q[o] == i || (fault_i == INTERLEAVES && sent_q > 60) : front[i][WIDTH-1]) &&
            !(fault_i == STOPS && sent_q > 80 && here_x == 4'd1)) begin
          grant[o][i] = 1'b1;
          pop[i] = 1'b1;
        end
      end
    end
  end

  always_ff @(posedge clock) begin
    for (int i = 0; i < PORTS; i++) begin
      credit_q[i] <= pop[i] || (fault_i == TWO_CREDITS && credit_q[i] && sent_q > 40);
      if (pop[i]) begin
        for (int s = 0; s + 1 < DEPTH; s++) slots[i][s] <= slots[i][s+1];
        if (front[i][WIDTH-1]) route_q[i] <= wanted[i];
      end
      if (in_valid[i]) slots[i][2'(filled[i] - COUNT'(pop[i]))] <= in_flit[(PORTS-1-i)*WIDTH +: WIDTH];
      filled[i] <= filled[i] + COUNT'(in_valid[i]) - COUNT'(pop[i]);
    end
    for (int o = 0; o < PORTS; o++) begin
      valid_q[o] <= 1'b0;
      for (int i = 0; i < PORTS; i++) begin
        if (grant[o][i]) begin
          valid_q[o] <= !(fault_i == DROPS_A_FLIT && sent_q > 50 && !front[i][WIDTH-1] && !front[i][WIDTH-2]);
          out_flit[o] <= front[i];
          if (fault_i == NO_TAIL && sent_q > 50) out_flit[o][WIDTH-2] <= 1'b0;
          if (fault_i == EARLY_TAIL && sent_q > 50) out_flit[o][WIDTH-2] <= 1'b1;
          if (fault_i == SCRAMBLES_TAG && front[i][WIDTH-1] && sent_q > 50) out_flit[o][23:8] <= 16'hBEEF;
          if (fault_i == SCRAMBLES_LENGTH && front[i][WIDTH-1] && sent_q > 50) out_flit[o][31:24] <= 8'd77;
          owner_q[o] <= 3'(i);
          open_q[o] <= !front[i][WIDTH-2];
          turn_q[o] <= 3'((i + 1) % PORTS);
          if (fault_i == DISPLAYS && front[i][WIDTH-1]) $display("head for %0d,%0d", front[i][3:0], front[i][7:4]);
        end
      end
      if (fault_i == REPEATS_A_FLIT && sent_q > 50 && valid_q[o]) valid_q[o] <= 1'b1;
      credits_q[o] <= credits_q[o] + COUNT'(out_credit[o]) - COUNT'(grant[o] != 0 && fault_i != IGNORES_CREDITS);
    end
    sent_q <= sent_q + 16'($countones(pop));
    forgotten_q <= forgotten_q + 8'd1;
    if (fault_i == INVENTS_A_FLIT && sent_q > 50 && !open_q[2] && grant[2] == 0) begin
      valid_q[2] <= 1'b1;
      out_flit[2] <= {2'b11, 38'h1_1234};
    end
    if (fault_i == FINISHES && sent_q > 50) $finish;
    if (fault_i == CALLS_STOP && sent_q > 50) $stop;
    if (fault_i == ASSERTS) assert (sent_q <= 50) else $error("sent_q is %0d", sent_q);
    if (!reset_n) begin
      for (int p = 0; p < PORTS; p++) begin
        filled[p] <= '0;
        valid_q[p] <= fault_i == AWAKE_IN_RESET;
        credits_q[p] <= COUNT'(CREDITS);
        turn_q[p] <= '0;
      end
      credit_q <= '0;
      open_q <= '0;
      sent_q <= '0;
    end
  end

  assign oscillator = fault_i == OSCILLATES && sent_q > 50 && !oscillator;

  always_comb begin
    for (int p = 0; p < PORTS; p++) begin
      in_credit[p] = credit_q[p];
      out_valid[p] = valid_q[p] || (fault_i == LEAKS_INPUT && in_valid[2] && p == 0) ||
                     (fault_i == FORGETS_RESET && forgotten_q[7] && p == 0);
    end
  end
endmodule
