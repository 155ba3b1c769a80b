// Owns the bar below the stage: what can be done with the selected layers, and how the canvas is looked at.

import AlignMiddle from 'lucide-react/icons/align-center-horizontal'
import AlignCenter from 'lucide-react/icons/align-center-vertical'
import AlignBottom from 'lucide-react/icons/align-end-horizontal'
import AlignRight from 'lucide-react/icons/align-end-vertical'
import SpreadWide from 'lucide-react/icons/align-horizontal-distribute-center'
import AlignTop from 'lucide-react/icons/align-start-horizontal'
import AlignLeft from 'lucide-react/icons/align-start-vertical'
import SpreadHigh from 'lucide-react/icons/align-vertical-distribute-center'
import ToFront from 'lucide-react/icons/bring-to-front'
import Backward from 'lucide-react/icons/chevron-down'
import Forward from 'lucide-react/icons/chevron-up'
import Duplicate from 'lucide-react/icons/copy'
import OverHorizontal from 'lucide-react/icons/flip-horizontal-2'
import OverVertical from 'lucide-react/icons/flip-vertical-2'
import Group from 'lucide-react/icons/group'
import Hand from 'lucide-react/icons/hand'
import Minus from 'lucide-react/icons/minus'
import Arrow from 'lucide-react/icons/mouse-pointer-2'
import Plus from 'lucide-react/icons/plus'
import Ruler from 'lucide-react/icons/ruler'
import ToBack from 'lucide-react/icons/send-to-back'
import Trash from 'lucide-react/icons/trash-2'
import Ungroup from 'lucide-react/icons/ungroup'
import type { ComponentType } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { useObservable } from '../observable.ts'
import {
  alignSelection,
  deleteSelection,
  distributeSelection,
  duplicateSelection,
  flipSelection,
  groupSelection,
  orderSelection,
  ungroupSelection,
} from './canvas-actions.ts'
import { useCanvas, useMeasured, useSelection } from './canvas-context.tsx'
import type { CanvasModel } from './canvas-model.ts'
import { fitView, scaleOfView, zoomAt, zoomToPixels } from './view.ts'

interface Action {
  label: string
  keys?: string
  Icon: ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>
  run: (canvas: CanvasModel) => void
  /** How many layers it takes. */
  least?: number
}

const actions: readonly (readonly Action[])[] = [
  [
    { label: 'Duplicate', keys: 'Control+D', Icon: Duplicate, run: (canvas) => void duplicateSelection(canvas) },
    { label: 'Delete', keys: 'Delete', Icon: Trash, run: deleteSelection },
  ],
  [
    { label: 'To the front', keys: 'Control+Shift+]', Icon: ToFront, run: (canvas) => orderSelection(canvas, 'front') },
    { label: 'Forward', keys: 'Control+]', Icon: Forward, run: (canvas) => orderSelection(canvas, 'forward') },
    { label: 'Backward', keys: 'Control+[', Icon: Backward, run: (canvas) => orderSelection(canvas, 'backward') },
    { label: 'To the back', keys: 'Control+Shift+[', Icon: ToBack, run: (canvas) => orderSelection(canvas, 'back') },
  ],
  [
    { label: 'Align left', keys: 'Alt+A', Icon: AlignLeft, run: (canvas) => alignSelection(canvas, 'left') },
    { label: 'Align centre', keys: 'Alt+H', Icon: AlignCenter, run: (canvas) => alignSelection(canvas, 'center') },
    { label: 'Align right', keys: 'Alt+D', Icon: AlignRight, run: (canvas) => alignSelection(canvas, 'right') },
    { label: 'Align top', keys: 'Alt+W', Icon: AlignTop, run: (canvas) => alignSelection(canvas, 'top') },
    { label: 'Align middle', keys: 'Alt+V', Icon: AlignMiddle, run: (canvas) => alignSelection(canvas, 'middle') },
    { label: 'Align bottom', keys: 'Alt+S', Icon: AlignBottom, run: (canvas) => alignSelection(canvas, 'bottom') },
  ],
  [
    {
      label: 'Spread horizontally',
      keys: 'Alt+Shift+H',
      Icon: SpreadWide,
      least: 3,
      run: (canvas) => distributeSelection(canvas, 'horizontal'),
    },
    {
      label: 'Spread vertically',
      keys: 'Alt+Shift+V',
      Icon: SpreadHigh,
      least: 3,
      run: (canvas) => distributeSelection(canvas, 'vertical'),
    },
  ],
  [
    { label: 'Group', keys: 'Control+G', Icon: Group, least: 2, run: groupSelection },
    { label: 'Ungroup', keys: 'Control+Shift+G', Icon: Ungroup, run: ungroupSelection },
  ],
  [
    { label: 'Mirror', keys: 'Shift+H', Icon: OverVertical, run: (canvas) => flipSelection(canvas, 'horizontal') },
    { label: 'Upside down', keys: 'Shift+V', Icon: OverHorizontal, run: (canvas) => flipSelection(canvas, 'vertical') },
  ],
]

