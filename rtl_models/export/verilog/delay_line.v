/// A value, CYCLES clock cycles later.
module delay_line #(
  parameter int CYCLES = 1,   ///< 0: a wire
  parameter int WIDTH = 1,
  parameter int CLEARED = 1   ///< 1: 0 after reset; 0: the registers have no reset
) (
  input  logic             clk_i,
  input  logic             rst_ni,  ///< synchronous, active low
  input  logic [WIDTH-1:0] d_i,
  output logic [WIDTH-1:0] d_o
);
  generate
    if (CYCLES == 0) begin : g_wire
      assign d_o = d_i;
      wire unused = &{1'b0, clk_i, rst_ni};
    end else begin : g_registers
      logic [CYCLES*WIDTH-1:0] stages_q;
      assign d_o = stages_q[(CYCLES-1)*WIDTH +: WIDTH];
      if (CYCLES == 1) begin : g_one
        always_ff @(posedge clk_i) begin
          if (CLEARED != 0 && !rst_ni) stages_q <= '0;
          else stages_q <= d_i;
        end
      end else begin : g_several
        always_ff @(posedge clk_i) begin
          if (CLEARED != 0 && !rst_ni) stages_q <= '0;
          else stages_q <= {stages_q[(CYCLES-1)*WIDTH-1:0], d_i};
        end
      end
      if (CLEARED == 0) begin : g_no_reset
        wire unused = &{1'b0, rst_ni};
      end
    end
  endgenerate
endmodule
