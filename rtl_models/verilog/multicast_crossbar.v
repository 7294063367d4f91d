/// Switch traversal where flits may have two branches (docs/multicast_units.md): behind crossbar.v, the
/// copies of absorb get its VC and their error bit; the flits that go on get the served entries marked
/// invalid. Combinational. Without multicasts it is crossbar.v.
module multicast_crossbar #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int NETWORK_PORTS = 6,   ///< outputs from here on are ejection outputs
  parameter int VCS = 4,
  parameter int FLIT_WIDTH = 188,
  parameter int HEADER_WIDTH = 1,    ///< upper bits of a flit: header_fields.v
  parameter int HEADER_ENTRIES = 0,  ///< of a header flit; 0: no multicasts, and nothing of absorb is read
  parameter int DETOUR_AT = 0,       ///< this and the next three: of crossbar.v
  parameter int AHEAD_AT = 0,
  parameter int PORT_WIDTH = 3,
  parameter int INPUT_SPEEDUP = 1,
  localparam int ROWS = INPUTS * INPUT_SPEEDUP, localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1, localparam int ENTRIES = (HEADER_ENTRIES > 0) ? HEADER_ENTRIES : 1
) (
  input  logic [INPUTS*VCS*FLIT_WIDTH-1:0] front_i,             ///< front flit of each VC
  input  logic [INPUTS*VCS*VC_WIDTH-1:0]   active_i_vc,         ///< VC on the output channel
  input  logic [INPUTS*VCS-1:0]            active_i_detour,     ///< the bit of UGAL of its message
  input  logic [INPUTS*VCS-1:0]            ahead_i_valid,       ///< of crossbar.v
  input  logic [INPUTS*VCS*PORT_WIDTH-1:0] ahead_i_port,
  input  logic [INPUTS*VCS-1:0]            grant_i,             ///< at most one VC per crossbar input crosses
  input  logic [OUTPUTS*ROWS-1:0]          select_i,            ///< bit o*ROWS + c, one per output at most
  input  logic [INPUTS*VCS*VC_WIDTH-1:0]   absorb_active_i_vc,  ///< as active_i, of absorb
  input  logic [INPUTS*VCS-1:0]            absorb_grant_i,      ///< absorb crosses; grant_i: the other branch
  input  logic [INPUTS*VCS*ENTRIES-1:0]    served_i,            ///< entries that are invalid behind this router
  input  logic [INPUTS*VCS-1:0]            error_i,             ///< the copy is a protocol error
  output logic [OUTPUTS-1:0]               flit_o_valid,
  output logic [OUTPUTS*VC_WIDTH-1:0]      flit_o_vc,           ///< this and the flit 0 while not valid
  output logic [OUTPUTS*FLIT_WIDTH-1:0]    flit_o
);
  genvar o;
  generate
    if (HEADER_ENTRIES == 0) begin : g_unicasts
      crossbar #(INPUTS, OUTPUTS, VCS, FLIT_WIDTH, DETOUR_AT, AHEAD_AT, PORT_WIDTH, INPUT_SPEEDUP) crossbar (.*);
      wire unused = &{1'b0, absorb_active_i_vc, absorb_grant_i, served_i, error_i, NETWORK_PORTS, HEADER_WIDTH};
    end else begin : g_branches
      localparam int HEADER_AT = FLIT_WIDTH - HEADER_WIDTH;
      logic [INPUTS*VCS-1:0]         leaving;
      logic [OUTPUTS*VC_WIDTH-1:0]   vcs;
      logic [OUTPUTS*FLIT_WIDTH-1:0] flits;
      assign leaving = grant_i | absorb_grant_i;
      crossbar #(INPUTS, OUTPUTS, VCS, FLIT_WIDTH, DETOUR_AT, AHEAD_AT, PORT_WIDTH, INPUT_SPEEDUP) crossbar (.grant_i(leaving), .flit_o_vc(vcs), .flit_o(flits), .*);
      for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
        logic [FLIT_WIDTH-1:0] flit;
        logic [VC_WIDTH-1:0]   absorb_vc;
        logic [ENTRIES-1:0]    served;
        logic                  absorbs;
        logic                  error;
        assign flit = flits[o*FLIT_WIDTH +: FLIT_WIDTH];
        always @* begin
          {absorb_vc, served, absorbs, error} = '0;
          for (int i = 0; i < INPUTS*VCS; i++) begin
            if (select_i[o*ROWS + i/VCS*INPUT_SPEEDUP + i%VCS%INPUT_SPEEDUP] && leaving[i]) begin
              served = served_i[i*ENTRIES +: ENTRIES];
              absorbs = absorb_grant_i[i];
              absorb_vc = absorb_active_i_vc[i*VC_WIDTH +: VC_WIDTH];
              error = error_i[i];
            end
          end
        end
        logic copy;  // it goes to the node by the branch absorb
        assign copy = o >= NETWORK_PORTS && absorbs;
        assign flit_o_vc[o*VC_WIDTH +: VC_WIDTH] = copy ? absorb_vc : vcs[o*VC_WIDTH +: VC_WIDTH];
        // Of the header, bit 0 is the error, and the valid bits of its entries are next.
        assign flit_o[o*FLIT_WIDTH +: FLIT_WIDTH] = {
            flit[FLIT_WIDTH-1:HEADER_AT+1+ENTRIES],
            flit[HEADER_AT+1 +: ENTRIES] & ~(o < NETWORK_PORTS ? served : {ENTRIES{1'b0}}),
            copy && error, flit[HEADER_AT-1:0]};
        wire unused = &{1'b0, flit};
      end
    end
  endgenerate
endmodule
