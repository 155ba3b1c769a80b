// The keyboard shortcuts of the canvas editor, with their lines in the help.
import {
  alignSelection,
  deleteSelection,
  distributeSelection,
  duplicateSelection,
  enter,
  flipSelection,
  groupSelection,
  leave,
  nudge,
  orderSelection,
  scaleSelection,
  selectAll,
  selectNext,
  straighten,
  toggleHidden,
  toggleLocked,
  turnSelection,
  ungroupSelection,
} from './canvas-actions.ts'
import type { CanvasModel } from './canvas-model.ts'
import { zoomAt, zoomToPixels } from './view.ts'
import { fitView, zoomToSelection } from './view-actions.ts'

export type KeyGroup = 'General' | 'Selection' | 'Transform' | 'Arrange' | 'View' | 'Playback'

export interface CanvasKey {
  group: KeyGroup
  /** How the help writes it. */
  shown: string
  label: string
  /** `KeyboardEvent.code`, or `key` for what is written differently everywhere. */
  codes: readonly string[]
  isCommand?: boolean
  isShift?: boolean
  isAlt?: boolean
  /** Means the stage: not while another control has the focus that uses such a key itself. */
  isStage?: boolean
  /** Works while something is written, too. */
  leavesControls?: boolean
  /** A letter by itself: can be switched off, because speech input types letters. */
  isLetter?: boolean
  /** Shift makes no difference. */
  anyShift?: boolean
  run: (canvas: CanvasModel, actions: CanvasKeyActions) => void
}

/** What keys do beyond the model. */
export interface CanvasKeyActions {
  openHelp(): void
  openExport(): void
}

const zoomStep = 1.25
const seek = ({ editor: { player } }: CanvasModel, frames: number) => {
  player.pause()
  player.seek(player.getFrame() + frames)
}
const second = ({ editor: { player } }: CanvasModel) => Math.round(player.framesPerSecond)
const zoom = (canvas: CanvasModel, factor: number) => canvas.view.set(zoomAt(canvas.view.get(), factor))

function arrows(far: boolean): CanvasKey[] {
  const by = far ? 10 : 1
  const ways = [
    ['ArrowLeft', -by, 0],
    ['ArrowRight', by, 0],
    ['ArrowUp', 0, -by],
    ['ArrowDown', 0, by],
  ] as const
  return ways.map(([code, x, y]) => ({
    group: 'Transform' as const,
    shown: code === 'ArrowLeft' ? (far ? 'Shift ← ↑ → ↓' : '← ↑ → ↓') : '',
    label: `Move by ${far ? '10 pixels' : '1 pixel'}`,
    codes: [code],
    isStage: true,
    isShift: far,
    run: (canvas) => nudge(canvas, { x, y }),
  }))
}

/** `press` is what is held and the codes of the keys, any of which it may be: 'Ctrl Shift KeyZ'. */
function key(
  group: KeyGroup,
  shown: string,
  label: string,
  press: string,
  run: CanvasKey['run'],
  more: Pick<CanvasKey, 'isStage' | 'leavesControls' | 'isLetter' | 'anyShift'> = {},
): CanvasKey {
  const held = ['Ctrl', 'Alt', 'Shift']
  const parts = press.split(' ').filter((part) => part !== '')
  return {
    group,
    shown,
    label,
    codes: parts.filter((part) => !held.includes(part)),
    isCommand: parts.includes('Ctrl'),
    isAlt: parts.includes('Alt'),
    isShift: parts.includes('Shift'),
    ...more,
    run,
  }
}

