// The outline of a glyph as flat numbers.

/** Flat outline: an opcode (`OUTLINE`) followed by its coordinates in em units. */
export type Outline = readonly number[]

/** Opcodes of an outline with the number of coordinates that follow. */
export const OUTLINE = { move: 0, line: 1, quadratic: 2, cubic: 3, close: 4 } as const
