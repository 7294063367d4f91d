`timescale 1ns / 1ns
/// node_source.v and node_sink.v of an exported network at their limits.
module streams_tb;
  logic clk = 1'b0;
  logic rst_n = 1'b0;
  always #5 clk = !clk;
  int failed = 0;
  task expect_equal(input int found, input int wanted, input [8*48-1:0] what);
    if (found != wanted) begin
      $display("FAIL: %0s: %0d, must be %0d", what, found, wanted);
      failed = failed + 1;
    end
  endtask

  // Two VCs of two flits, and a third that the port does not use.
  logic       in_valid = 1'b0, taken;
  logic [1:0] in_vc = 2'd0, taken_vc;
  logic [7:0] in_flit = 8'd0, taken_flit;
  logic [2:0] ready, credit = 3'd0;
  node_source #(.VCS(3), .USED_VCS(2), .BUFFER_FLITS(2), .FLIT_WIDTH(8)) node_source (
    .clk_i(clk), .rst_ni(rst_n), .flit_i_valid(in_valid), .flit_i_vc(in_vc), .flit_i(in_flit), .ready_o(ready),
    .credit_i(credit), .flit_o_valid(taken), .flit_o_vc(taken_vc), .flit_o(taken_flit));

  logic       ejected = 1'b0, take = 1'b0, shown, overflow;
  logic [1:0] shown_vc;
  logic [7:0] ejected_flit = 8'd0, shown_flit;
  node_sink #(.FLITS(3), .VCS(3), .FLIT_WIDTH(8)) node_sink (
    .clk_i(clk), .rst_ni(rst_n), .flit_i_valid(ejected), .flit_i_vc(ejected_flit[1:0]), .flit_i(ejected_flit),
    .ready_i(take), .flit_o_valid(shown), .flit_o_vc(shown_vc), .flit_o(shown_flit), .overflow_o(overflow));

  task show(input [1:0] vc, input int is_taken, input int is_ready);
    begin
      in_valid = 1'b1;
      in_vc = vc;
      #1 expect_equal(32'(taken), is_taken, "flit that the source takes");
      expect_equal(32'(ready), is_ready, "VCs that are ready");
      @(negedge clk) in_valid = 1'b0;
    end
  endtask

  task eject(input [7:0] flit, input logic ready_i, input int wanted);  // wanted: the flit that is shown, -1: none
    begin
      ejected = flit != 8'd0;
      ejected_flit = flit;
      take = ready_i;
      #1 expect_equal(shown ? 32'(shown_flit) : -1, wanted, "flit that the sink shows");
      if (shown) expect_equal(32'(shown_vc), 32'(shown_flit[1:0]), "its VC");
      @(negedge clk);
    end
  endtask

  int i;
  initial begin
    repeat (2) @(negedge clk);
    rst_n = 1'b1;
    show(2'd2, 0, 3);
    show(2'd0, 1, 3);
    show(2'd0, 1, 3);
    show(2'd0, 0, 2);  // no credit
    show(2'd1, 1, 2);
    credit = 3'b001;
    show(2'd0, 0, 2);  // the credit counts from the next edge on
    credit = 3'b000;
    show(2'd0, 1, 3);

    eject(8'd1, 1'b1, 1);  // past the FIFO
    eject(8'd0, 1'b1, -1);
    eject(8'd2, 1'b0, 2);
    eject(8'd3, 1'b0, 2);
    eject(8'd0, 1'b1, 2);
    eject(8'd4, 1'b0, 3);
    eject(8'd5, 1'b0, 3);  // full
    eject(8'd6, 1'b1, 3);  // one leaves as one comes
    expect_equal(32'(overflow), 0, "overflow of a full FIFO");
    eject(8'd7, 1'b0, 4);  // lost
    expect_equal(32'(overflow), 1, "overflow where a flit is lost");
    for (i = 4; i <= 6; i = i + 1) eject(8'd0, 1'b1, i);
    eject(8'd0, 1'b1, -1);
    expect_equal(32'(overflow), 1, "overflow until the reset");
    rst_n = 1'b0;
    eject(8'd0, 1'b1, -1);
    expect_equal(32'(overflow), 0, "overflow after a reset");
    if (failed == 0) $display("PASS");
    $finish;
  end
endmodule
