// A field of the settings that holds one line of text.
import { z } from 'zod'

/** Trimmed, at most `longest` characters, none of them a control character. */
export const line = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .regex(/^\P{Cc}*$/u, 'Use one line of text')
