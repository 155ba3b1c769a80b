// A field that holds one line of text.
import { z } from 'zod'
import { toPlainLine } from './input.ts'

/** Text normalized by `toPlainLine`, at most `longest` characters; a NUL is refused. */
export const line = (longest: number) =>
  z
    .string()
    .overwrite(toPlainLine)
    .max(longest)
    .regex(/^\P{Cc}*$/u, 'Use one line of text')
