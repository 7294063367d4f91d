// A mesh of la_router under random traffic, checked against what was sent:
// every packet arrives at its node once and whole, flits of a VC in order and of one packet at a time;
// no router is sent more than it gave credits for, and none gives more credits than it was sent flits.
// Prints PASS or FAIL with the reason. HOLD: mean cycles for which a sink keeps a credit.
module la_mesh_tb;
  parameter COLUMNS = 4;
  parameter ROWS = 4;
  parameter VCS = 4;
  parameter DEPTH = 8;
  parameter PACKETS = 30;      // per node
  parameter HOLD = 2;
  parameter GAP = 4;           // mean pause before a packet
  parameter SEED = 1;
  parameter SEEDED_BUG = 0;
  localparam NODES = COLUMNS * ROWS;
  localparam WIDTH = VCS + 67;
  localparam LIMIT = 400 * PACKETS;
  localparam [2:0] WEST = 0, EAST = 1, NORTH = 2, SOUTH = 3, LOCAL = 4;

  reg clock = 1'b0, reset = 1'b1;
  always #5 clock = !clock;

  integer cycle = 0, seed = SEED, delivered = 0, vc_changes = 0;
  reg arrived [0:NODES*PACKETS-1];
  reg failed = 1'b0;

  task fail(input integer node, input [8*40-1:0] what);
    begin
      if (!failed) $display("FAIL cycle %0d node %0d: %0s", cycle, node, what);
      failed = 1'b1;
      $finish;
    end
  endtask

  function [2:0] port_to(input integer from, input integer to);
    port_to = to % COLUMNS < from % COLUMNS ? WEST : to % COLUMNS > from % COLUMNS ? EAST :
              to / COLUMNS < from / COLUMNS ? NORTH : to / COLUMNS > from / COLUMNS ? SOUTH : LOCAL;
  endfunction

  // Links: what node n sends through port p, and the credits it gives there.
  wire [0:WIDTH-1] sent [0:5*NODES-1];
  wire [0:VCS-1] given [0:5*NODES-1];

  genvar n, p, v;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : node
      wire [0:5*WIDTH-1] channel_in, channel_out;
      wire [0:5*VCS-1] credit_in, credit_out;
      wire error;
      la_router #(.COLUMNS(COLUMNS), .ROWS(ROWS), .VCS(VCS), .DEPTH(DEPTH), .SEEDED_BUG(SEEDED_BUG)) router (
        .clock(clock), .reset(reset), .router_address(8'(n)), .channel_in(channel_in),
        .credit_out(credit_out), .channel_out(channel_out), .credit_in(credit_in), .error(error));
      always @(negedge clock) if (!reset && error !== 1'b0) fail(n, "the router reports an error");

      for (p = 0; p < 5; p = p + 1) begin : port
        localparam OTHER = p == 0 ? n - 1 : p == 1 ? n + 1 : p == 2 ? n - COLUMNS : n + COLUMNS;
        localparam BACK = p ^ 1;
        localparam LINKED = p == 0 ? n % COLUMNS > 0 : p == 1 ? n % COLUMNS < COLUMNS - 1 :
                            p == 2 ? n >= COLUMNS : p == 3 ? n < NODES - COLUMNS : 0;
        assign sent[5*n+p] = channel_out[p*WIDTH : (p+1)*WIDTH-1];
        assign given[5*n+p] = credit_out[p*VCS : (p+1)*VCS-1];
        if (LINKED) begin : linked
          assign channel_in[p*WIDTH : (p+1)*WIDTH-1] = sent[5*OTHER+BACK];
          assign credit_in[p*VCS : (p+1)*VCS-1] = given[5*OTHER+BACK];
        end else if (p < 4) begin : border
          assign channel_in[p*WIDTH : (p+1)*WIDTH-1] = {WIDTH{1'b0}};
          assign credit_in[p*VCS : (p+1)*VCS-1] = {VCS{1'b0}};
          always @(posedge clock) if (!reset && channel_out[p*WIDTH]) fail(n, "a flit leaves the mesh");
        end

        // Credits of both directions of the port: flits sent less credits returned lies in 0..DEPTH.
        for (v = 0; v < VCS; v = v + 1) begin : watch
          integer out_outstanding = 0, in_outstanding = 0;
          always @(posedge clock) if (!reset) begin
            if (channel_out[p*WIDTH] && channel_out[p*WIDTH+1+v]) out_outstanding = out_outstanding + 1;
            if (credit_in[p*VCS+v]) out_outstanding = out_outstanding - 1;
            if (channel_in[p*WIDTH] && channel_in[p*WIDTH+1+v]) in_outstanding = in_outstanding + 1;
            if (credit_out[p*VCS+v]) in_outstanding = in_outstanding - 1;
            if (out_outstanding < 0 || out_outstanding > DEPTH) fail(n, "flits sent without a credit");
            if (in_outstanding < 0 || in_outstanding > DEPTH) fail(n, "credits without a flit");
          end
        end
      end

      // Source: one packet at a time, each in another VC.
      reg [0:WIDTH-1] offered = {WIDTH{1'b0}};
      integer packet = 0, index = 0, length = 0, pause = 0, destination = 0, vc = 0;
      integer credits [0:VCS-1];
      integer k;
      initial for (k = 0; k < VCS; k = k + 1) credits[k] = DEPTH;
      assign channel_in[4*WIDTH : 5*WIDTH-1] = offered;
      always @(posedge clock) if (!reset) begin
        offered <= {WIDTH{1'b0}};
        for (k = 0; k < VCS; k = k + 1) if (credit_out[4*VCS+k]) credits[k] = credits[k] + 1;
        if (index == 0 && pause > 0) pause = pause - 1;
        else if (packet < PACKETS) begin
          if (index == 0) begin
            destination = $unsigned($random(seed)) % NODES;
            length = 1 + $unsigned($random(seed)) % 8;
            vc = $unsigned($random(seed)) % VCS;
          end
          if (credits[vc] > 0) begin
            credits[vc] = credits[vc] - 1;
            offered[0] <= 1'b1;
            offered[1+vc] <= 1'b1;
            offered[VCS+1] <= index == 0;
            offered[VCS+2] <= index == length - 1;
            offered[VCS+3 : WIDTH-1] <= index == 0 ?
              {port_to(n, destination), 8'(destination), 5'd0, 32'(n * PACKETS + packet), 8'(vc),
               8'(length)} :
              {16'hB0D1, 32'(n * PACKETS + packet), 16'(index)};
            index = index + 1;
            if (index == length) begin
              index = 0;
              packet = packet + 1;
              pause = GAP == 0 ? 0 : $unsigned($random(seed)) % (2 * GAP + 1);
            end
          end
        end
      end

      // Sink: a record per VC; credits go back after a random time.
      reg [0:VCS-1] returned = {VCS{1'b0}};
      integer owed [0:VCS-1], got [0:VCS-1], expected [0:VCS-1], identity [0:VCS-1];
      wire [0:WIDTH-1] flit = channel_out[4*WIDTH : 5*WIDTH-1];
      wire [0:63] data = flit[VCS+3 : WIDTH-1];
      integer w;
      initial for (w = 0; w < VCS; w = w + 1) begin
        owed[w] = 0;
        got[w] = 0;
      end
      assign credit_in[4*VCS : 5*VCS-1] = returned;
      always @(posedge clock) if (!reset) begin
        returned <= {VCS{1'b0}};
        for (w = 0; w < VCS; w = w + 1) begin
          if (flit[0] && flit[1+w]) begin
            owed[w] = owed[w] + 1;
            if (got[w] == 0) begin
              identity[w] = data[16:47];
              expected[w] = data[56:63];
              if (data[48:55] != 8'(w)) vc_changes = vc_changes + 1;
              if (!flit[VCS+1]) fail(n, "not a head");
              else if (data[3:10] != 8'(n) || data[0:2] != LOCAL) fail(n, "wrong node");
              else if (identity[w] >= NODES * PACKETS || arrived[identity[w]]) fail(n, "unknown packet");
              else arrived[identity[w]] = 1'b1;
            end else if (flit[VCS+1] || data != {16'hB0D1, 32'(identity[w]), 16'(got[w])})
              fail(n, "wrong flit");
            got[w] = got[w] + 1;
            if (flit[VCS+2] != (got[w] == expected[w])) fail(n, "wrong length");
            if (flit[VCS+2]) begin
              got[w] = 0;
              delivered = delivered + 1;
            end
          end
          if (owed[w] > 0 && (HOLD == 0 || $unsigned($random(seed)) % (HOLD + 1) == 0)) begin
            owed[w] = owed[w] - 1;
            returned[w] <= 1'b1;
          end
        end
      end
    end
  endgenerate

  integer j;
  initial begin
    for (j = 0; j < NODES * PACKETS; j = j + 1) arrived[j] = 1'b0;
    repeat (3) @(negedge clock);
    reset = 1'b0;
    while (delivered < NODES * PACKETS && cycle < LIMIT) begin
      @(negedge clock);
      cycle = cycle + 1;
    end
    if (delivered < NODES * PACKETS)
      $display("FAIL cycle %0d: %0d of %0d packets delivered", cycle, delivered, NODES * PACKETS);
    else if (!failed) begin
      repeat (20) @(negedge clock);
      if (!failed)
        $display("PASS %0d packets in %0d cycles, %0d in another VC than at the start", delivered, cycle,
                 vc_changes);
    end
    $finish;
  end
endmodule
