// The colours of a design: where each is used, and how to change it everywhere at once.
import { plural, t } from '@lingui/core/macro'
import { fieldValue } from '@vitrine/project/resolve'
import type { CanvasModel } from '../model/canvas-model.ts'
import type { LayerEntry } from '../model/layer-entry.ts'
import { toHex, withColors } from '../model/palette.ts'
import type { Change, LayerEditing } from './selected.ts'

/** How many colours are offered; a design with more is a painting. */
const maxColors = 12

/** The properties of a layer that contain colours. */
const painted = ['fill', 'stroke', 'shadow', 'color', 'colors', 'shapes', 'border', 'background'] as const

/** A colour, and every editable use of it. */
export interface DesignColor {
  /** `#rrggbb` */
  color: string
  /** Layer properties that contain the colour. */
  uses: readonly Change[]
  /** Template fields with this value. */
  fieldIds: readonly string[]
}

/** Colours that the customer may change, the most used first. */
export function listDesignColors(canvas: CanvasModel): readonly DesignColor[] {
  const found = new Map<string, { uses: Change[]; fieldIds: string[] }>()
  const at = (color: string) => {
    const known = found.get(color) ?? { uses: [], fieldIds: [] }
    found.set(color, known)
    return known
  }
  const { document: template, store } = canvas.editor
  for (const field of template.fields) {
    const color = field.type === 'color' ? toHex(fieldValue(field, store.getContent().values)) : undefined
    if (color) at(color).fieldIds.push(field.id)
  }
  for (const entry of freeEntries(canvas.layers())) {
    for (const property of painted) {
      const value = (entry.layer as unknown as Record<string, unknown>)[property]
      const colors = new Set<string>()
      withColors(value, (color) => void colors.add(color))
      for (const color of colors) at(color).uses.push({ layer: entry.id, property, value })
    }
  }
  return [...found]
    .map(([color, uses]) => ({ color, ...uses }))
    .toSorted((a, b) => countUses(b) - countUses(a))
    .slice(0, maxColors)
}

const countUses = ({ uses, fieldIds }: DesignColor) => uses.length + 3 * fieldIds.length

/** '4 layers', 'a field and 2 layers' */
export function placesOfColor({ uses, fieldIds }: DesignColor): string {
  const layers = new Set(uses.map(({ layer }) => layer)).size
  const fields = fieldIds.length
  return [
    ...(fields > 0 ? [t`${plural(fields, { one: '# field', other: '# fields' })}`] : []),
    ...(layers > 0 ? [t`${plural(layers, { one: '# layer', other: '# layers' })}`] : []),
  ].join(', ')
}

function freeEntries(entries: readonly LayerEntry[]): LayerEntry[] {
  return entries.flatMap((entry) => [
    ...(entry.locks.style || entry.isHidden ? [] : [entry]),
    ...freeEntries(entry.layers),
  ])
}

/** Replaces a colour everywhere, as one undo step per drag. */
export function changeDesignColor(canvas: CanvasModel, editing: LayerEditing, from: DesignColor, to: string): void {
  const label = t`Change colour everywhere`
  const group = editing.drag()
  for (const fieldId of from.fieldIds) canvas.fill(fieldId, to, { label, group })
  editing.set(
    label,
    from.uses.map((use) => ({
      ...use,
      value: withColors(use.value, (color) => (color === from.color ? to : undefined)),
    })),
    group,
  )
}
