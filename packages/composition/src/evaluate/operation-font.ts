// Operations on the font faces that texts can use. Which faces may be added is decided by the code that stores the operations; here
// they only have to be faces.
import { Report } from '../document/check.ts'
import { surroundingsOf } from '../document/check-document.ts'
import { font } from '../document/check-field.ts'
import type { FontFace } from '../document/document.ts'
import { type Failure, fail, isRecord } from './layer-list.ts'
import type { WorkingDocument } from './working-document.ts'

/** Faces that a customer may add to one project. */
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

export function addFont(document: WorkingDocument, { face, at }: Fields): Failure | undefined {
  const fonts = withAddedFont(document.fonts, face, at)
  if ('code' in fonts) return fonts
  document.setFonts(fonts)
  return undefined
}

/** Fonts with one more that a customer brings, or why it cannot be added. `at` is its place, the last one when left out. */
export function withAddedFont(fonts: readonly FontFace[], face: unknown, at?: unknown): readonly FontFace[] | Failure {
  const report = new Report(surroundingsOf({}))
  if (!isRecord(face) || !font(face, report) || 'added' in face)
    return fail('malformed', report.problems[0]?.message ?? 'A font face is needed', report.problems)
  const added = face as unknown as FontFace
  if (!added.src.startsWith('sha256:')) return fail('invalid-value', 'Only fonts of the shop can be added')
  if (fonts.some((font) => isSameFace(font, added))) return fail('id-not-allowed', `"${added.family}" is there already`)
  if (fonts.filter((font) => font.added).length >= MAX_ADDED_FONTS)
    return fail('too-many', `At most ${MAX_ADDED_FONTS} fonts can be added`)
  const last = fonts.length
  const first = fonts.filter((font) => !font.added).length
  const place = at === undefined ? last : at
  if (typeof place !== 'number' || !Number.isInteger(place) || place < first || place > last)
    return fail('malformed', "An added font stands after the template's own")
  return fonts.toSpliced(place, 0, { ...added, added: true })
}

/** Removes an added face that no text uses. */
export function removeFont(document: WorkingDocument, { src }: Fields): Failure | undefined {
  const face = document.fonts.findLast((font) => font.src === src && font.added)
  if (!face) return fail('locked', 'Only fonts that were added can be removed')
  const others = document.fonts.filter((font) => font !== face)
  document.addWork(document.layerCount)
  const isUsed = [...document.every()].some(({ layer }) => layer.type === 'text' && layer.font === face.family)
  if (isUsed && !others.some(({ family }) => family === face.family))
    return fail('in-use', `A text is set in "${face.family}"`)
  document.setFonts(others)
  return undefined
}
