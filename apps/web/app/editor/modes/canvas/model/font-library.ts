// The available fonts by family, the template's and those of the store's library, and bold and italic by key, which
// select another font of the same family.

import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { FontScript, LibraryFont } from '@vitrine/contract/media'
import type { FontFace } from '@vitrine/document/document'
import type { TextLayer } from '@vitrine/document/layer'
import type { LayerEdit } from '@vitrine/project/edit'
import { isSameFace } from '@vitrine/project/edit'
import { projectApi } from '../../../project/project-api.ts'
import { useCanvas, useMeasured } from './canvas-context.tsx'
import type { CanvasModel } from './canvas-model.ts'
import { withTextBoxes } from './text-box.ts'

/** A font and the address of its file; without an address it is not available. */
export interface OfferedFace {
  face: FontFace
  url: string | undefined
  /** The document already has it. */
  isPresent: boolean
}

export interface FontFamily {
  family: string
  /** By ascending weight, upright before italic. */
  faces: readonly OfferedFace[]
  scripts: readonly FontScript[]
  /** Part of the template. */
  isOwn: boolean
}

/** All families, the template's first. Those of the library follow once they are loaded. */
export function useFontFamilies(): { families: readonly FontFamily[]; isLoading: boolean; hasFailed: boolean } {
  const canvas = useCanvas()
  useMeasured(() => canvas.version.get())
  const { data, isPending, isError } = useQuery({
    queryKey: ['fonts'],
    queryFn: ({ signal }) => projectApi.listFonts(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { families: groupFontFamilies(canvas, data?.fonts ?? []), isLoading: isPending, hasFailed: isError }
}

function groupFontFamilies(canvas: CanvasModel, library: readonly LibraryFont[]): FontFamily[] {
  const present = canvas.getDocument().fonts.filter(({ covers }) => covers !== 'emoji')
  const findScripts = (src: string) => library.find(({ face }) => face.src === src)?.scripts ?? []
  const known = canvas.editor.library
  const faces: (OfferedFace & { isOwn: boolean })[] = present.map((face) => ({
    face,
    url: known.find(face.src)?.url ?? library.find((font) => font.face.src === face.src)?.url,
    isPresent: true,
    isOwn: !face.added,
  }))
  for (const { face, url } of library) {
    // Optional properties are `undefined` in zod's type and absent in the document's.
    const offered = face as FontFace
    if (!present.some((face) => isSameFace(face, offered)))
      faces.push({ face: offered, url, isPresent: false, isOwn: false })
  }
  const byFamily = Map.groupBy(faces, ({ face }) => face.family)
  const families = [...byFamily].map(([family, members]) => ({
    family,
    faces: members.toSorted(
      (a, b) =>
        readWeight(a.face) - readWeight(b.face) ||
        (a.face.style ?? 'normal').localeCompare(b.face.style ?? 'normal') * -1,
    ),
    scripts: [...new Set(members.flatMap(({ face }) => findScripts(face.src)))],
    isOwn: members.some(({ isOwn }) => isOwn),
  }))
  return families.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.family.localeCompare(b.family))
}

export function readWeight({ weight }: FontFace): number {
  return weight ?? 400
}

/** The font of a family that is closest to a weight and style. */
export function closestFace(
  { faces }: FontFamily,
  { weight, style }: { weight: number; style: 'normal' | 'italic' },
): OfferedFace | undefined {
  const rank = ({ face }: OfferedFace) =>
    Math.abs(readWeight(face) - weight) + ((face.style ?? 'normal') === style ? 0 : 1000)
  return faces.toSorted((a, b) => rank(a) - rank(b))[0]
}

/** The edits that set a font on layers and add it to the document if needed. */
export function createFontEdits(
  canvas: CanvasModel,
  { face, url, isPresent }: OfferedFace,
  layers: readonly string[],
): LayerEdit[] {
  if (!isPresent && url) {
    const { library } = canvas.editor
    if (!library.find(face.src)) {
      library.put({
        assetId: face.src,
        kind: 'font',
        width: undefined,
        height: undefined,
        durationSeconds: undefined,
        fileName: undefined,
        url,
        file: undefined,
      })
    }
  }
  return [
    ...(isPresent ? [] : [{ op: 'add-font' as const, face }]),
    ...layers.flatMap((layer): LayerEdit[] => [
      { op: 'set', layer, property: 'font', value: face.family },
      { op: 'set', layer, property: 'weight', value: face.weight ?? null },
      { op: 'set', layer, property: 'style', value: face.style === 'italic' ? 'italic' : null },
    ]),
  ]
}

type Emphasis = 'bold' | 'italic'

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
