// Owns what the menu of the stage offers for the present selection.
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
  words: string
  /** The same by keys. */
  keys?: string
  isOff?: boolean
  run: () => void
}

/** Lines in groups, top first. */
export function menuEntries(canvas: CanvasModel): MenuEntry[][] {
  const paste: MenuEntry = { words: 'Paste', keys: 'Ctrl V', run: () => pasteLast(canvas) }
  const entries = canvas.selection.get().flatMap((id) => canvas.findEntry(id) ?? [])
  const [only] = entries
  if (!only) {
    return [
      [paste, { words: 'Select all', keys: 'Ctrl A', run: () => selectAll(canvas) }],
      [{ words: 'Zoom to fit', keys: 'Ctrl 0', run: () => fitView(canvas) }],
    ]
  }
  const inside = { text: 'Edit text', media: 'Crop photo', group: 'Enter group' }[only.type as string]
  const isAllOwn = entries.every(({ isOwn }) => isOwn)
  const isAll = (what: 'isLocked' | 'isHidden') => entries.every((one) => one[what])
  return [
    inside !== undefined && entries.length === 1
      ? [{ words: inside, keys: 'Enter', run: () => enter(canvas, only.id) }]
      : [],
    [
      { words: 'Copy', keys: 'Ctrl C', run: () => void copySelection(canvas, null) },
      paste,
      { words: 'Duplicate', keys: 'Ctrl D', run: () => void duplicateSelection(canvas) },
      { words: isAllOwn ? 'Delete' : 'Hide', keys: 'Delete', run: () => deleteSelection(canvas) },
    ],
    [
      { words: 'Bring to front', keys: 'Ctrl Shift ]', run: () => orderSelection(canvas, 'front') },
      { words: 'Bring forward', keys: 'Ctrl ]', run: () => orderSelection(canvas, 'forward') },
      { words: 'Send backward', keys: 'Ctrl [', run: () => orderSelection(canvas, 'backward') },
      { words: 'Send to back', keys: 'Ctrl Shift [', run: () => orderSelection(canvas, 'back') },
    ],
    [
      { words: 'Group', keys: 'Ctrl G', isOff: entries.length < 2, run: () => groupSelection(canvas) },
      {
        words: 'Ungroup',
        keys: 'Ctrl Shift G',
        isOff: entries.every(({ type }) => type !== 'group'),
        run: () => ungroupSelection(canvas),
      },
      { words: isAll('isHidden') ? 'Show' : 'Hide', keys: 'Ctrl Shift H', run: () => toggleHidden(canvas) },
      {
        words: isAll('isLocked') ? 'Unlock' : 'Lock',
        keys: 'Ctrl Shift L',
        isOff: !isAllOwn,
        run: () => toggleLocked(canvas),
      },
    ],
    [{ words: 'Zoom to selection', keys: 'Shift 2', run: () => zoomToSelection(canvas) }],
  ]
}
