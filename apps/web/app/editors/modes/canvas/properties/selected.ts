// The values that the selected layers share, and setting a value on all that allow it.

import { compileColor, compileNumber } from '@vitrine/composition/evaluate'
import type { Layer, TextLayer } from '@vitrine/composition/layer'
import type { Lock } from '@vitrine/composition/layer-base'
import type { Operation } from '@vitrine/composition/operation'
import { isSameJson } from '@vitrine/composition/same-json'
import { useRef } from 'react'
import { gesturePrefix } from '../../../core/project/project-store.ts'
import { useCanvas, useMeasured, useSelection } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'
import type { LayerEntry } from '../model/layer-entry.ts'
import { withTextBoxes } from '../model/text-box.ts'

/** A selected layer as the document has it and as it is drawn, with values instead of bindings. */
export interface Selected {
  entry: LayerEntry
  resolved: Layer
}

export type SelectedText = Selected & { resolved: TextLayer }

/** The selected layers, again after every change. */
export function useSelected(): readonly Selected[] {
  const canvas = useCanvas()
  const ids = useSelection()
  useMeasured(() => canvas.version.get())
  return ids.flatMap((id) => {
    const entry = canvas.findEntry(id)
    return entry ? [{ entry, resolved: canvas.findResolvedLayer(id) ?? entry.layer }] : []
  })
}

/** The layers of one kind, without locked ones. */
export function ofType<Type extends Layer['type']>(selected: readonly Selected[], ...types: Type[]) {
  return selected.filter(({ resolved }) => (types as string[]).includes(resolved.type)) as (Selected & {
    resolved: Extract<Layer, { type: Type }>
  })[]
}

/** Those of some layers of which this may be changed. */
export function freeOf<One extends Selected>(selected: readonly One[], lock: Exclude<Lock, 'all'>): readonly One[] {
  return selected.filter(({ entry }) => !entry.locks[lock])
}

/** The value that all have; undefined when they differ or there are none. */
export function shared<One, Value>(list: readonly One[], read: (one: One) => Value): Value | undefined {
  const [first, ...others] = list.map(read)
  return others.every((other) => isSameJson(other, first)) ? first : undefined
}

/** A number at the frame shown, static or animated. */
export function numberAt(canvas: CanvasModel, property: unknown, fallback: number): number {
  return compileNumber(property as number, fallback).at(canvas.frame.get())
}

/** A colour at the frame shown as `#rrggbb`. */
export function hexAt(canvas: CanvasModel, property: unknown, fallback = '#000000'): string {
  const css = compileColor(property as string, fallback).at(canvas.frame.get())
  return hexOfCss(String(css)) ?? fallback
}

/** `#rrggbb` of a colour as canvases write it: hexadecimal digits or `rgba(…)`. */
export function hexOfCss(css: string): string | undefined {
  if (/^#[\da-f]{6}/i.test(css)) return css.slice(0, 7).toLowerCase()
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(css)
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`.toLowerCase()
  const channels = /^rgba?\(([\d.]+)[ ,]+([\d.]+)[ ,]+([\d.]+)/.exec(css)?.slice(1)
  return channels && `#${channels.map((channel) => Math.round(Number(channel)).toString(16).padStart(2, '0')).join('')}`
}

/** Sets values of layers as one step of the history; one drag is one step, however long it pauses. */
export interface Editing {
  set(label: string, changes: readonly Change[], group?: string): void
  run(label: string, operations: readonly Operation[], group?: string): void
  /** The name of the drag that is going on, a new one after `endDrag`. */
  drag(): string
  endDrag(): void
}

/** Null removes the property. */
export interface Change {
  layer: string
  property: string
  value: unknown
}

let drags = 0

export function useEditing(): Editing {
  const canvas = useCanvas()
  const present = useRef<string>(undefined)
  const run: Editing['run'] = (label, operations, group) => {
    canvas.run(withTextBoxes(canvas, operations), { label, ...(group !== undefined && { group }) })
  }
  return {
    run,
    set: (label, changes, group) =>
      run(
        label,
        changes.map((change) => ({ op: 'set', ...change })),
        group,
      ),
    drag() {
      present.current ??= `${gesturePrefix}${++drags}`
      return present.current
    },
    endDrag() {
      if (present.current === undefined) return
      present.current = undefined
      canvas.editor.store.endGroup()
    },
  }
}
