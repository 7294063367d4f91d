// A mesh of rv_router under random traffic, checked against what was sent:
// every packet arrives at its node once, whole, in its own order, and behind the earlier ones of the same
// source and destination; an offered flit is neither changed nor withdrawn before it is taken.
// Prints PASS or FAIL with the reason. SINK_READY: how often a sink takes a flit, in 256ths.
module rv_mesh_tb;
  parameter X_SIZE = 4;
  parameter Y_SIZE = 4;
  parameter PACKETS = 100;     // per node
  parameter SINK_READY = 192;
  parameter GAP = 4;           // mean pause before a packet
  parameter SEED = 1;
  parameter SEEDED_BUG = 0;
  localparam NODES = X_SIZE * Y_SIZE;
  localparam LIMIT = 400 * PACKETS;

  reg clk = 1'b0, rst_n = 1'b0;
  always #5 clk = !clk;

  integer cycle = 0, seed = SEED, delivered = 0;
  integer next_number [0:NODES*NODES-1];  // of the next packet expected, by source and destination
  reg failed = 1'b0;

  task fail(input integer node, input [8*40-1:0] what);
    begin
      if (!failed) $display("FAIL cycle %0d node %0d: %0s", cycle, node, what);
      failed = 1'b1;
      $finish;
    end
  endtask

  // Links: what node n sends through port p, and whether the other side takes it.
  wire [4:0] sent_valid [0:NODES-1], taken [0:NODES-1];
  wire [63:0] sent [0:5*NODES-1];

  genvar n, p;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : node
      wire [4:0] in_valid, in_ready, out_valid, out_ready;
      wire [63:0] in_data [0:4], out_data [0:4];
      rv_router #(.X_SIZE(X_SIZE), .Y_SIZE(Y_SIZE), .SEEDED_BUG(SEEDED_BUG)) router (
        .clk(clk), .rst_n(rst_n), .cfg_x(4'(n % X_SIZE)), .cfg_y(4'(n / X_SIZE)), .cfg_profile(3'd5),
        .test_mode(1'b0), .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data),
        .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data));
      assign sent_valid[n] = out_valid;
      assign taken[n] = in_ready;

      for (p = 1; p < 5; p = p + 1) begin : port
        localparam OTHER = p == 1 ? n - X_SIZE : p == 2 ? n + 1 : p == 3 ? n + X_SIZE : n - 1;
        localparam BACK = p > 2 ? p - 2 : p + 2;
        localparam LINKED = p == 1 ? n >= X_SIZE : p == 2 ? n % X_SIZE < X_SIZE - 1 :
                            p == 3 ? n < NODES - X_SIZE : n % X_SIZE > 0;
        assign sent[5*n+p] = out_data[p];
        if (LINKED) begin : linked
          assign in_valid[p] = sent_valid[OTHER][BACK];
          assign in_data[p] = sent[5*OTHER+BACK];
          assign out_ready[p] = taken[OTHER][BACK];
        end else begin : border
          assign in_valid[p] = 1'b0;
          assign in_data[p] = 64'd0;
          assign out_ready[p] = 1'b1;
          always @(posedge clk) if (rst_n && out_valid[p]) fail(n, "a flit leaves the mesh");
        end
      end
      assign sent[5*n] = out_data[0];

      // Source.
      reg offer = 1'b0;
      reg [63:0] offered = 64'd0;
      integer packet = 0, index = 0, beats = 0, pause = 0, destination = 0;
      integer numbers [0:NODES-1];
      integer k;
      initial for (k = 0; k < NODES; k = k + 1) numbers[k] = 0;
      assign in_valid[0] = offer;
      assign in_data[0] = offered;
      always @(posedge clk) if (rst_n) begin
        if (offer && in_ready[0]) begin
          offer <= 1'b0;
          if (index == beats) begin
            packet = packet + 1;
            index = 0;
            pause = GAP == 0 ? 0 : $unsigned($random(seed)) % (2 * GAP + 1);
          end else index = index + 1;
        end
        if (!offer || in_ready[0]) begin
          if (index == 0 && pause > 0) pause = pause - 1;
          else if (packet < PACKETS) begin
            if (index == 0) begin
              destination = $unsigned($random(seed)) % NODES;
              beats = $unsigned($random(seed)) % 8;
              offered <= {16'hFACE, 8'(n), 24'(numbers[destination]), 8'(beats),
                          4'(destination / X_SIZE), 4'(destination % X_SIZE)};
              numbers[destination] = numbers[destination] + 1;
            end else offered <= {16'hB0D1, 8'(n), 24'(numbers[destination] - 1), 16'(index)};
            offer <= 1'b1;
          end
        end
      end

      // Sink.
      reg take = 1'b0;
      integer got = 0, expected_beats = 0, from = 0;
      wire [63:0] flit = out_data[0];
      assign out_ready[0] = take;
      always @(posedge clk) if (rst_n) begin
        take <= $unsigned($random(seed)) % 256 < SINK_READY;
        if (out_valid[0] && take) begin
          if (got == 0) begin
            from = {24'd0, flit[47:40]};
            expected_beats = {24'd0, flit[15:8]};
            if (flit[63:48] != 16'hFACE) fail(n, "not a head");
            else if (flit[7:4] != 4'(n / X_SIZE) || flit[3:0] != 4'(n % X_SIZE)) fail(n, "wrong node");
            else if (from >= NODES || {8'd0, flit[39:16]} != next_number[from*NODES+n])
              fail(n, "wrong packet");
            else next_number[from*NODES+n] = next_number[from*NODES+n] + 1;
          end else if (flit != {16'hB0D1, 8'(from), 24'(next_number[from*NODES+n] - 1), 16'(got)})
            fail(n, "wrong flit");
          if (got == expected_beats) begin
            delivered = delivered + 1;
            got = 0;
          end else got = got + 1;
        end
      end

      // Links.
      for (p = 0; p < 5; p = p + 1) begin : watch
        reg waits = 1'b0;
        reg [63:0] data = 64'd0;
        always @(posedge clk) if (rst_n) begin
          if (waits && (!out_valid[p] || out_data[p] !== data)) fail(n, "an offered flit changed");
          if (^out_valid === 1'bx || ^in_ready === 1'bx) fail(n, "unknown handshake");
          waits <= out_valid[p] && !out_ready[p];
          data <= out_data[p];
        end
      end
    end
  endgenerate

  integer j;
  initial begin
    for (j = 0; j < NODES * NODES; j = j + 1) next_number[j] = 0;
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    while (delivered < NODES * PACKETS && cycle < LIMIT) begin
      @(negedge clk);
      cycle = cycle + 1;
    end
    if (delivered < NODES * PACKETS)
      $display("FAIL cycle %0d: %0d of %0d packets delivered", cycle, delivered, NODES * PACKETS);
    else if (!failed) begin
      repeat (20) @(negedge clk);
      if (!failed) $display("PASS %0d packets in %0d cycles", delivered, cycle);
    end
    $finish;
  end
endmodule
