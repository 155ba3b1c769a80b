// Actions on the selected layers.
import { plural, t } from '@lingui/core/macro'
import type { LayerEdit } from '@vitrine/project/edit'
import type { Point } from '../../../cropper/crop.ts'
import type { CanvasModel } from './canvas-model.ts'
import { type Bounds, computeTurn, findMiddle, type Motion, REST, uniteAll } from './geometry.ts'
import { isBackground, touchable } from './hit.ts'
import { changeByFlip, changeByGroup, changeByMotion, type LayerPlacement } from './layer-change.ts'
import { type LayerEntry, layerCountText } from './layer-entry.ts'
import {
  computePlacementBounds,
  findPlacement,
  lockReason,
  movableSelection,
  selectedPlacements,
  selectionBounds,
} from './layer-placement.ts'

/** The offset of a copy from its original, in CSS pixels. */
const copyOffset = 16

const fixed = (name: string) => t`${name}. A field of the template sets its position, so it cannot be moved by hand.`

/** 'Title' or '3 layers', for the history. */
export function getSelectionName(canvas: CanvasModel): string {
  const ids = canvas.selection.get()
  const [only] = ids
  return ids.length === 1 && only !== undefined ? canvas.findLayerName(only) : layerCountText(ids.length)
}

export function selectedEntries(canvas: CanvasModel): LayerEntry[] {
  return canvas.selection.get().flatMap((id) => canvas.findEntry(id) ?? [])
}

/** The layers of the list that contains the selection, top first. */
function findSelectionList(canvas: CanvasModel): readonly LayerEntry[] {
  const group = canvas.activeGroup.get()
  return group === undefined ? canvas.layers() : (canvas.findEntry(group)?.layers ?? [])
}

/**
 * Moves, rotates and scales the selection as one step; moves of one group without a pause share a step. Explains when
 * it is not possible.
 */
export function moveSelection(canvas: CanvasModel, motion: Partial<Motion>, label: string, group?: string): boolean {
  const placements = movableSelection(canvas)
  return runEach(canvas, placements, (placement) => changeByMotion(placement, { ...REST, ...motion }), label, group)
}

/** Moves each selected layer by its own vector. */
function moveEach(
  canvas: CanvasModel,
  placements: readonly LayerPlacement[],
  ways: readonly Point[],
  label: string,
): boolean {
  const motions = new Map(placements.map((placement, n) => [placement, { ...REST, move: ways[n] ?? REST.move }]))
  return runEach(canvas, placements, (placement) => changeByMotion(placement, motions.get(placement) ?? REST), label)
}

function runEach(
  canvas: CanvasModel,
  placements: readonly LayerPlacement[],
  change: (placement: LayerPlacement) => LayerEdit[] | undefined,
  label: string,
  group?: string,
): boolean {
  if (placements.length === 0) return false
  const edits: LayerEdit[] = []
  for (const one of placements) {
    const own = change(one)
    if (!own) {
      canvas.refuse(fixed(canvas.findLayerName(one.layer.id)))
      return false
    }
    edits.push(...own)
  }
  if (canvas.run(edits, { label, ...(group !== undefined && { group }) })) return false
  const bounds = selectionBounds(canvas)
  if (bounds) canvas.editor.announcement.set(`${label}: ${positionText(bounds)}.`)
  return true
}

/** Position and size as a text for screen readers. */
function positionText([left, top, right, bottom]: Bounds): string {
  const [x, y] = [Math.round(left), Math.round(top)]
  const [width, height] = [Math.round(right - left), Math.round(bottom - top)]
  return t`${x}, ${y}, size ${width} by ${height}`
}

/** Rotates the selection around its centre, by degrees. */
export function turnSelection(canvas: CanvasModel, degrees: number): void {
  const bounds = selectionBounds(canvas)
  if (!bounds) return
  const group = `turn:${canvas.selection.get().join()}`
  const name = getSelectionName(canvas)
  moveSelection(canvas, { center: findMiddle(bounds), turn: degrees }, t`Rotate ${name}`, group)
}

/** Scales the selection around its centre. */
export function scaleSelection(canvas: CanvasModel, factor: number): void {
  const bounds = selectionBounds(canvas)
  if (!bounds) return
  const group = `scale:${canvas.selection.get().join()}`
  const name = getSelectionName(canvas)
  moveSelection(canvas, { center: findMiddle(bounds), scale: factor }, t`Resize ${name}`, group)
}

/** Resets the rotation of a single layer. */
export function straighten(canvas: CanvasModel): void {
  const [only, ...others] = selectedPlacements(canvas)
  const bounds = only && computePlacementBounds(only)
  if (!only || !bounds || others.length > 0) return
  const name = getSelectionName(canvas)
  moveSelection(canvas, { center: findMiddle(bounds), turn: -computeTurn(only.place.matrix) }, t`Straighten ${name}`)
}

