// Applies a text style's letter case.
import { segmentGraphemes } from './grapheme.ts'

/** The displayed letters, and which of them are small capitals. */
export interface CasedText {
  readonly text: string
  /** 1 for each UTF-16 unit of a small capital; undefined where there are none. */
  readonly small?: Uint8Array | undefined
}

/** The text as its layer displays it. */
export function letterCase(text: string, style: { uppercase?: boolean; smallCaps?: boolean }): CasedText {
  if (style.uppercase) return { text: text.toLocaleUpperCase('und') }
  if (!style.smallCaps) return { text }
  let shown = ''
  const small: number[] = []
  for (const grapheme of segmentGraphemes(text)) {
    const capital = grapheme.toLocaleUpperCase('und')
    shown += capital
    for (let n = 0; n < capital.length; n++) small.push(capital === grapheme ? 0 : 1)
  }
  return small.includes(1) ? { text: shown, small: Uint8Array.from(small) } : { text }
}
