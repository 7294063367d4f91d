/// The switch allocator of examples/switch_unit in Verilog: at most MOST flits cross a router per
/// cycle. First come the inputs in turn, then their VCs. Parameters and ports are those of
/// rtl_models/verilog/multicast_switch_allocator.v; what is not needed may be left out.
module narrow_switch #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int PORT_WIDTH = 3,
  parameter int VC_WIDTH = 2,
  localparam int MOST = 2
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic [INPUTS*VCS-1:0]            active_i_valid,  // VCs that hold an output VC ...
  input  logic [INPUTS*VCS*PORT_WIDTH-1:0] active_i_port,
  input  logic [INPUTS*VCS*VC_WIDTH-1:0]   active_i_vc,
  input  logic [INPUTS*VCS-1:0]            filled_i,        // ... and have a flit
  input  logic [OUTPUTS*VCS-1:0]           ready_i,         // output VCs with a credit
  output logic [INPUTS*VCS-1:0]            grant_o,         // the VC of an input that crosses
  output logic [OUTPUTS*INPUTS-1:0]        select_o         // per output the input that crosses
);
  localparam int FIRST_WIDTH = $clog2(INPUTS);
  logic [FIRST_WIDTH-1:0] first_q;  // the input that comes first

  always @* begin
    int p;
    int left;
    logic [OUTPUTS-1:0] output_taken;
    logic input_taken;
    grant_o = '0;
    select_o = '0;
    left = MOST;
    output_taken = '0;
    for (int i = 0; i < INPUTS; i++) begin
      p = (32'(first_q) + i) % INPUTS;
      input_taken = 1'b0;
      for (int v = 0; v < VCS; v++) begin
        for (int o = 0; o < OUTPUTS; o++) begin
          if (left > 0 && !input_taken && !output_taken[o] &&
              active_i_valid[p*VCS + v] && filled_i[p*VCS + v] &&
              active_i_port[(p*VCS + v)*PORT_WIDTH +: PORT_WIDTH] == PORT_WIDTH'(o) &&
              ready_i[o*VCS + 32'(active_i_vc[(p*VCS + v)*VC_WIDTH +: VC_WIDTH])]) begin
            grant_o[p*VCS + v] = 1'b1;
            select_o[o*INPUTS + p] = 1'b1;
            input_taken = 1'b1;
            output_taken[o] = 1'b1;
            left = left - 1;
          end
        end
      end
    end
  end

  // The first edge begins with input 0.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) first_q <= FIRST_WIDTH'(INPUTS - 1);
    else if (32'(first_q) == INPUTS - 1) first_q <= '0;
    else first_q <= first_q + 1'b1;
  end
endmodule