export function alignSelection(canvas: CanvasModel, alignment: Alignment): void {
  const placements = movableSelection(canvas)
  const { width, height } = canvas.getSize()
  const bounds = placements.map((placement) => computePlacementBounds(placement) ?? emptyBounds)
  const name = getSelectionName(canvas)
  moveEach(canvas, placements, alignAll(bounds, [0, 0, width, height], alignment), t`Align ${name}`)
}

export function distributeSelection(canvas: CanvasModel, direction: Distribution): void {
  if (canvas.selection.get().length < 3) {
    canvas.refuse(t`Select at least three layers to distribute them.`)
    return
  }
  const placements = movableSelection(canvas)
  const bounds = placements.map((placement) => computePlacementBounds(placement) ?? emptyBounds)
  const name = getSelectionName(canvas)
  moveEach(canvas, placements, distributeAll(bounds, direction), t`Distribute ${name}`)
}

const emptyBounds: Bounds = [0, 0, 0, 0]

export function flipSelection(canvas: CanvasModel, direction: 'horizontal' | 'vertical'): void {
  const bounds = selectionBounds(canvas)
  if (!bounds) return
  const about = findMiddle(bounds)
  const placements = movableSelection(canvas)
  const name = getSelectionName(canvas)
  runEach(canvas, placements, (placement) => changeByFlip(placement, direction, about), t`Flip ${name}`)
}

export function orderSelection(canvas: CanvasModel, ordering: Ordering): void {
  const list = findSelectionList(canvas).map(({ id }) => id)
  const moved = new Set(canvas.selection.get())
  if (moved.size === 0) return
  const after = orderAfter(list, moved, ordering)
  const edits = createOrderEdits(list, after, moved)
  const name = getSelectionName(canvas)
  const label = {
    front: t`Bring ${name} to front`,
    forward: t`Bring ${name} forward`,
    backward: t`Send ${name} backward`,
    back: t`Send ${name} to back`,
  }[ordering]
  if (canvas.run(edits, { label })) return
  const place = after.findIndex((id) => moved.has(id)) + 1
  const count = after.length
  canvas.editor.announcement.set(t`${label}: ${place} of ${count} from the top.`)
}

/** Deletes the customer's layers and hides the designer's, which cannot be deleted. */
export function deleteSelection(canvas: CanvasModel): void {
  const entries = selectedEntries(canvas)
  const locks = entries.find(({ isOwn, isLocked, locks: { content } }) => (isOwn ? isLocked : content))
  if (locks) {
    canvas.refuse(lockReason(locks, 'delete'))
    return
  }
  const edits = entries.map(
    ({ id, isOwn }): LayerEdit => (isOwn ? { op: 'remove', layer: id } : { op: 'hide', layer: id, hidden: true }),
  )
  const name = getSelectionName(canvas)
  const isHiding = entries.some(({ isOwn }) => !isOwn)
  const label = isHiding ? t`Hide ${name}` : t`Delete ${name}`
  if (entries.length === 0 || canvas.run(edits, { label })) return
  canvas.select([])
  canvas.editor.announcement.set(
    isHiding ? t`Hidden: ${name}. You can show it again in the Layers panel.` : t`Deleted: ${name}.`,
  )
}

export function toggleHidden(canvas: CanvasModel): void {
  // This page has no list in which a hidden layer could be found again.
  if (canvas.keepsDesign) return
  const ids = canvas.selection.get()
  const hidden = !ids.every((id) => canvas.findEntry(id)?.isHidden)
  const edits = ids.map((layer): LayerEdit => ({ op: 'hide', layer, hidden }))
  const name = getSelectionName(canvas)
  runAndAnnounce(canvas, edits, hidden ? t`Hide ${name}` : t`Show ${name}`)
}

export function toggleLocked(canvas: CanvasModel): void {
  const ids = canvas.selection.get()
  const locked = !ids.every((id) => canvas.findEntry(id)?.isLocked)
  const edits = ids.map((layer): LayerEdit => ({ op: 'lock', layer, locked }))
  const name = getSelectionName(canvas)
  runAndAnnounce(canvas, edits, locked ? t`Lock ${name}` : t`Unlock ${name}`)
}

function runAndAnnounce(canvas: CanvasModel, edits: readonly LayerEdit[], label: string): void {
  if (!canvas.run(edits, { label })) canvas.editor.announcement.set(`${label}.`)
}

