// The actions of the canvas editor.
import { msg, t } from '@lingui/core/macro'
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
import Crop from 'lucide-react/icons/crop'
import OverHorizontal from 'lucide-react/icons/flip-horizontal-2'
import OverVertical from 'lucide-react/icons/flip-vertical-2'
import Focus from 'lucide-react/icons/focus'
import Group from 'lucide-react/icons/group'
import Hand from 'lucide-react/icons/hand'
import Minus from 'lucide-react/icons/minus'
import Arrow from 'lucide-react/icons/mouse-pointer-2'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Ruler from 'lucide-react/icons/ruler'
import ToBack from 'lucide-react/icons/send-to-back'
import Trash from 'lucide-react/icons/trash-2'
import Ungroup from 'lucide-react/icons/ungroup'
import type { ComponentProps } from 'react'
import type { Action, ActionEntry } from '../../../actions/action.ts'
import {
  backSecond,
  forwardSecond,
  generalActions,
  loop,
  mute,
  nextFrame,
  openHelp,
  play,
  previousFrame,
} from '../../../model/editor-actions.tsx'
import { useCanvas } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'
import { copySelection, pasteLast } from '../model/clipboard.ts'
import { toggleEmphasis } from '../model/font-library.ts'
import { findMiddle } from '../model/geometry.ts'
import { selectionBounds } from '../model/layer-placement.ts'
import {
  alignSelection,
  deleteSelection,
  distributeSelection,
  duplicateSelection,
  enter,
  flipSelection,
  getSelectionName,
  groupSelection,
  leave,
  moveSelection,
  orderSelection,
  scaleSelection,
  selectAll,
  selectedEntries,
  selectNext,
  straighten,
  toggleHidden,
  toggleLocked,
  turnSelection,
  ungroupSelection,
} from '../model/selected-layers.ts'
import { zoomToPixels as pixelsOf, zoomAt } from '../model/view.ts'
import { fitView, zoomToSelection } from '../model/view-actions.ts'

type CanvasAction = Action<CanvasModel>
type CanvasEntry = ActionEntry<CanvasModel>

const follows = ({ selection, version }: CanvasModel) => [selection.subscribe, version.subscribe]
/** How many layers are selected. */
const countSelected = (canvas: CanvasModel) => canvas.selection.get().length
const hasSelection = (canvas: CanvasModel) => countSelected(canvas) > 0
const onNothing = { follows, isVisible: (canvas: CanvasModel) => countSelected(canvas) === 0 }
const onLayers = { follows, isVisible: hasSelection }
const onSeveral = (min: number) => ({ ...onLayers, isEnabled: (canvas: CanvasModel) => countSelected(canvas) >= min })

const isEverySelected = (canvas: CanvasModel, what: 'isOwn' | 'isHidden' | 'isLocked') =>
  selectedEntries(canvas).every((entry) => entry[what])

const insideLabels = { text: msg`Edit text`, media: msg`Crop photo`, group: msg`Enter group` }
/** The content of the selection, if it can be entered. */
const findInside = (canvas: CanvasModel) => {
  const [only, ...others] = selectedEntries(canvas)
  const type = others.length === 0 ? only?.type : undefined
  return type === 'text' || type === 'media' || type === 'group' ? type : undefined
}

const InsideIcon = (props: ComponentProps<typeof Pencil>) =>
  findInside(useCanvas()) === 'media' ? <Crop {...props} /> : <Pencil {...props} />

const selecting = { group: 'Selection', upTo: 'value' } as const

export const enterLayer: CanvasAction = {
  ...selecting,
  upTo: 'stage',
  id: 'enter',
  label: (canvas) => insideLabels[findInside(canvas) ?? 'group'],
  help: msg`Enter a group, edit text, crop a photo`,
  icon: InsideIcon,
  shortcut: 'Enter',
  menu: [1, 1],
  follows,
  isVisible: (canvas) => findInside(canvas) !== undefined,
  perform(canvas) {
    const [only, ...others] = canvas.selection.get()
    if (only !== undefined && others.length === 0) enter(canvas, only)
  },
}

