/// What the buffer of an input port shows of the flit at the front of a VC. The buffer reads only the kind of a
/// flit, its three lowest bits; the fields of a head that routing may read lie above them.
module vc_front #(
  parameter int FLIT_WIDTH = 188,
  parameter int HEAD_WIDTH = 73,
  parameter int MULTICASTS = 0  ///< 0: there are none, and drop_i is not read
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,        ///< synchronous, active low
  input  logic                  filled_i,      ///< there is one
  input  logic [FLIT_WIDTH-1:0] stored_i,      ///< ... as it came
  input  logic                  pop_i,
  input  logic                  drop_i,        ///< what is taken goes no further: leading_flit.v
  output logic [FLIT_WIDTH-1:0] front_o,
  output logic                  head_o_valid,  ///< filled, and it is a head
  output logic [HEAD_WIDTH-1:0] head_o,
  output logic                  tail_o_front   ///< filled, and it is a tail
);
  localparam logic [2:0] HEAD = 3'd1;
  localparam logic [2:0] TAIL = 3'd3;
  localparam logic [2:0] HEAD_TAIL = 3'd4;
  assign head_o_valid = filled_i && (front_o[2:0] == HEAD || front_o[2:0] == HEAD_TAIL);
  assign tail_o_front = filled_i && (stored_i[2:0] == TAIL || stored_i[2:0] == HEAD_TAIL);
  assign head_o = front_o[3 +: HEAD_WIDTH];
  generate
    if (MULTICASTS != 0) begin : g_multicasts
      logic [2:0] kind;
      always @* begin
        front_o = stored_i;
        front_o[2:0] = kind;
      end
      leading_flit leading_flit (
        .clk_i(clk_i), .rst_ni(rst_ni), .pop_i(pop_i), .drop_i(drop_i), .tail_i(tail_o_front),
        .kind_i(stored_i[2:0]), .kind_o(kind));
    end else begin : g_unicasts
      assign front_o = stored_i;
      wire unused = &{1'b0, clk_i, rst_ni, pop_i, drop_i};
    end
  endgenerate
endmodule
