// A FIFO per VC that shifts, and in it functions, tasks and an include file. Its name comes from outside.
module `FIFO_NAME #(
  parameter int VCS = 2,
  parameter int USED_VCS = 2,
  parameter int BUFFER_FLITS = 4,
  parameter int VC_WIDTH = 1,
  parameter int COUNT_WIDTH = 3,
  parameter int FLIT_WIDTH = 188,
  parameter int HEAD_WIDTH = 73,
  parameter int CREDITS = 0  // 1: there are any
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  input  logic                              flit_i_valid,
  input  logic [VC_WIDTH-1:0]               flit_i_vc,
  input  logic [FLIT_WIDTH-1:0]             flit_i,
  input  logic [VCS-1:0]                    pop_i,
  output logic [VCS-1:0]                    credit_o,
  output logic [VCS-1:0]                    filled_o,
  output logic [VCS-1:0][FLIT_WIDTH-1:0]    front_o,
  output logic [VCS-1:0]                    head_o_valid,
  output logic [VCS-1:0][HEAD_WIDTH-1:0]    head_o,
  output logic [VCS-1:0]                    tail_o_front,
  output logic [VCS-1:0]                    tail_o_held,
  output logic [VCS-1:0][COUNT_WIDTH-1:0]   count_o
);
  `include "kinds.svh"
  typedef struct packed {
    logic [FLIT_WIDTH-HEAD_WIDTH-4:0] rest;
    logic [HEAD_WIDTH-1:0]            head;
    logic [2:0]                       kind;
  } flit_t;

  flit_t [VCS-1:0][BUFFER_FLITS-1:0] slots_q;
  logic [VCS-1:0][COUNT_WIDTH-1:0] count_q;

  function automatic logic is_tail(input logic [2:0] kind);
    return kind == TAIL || kind == SINGLE;
  endfunction
  function automatic logic is_head(input logic [2:0] kind);
    return kind == HEAD || kind == SINGLE;
  endfunction
  function automatic logic any_tail(input flit_t [BUFFER_FLITS-1:0] slots, input int count);
    any_tail = 1'b0;
    for (int s = 0; s < BUFFER_FLITS; s++) any_tail |= s < count && is_tail(slots[s].kind);
  endfunction
  task automatic take(input flit_t [BUFFER_FLITS-1:0] slots, output flit_t [BUFFER_FLITS-1:0] rest);
    rest = slots;
    for (int s = 0; s + 1 < BUFFER_FLITS; s++) rest[s] = slots[s + 1];
  endtask

  flit_t arriving;
  assign arriving = flit_i;
  assign credit_o = CREDITS == 1 ? pop_i : '0;
  for (genvar v = 0; v < VCS; v++) begin : g_vc
    flit_t front;
    assign front = slots_q[v][0];
    assign filled_o[v] = count_q[v] != 0;
    assign front_o[v] = front;
    assign head_o[v] = front.head;
    assign head_o_valid[v] = filled_o[v] && is_head(front.kind);
    assign tail_o_front[v] = filled_o[v] && is_tail(front.kind);
    assign tail_o_held[v] = any_tail(slots_q[v], count_q[v]);
    assign count_o[v] = count_q[v];
    always_ff @(posedge clk_i) begin
      flit_t [BUFFER_FLITS-1:0] slots;
      int count;
      slots = slots_q[v];
      count = count_q[v];
      if (pop_i[v]) begin
        take(slots, slots);
        count--;
      end
      if (flit_i_valid && flit_i_vc == v && v < USED_VCS) begin
        slots[count] = arriving;
        count++;
      end
      slots_q[v] <= slots;
      count_q[v] <= rst_ni ? count : 0;
    end
  end
endmodule