const selectionActions: readonly CanvasEntry[] = [
  {
    ...selecting,
    id: 'select-below',
    label: msg`Select the next layer below`,
    shortcut: 'PageDown',
    isCommon: true,
    perform: (canvas) => selectNext(canvas, 1),
  },
  {
    ...selecting,
    id: 'select-above',
    label: msg`Select the next layer above`,
    shortcut: 'PageUp',
    perform: (canvas) => selectNext(canvas, -1),
  },
  {
    ...selecting,
    ...onNothing,
    id: 'select-all',
    label: msg`Select all`,
    shortcut: 'Ctrl a',
    isCommon: true,
    menu: [2, 3],
    perform: selectAll,
  },
  { ...selecting, id: 'leave', label: msg`Leave a group, deselect`, shortcut: 'Escape', perform: leave },
  enterLayer,
]

const editing = { group: 'Edit', upTo: 'text' } as const

const editActions: readonly CanvasEntry[] = [
  { ...editing, id: 'bold', label: msg`Bold`, shortcut: 'Ctrl b', perform: (canvas) => toggleEmphasis(canvas, 'bold') },
  {
    ...editing,
    id: 'italic',
    label: msg`Italic`,
    shortcut: 'Ctrl i',
    perform: (canvas) => toggleEmphasis(canvas, 'italic'),
  },
]

const onStage = { group: 'Transform', upTo: 'stage' } as const
const moving = { ...onStage, help: msg`Move by 1 pixel`, isCommon: true }
const movingFar = { ...onStage, help: msg`Move by 10 pixels` }
const turning = { ...onStage, help: msg`Rotate by 1°` }
const turningFar = { ...onStage, help: msg`Rotate by 15°` }
const scaling = { ...onStage, help: msg`Larger, smaller` }
const scalingFar = { ...onStage, help: msg`Much larger, much smaller` }

/** Moves by pixels of the canvas. */
const moveBy = (x: number, y: number) => (canvas: CanvasModel) => {
  const name = getSelectionName(canvas)
  return moveSelection(canvas, { move: { x, y } }, t`Move ${name}`, `nudge:${canvas.selection.get().join()}`)
}
const turnBy = (degrees: number) => (canvas: CanvasModel) => turnSelection(canvas, degrees)
const scaleBy = (factor: number) => (canvas: CanvasModel) => scaleSelection(canvas, factor)

const moveActions: readonly CanvasEntry[] = [
  { ...moving, id: 'move-left', shortcut: 'ArrowLeft', perform: moveBy(-1, 0) },
  { ...moving, id: 'move-up', shortcut: 'ArrowUp', perform: moveBy(0, -1) },
  { ...moving, id: 'move-right', shortcut: 'ArrowRight', perform: moveBy(1, 0) },
  { ...moving, id: 'move-down', shortcut: 'ArrowDown', perform: moveBy(0, 1) },
  { ...movingFar, id: 'move-far-left', shortcut: 'Shift ArrowLeft', perform: moveBy(-10, 0) },
  { ...movingFar, id: 'move-far-up', shortcut: 'Shift ArrowUp', perform: moveBy(0, -10) },
  { ...movingFar, id: 'move-far-right', shortcut: 'Shift ArrowRight', perform: moveBy(10, 0) },
  { ...movingFar, id: 'move-far-down', shortcut: 'Shift ArrowDown', perform: moveBy(0, 10) },
  { ...turning, id: 'turn-left', shortcut: 'Comma', perform: turnBy(-1) },
  { ...turning, id: 'turn-right', shortcut: 'Period', perform: turnBy(1) },
  { ...turningFar, id: 'turn-far-left', shortcut: 'Shift Comma', perform: turnBy(-15) },
  { ...turningFar, id: 'turn-far-right', shortcut: 'Shift Period', perform: turnBy(15) },
  { ...onStage, id: 'straighten', label: msg`Reset rotation`, shortcut: '0', perform: straighten },
  { ...scaling, id: 'larger', shortcut: 'Ctrl ArrowUp', perform: scaleBy(1.02) },
  { ...scaling, id: 'smaller', shortcut: 'Ctrl ArrowDown', perform: scaleBy(1 / 1.02) },
  { ...scalingFar, id: 'much-larger', shortcut: 'Ctrl Shift ArrowUp', perform: scaleBy(1.2) },
  { ...scalingFar, id: 'much-smaller', shortcut: 'Ctrl Shift ArrowDown', perform: scaleBy(1 / 1.2) },
]

