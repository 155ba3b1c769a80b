// The entries of the context menu for the current selection.
import {
  deleteSelection,
  duplicateSelection,
  enter,
  groupSelection,
  orderSelection,
  selectAll,
  toggleHidden,
  toggleLocked,
  ungroupSelection,
} from './canvas-actions.ts'
import type { CanvasModel } from './canvas-model.ts'
import { copySelection, pasteLast } from './clipboard.ts'
import { fitView, zoomToSelection } from './view-actions.ts'

export interface MenuEntry {
  label: string
  /** The same by keys. */
  keys?: string
  isOff?: boolean
  run: () => void
}

/** Lines in groups, top first. */
export function menuEntries(canvas: CanvasModel): MenuEntry[][] {
  const paste: MenuEntry = { label: 'Paste', keys: 'Ctrl V', run: () => pasteLast(canvas) }
  const entries = canvas.selection.get().flatMap((id) => canvas.findEntry(id) ?? [])
  const [only] = entries
  if (!only) {
    return [
      [paste, { label: 'Select all', keys: 'Ctrl A', run: () => selectAll(canvas) }],
      [{ label: 'Zoom to fit', keys: 'Ctrl 0', run: () => fitView(canvas) }],
    ]
  }
  const inside = { text: 'Edit text', media: 'Crop photo', group: 'Enter group' }[only.type as string]
  const isAllOwn = entries.every(({ isOwn }) => isOwn)
  const isAll = (what: 'isLocked' | 'isHidden') => entries.every((entry) => entry[what])
  return [
    inside !== undefined && entries.length === 1
      ? [{ label: inside, keys: 'Enter', run: () => enter(canvas, only.id) }]
      : [],
    [
      { label: 'Copy', keys: 'Ctrl C', run: () => void copySelection(canvas, null) },
      paste,
      { label: 'Duplicate', keys: 'Ctrl D', run: () => void duplicateSelection(canvas) },
      { label: isAllOwn ? 'Delete' : 'Hide', keys: 'Delete', run: () => deleteSelection(canvas) },
    ],
    [
      { label: 'Bring to front', keys: 'Ctrl Shift ]', run: () => orderSelection(canvas, 'front') },
      { label: 'Bring forward', keys: 'Ctrl ]', run: () => orderSelection(canvas, 'forward') },
      { label: 'Send backward', keys: 'Ctrl [', run: () => orderSelection(canvas, 'backward') },
      { label: 'Send to back', keys: 'Ctrl Shift [', run: () => orderSelection(canvas, 'back') },
    ],
    [
      { label: 'Group', keys: 'Ctrl G', isOff: entries.length < 2, run: () => groupSelection(canvas) },
      {
        label: 'Ungroup',
        keys: 'Ctrl Shift G',
        isOff: entries.every(({ type }) => type !== 'group'),
        run: () => ungroupSelection(canvas),
      },
      { label: isAll('isHidden') ? 'Show' : 'Hide', keys: 'Ctrl Shift H', run: () => toggleHidden(canvas) },
      {
        label: isAll('isLocked') ? 'Unlock' : 'Lock',
        keys: 'Ctrl Shift L',
        isOff: !isAllOwn,
        run: () => toggleLocked(canvas),
      },
    ],
    [{ label: 'Zoom to selection', keys: 'Shift 2', run: () => zoomToSelection(canvas) }],
  ]
}
