// The selected layers, and their edits as undo steps.

import { t } from '@lingui/core/macro'
import { compileColor, compileNumber } from '@vitrine/document/evaluate'
import type { Layer, TextLayer } from '@vitrine/document/layer'
import type { Lock } from '@vitrine/document/layer-base'
import type { LayerEdit } from '@vitrine/project/edit'
import { useCanvas, useMeasured, useSelection } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'
import { applyContentEdits, type ContentEdit } from '../model/layer-content.ts'
import type { LayerEntry } from '../model/layer-entry.ts'
import { toHex } from '../model/palette.ts'
import { type Editing, useDrag } from './property.ts'

/** A selected layer in the document, and as drawn with values instead of bindings. */
export interface Selected {
  entry: LayerEntry
  resolved: Layer
}

export type SelectedText = Selected & { resolved: TextLayer }

/** The selected layers, updated after every change. */
export function useSelected(): readonly Selected[] {
  const canvas = useCanvas()
  const ids = useSelection()
  useMeasured(() => canvas.version.get())
  return ids.flatMap((id) => {
    const entry = canvas.findEntry(id)
    return entry ? [{ entry, resolved: canvas.findResolvedLayer(id) ?? entry.layer }] : []
  })
}

/** The unlocked layers of one type. */
export function ofType<Type extends Layer['type']>(selected: readonly Selected[], ...types: Type[]) {
  return selected.filter(({ resolved }) => (types as string[]).includes(resolved.type)) as (Selected & {
    resolved: Extract<Layer, { type: Type }>
  })[]
}

/** The layers whose part may be changed. */
export function filterUnlocked<One extends Selected>(
  selected: readonly One[],
  lock: Exclude<Lock, 'all'>,
): readonly One[] {
  return selected.filter(({ entry }) => !entry.locks[lock])
}

/** A number at the current frame, static or animated. */
export function numberAt(canvas: CanvasModel, property: unknown, fallback: number): number {
  return compileNumber(property as number, fallback).at(canvas.frame.get())
}

/** A colour at the current frame as `#rrggbb`. */
export function hexAt(canvas: CanvasModel, property: unknown, fallback = '#000000'): string {
  const css = String(compileColor(property as string, fallback).at(canvas.frame.get()))
  const channels = /^rgba?\(([\d.]+)[ ,]+([\d.]+)[ ,]+([\d.]+)/.exec(css)?.slice(1)
  return toHex(channels ? channels.map((channel) => Number(channel) / 255) : css) ?? fallback
}

/** Undefined when the template determines the value. */
export type PropertyEdit = ContentEdit | undefined

/** Sets values of layers as one undo step. */
export interface LayerEditing extends Editing<PropertyEdit> {
  set(label: string, changes: readonly Change[], group?: string): void
  run(label: string, edits: readonly LayerEdit[], group?: string): void
}

/** Null removes the property. */
export interface Change {
  layer: string
  property: string
  value: unknown
}

export function useEditing(): LayerEditing {
  const canvas = useCanvas()
  const apply = (label: string, edits: readonly ContentEdit[], group: string | undefined) =>
    applyContentEdits(canvas, edits, { label, ...(group !== undefined && { group }) })
  const run: LayerEditing['run'] = (label, edits, group) => apply(label, [edits], group)
  return {
    ...useDrag(canvas.editor.store),
    run,
    set: (label, changes, group) =>
      run(
        label,
        changes.map((change) => ({ op: 'set', ...change })),
        group,
      ),
    put(label, written, group) {
      if (written.includes(undefined)) return canvas.refuse(t`The template sets this position.`)
      const edits = written.filter((one) => one !== undefined)
      apply(label, edits, group)
    },
  }
}