const transforming = { ...onLayers, group: 'Transform', upTo: 'value' } as const
const aligningAcross = { ...transforming, help: msg`Align left, centre, right` }
const aligningDown = { ...transforming, help: msg`Align top, middle, bottom` }
const distributing = { ...transforming, ...onSeveral(3), help: msg`Distribute` }

/** Several layers keep their relative positions. */
function centreOnCanvas(canvas: CanvasModel): void {
  const bounds = selectionBounds(canvas)
  if (!bounds) return
  const { width, height } = canvas.getSize()
  const middle = findMiddle(bounds)
  const name = getSelectionName(canvas)
  moveSelection(canvas, { move: { x: width / 2 - middle.x, y: height / 2 - middle.y } }, t`Centre ${name}`)
}

const placeActions: readonly CanvasEntry[] = [
  { group: 'Transform', keys: 'Alt', help: msg`Show distances to the layer under the pointer, or to the edges` },
  {
    ...transforming,
    id: 'flip-horizontal',
    label: msg`Flip horizontal`,
    icon: OverVertical,
    shortcut: 'Shift h',
    toolbar: { flip: 1 },
    perform: (canvas) => flipSelection(canvas, 'horizontal'),
  },
  {
    ...transforming,
    id: 'flip-vertical',
    label: msg`Flip vertical`,
    icon: OverHorizontal,
    shortcut: 'Shift v',
    toolbar: { flip: 2 },
    perform: (canvas) => flipSelection(canvas, 'vertical'),
  },
  {
    ...aligningAcross,
    id: 'align-left',
    label: msg`Align left`,
    icon: AlignLeft,
    shortcut: 'Alt a',
    toolbar: { align: 1 },
    perform: (canvas) => alignSelection(canvas, 'left'),
  },
  {
    ...aligningAcross,
    id: 'align-center',
    label: msg`Align centre`,
    icon: AlignCenter,
    shortcut: 'Alt h',
    toolbar: { align: 2 },
    perform: (canvas) => alignSelection(canvas, 'center'),
  },
  {
    ...aligningAcross,
    id: 'align-right',
    label: msg`Align right`,
    icon: AlignRight,
    shortcut: 'Alt d',
    toolbar: { align: 3 },
    perform: (canvas) => alignSelection(canvas, 'right'),
  },
  {
    ...aligningDown,
    id: 'align-top',
    label: msg`Align top`,
    icon: AlignTop,
    shortcut: 'Alt w',
    toolbar: { align: 4 },
    perform: (canvas) => alignSelection(canvas, 'top'),
  },
  {
    ...aligningDown,
    id: 'align-middle',
    label: msg`Align middle`,
    icon: AlignMiddle,
    shortcut: 'Alt v',
    toolbar: { align: 5 },
    perform: (canvas) => alignSelection(canvas, 'middle'),
  },
  {
    ...aligningDown,
    id: 'align-bottom',
    label: msg`Align bottom`,
    icon: AlignBottom,
    shortcut: 'Alt s',
    toolbar: { align: 6 },
    perform: (canvas) => alignSelection(canvas, 'bottom'),
  },
  {
    ...transforming,
    id: 'centre',
    label: msg`Centre on the canvas`,
    icon: Focus,
    shortcut: 'Alt c',
    toolbar: { align: 7 },
    menu: [3, 5],
    perform: centreOnCanvas,
  },
  {
    ...distributing,
    id: 'distribute-horizontal',
    label: msg`Distribute horizontally`,
    icon: SpreadWide,
    shortcut: 'Alt Shift h',
    toolbar: { distribute: 1 },
    perform: (canvas) => distributeSelection(canvas, 'horizontal'),
  },
  {
    ...distributing,
    id: 'distribute-vertical',
    label: msg`Distribute vertically`,
    icon: SpreadHigh,
    shortcut: 'Alt Shift v',
    toolbar: { distribute: 2 },
    perform: (canvas) => distributeSelection(canvas, 'vertical'),
  },
]

