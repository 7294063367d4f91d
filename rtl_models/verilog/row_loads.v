/// The loads of the ports that a row of a route table lists (docs/router.md, section 12): flits under way to
/// the buffer behind the port, and VCs held, of the VC class that the row asks for there. Combinational.
module row_loads #(
  parameter int NETWORK_PORTS = 6,
  parameter int EJECTION_PORTS = 1,
  parameter int VCS = 4,
  parameter int MESSAGE_CLASSES = 1,
  parameter int CLASSES = 1,
  parameter int COUNT_WIDTH = 4,
  parameter int CLASS_WIDTH = 1,
  localparam int ALL = MESSAGE_CLASSES * CLASSES,
  localparam int OUTPUT_VCS = (NETWORK_PORTS + EJECTION_PORTS) * VCS,
  localparam int LOAD_WIDTH = COUNT_WIDTH + $clog2(VCS) + 1
) (
  input  logic [NETWORK_PORTS*8-1:0]          row_i,
  input  logic [CLASS_WIDTH-1:0]              class_i,        ///< of the message
  input  logic [NETWORK_PORTS*ALL*VCS-1:0]    network_vcs_i,  ///< of each class at each output: link_vcs.v
  input  logic [OUTPUT_VCS-1:0]               held_i,
  input  logic [OUTPUT_VCS*COUNT_WIDTH-1:0]   outstanding_i,
  output logic [NETWORK_PORTS*LOAD_WIDTH-1:0] load_o          ///< 0 where no port is listed
);
  genvar p;
  generate
    for (p = 0; p < NETWORK_PORTS; p = p + 1) begin : g_port
      logic [ALL*VCS-1:0] asked;
      assign asked = network_vcs_i[p*ALL*VCS +: ALL*VCS] >>
                     (32'(class_i)*CLASSES + 32'(row_i[p*8 +: 7]))*VCS;
      // A separate sum, because in Icarus processes that write parts of one vector and read it wake one
      // another without end.
      logic [VCS-1:0]             held;
      logic [VCS*COUNT_WIDTH-1:0] outstanding;
      logic [LOAD_WIDTH-1:0]      sum;
      assign held = held_i[p*VCS +: VCS];
      assign outstanding = outstanding_i[p*VCS*COUNT_WIDTH +: VCS*COUNT_WIDTH];
      always @* begin
        sum = '0;
        for (int v = 0; v < VCS; v++) begin
          if (row_i[p*8 + 7] && asked[v])
            sum = sum + LOAD_WIDTH'(held[v]) + LOAD_WIDTH'(outstanding[v*COUNT_WIDTH +: COUNT_WIDTH]);
        end
      end
      assign load_o[p*LOAD_WIDTH +: LOAD_WIDTH] = sum;
      wire unused = &{1'b0, asked};
    end
  endgenerate

  wire unused = &{1'b0, held_i, outstanding_i};  // of the ejection outputs
endmodule