/** Duplicates the selection and selects the copies: slightly offset, or in place for a drag. */
export function duplicateSelection(canvas: CanvasModel, inPlace?: { group: string }): boolean {
  const { fit, zoom } = canvas.view.get()
  const offset = inPlace ? 0 : copyOffset / (fit * zoom)
  const move = { x: offset, y: offset }
  // Starts with the lowest layer, so that the copies keep their order.
  const placements = inListOrder(canvas).toReversed()
  const copies = placements.map(() => canvas.newId())
  const edits = placements.flatMap((one, n): LayerEdit[] => {
    const id = copies[n] ?? ''
    const moved = changeByMotion({ ...one, isOwn: true }, { ...REST, move }) ?? []
    return [{ op: 'duplicate', layer: one.layer.id, id }, ...moved.map((set) => ({ ...set, layer: id }) as LayerEdit)]
  })
  if (edits.length === 0) return false
  const name = getSelectionName(canvas)
  if (canvas.run(edits, { label: t`Duplicate ${name}`, ...inPlace })) return false
  canvas.select(copies.toReversed())
  return true
}

function inListOrder(canvas: CanvasModel): LayerPlacement[] {
  const order = findSelectionList(canvas).map(({ id }) => id)
  return selectedPlacements(canvas).toSorted((a, b) => order.indexOf(a.layer.id) - order.indexOf(b.layer.id))
}

export function groupSelection(canvas: CanvasModel): void {
  const ids = canvas.selection.get()
  if (ids.length < 2) {
    canvas.refuse(t`Select two or more layers to group them.`)
    return
  }
  const layers = findSelectionList(canvas)
    .map(({ id }) => id)
    .filter((id) => ids.includes(id))
  const id = canvas.newId()
  const count = ids.length
  const label = t`Group ${plural(count, { one: '# layer', other: '# layers' })}`
  if (canvas.run([{ op: 'group', id, layers }], { label })) return
  canvas.select([id])
}

/** Dissolves the customer's groups; the group's transform is applied to its layers. */
export function ungroupSelection(canvas: CanvasModel): void {
  const groups = selectedEntries(canvas).filter(({ type }) => type === 'group')
  if (groups.length === 0) {
    canvas.refuse(t`Select a group to ungroup it.`)
    return
  }
  const left: string[] = []
  const edits = groups.flatMap((entry): LayerEdit[] => {
    left.push(...entry.layers.map(({ id }) => id))
    const group = findPlacement(canvas, entry.id)
    const children = entry.layers
      .map(({ id }) => findPlacement(canvas, id))
      .filter((placement) => placement !== undefined)
    return [...(group ? changeByGroup(group, children) : []), { op: 'ungroup', layer: entry.id }]
  })
  const name = getSelectionName(canvas)
  if (canvas.run(edits, { label: t`Ungroup ${name}` })) return
  canvas.select(left)
}

/** The layers of the current list that can be selected, top first. */
function selectable(canvas: CanvasModel): LayerEntry[] {
  return touchable(canvas, canvas.activeGroup.get()).filter(({ isOwn }) => isOwn || !canvas.keepsDesign)
}

/** Selects everything in the current list that a pointer could move. */
export function selectAll(canvas: CanvasModel): void {
  const ids = selectable(canvas)
    .filter((entry) => !entry.isLocked && !entry.locks.move && !isBackground(canvas, entry))
    .map(({ id }) => id)
  canvas.select(ids)
}

/** Selects the next layer of the list, or the previous one; the topmost without a selection. */
export function selectNext(canvas: CanvasModel, step: 1 | -1): void {
  const list = selectable(canvas).map(({ id }) => id)
  const present = canvas.selection.get().at(-1)
  const at = present === undefined ? -1 : list.indexOf(present)
  const next = list[at < 0 ? (step > 0 ? 0 : list.length - 1) : (at + step + list.length) % list.length]
  if (next !== undefined) canvas.select([next])
}

/** Leaves the open group and selects it, or clears the selection. Returns whether there was something to leave. */
export function leave(canvas: CanvasModel): boolean {
  if (canvas.editing.get()) {
    canvas.editing.set(undefined)
    return true
  }
  const group = canvas.activeGroup.get()
  if (group !== undefined) {
    canvas.select([group])
    return true
  }
  if (canvas.selection.get().length === 0) return false
  canvas.select([])
  return true
}

/** Enters the selection: the layers of a group, the text of a text layer, the photo in its frame. */
export function enter(canvas: CanvasModel, layerId: string): void {
  const entry = canvas.findEntry(layerId)
  if (!entry) return
  if (entry.type === 'group') {
    const [first] = touchable(canvas, layerId)
    if (first) canvas.select([first.id])
    return
  }
  if (entry.type !== 'text' && entry.type !== 'media') return
  if (entry.locks.content) {
    canvas.refuse(lockReason(entry, entry.type === 'text' ? 'text' : 'image'))
    return
  }
  canvas.select([layerId])
  canvas.editing.set({ kind: entry.type === 'text' ? 'text' : 'crop', layerId })
}