const arranging = { ...onLayers, group: 'Arrange', upTo: 'value' } as const
const copying = { group: 'Arrange', upTo: 'value', help: msg`Copy, cut, paste, also between designs` } as const
const orderingByOne = { ...arranging, help: msg`Bring forward, send backward` }
const orderingToEnd = { ...arranging, help: msg`Bring to front, send to back` }

const arrangeActions: readonly CanvasEntry[] = [
  {
    ...arranging,
    id: 'delete',
    label: msg`Delete`,
    help: msg`Delete; hides the designer’s layers`,
    icon: Trash,
    shortcut: 'Delete | Backspace',
    toolbar: { edit: 2 },
    menu: [2, 5],
    menuLabel: (canvas) => (isEverySelected(canvas, 'isOwn') ? msg`Delete` : msg`Hide`),
    perform: deleteSelection,
  },
  {
    ...arranging,
    id: 'duplicate',
    label: msg`Duplicate`,
    help: msg`Duplicate; also Alt and drag`,
    icon: Duplicate,
    shortcut: 'Ctrl d',
    isCommon: true,
    toolbar: { edit: 1 },
    menu: [2, 4],
    perform: (canvas) => duplicateSelection(canvas),
  },
  {
    ...copying,
    ...onLayers,
    id: 'copy',
    label: msg`Copy`,
    shortcut: 'Ctrl c',
    isNative: true,
    menu: [2, 1],
    perform: (canvas) => copySelection(canvas, null),
  },
  { ...copying, keys: 'Ctrl x' },
  {
    ...copying,
    id: 'paste',
    label: msg`Paste`,
    shortcut: 'Ctrl v',
    isNative: true,
    menu: [2, 2],
    perform: pasteLast,
  },
  {
    ...arranging,
    ...onSeveral(2),
    id: 'group',
    label: msg`Group`,
    icon: Group,
    shortcut: 'Ctrl g',
    isCommon: true,
    toolbar: { group: 1 },
    menu: [4, 1],
    perform: groupSelection,
  },
  {
    ...arranging,
    id: 'ungroup',
    label: msg`Ungroup`,
    icon: Ungroup,
    shortcut: 'Ctrl Shift g',
    toolbar: { group: 2 },
    menu: [4, 2],
    isEnabled: (canvas) => selectedEntries(canvas).some(({ type }) => type === 'group'),
    perform: ungroupSelection,
  },
  {
    ...orderingByOne,
    id: 'bring-forward',
    label: msg`Bring forward`,
    icon: Forward,
    shortcut: 'Ctrl BracketRight',
    toolbar: { order: 2 },
    menu: [3, 2],
    perform: (canvas) => orderSelection(canvas, 'forward'),
  },
  {
    ...orderingByOne,
    id: 'send-backward',
    label: msg`Send backward`,
    icon: Backward,
    shortcut: 'Ctrl BracketLeft',
    toolbar: { order: 3 },
    menu: [3, 3],
    perform: (canvas) => orderSelection(canvas, 'backward'),
  },
  {
    ...orderingToEnd,
    id: 'bring-to-front',
    label: msg`Bring to front`,
    icon: ToFront,
    shortcut: 'Ctrl Shift BracketRight',
    toolbar: { order: 1 },
    menu: [3, 1],
    perform: (canvas) => orderSelection(canvas, 'front'),
  },
  {
    ...orderingToEnd,
    id: 'send-to-back',
    label: msg`Send to back`,
    icon: ToBack,
    shortcut: 'Ctrl Shift BracketLeft',
    toolbar: { order: 4 },
    menu: [3, 4],
    perform: (canvas) => orderSelection(canvas, 'back'),
  },
  {
    ...arranging,
    id: 'hide',
    label: (canvas) => (isEverySelected(canvas, 'isHidden') ? msg`Show` : msg`Hide`),
    help: msg`Hide or show`,
    shortcut: 'Ctrl Shift h',
    menu: [4, 3],
    isVisible: (canvas) => hasSelection(canvas) && !canvas.keepsDesign,
    perform: toggleHidden,
  },
  {
    ...arranging,
    id: 'lock',
    label: (canvas) => (isEverySelected(canvas, 'isLocked') ? msg`Unlock` : msg`Lock`),
    help: msg`Lock or unlock your layers`,
    shortcut: 'Ctrl Shift l',
    menu: [4, 4],
    isEnabled: (canvas) => isEverySelected(canvas, 'isOwn'),
    perform: toggleLocked,
  },
]

