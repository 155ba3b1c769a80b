// What a reader takes for one character.

/** Shown as a picture unless the text says otherwise. */
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u

/** Whether a grapheme, or anything in a text, is to be shown in colours. */
export function isEmoji(grapheme: string): boolean {
  return EMOJI.test(grapheme) && !grapheme.includes('\ufe0e')
}

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The graphemes of a text, in their order. */
export function segmentGraphemes(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}