/** Splits the selected layers at a frame into a part before and a part after it. */
export function splitSelection(canvas: CanvasModel, frame: number): void {
  const edits = canvas.selection.get().flatMap((id): LayerEdit[] => {
    const layer = canvas.findLayer(id)
    if (!layer || frame <= layer.in || frame >= layer.out) return []
    const copy = canvas.newId()
    return [
      { op: 'duplicate', layer: id, id: copy },
      { op: 'trim', layer: id, in: layer.in, out: frame },
      { op: 'trim', layer: copy, in: frame, out: layer.out },
    ]
  })
  if (edits.length === 0) canvas.refuse(t`Move the playhead inside a clip to split it.`)
  else if (!canvas.run(edits, { label: t`Split` })) canvas.editor.announcement.set(t`Split`)
}

type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'
type Distribution = 'horizontal' | 'vertical'

/** How far each rectangle moves to be aligned: several within their common bounds, a single one within the canvas. */
export function alignAll(all: readonly Bounds[], canvas: Bounds, alignment: Alignment): Point[] {
  const frame = all.length > 1 ? uniteAll(all) : canvas
  if (!frame) return []
  return all.map((bounds) => offsetTo(bounds, frame, alignment))
}

function offsetTo([left, top, right, bottom]: Bounds, frame: Bounds, alignment: Alignment): Point {
  switch (alignment) {
    case 'left':
      return { x: frame[0] - left, y: 0 }
    case 'center':
      return { x: (frame[0] + frame[2] - left - right) / 2, y: 0 }
    case 'right':
      return { x: frame[2] - right, y: 0 }
    case 'top':
      return { x: 0, y: frame[1] - top }
    case 'middle':
      return { x: 0, y: (frame[1] + frame[3] - top - bottom) / 2 }
    case 'bottom':
      return { x: 0, y: frame[3] - bottom }
  }
}

/** How far each rectangle moves so that the gaps between neighbours are equal; the outer two stay. */
export function distributeAll(all: readonly Bounds[], direction: Distribution): Point[] {
  const [start, end] = direction === 'horizontal' ? ([0, 2] as const) : ([1, 3] as const)
  const order = all
    .map((bounds, index) => ({ bounds, index }))
    .toSorted((a, b) => a.bounds[start] + a.bounds[end] - b.bounds[start] - b.bounds[end])
  const ways = all.map((): Point => ({ x: 0, y: 0 }))
  const [first, last] = [order[0], order.at(-1)]
  if (!first || !last || order.length < 3) return ways
  const taken = order.reduce((sum, { bounds }) => sum + bounds[end] - bounds[start], 0)
  const gap = (last.bounds[end] - first.bounds[start] - taken) / (order.length - 1)
  let at = first.bounds[start]
  for (const { bounds, index } of order) {
    const way = at - bounds[start]
    ways[index] = direction === 'horizontal' ? { x: way, y: 0 } : { x: 0, y: way }
    at += bounds[end] - bounds[start] + gap
  }
  return ways
}

type Ordering = 'front' | 'forward' | 'backward' | 'back'

/** The list, top first, after moving some of its ids, which keep their order. */
export function orderAfter(list: readonly string[], moved: ReadonlySet<string>, ordering: Ordering): string[] {
  const chosen = list.filter((id) => moved.has(id))
  const others = list.filter((id) => !moved.has(id))
  if (ordering === 'front') return [...chosen, ...others]
  if (ordering === 'back') return [...others, ...chosen]
  const next = [...list]
  if (ordering === 'forward') {
    for (let n = 1; n < next.length; n++) swapIf(next, n - 1, (above, below) => !moved.has(above) && moved.has(below))
  } else {
    for (let n = next.length - 2; n >= 0; n--) swapIf(next, n, (above, below) => moved.has(above) && !moved.has(below))
  }
  return next
}

function swapIf(list: string[], n: number, shouldSwap: (above: string, below: string) => boolean): void {
  const [above, below] = [list[n], list[n + 1]]
  if (above === undefined || below === undefined || !shouldSwap(above, below)) return
  list[n] = below
  list[n + 1] = above
}

/** The edits that move the ids of a list to their positions in `next`, lowest first. */
export function createOrderEdits(
  list: readonly string[],
  next: readonly string[],
  moved: ReadonlySet<string>,
): LayerEdit[] {
  if (list.join() === next.join()) return []
  return next
    .map((layer, n): LayerEdit => ({ op: 'reorder', layer, above: next[n + 1] ?? null }))
    .filter((edit) => 'layer' in edit && moved.has(edit.layer as string))
    .toReversed()
}