/** A key that has no line of its own in the help has no `shown`. */
export const canvasKeys: readonly CanvasKey[] = [
  key('General', 'Ctrl Z', 'Undo', 'Ctrl KeyZ', ({ editor }) => editor.undo(), { leavesControls: true }),
  key('General', 'Ctrl Shift Z', 'Redo', 'Ctrl Shift KeyZ', ({ editor }) => editor.redo(), { leavesControls: true }),
  key('General', 'Ctrl Y', 'Redo', 'Ctrl KeyY', ({ editor }) => editor.redo(), { leavesControls: true }),
  key('General', 'Ctrl S', 'Save now', 'Ctrl KeyS', ({ editor }) => void editor.autosave.flush(), {
    leavesControls: true,
  }),
  key('General', 'Ctrl E', 'Export', 'Ctrl KeyE', (_, { openExport }) => openExport(), { leavesControls: true }),
  key('General', 'Right-click', 'Open the menu; long-press on a phone, or Shift F10', '', () => undefined),
  key('General', '?', 'Help', '?', (_, { openHelp }) => openHelp(), { isLetter: true, anyShift: true }),
  key('Selection', 'Page Down', 'Select the next layer below', 'PageDown', (canvas) => selectNext(canvas, 1)),
  key('Selection', 'Page Up', 'Select the next layer above', 'PageUp', (canvas) => selectNext(canvas, -1)),
  key('Selection', 'Ctrl A', 'Select all', 'Ctrl KeyA', selectAll),
  key(
    'Selection',
    'Enter',
    'Enter a group, edit text, crop a photo',
    'Enter',
    (canvas) => {
      const [only, ...others] = canvas.selection.get()
      if (only !== undefined && others.length === 0) enter(canvas, only)
    },
    { isStage: true },
  ),
  key('Selection', 'Esc', 'Leave a group, deselect', 'Escape', (canvas) => void leave(canvas)),
  ...arrows(false),
  ...arrows(true),
  key('Transform', 'Alt', 'Show distances to the layer under the pointer, or to the edges', '', () => undefined),
  key('Transform', ', .', 'Rotate by 1°', 'Comma', (canvas) => turnSelection(canvas, -1), { isStage: true }),
  key('Transform', '', 'Rotate by 1°', 'Period', (canvas) => turnSelection(canvas, 1), { isStage: true }),
  key('Transform', 'Shift , .', 'Rotate by 15°', 'Shift Comma', (canvas) => turnSelection(canvas, -15), {
    isStage: true,
  }),
  key('Transform', '', 'Rotate by 15°', 'Shift Period', (canvas) => turnSelection(canvas, 15), {
    isStage: true,
  }),
  key('Transform', '0', 'Reset rotation', 'Digit0', straighten, { isStage: true, isLetter: true }),
  key('Transform', 'Ctrl ↑ ↓', 'Larger, smaller', 'Ctrl ArrowUp', (canvas) => scaleSelection(canvas, 1.02), {
    isStage: true,
  }),
  key('Transform', '', 'Smaller', 'Ctrl ArrowDown', (canvas) => scaleSelection(canvas, 1 / 1.02), {
    isStage: true,
  }),
  key(
    'Transform',
    'Ctrl Shift ↑ ↓',
    'Much larger, much smaller',
    'Ctrl Shift ArrowUp',
    (canvas) => scaleSelection(canvas, 1.2),
    { isStage: true },
  ),
  key('Transform', '', 'Much smaller', 'Ctrl Shift ArrowDown', (canvas) => scaleSelection(canvas, 1 / 1.2), {
    isStage: true,
  }),
  key('Transform', 'Shift H', 'Flip horizontal', 'Shift KeyH', (canvas) => flipSelection(canvas, 'horizontal'), {
    isLetter: true,
  }),
  key('Transform', 'Shift V', 'Flip vertical', 'Shift KeyV', (canvas) => flipSelection(canvas, 'vertical'), {
    isLetter: true,
  }),
  key('Transform', 'Alt A H D', 'Align left, centre, right', 'Alt KeyA', (canvas) => alignSelection(canvas, 'left')),
  key('Transform', '', 'Centre', 'Alt KeyH', (canvas) => alignSelection(canvas, 'center')),
  key('Transform', '', 'Right', 'Alt KeyD', (canvas) => alignSelection(canvas, 'right')),
  key('Transform', 'Alt W V S', 'Align top, middle, bottom', 'Alt KeyW', (canvas) => alignSelection(canvas, 'top')),
  key('Transform', '', 'Middle', 'Alt KeyV', (canvas) => alignSelection(canvas, 'middle')),
  key('Transform', '', 'Bottom', 'Alt KeyS', (canvas) => alignSelection(canvas, 'bottom')),
  key('Transform', 'Alt Shift H V', 'Distribute', 'Alt Shift KeyH', (canvas) =>
    distributeSelection(canvas, 'horizontal'),
  ),
  key('Transform', '', 'Distribute', 'Alt Shift KeyV', (canvas) => distributeSelection(canvas, 'vertical')),
  key('Arrange', 'Delete', 'Delete; hides the designer’s layers', 'Delete Backspace', deleteSelection),
  key('Arrange', 'Ctrl D', 'Duplicate; also Alt and drag', 'Ctrl KeyD', (canvas) => void duplicateSelection(canvas)),
  key('Arrange', 'Ctrl C X V', 'Copy, cut, paste, also between designs', '', () => undefined),
  key('Arrange', 'Ctrl G', 'Group', 'Ctrl KeyG', groupSelection),
  key('Arrange', 'Ctrl Shift G', 'Ungroup', 'Ctrl Shift KeyG', ungroupSelection),
  key('Arrange', 'Ctrl ] [', 'Bring forward, send backward', 'Ctrl BracketRight', (canvas) =>
    orderSelection(canvas, 'forward'),
  ),
  key('Arrange', '', 'Send backward', 'Ctrl BracketLeft', (canvas) => orderSelection(canvas, 'backward')),
  key('Arrange', 'Ctrl Shift ] [', 'Bring to front, send to back', 'Ctrl Shift BracketRight', (canvas) =>
    orderSelection(canvas, 'front'),
  ),
  key('Arrange', '', 'Send to back', 'Ctrl Shift BracketLeft', (canvas) => orderSelection(canvas, 'back')),
  key('Arrange', 'Ctrl Shift H', 'Hide or show', 'Ctrl Shift KeyH', toggleHidden),
  key('Arrange', 'Ctrl Shift L', 'Lock or unlock your layers', 'Ctrl Shift KeyL', toggleLocked),
  key(
    'View',
    'Ctrl + −',
    'Zoom in, zoom out; also Ctrl and the wheel, or pinch',
    'Ctrl + =',
    (canvas) => zoom(canvas, zoomStep),
    { anyShift: true },
  ),
  key('View', '', 'Zoom out', 'Ctrl - _', (canvas) => zoom(canvas, 1 / zoomStep), { anyShift: true }),
  key('View', 'Ctrl 0', 'Zoom to fit', 'Ctrl Digit0', fitView),
  key('View', 'Shift 1', 'Zoom to 100 %', 'Shift Digit1', ({ view }) => view.set(zoomToPixels(view.get())), {
    isLetter: true,
  }),
  key('View', 'Shift 2', 'Zoom to selection', 'Shift Digit2', zoomToSelection, { isLetter: true }),
  key('View', 'Space and drag', 'Pan; also the wheel or the middle mouse button', '', () => undefined),
  key(
    'View',
    'Shift R',
    'Show or hide rulers; drag from a ruler to add a guide',
    'Shift KeyR',
    ({ hasRulers }) => hasRulers.set(!hasRulers.get()),
    { isLetter: true },
  ),
  key('View', 'H', 'Hand tool', 'KeyH', ({ tool }) => tool.set('hand'), { isLetter: true }),
  key('View', 'V', 'Select tool', 'KeyV', ({ tool }) => tool.set('select'), { isLetter: true }),
  key('Playback', 'P', 'Play or pause', 'KeyP', ({ editor }) => editor.player.toggle(), { isLetter: true }),
  key('Playback', 'Ctrl ← →', 'Previous frame, next frame', 'Ctrl ArrowLeft', (canvas) => seek(canvas, -1), {
    isStage: true,
  }),
  key('Playback', '', 'Next frame', 'Ctrl ArrowRight', (canvas) => seek(canvas, 1), { isStage: true }),
  key(
    'Playback',
    'Ctrl Shift ← →',
    'Back 1 second, forward 1 second',
    'Ctrl Shift ArrowLeft',
    (canvas) => seek(canvas, -second(canvas)),
    { isStage: true },
  ),
  key('Playback', '', 'Forward 1 second', 'Ctrl Shift ArrowRight', (canvas) => seek(canvas, second(canvas)), {
    isStage: true,
  }),
]

/** The keys that the help lists; time has none in pictures. */
export function listedKeys(hasTime: boolean): readonly CanvasKey[] {
  return canvasKeys.filter(({ shown, group }) => shown !== '' && (hasTime || group !== 'Playback'))
}