const viewing = { group: 'View', upTo: 'value' } as const
const zooming = { ...viewing, help: msg`Zoom in, zoom out; also Ctrl and the wheel, or pinch` }
const zoomStep = 1.25

export const zoomIn: CanvasAction = {
  ...zooming,
  id: 'zoom-in',
  label: msg`Zoom in`,
  icon: Plus,
  shortcut: 'Ctrl + | Ctrl =',
  perform: ({ view }) => view.set(zoomAt(view.get(), zoomStep)),
}
export const zoomOut: CanvasAction = {
  ...zooming,
  id: 'zoom-out',
  label: msg`Zoom out`,
  icon: Minus,
  shortcut: 'Ctrl - | Ctrl _',
  perform: ({ view }) => view.set(zoomAt(view.get(), 1 / zoomStep)),
}
export const zoomToFit: CanvasAction = {
  ...viewing,
  ...onNothing,
  id: 'zoom-to-fit',
  label: msg`Zoom to fit`,
  shortcut: 'Ctrl 0',
  menu: [5, 1],
  perform: fitView,
}
export const zoomToPixels: CanvasAction = {
  ...viewing,
  id: 'zoom-to-pixels',
  label: msg`Zoom to 100%`,
  shortcut: 'Shift 1',
  perform: ({ view }) => view.set(pixelsOf(view.get())),
}
const toggleRulers: CanvasAction = {
  ...viewing,
  id: 'rulers',
  label: ({ hasRulers }) => (hasRulers.get() ? msg`Hide rulers` : msg`Show rulers`),
  help: msg`Show or hide rulers; drag from a ruler to add a guide`,
  icon: Ruler,
  shortcut: 'Shift r',
  toolbar: { view: 1 },
  isLit: true,
  follows: ({ hasRulers }) => [hasRulers.subscribe],
  isOn: ({ hasRulers }) => hasRulers.get(),
  perform: ({ hasRulers }) => hasRulers.set(!hasRulers.get()),
}
export const handTool: CanvasAction = {
  ...viewing,
  id: 'hand-tool',
  label: msg`Hand tool`,
  icon: Hand,
  shortcut: 'h',
  perform: ({ tool }) => tool.set('hand'),
}
export const selectTool: CanvasAction = {
  ...viewing,
  id: 'select-tool',
  label: msg`Select tool`,
  icon: Arrow,
  shortcut: 'v',
  perform: ({ tool }) => tool.set('select'),
}

const viewActions: readonly CanvasEntry[] = [
  zoomIn,
  zoomOut,
  zoomToFit,
  zoomToPixels,
  {
    ...viewing,
    ...onLayers,
    id: 'zoom-to-selection',
    label: msg`Zoom to selection`,
    shortcut: 'Shift 2',
    isCommon: true,
    menu: [5, 2],
    perform: zoomToSelection,
  },
  {
    group: 'View',
    keys: msg`Space and drag`,
    help: msg`Pan; also the wheel or the middle mouse button`,
    isCommon: true,
  },
  toggleRulers,
  handTool,
  selectTool,
]

/** In the order of the help. */
export const canvasActions: readonly CanvasEntry[] = [
  ...generalActions,
  { group: 'General', keys: msg`Right-click`, help: msg`Open the menu; long-press on a phone, or Shift F10` },
  openHelp,
  ...selectionActions,
  ...editActions,
  ...moveActions,
  ...placeActions,
  ...arrangeActions,
  ...viewActions,
  // The arrow keys move layers here, and single letters are the tools.
  { ...play, upTo: 'value', shortcut: 'p' },
  { ...previousFrame, upTo: 'stage', shortcut: 'Ctrl ArrowLeft' },
  { ...nextFrame, upTo: 'stage', shortcut: 'Ctrl ArrowRight' },
  { ...backSecond, upTo: 'stage', shortcut: 'Ctrl Shift ArrowLeft' },
  { ...forwardSecond, upTo: 'stage', shortcut: 'Ctrl Shift ArrowRight' },
  withoutKeys(mute),
  withoutKeys(loop),
]

function withoutKeys({ shortcut: _, ...action }: typeof mute): typeof mute {
  return action
}
