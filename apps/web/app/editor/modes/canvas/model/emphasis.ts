// Bold and italic by key, which select another font of the same family.
import { t } from '@lingui/core/macro'
import type { TextLayer } from '@vitrine/document/layer'
import { projectApi } from '../../../project/project-api.ts'
import type { CanvasModel } from './canvas-model.ts'
import { closestFace, createFontEdits, type FontFamily, groupFontFamilies, readWeight } from './font-library.ts'
import { withTextBoxes } from './text-box.ts'

export type Emphasis = 'bold' | 'italic'

/** From this weight on a text counts as bold. */
const BOLD = 600

export function isEmphasised({ weight, style }: Pick<TextLayer, 'weight' | 'style'>, emphasis: Emphasis): boolean {
  return emphasis === 'bold' ? (weight ?? 400) >= BOLD : style === 'italic'
}

/** The font of a family with or without an emphasis; undefined when the family has none. */
export function faceWith(
  family: FontFamily,
  { weight = 400, style = 'normal' }: Pick<TextLayer, 'weight' | 'style'>,
  emphasis: Emphasis,
  isOn: boolean,
) {
  const target =
    emphasis === 'bold'
      ? { weight: isOn ? 700 : 400, style }
      : { weight, style: isOn ? ('italic' as const) : ('normal' as const) }
  const offered = closestFace(family, target)
  if (!offered) return undefined
  const found = { weight: readWeight(offered.face), style: offered.face.style ?? 'normal' }
  return isEmphasised(found, emphasis) === isOn ? offered : undefined
}

/** Makes the selected texts bold or italic, or normal again if all already are. */
export async function toggleEmphasis(canvas: CanvasModel, emphasis: Emphasis): Promise<void> {
  const texts = canvas.selection.get().flatMap((id) => {
    const layer = canvas.findResolvedLayer(id)
    return layer?.type === 'text' && canvas.findEntry(id)?.locks.style === false ? [layer] : []
  })
  if (texts.length === 0) return
  const isOn = !texts.every((text) => isEmphasised(text, emphasis))
  // Without a network only the fonts of the design are available.
  const library = await projectApi.listFonts().then(
    ({ fonts }) => fonts,
    () => [],
  )
  const families = groupFontFamilies(canvas, library)
  const edits = texts.flatMap((text) => {
    const family = families.find((one) => one.family === text.font)
    const face = family && faceWith(family, text, emphasis, isOn)
    return face ? createFontEdits(canvas, face, [text.id]) : []
  })
  if (edits.length === 0) {
    canvas.refuse(emphasis === 'bold' ? t`This font has no bold style.` : t`This font has no italic style.`)
    return
  }
  canvas.run(withTextBoxes(canvas, edits), { label: emphasis === 'bold' ? t`Bold` : t`Italic` })
}
