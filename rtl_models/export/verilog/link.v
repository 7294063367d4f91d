/// One channel from a router to the next, and the wire that brings its credits back (docs/rtl_export.md).
///
/// A flit shown in cycle t leaves in cycle t + LATENCY, and so does a credit. With CYCLES_PER_FLIT = c the sender
/// shows a flit at most every c cycles (output_unit.v). If LATENCY is at least c - 1, the wire is only as wide as the
/// c-th part of a flit, and the first part is on it in cycle t; the flit leaves with its last part. A shorter link
/// has no time for that and is as wide as a flit.
module link #(
  parameter int LATENCY = 1,          ///< cycles, 0: wires only
  parameter int CYCLES_PER_FLIT = 1,  ///< 1..255
  parameter int VCS = 4,
  parameter int FLIT_WIDTH = 84,
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,  ///< synchronous, active low
  input  logic                  flit_i_valid,
  input  logic [VC_WIDTH-1:0]   flit_i_vc,
  input  logic [FLIT_WIDTH-1:0] flit_i,
  output logic [VCS-1:0]        credit_o,  ///< back to the sender
  output logic                  flit_o_valid,
  output logic [VC_WIDTH-1:0]   flit_o_vc,
  output logic [FLIT_WIDTH-1:0] flit_o,
  input  logic [VCS-1:0]        credit_i   ///< from the receiver
);
  localparam int PARTS = (LATENCY >= CYCLES_PER_FLIT - 1) ? CYCLES_PER_FLIT : 1;
  localparam int WIDTH = FLIT_WIDTH + VC_WIDTH;
  localparam int PART_WIDTH = (WIDTH + PARTS - 1) / PARTS;
  localparam int STAGES = LATENCY - (PARTS - 1);  // registers on the wire

  logic                  first_sent, first;  // the first part of a flit is on the wire
  logic [PART_WIDTH-1:0] part_sent, part;
  delay_line #(.CYCLES(STAGES), .WIDTH(1), .CLEARED(1)) first_line (.d_i(first_sent), .d_o(first), .*);
  delay_line #(.CYCLES(STAGES), .WIDTH(PART_WIDTH), .CLEARED(0)) part_line (.d_i(part_sent), .d_o(part), .*);
  delay_line #(.CYCLES(LATENCY), .WIDTH(VCS), .CLEARED(1)) credit_line (.d_i(credit_i), .d_o(credit_o), .*);

  assign first_sent = flit_i_valid;
  generate
    if (PARTS == 1) begin : g_whole
      assign part_sent = {flit_i_vc, flit_i};
      assign {flit_o_vc, flit_o} = part;
      assign flit_o_valid = first;
    end else begin : g_parts
      localparam int REST = (PARTS - 1) * PART_WIDTH;
      logic [REST+PART_WIDTH-1:0] shown, gathered;
      logic [REST-1:0] rest_q;  // parts that are still to be sent
      logic [REST-1:0] gathered_q;  // parts that have come
      assign shown = (REST + PART_WIDTH)'({flit_i_vc, flit_i});
      assign part_sent = flit_i_valid ? shown[PART_WIDTH-1:0] : rest_q[PART_WIDTH-1:0];
      assign gathered = {part, gathered_q};
      assign {flit_o_vc, flit_o} = gathered[WIDTH-1:0];
      always_ff @(posedge clk_i) begin
        rest_q <= flit_i_valid ? shown[PART_WIDTH +: REST] : rest_q >> PART_WIDTH;
        gathered_q <= gathered[PART_WIDTH +: REST];
      end
      delay_line #(.CYCLES(PARTS - 1), .WIDTH(1), .CLEARED(1)) last_line (.d_i(first), .d_o(flit_o_valid), .*);
      wire unused = &{1'b0, gathered};
    end
  endgenerate
endmodule
