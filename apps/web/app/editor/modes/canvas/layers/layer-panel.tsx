// The Layers panel: a tree, top first, in which layers are selected, reordered, hidden, locked and renamed by mouse, touch
// and keyboard.
import { select, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { useCanvas, useLayers, useSelection } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'
import type { LayerEntry } from '../model/layer-entry.ts'
import { createDropEdits, type Drop, shownRows, useLayerDrag } from './layer-order.ts'
import { LayerRow, type RowActions } from './layer-row.tsx'

/** Fills its slot and scrolls itself. */
export function LayerPanel() {
  const canvas = useCanvas()
  const layers = useLayers()
  const selection = useSelection()
  const list = useRef<HTMLDivElement>(null)
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(listGroupIds(layers)))
  const [focused, setFocused] = useState<string>()
  const rows = shownRows(layers, folded)
  const drop = (moved: string, to: Drop) => moveTo(canvas, moved, to)
  const { drag, createHandle } = useLayerDrag(list, rows, drop)
  const fold = (id: string, isFolded: boolean) => {
    const next = new Set(folded)
    if (isFolded) next.add(id)
    else next.delete(id)
    setFolded(next)
  }
  const focusRow = (id: string) => {
    setFocused(id)
    list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus()
  }
  const actions = useStable({
    createHandle,
    fold: (entry, isFolded) => fold(entry.id, isFolded),
    focus: setFocused,
    step(entry, step, isMore) {
      const place = rows.findIndex(({ id }) => id === entry.id)
      const next = rows[Math.min(rows.length - 1, Math.max(0, place + step))] ?? entry
      focusRow(next.id)
      if (isMore) reach(canvas, next, rows)
    },
    reach: (entry) => reach(canvas, entry, rows),
    move: (entry, step) => stepLayer(canvas, entry, step),
  })
  const keeper = rows.some(({ id }) => id === focused) ? focused : (selection.at(-1) ?? rows[0]?.id)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div
        ref={list}
        role="tree"
        aria-label={t`Layers, top to bottom`}
        aria-multiselectable="true"
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-8"
      >
        {rows.map((entry, place) => (
          <LayerRow
            key={entry.id}
            entry={entry}
            isSelected={selection.includes(entry.id)}
            isFolded={folded.has(entry.id)}
            isDragged={drag?.id === entry.id}
            dropMark={drag?.mark === place ? drag.to?.where : undefined}
            isTabStop={entry.id === keeper || (keeper === undefined && place === 0)}
            actions={actions}
          />
        ))}
      </div>
      {rows.length === 0 && (
        <p className="px-4 py-6 text-caption text-muted">
          <Trans>No layers yet.</Trans>
        </p>
      )}
    </div>
  )
}

/** Returns the same object at every rendering, which calls the latest actions, so that rows need not render again. */
function useStable(actions: RowActions): RowActions {
  const latest = useRef<RowActions>(actions)
  latest.current = actions
  const [stable] = useState<RowActions>(() => ({
    createHandle: (entry) => latest.current.createHandle(entry),
    fold: (entry, isFolded) => latest.current.fold(entry, isFolded),
    focus: (id) => latest.current.focus(id),
    step: (entry, step, isMore) => latest.current.step(entry, step, isMore),
    reach: (entry) => latest.current.reach(entry),
    move: (entry, step) => latest.current.move(entry, step),
  }))
  return stable
}

function listGroupIds(layers: readonly LayerEntry[]): string[] {
  return layers.flatMap((layer) => (layer.type === 'group' ? [layer.id, ...listGroupIds(layer.layers)] : []))
}

/** Extends the selection from the first selected row to another one; selects a row of another list alone. */
function reach(canvas: CanvasModel, entry: LayerEntry, rows: readonly LayerEntry[]): void {
  const list = rows.filter(({ into }) => into === entry.into).map(({ id }) => id)
  const first = canvas.selection.get().find((id) => list.includes(id)) ?? entry.id
  const [from, to] = [list.indexOf(first), list.indexOf(entry.id)]
  const between = list.slice(Math.min(from, to), Math.max(from, to) + 1)
  canvas.select([first, ...between.filter((id) => id !== first)])
}

/** Moves the layer one place up (-1) or down in its list. */
function stepLayer(canvas: CanvasModel, entry: LayerEntry, step: -1 | 1): void {
  const siblings = entry.into === null ? canvas.layers() : (canvas.findEntry(entry.into)?.layers ?? [])
  const neighbour = siblings[siblings.findIndex(({ id }) => id === entry.id) + step]
  if (!neighbour) canvas.editor.announcement.set(step < 0 ? t`It is already on top.` : t`It is already at the bottom.`)
  else moveTo(canvas, entry.id, { target: neighbour.id, where: step < 0 ? 'above' : 'below' })
}

function moveTo(canvas: CanvasModel, moved: string, to: Drop): void {
  const edits = createDropEdits(canvas, moved, to)
  if (typeof edits === 'string') {
    canvas.refuse(edits)
    return
  }
  const name = canvas.findLayerName(moved)
  if (canvas.run(edits, { label: t`Reorder ${name}` })) return
  const [where, target] = [to.where, canvas.findLayerName(to.target)]
  canvas.editor.announcement.set(
    t`${name} is now ${select(where, { above: 'above', below: 'below', other: 'inside' })} ${target}.`,
  )
}
