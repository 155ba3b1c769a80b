// The actions of the layer toolbars, and a row of such buttons.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
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
import ToBack from 'lucide-react/icons/send-to-back'
import Trash from 'lucide-react/icons/trash-2'
import Ungroup from 'lucide-react/icons/ungroup'
import type { ComponentType } from 'react'
import { i18n } from '../../../../language/i18n.ts'
import { IconButton } from '../../../../ui/button.tsx'
import {
  alignSelection,
  deleteSelection,
  distributeSelection,
  duplicateSelection,
  flipSelection,
  groupSelection,
  orderSelection,
  ungroupSelection,
} from '../model/canvas-actions.ts'
import { useCanvas, useSelection } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'

export interface Action {
  label: MessageDescriptor
  keys?: string
  Icon: ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>
  run: (canvas: CanvasModel) => void
  /** How many layers it takes. */
  min?: number
}

/** What becomes of the selected layers as such. */
export const layerActions: readonly (readonly Action[])[] = [
  [
    { label: msg`Duplicate`, keys: 'Control+D', Icon: Duplicate, run: (canvas) => void duplicateSelection(canvas) },
    { label: msg`Delete`, keys: 'Delete', Icon: Trash, run: deleteSelection },
  ],
  [
    {
      label: msg`Bring to front`,
      keys: 'Control+Shift+]',
      Icon: ToFront,
      run: (canvas) => orderSelection(canvas, 'front'),
    },
    { label: msg`Bring forward`, keys: 'Control+]', Icon: Forward, run: (canvas) => orderSelection(canvas, 'forward') },
    {
      label: msg`Send backward`,
      keys: 'Control+[',
      Icon: Backward,
      run: (canvas) => orderSelection(canvas, 'backward'),
    },
    {
      label: msg`Send to back`,
      keys: 'Control+Shift+[',
      Icon: ToBack,
      run: (canvas) => orderSelection(canvas, 'back'),
    },
  ],
  [
    { label: msg`Group`, keys: 'Control+G', Icon: Group, min: 2, run: groupSelection },
    { label: msg`Ungroup`, keys: 'Control+Shift+G', Icon: Ungroup, run: ungroupSelection },
  ],
  [
    {
      label: msg`Flip horizontal`,
      keys: 'Shift+H',
      Icon: OverVertical,
      run: (canvas) => flipSelection(canvas, 'horizontal'),
    },
    {
      label: msg`Flip vertical`,
      keys: 'Shift+V',
      Icon: OverHorizontal,
      run: (canvas) => flipSelection(canvas, 'vertical'),
    },
  ],
]

/** The alignment of the selected layers to each other, or of a single one to the canvas. */
export const placeActions: readonly (readonly Action[])[] = [
  [
    { label: msg`Align left`, keys: 'Alt+A', Icon: AlignLeft, run: (canvas) => alignSelection(canvas, 'left') },
    { label: msg`Align centre`, keys: 'Alt+H', Icon: AlignCenter, run: (canvas) => alignSelection(canvas, 'center') },
    { label: msg`Align right`, keys: 'Alt+D', Icon: AlignRight, run: (canvas) => alignSelection(canvas, 'right') },
    { label: msg`Align top`, keys: 'Alt+W', Icon: AlignTop, run: (canvas) => alignSelection(canvas, 'top') },
    { label: msg`Align middle`, keys: 'Alt+V', Icon: AlignMiddle, run: (canvas) => alignSelection(canvas, 'middle') },
    { label: msg`Align bottom`, keys: 'Alt+S', Icon: AlignBottom, run: (canvas) => alignSelection(canvas, 'bottom') },
  ],
  [
    {
      label: msg`Distribute horizontally`,
      keys: 'Alt+Shift+H',
      Icon: SpreadWide,
      min: 3,
      run: (canvas) => distributeSelection(canvas, 'horizontal'),
    },
    {
      label: msg`Distribute vertically`,
      keys: 'Alt+Shift+V',
      Icon: SpreadHigh,
      min: 3,
      run: (canvas) => distributeSelection(canvas, 'vertical'),
    },
  ],
]

/** Buttons of one group beside each other. */
export function ActionButtons({ actions }: { actions: readonly Action[] }) {
  const canvas = useCanvas()
  const selected = useSelection().length
  return actions.map(({ label, keys, Icon, run, min = 1 }) => (
    <IconButton
      key={label.id}
      label={i18n._(label)}
      {...(keys && { 'aria-keyshortcuts': keys })}
      disabled={selected < min}
      onClick={() => run(canvas)}
      className="size-9 max-md:size-11"
    >
      <Icon aria-hidden="true" size={18} />
    </IconButton>
  ))
}
