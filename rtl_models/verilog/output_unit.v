/// Output side of one port (docs/router.md, sections 3 to 6): which VCs are held, flits sent and not
/// yet credited, when the link is free again, and at depth 4 the traversal register.
module output_unit #(
  parameter int VCS = 4,
  parameter int BUFFER_FLITS = 8,     ///< per VC of the next router
  parameter int EJECTION = 0,         ///< 1: no back-pressure; credit_i is not used
  parameter int PIPELINE = 3,
  parameter int REUSE_EMPTY = 0,      ///< 1: a VC is free only when all its credits are back
  parameter int CYCLES_PER_FLIT = 1,  ///< 1..255
  parameter int FLIT_WIDTH = 64,
  parameter int VC_WIDTH = 2,
  parameter int COUNT_WIDTH = 4       ///< holds 0..BUFFER_FLITS
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,         ///< synchronous, active low
  input  logic [VCS-1:0]             taken_i,        ///< granted to a head in this cycle
  input  logic                       valid_i,        ///< a flit was granted the switch in this cycle
  input  logic [VC_WIDTH-1:0]        vc_i,
  input  logic [FLIT_WIDTH-1:0]      flit_i,
  input  logic                       tail_i,
  input  logic [VCS-1:0]             credit_i,       ///< bit v: a slot of VC v was freed downstream
  output logic [VCS-1:0]             held_o,
  output logic [VCS*COUNT_WIDTH-1:0] outstanding_o,  ///< flits sent minus credits returned
  output logic [VCS*COUNT_WIDTH-1:0] credits_o,
  output logic [VCS-1:0]             free_o,         ///< may be granted to a head
  output logic [VCS-1:0]             ready_o,        ///< has a credit, and the link is free
  output logic                       quiet_o,        ///< nothing changes without a grant or a credit
  output logic                       valid_o,
  output logic [VC_WIDTH-1:0]        vc_o,
  output logic [FLIT_WIDTH-1:0]      flit_o
);
  logic [VCS-1:0] sent;
  logic [VCS-1:0] held_q;
  always @* begin
    sent = '0;
    for (int v = 0; v < VCS; v++) sent[v] = valid_i && vc_i == VC_WIDTH'(v);
  end
  assign held_o = held_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) held_q <= '0;
    else held_q <= (held_q | taken_i) & ~(tail_i ? sent : {VCS{1'b0}});
  end

  logic [VCS-1:0] credited;
  logic [VCS-1:0] empty;
  logic link_free;
  assign free_o = ~held_q & ((REUSE_EMPTY != 0) ? empty : {VCS{1'b1}});
  assign ready_o = link_free ? credited : {VCS{1'b0}};

  genvar v;
  generate
    if (EJECTION != 0) begin : g_endless
      assign credited = {VCS{1'b1}};
      assign empty = {VCS{1'b1}};
      assign outstanding_o = '0;
      assign credits_o = {VCS{COUNT_WIDTH'(BUFFER_FLITS)}};
      wire unused = &{1'b0, credit_i};
    end else begin : g_credit
      for (v = 0; v < VCS; v = v + 1) begin : g_vc
        logic [COUNT_WIDTH-1:0] outstanding_q;
        assign credited[v] = outstanding_q != COUNT_WIDTH'(BUFFER_FLITS);
        assign empty[v] = outstanding_q == '0;
        assign outstanding_o[v*COUNT_WIDTH +: COUNT_WIDTH] = outstanding_q;
        assign credits_o[v*COUNT_WIDTH +: COUNT_WIDTH] = COUNT_WIDTH'(BUFFER_FLITS) - outstanding_q;
        always_ff @(posedge clk_i) begin
          if (!rst_ni) outstanding_q <= '0;
          else if (sent[v] != credit_i[v])
            outstanding_q <= sent[v] ? outstanding_q + COUNT_WIDTH'(1)
                                     : outstanding_q - COUNT_WIDTH'(1);
        end
      end
    end
    wire unused_empty = &{1'b0, empty};

    // After a grant in cycle t the next one comes in cycle t + CYCLES_PER_FLIT.
    if (CYCLES_PER_FLIT == 1) begin : g_full_rate
      assign link_free = 1'b1;
    end else begin : g_slow_link
      logic [7:0] wait_q;
      assign link_free = wait_q == 8'd0;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) wait_q <= 8'd0;
        else if (valid_i) wait_q <= 8'(CYCLES_PER_FLIT - 1);
        else if (wait_q != 8'd0) wait_q <= wait_q - 8'd1;
      end
    end

    if (PIPELINE == 4) begin : g_traversal
      logic valid_q;
      logic [VC_WIDTH-1:0] vc_q;
      logic [FLIT_WIDTH-1:0] flit_q;
      assign valid_o = valid_q;
      assign vc_o = vc_q;
      assign flit_o = flit_q;
      assign quiet_o = link_free && !valid_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) valid_q <= 1'b0;
        else valid_q <= valid_i;
      end
      always_ff @(posedge clk_i) begin
        vc_q   <= vc_i;
        flit_q <= flit_i;
      end
    end else begin : g_direct
      assign valid_o = valid_i;
      assign vc_o = vc_i;
      assign flit_o = flit_i;
      assign quiet_o = link_free;
    end
  endgenerate
endmodule
