// PROVE: holds in every cycle without reset. GIVEN: the neighbours see to it; where they are proven to, a comment says.
`define PROVE(name, holds) name: assert property (!rst_ni || (holds));
`define GIVEN(name, holds) name: assume property (!rst_ni || (holds));
// In loops Yosys takes no labels, so there one assumes without, and what is to be proven is collected in a vector.
`define GIVEN_EACH(holds) assume property (!rst_ni || (holds));
// At most one bit of a vector.
`define ONE_AT_MOST(vector, width) (((vector) & ((vector) - (width)'(1))) == '0)
