`timescale 1ns / 1ns
/// link.v: flits leave LATENCY cycles after they came, whole, whatever the number of parts; so do credits.
module link_tb #(parameter int LATENCY = 3, parameter int CYCLES_PER_FLIT = 3, parameter int FLIT_WIDTH = 11);
  localparam int CYCLES = 400;
  logic clk = 1'b0;
  logic rst_n = 1'b0;
  always #5 clk = !clk;
  logic                  in_valid = 1'b0, out_valid;
  logic [1:0]            in_vc = 2'd0, out_vc;
  logic [FLIT_WIDTH-1:0] in_flit = '0, out_flit;
  logic [2:0]            in_credit = 3'd0, out_credit;
  link #(.LATENCY(LATENCY), .CYCLES_PER_FLIT(CYCLES_PER_FLIT), .VCS(3), .FLIT_WIDTH(FLIT_WIDTH)) link (
    .clk_i(clk), .rst_ni(rst_n), .flit_i_valid(in_valid), .flit_i_vc(in_vc), .flit_i(in_flit), .credit_o(out_credit),
    .flit_o_valid(out_valid), .flit_o_vc(out_vc), .flit_o(out_flit), .credit_i(in_credit));

  logic [FLIT_WIDTH+5:0] sent [0:CYCLES-1];  // by cycle: credits, valid, VC, flit
  logic [FLIT_WIDTH+5:0] wanted;
  int cycle, rest, failed = 0;
  initial begin
    repeat (2) @(negedge clk);
    rst_n = 1'b1;
    rest = 0;
    for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
      in_valid = rest == 0 && $random % 2 == 0;
      rest = in_valid ? CYCLES_PER_FLIT - 1 : rest == 0 ? 0 : rest - 1;
      in_vc = 2'($random);
      in_flit = FLIT_WIDTH'($random);
      in_credit = 3'($random);
      sent[cycle] = {in_credit, in_valid, in_vc, in_flit};
      wanted = cycle < LATENCY ? '0 : sent[cycle - LATENCY];
      #1;
      if (out_credit !== wanted[FLIT_WIDTH+5 -: 3] || out_valid !== wanted[FLIT_WIDTH+2] ||
          (out_valid && {out_vc, out_flit} !== wanted[FLIT_WIDTH+1:0])) begin
        $display("FAIL: cycle %0d: %b, must be %b", cycle, {out_credit, out_valid, out_vc, out_flit}, wanted);
        failed = failed + 1;
      end
      @(negedge clk);
    end
    if (failed == 0) $display("PASS");
    $finish;
  end
endmodule
