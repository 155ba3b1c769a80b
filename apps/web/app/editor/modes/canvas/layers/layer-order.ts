// Reorders layers in the list: finds the row under the pointer and the drop target, and creates the edits.
import { t } from '@lingui/core/macro'
import type { LayerEdit } from '@vitrine/project/edit'
import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { CanvasModel } from '../model/canvas-model.ts'
import type { LayerEntry } from '../model/layer-entry.ts'

/** A position above or below a row, or inside the row's group. */
export interface Drop {
  target: string
  where: 'above' | 'below' | 'inside'
}

/** The visible rows, top first; those in folded groups are left out. */
export function shownRows(layers: readonly LayerEntry[], folded: ReadonlySet<string>): LayerEntry[] {
  return layers.flatMap((layer) => [layer, ...(folded.has(layer.id) ? [] : shownRows(layer.layers, folded))])
}

/** The edits that move a layer to its drop target; the reason when it cannot go there. */
export function createDropEdits(canvas: CanvasModel, moved: string, { target, where }: Drop): LayerEdit[] | string {
  const entry = canvas.findEntry(moved)
  const neighbour = canvas.findEntry(target)
  if (!entry || !neighbour || moved === target) return []
  const into = where === 'inside' ? neighbour.id : neighbour.into
  if (isInside(canvas, into, moved)) return t`A group cannot be moved into itself.`
  const list = into === null ? canvas.layers() : (canvas.findEntry(into)?.layers ?? [])
  const others = list.filter(({ id }) => id !== moved)
  const above =
    where === 'inside'
      ? (others[0]?.id ?? null)
      : where === 'above'
        ? target
        : (others[others.findIndex(({ id }) => id === target) + 1]?.id ?? null)
  if (into === entry.into) return [{ op: 'reorder', layer: moved, above }]
  if (!entry.isOwn) return t`Only layers that you added can be moved into another group.`
  if (into !== null && !canvas.findEntry(into)?.isOwn) return t`You cannot add layers to the designer’s groups.`
  return [
    { op: 'remove', layer: moved },
    { op: 'insert', layer: entry.layer, above, into },
  ]
}

function isInside(canvas: CanvasModel, group: string | null, moved: string): boolean {
  for (let at = group; at !== null; at = canvas.findEntry(at)?.into ?? null) if (at === moved) return true
  return false
}

/** The distance in CSS pixels at which a press becomes a drag. */
const dragFrom = 5
/** The middle part of a group's row in which a drop goes into the group. */
const insideShare = 0.3

interface Dragging {
  id: string
  to: Drop | undefined
  /** The row that marks the drop target. */
  mark: number | undefined
}

/** Drags rows by their handle, with mouse, pen and finger. */
export function useLayerDrag(
  list: RefObject<HTMLElement | null>,
  rows: readonly LayerEntry[],
  onDrop: (moved: string, to: Drop) => void,
) {
  const [drag, setDrag] = useState<Dragging>()
  const start = useRef<{ id: string; y: number; isOn: boolean }>(undefined)
  const findDrop = (y: number, id: string): Pick<Dragging, 'to' | 'mark'> => {
    const elements = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const found = elements.findIndex((element) => y < element.getBoundingClientRect().bottom)
    const mark = found < 0 ? elements.length - 1 : found
    const [row, element] = [rows[mark], elements[mark]]
    if (!row || !element || row.id === id) return { to: undefined, mark: undefined }
    const { top, height } = element.getBoundingClientRect()
    const share = (y - top) / height
    const isInside = row.type === 'group' && row.isOwn && Math.abs(share - 0.5) < insideShare
    return { to: { target: row.id, where: isInside ? 'inside' : share < 0.5 ? 'above' : 'below' }, mark }
  }
  const end = () => {
    start.current = undefined
    setDrag(undefined)
  }
  const createHandle = (entry: LayerEntry) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { id: entry.id, y: event.clientY, isOn: false }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const held = start.current
      if (!held) return
      held.isOn ||= Math.abs(event.clientY - held.y) > dragFrom
      if (held.isOn) setDrag({ id: held.id, ...findDrop(event.clientY, held.id) })
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const held = start.current
      const to = held?.isOn ? findDrop(event.clientY, held.id).to : undefined
      end()
      if (held && to) onDrop(held.id, to)
    },
    onPointerCancel: end,
  })
  return { drag, createHandle }
}
