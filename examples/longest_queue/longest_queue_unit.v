/// longest_queue_unit.cpp in Verilog: each input picks its VC with the most flits, each output the
/// input whose VC has the most; of equal ones the lowest. Parameters and ports are those of
/// rtl_models/verilog/multicast_switch_allocator.v; what is not needed may be left out.
module longest_queue_unit #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int COUNT_WIDTH = 4,
  parameter int PORT_WIDTH = 3,
  parameter int VC_WIDTH = 2
) (
  input  logic [INPUTS*VCS-1:0]             active_i_valid,  // VCs that hold an output VC
  input  logic [INPUTS*VCS*PORT_WIDTH-1:0]  active_i_port,
  input  logic [INPUTS*VCS*VC_WIDTH-1:0]    active_i_vc,
  input  logic [INPUTS*VCS*COUNT_WIDTH-1:0] count_i,         // flits in each VC
  input  logic [OUTPUTS*VCS-1:0]            ready_i,         // output VCs with a credit
  output logic [INPUTS*VCS-1:0]             grant_o,         // the VC of an input that crosses
  output logic [OUTPUTS*INPUTS-1:0]         select_o         // per output the input that crosses
);
  // What each input would send: a count of 0 is nothing.
  logic [INPUTS*COUNT_WIDTH-1:0] pick_count;
  logic [INPUTS*PORT_WIDTH-1:0]  pick_port;
  logic [INPUTS*VCS-1:0]         pick_vc;
  always @* begin
    logic [COUNT_WIDTH-1:0] count;
    logic [PORT_WIDTH-1:0]  port;
    pick_count = '0;
    pick_port = '0;
    pick_vc = '0;
    for (int p = 0; p < INPUTS; p++) begin
      for (int v = 0; v < VCS; v++) begin
        count = count_i[(p*VCS + v)*COUNT_WIDTH +: COUNT_WIDTH];
        port = active_i_port[(p*VCS + v)*PORT_WIDTH +: PORT_WIDTH];
        if (active_i_valid[p*VCS + v] && count > pick_count[p*COUNT_WIDTH +: COUNT_WIDTH] &&
            ready_i[32'(port)*VCS + 32'(active_i_vc[(p*VCS + v)*VC_WIDTH +: VC_WIDTH])]) begin
          pick_count[p*COUNT_WIDTH +: COUNT_WIDTH] = count;
          pick_port[p*PORT_WIDTH +: PORT_WIDTH] = port;
          pick_vc[p*VCS +: VCS] = VCS'(1) << v;
        end
      end
    end
  end

  always @* begin
    logic [COUNT_WIDTH-1:0] most;
    int winner;
    grant_o = '0;
    select_o = '0;
    for (int o = 0; o < OUTPUTS; o++) begin
      most = '0;
      winner = 0;
      for (int p = 0; p < INPUTS; p++) begin
        if (pick_port[p*PORT_WIDTH +: PORT_WIDTH] == PORT_WIDTH'(o) &&
            pick_count[p*COUNT_WIDTH +: COUNT_WIDTH] > most) begin
          most = pick_count[p*COUNT_WIDTH +: COUNT_WIDTH];
          winner = p;
        end
      end
      if (most != '0) begin
        select_o[o*INPUTS + winner] = 1'b1;
        grant_o[winner*VCS +: VCS] = pick_vc[winner*VCS +: VCS];
      end
    end
  end
endmodule
