// Edits of the font faces that texts can use. The code that stores the edits decides which faces may be added; here they only
// have to be valid.

import { Report } from '@vitrine/document/check'
import { readSurroundings } from '@vitrine/document/check-document'
import { type FontFace, fontFace } from '@vitrine/document/document'
import { type Failure, fail, isRecord } from './layer-list.ts'
import type { WorkingDocument } from './working-document.ts'

/** Maximum number of faces that a customer may add to one project. */
export const MAX_ADDED_FONTS = 20

type Fields = Readonly<Record<string, unknown>>

/** Whether two faces have the same family, weight and style. */
export function isSameFace(one: FontFace, other: FontFace): boolean {
  return (
    one.family === other.family &&
    (one.weight ?? 400) === (other.weight ?? 400) &&
    (one.style ?? 'normal') === (other.style ?? 'normal')
  )
}

export function addFont(document: WorkingDocument, { face }: Fields): Failure | undefined {
  const fonts = withAddedFont(document.fonts, face)
  if ('code' in fonts) return fonts
  document.setFonts(fonts)
  return undefined
}

/** Fonts with an added face, or why it cannot be added. */
export function withAddedFont(fonts: readonly FontFace[], face: unknown): readonly FontFace[] | Failure {
  const report = new Report(readSurroundings({}))
  if (!isRecord(face) || !fontFace(face, report) || 'added' in face)
    return fail('malformed', report.problems[0]?.message ?? 'A font face is needed', report.problems)
  const added = face
  if (!added.src.startsWith('sha256:')) return fail('invalid-value', 'Only fonts of the store can be added')
  if (fonts.some((font) => isSameFace(font, added))) return fail('id-not-allowed', `"${added.family}" is there already`)
  if (fonts.filter((font) => font.added).length >= MAX_ADDED_FONTS)
    return fail('too-many', `At most ${MAX_ADDED_FONTS} fonts can be added`)
  return [...fonts, { ...added, added: true }]
}
