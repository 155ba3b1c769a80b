// The entries of the context menu for the current selection.
import { t } from '@lingui/core/macro'
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
  const paste: MenuEntry = { label: t`Paste`, keys: 'Ctrl V', run: () => pasteLast(canvas) }
  const entries = canvas.selection.get().flatMap((id) => canvas.findEntry(id) ?? [])
  const [only] = entries
  if (!only) {
    return [
      [paste, { label: t`Select all`, keys: 'Ctrl A', run: () => selectAll(canvas) }],
      [{ label: t`Zoom to fit`, keys: 'Ctrl 0', run: () => fitView(canvas) }],
    ]
  }
  const inside = { text: t`Edit text`, media: t`Crop photo`, group: t`Enter group` }[only.type as string]
  const isAllOwn = entries.every(({ isOwn }) => isOwn)
  const isAll = (what: 'isLocked' | 'isHidden') => entries.every((entry) => entry[what])
  return [
    inside !== undefined && entries.length === 1
      ? [{ label: inside, keys: 'Enter', run: () => enter(canvas, only.id) }]
      : [],
    [
      { label: t`Copy`, keys: 'Ctrl C', run: () => void copySelection(canvas, null) },
      paste,
      { label: t`Duplicate`, keys: 'Ctrl D', run: () => void duplicateSelection(canvas) },
      { label: isAllOwn ? t`Delete` : t`Hide`, keys: 'Delete', run: () => deleteSelection(canvas) },
    ],
    [
      { label: t`Bring to front`, keys: 'Ctrl Shift ]', run: () => orderSelection(canvas, 'front') },
      { label: t`Bring forward`, keys: 'Ctrl ]', run: () => orderSelection(canvas, 'forward') },
      { label: t`Send backward`, keys: 'Ctrl [', run: () => orderSelection(canvas, 'backward') },
      { label: t`Send to back`, keys: 'Ctrl Shift [', run: () => orderSelection(canvas, 'back') },
    ],
    [
      { label: t`Group`, keys: 'Ctrl G', isOff: entries.length < 2, run: () => groupSelection(canvas) },
      {
        label: t`Ungroup`,
        keys: 'Ctrl Shift G',
        isOff: entries.every(({ type }) => type !== 'group'),
        run: () => ungroupSelection(canvas),
      },
      ...(canvas.keepsDesign
        ? []
        : [{ label: isAll('isHidden') ? t`Show` : t`Hide`, keys: 'Ctrl Shift H', run: () => toggleHidden(canvas) }]),
      {
        label: isAll('isLocked') ? t`Unlock` : t`Lock`,
        keys: 'Ctrl Shift L',
        isOff: !isAllOwn,
        run: () => toggleLocked(canvas),
      },
    ],
    [{ label: t`Zoom to selection`, keys: 'Shift 2', run: () => zoomToSelection(canvas) }],
  ]
}
