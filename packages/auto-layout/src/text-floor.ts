// Enlarges texts that a layout made too small to read, in boxes with room for them.
import type { Layer, TextLayer } from '@vitrine/document/layer'
import { computeMeanScale } from '@vitrine/document/matrix'
import { defaultText, fitText, lineWidth, sizeOfText } from './layer-bounds.ts'
import { LEAST_TEXT, type Plan } from './plan.ts'
import { type Defaults, matrixAt, restFrame } from './rest-value.ts'
import type { Placement, Size } from './unit.ts'

/** Texts by id with a readable size and a box for it. */
export function raiseTexts(
  { units, placements }: Plan,
  { to, defaults }: { to: Size; defaults: Defaults },
): ReadonlyMap<string, Layer> {
  const least = (LEAST_TEXT * Math.min(to.width, to.height)) / 1080
  const raised = new Map<string, Layer>()
  const visit = (layer: Layer, scale: number) => {
    if (layer.type === 'text') {
      const changed = raise(layer, (least * 1.01) / scale, defaults)
      if (changed) raised.set(layer.id, changed)
    }
    if (layer.type !== 'group') return
    for (const child of layer.layers)
      visit(child, scale * computeMeanScale(matrixAt(child, restFrame(child, child.out))))
  }
  for (const unit of units) {
    const scale = scaleOfPlacement(placements.get(unit))
    for (const layer of unit.layers)
      visit(layer, scale * computeMeanScale(matrixAt(layer, restFrame(layer, layer.out))))
  }
  return raised
}

function scaleOfPlacement(placement: Placement | undefined): number {
  return placement?.kind === 'map' ? Math.min(Math.abs(placement.sx), placement.sy) : 1
}

function raise(layer: TextLayer, least: number, defaults: Defaults): TextLayer | undefined {
  const { size } = fitText(layer, defaults)
  const field = typeof layer.text === 'object' ? defaults.get(layer.text.$field) : undefined
  const fit = layer.fit ?? (field?.type === 'text' ? field.fit : undefined)
  const isLow = fit?.mode === 'shrink' && (fit.min ?? 0) < least
  if (size >= least && !isLow) return undefined
  const readableSize = Math.max(least, sizeOfText(layer))
  const changes: Partial<TextLayer> = {
    ...(isLow && { fit: { ...fit, min: Math.ceil(least) } }),
    ...(readableSize > sizeOfText(layer) && { size: Math.ceil(readableSize) }),
  }
  return { ...layer, ...changes, box: grown({ ...layer, ...changes }, Math.max(least, size), defaults) }
}

/** The box of a text, as wide and high as its default text needs at a size. */
function grown(layer: TextLayer, size: number, defaults: Defaults): TextLayer['box'] {
  const [x, y, width, height] = layer.box
  const widest = Math.max(
    ...defaultText(layer, defaults)
      .split('\n')
      .map((line) => lineWidth(line, layer, size)),
  )
  const { lines } = fitText({ ...layer, size, fit: { mode: 'none' } }, defaults)
  const tall = Math.max(height, Math.min(lines, layer.maxLines ?? lines) * size * (layer.lineHeight ?? 1.2))
  const isSingle = fitText(layer, defaults).lines === 1
  const wide = isSingle ? Math.max(width, widest * 1.35) : width
  const share = layer.align === 'center' ? 0.5 : layer.align === 'right' || layer.align === 'end' ? 1 : 0
  const down = layer.valign === 'top' ? 0 : layer.valign === 'bottom' ? 1 : 0.5
  const high = isSingle ? Math.max(height, size * (layer.lineHeight ?? 1.2)) : tall
  return [x - (wide - width) * share, y - (high - height) * down, wide, high]
}