export function CanvasBar() {
  return (
    <div className="flex h-14 items-center border-t border-line bg-raised px-2 [grid-area:foot]">
      <ActionBar />
      <ViewTools />
    </div>
  )
}

function ActionBar() {
  const canvas = useCanvas()
  const selected = useSelection().length
  if (selected === 0) {
    return <p className="min-w-0 flex-1 truncate px-3 text-caption text-muted">Nothing is selected</p>
  }
  return (
    <div
      role="toolbar"
      aria-label="Selected layers"
      className="flex min-w-0 flex-1 items-center overflow-x-auto [scrollbar-width:none]"
    >
      {actions.map((group) => (
        <div key={group[0]?.label} className="flex items-center border-r border-line px-1 last:border-r-0">
          {group.map(({ label, keys, Icon, run, least = 1 }) => (
            <IconButton
              key={label}
              label={label}
              {...(keys && { 'aria-keyshortcuts': keys })}
              disabled={selected < least}
              onClick={() => run(canvas)}
              className="size-9 max-md:size-11"
            >
              <Icon aria-hidden="true" size={18} />
            </IconButton>
          ))}
        </div>
      ))}
    </div>
  )
}

function ViewTools() {
  const canvas = useCanvas()
  const view = useObservable(canvas.view)
  const tool = useObservable(canvas.tool)
  const hasRulers = useObservable(canvas.hasRulers)
  const percent = useMeasured(() => Math.round(scaleOfView(canvas.view.get()) * 100))
  const zoom = (factor: number) => canvas.view.set(zoomAt(canvas.view.get(), factor))
  const isFit = view.zoom === 1 && view.panX === 0 && view.panY === 0
  return (
    <div className="flex shrink-0 items-center border-l border-line pl-1 max-md:hidden">
      <IconButton
        label={tool === 'hand' ? 'Select layers' : 'Move the view'}
        aria-keyshortcuts={tool === 'hand' ? 'V' : 'H'}
        onClick={() => canvas.tool.set(tool === 'hand' ? 'select' : 'hand')}
        className="size-9"
      >
        {tool === 'hand' ? <Arrow aria-hidden="true" size={18} /> : <Hand aria-hidden="true" size={18} />}
      </IconButton>
      <IconButton
        label={hasRulers ? 'Hide the rulers' : 'Show rulers and guides'}
        aria-keyshortcuts="Shift+R"
        aria-pressed={hasRulers}
        onClick={() => canvas.hasRulers.set(!hasRulers)}
        className={hasRulers ? 'size-9 text-marigold' : 'size-9'}
      >
        <Ruler aria-hidden="true" size={18} />
      </IconButton>
      <IconButton label="Zoom out" aria-keyshortcuts="Control+-" onClick={() => zoom(1 / 1.25)} className="size-9">
        <Minus aria-hidden="true" size={18} />
      </IconButton>
      <button
        type="button"
        title={isFit ? 'Show at real size' : 'Show the whole picture'}
        aria-label={`Zoom ${percent} percent. ${isFit ? 'Show at real size' : 'Show the whole picture'}`}
        onClick={() => canvas.view.set(isFit ? zoomToPixels(view) : fitView(view))}
        className="h-9 min-w-14 rounded-control px-1 text-caption tabular-nums hover:bg-well"
      >
        {percent} %
      </button>
      <IconButton label="Zoom in" aria-keyshortcuts="Control++" onClick={() => zoom(1.25)} className="size-9">
        <Plus aria-hidden="true" size={18} />
      </IconButton>
    </div>
  )
}
