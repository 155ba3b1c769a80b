// The available fonts by family: the template's and those of the store's library.

import { useQuery } from '@tanstack/react-query'
import type { FontScript, LibraryFont } from '@vitrine/contract/fonts'
import type { FontFace } from '@vitrine/document/document'
import type { LayerEdit } from '@vitrine/project/edit'
import { isSameFace } from '@vitrine/project/edit-font'
import { projectApi } from '../../../project/project-api.ts'
import { useCanvas, useMeasured } from './canvas-context.tsx'
import type { CanvasModel } from './canvas-model.ts'

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

export function groupFontFamilies(canvas: CanvasModel, library: readonly LibraryFont[]): FontFamily[] {
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
