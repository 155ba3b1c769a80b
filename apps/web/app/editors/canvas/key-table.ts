// Owns the table of the keys of the canvas editor: what each does and what the help says about it.
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

export type KeyGroup = 'Everything' | 'Select' | 'Move and shape' | 'Order and groups' | 'Look around' | 'Time'

export interface CanvasKey {
  group: KeyGroup
  /** How the help writes it. */
  shown: string
  words: string
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
    group: 'Move and shape' as const,
    shown: code === 'ArrowLeft' ? (far ? 'Shift ← ↑ → ↓' : '← ↑ → ↓') : '',
    words: `Move by ${far ? 'ten pixels' : 'a pixel'}`,
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
  words: string,
  press: string,
  run: CanvasKey['run'],
  more: Pick<CanvasKey, 'isStage' | 'leavesControls' | 'isLetter' | 'anyShift'> = {},
): CanvasKey {
  const held = ['Ctrl', 'Alt', 'Shift']
  const parts = press.split(' ').filter((part) => part !== '')
  return {
    group,
    shown,
    words,
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
  key('Everything', 'Ctrl Z', 'Undo', 'Ctrl KeyZ', ({ editor }) => editor.undo(), { leavesControls: true }),
  key('Everything', 'Ctrl Shift Z', 'Redo', 'Ctrl Shift KeyZ', ({ editor }) => editor.redo(), { leavesControls: true }),
  key('Everything', 'Ctrl Y', 'Redo', 'Ctrl KeyY', ({ editor }) => editor.redo(), { leavesControls: true }),
  key('Everything', 'Ctrl S', 'Save now', 'Ctrl KeyS', ({ editor }) => void editor.autosave.flush(), {
    leavesControls: true,
  }),
  key('Everything', 'Ctrl E', 'Export', 'Ctrl KeyE', (_, { openExport }) => openExport(), { leavesControls: true }),
  key('Everything', 'Right button', 'A menu; on a phone a finger that rests, by keys Shift F10', '', () => undefined),
  key('Everything', '?', 'This help', '?', (_, { openHelp }) => openHelp(), { isLetter: true, anyShift: true }),
  key('Select', 'Page Down', 'The next layer below', 'PageDown', (canvas) => selectNext(canvas, 1)),
  key('Select', 'Page Up', 'The next layer above', 'PageUp', (canvas) => selectNext(canvas, -1)),
  key('Select', 'Ctrl A', 'Select everything', 'Ctrl KeyA', selectAll),
  key(
    'Select',
    'Enter',
    'Go into a group, write words, crop a photo',
    'Enter',
    (canvas) => {
      const [only, ...others] = canvas.selection.get()
      if (only !== undefined && others.length === 0) enter(canvas, only)
    },
    { isStage: true },
  ),
  key('Select', 'Esc', 'Leave a group, let go of the selection', 'Escape', (canvas) => void leave(canvas)),
  ...arrows(false),
  ...arrows(true),
  key('Move and shape', 'Alt', 'Measures to what is pointed at, or to the edges', '', () => undefined),
  key('Move and shape', ', .', 'Turn by a degree', 'Comma', (canvas) => turnSelection(canvas, -1), { isStage: true }),
  key('Move and shape', '', 'Turn by a degree', 'Period', (canvas) => turnSelection(canvas, 1), { isStage: true }),
  key('Move and shape', 'Shift , .', 'Turn by fifteen degrees', 'Shift Comma', (canvas) => turnSelection(canvas, -15), {
    isStage: true,
  }),
  key('Move and shape', '', 'Turn by fifteen degrees', 'Shift Period', (canvas) => turnSelection(canvas, 15), {
    isStage: true,
  }),
  key('Move and shape', '0', 'Turn upright', 'Digit0', straighten, { isStage: true, isLetter: true }),
  key('Move and shape', 'Ctrl ↑ ↓', 'Larger, smaller', 'Ctrl ArrowUp', (canvas) => scaleSelection(canvas, 1.02), {
    isStage: true,
  }),
  key('Move and shape', '', 'Smaller', 'Ctrl ArrowDown', (canvas) => scaleSelection(canvas, 1 / 1.02), {
    isStage: true,
  }),
  key(
    'Move and shape',
    'Ctrl Shift ↑ ↓',
    'Much larger, much smaller',
    'Ctrl Shift ArrowUp',
    (canvas) => scaleSelection(canvas, 1.2),
    { isStage: true },
  ),
  key('Move and shape', '', 'Much smaller', 'Ctrl Shift ArrowDown', (canvas) => scaleSelection(canvas, 1 / 1.2), {
    isStage: true,
  }),
  key('Move and shape', 'Shift H', 'Mirror', 'Shift KeyH', (canvas) => flipSelection(canvas, 'horizontal'), {
    isLetter: true,
  }),
  key('Move and shape', 'Shift V', 'Upside down', 'Shift KeyV', (canvas) => flipSelection(canvas, 'vertical'), {
    isLetter: true,
  }),
  key('Move and shape', 'Alt A H D', 'Align left, centre, right', 'Alt KeyA', (canvas) =>
    alignSelection(canvas, 'left'),
  ),
  key('Move and shape', '', 'Centre', 'Alt KeyH', (canvas) => alignSelection(canvas, 'center')),
  key('Move and shape', '', 'Right', 'Alt KeyD', (canvas) => alignSelection(canvas, 'right')),
  key('Move and shape', 'Alt W V S', 'Align top, middle, bottom', 'Alt KeyW', (canvas) =>
    alignSelection(canvas, 'top'),
  ),
  key('Move and shape', '', 'Middle', 'Alt KeyV', (canvas) => alignSelection(canvas, 'middle')),
  key('Move and shape', '', 'Bottom', 'Alt KeyS', (canvas) => alignSelection(canvas, 'bottom')),
  key('Move and shape', 'Alt Shift H V', 'Spread evenly', 'Alt Shift KeyH', (canvas) =>
    distributeSelection(canvas, 'horizontal'),
  ),
  key('Move and shape', '', 'Spread evenly', 'Alt Shift KeyV', (canvas) => distributeSelection(canvas, 'vertical')),
  key('Order and groups', 'Delete', 'Delete; the designer’s layers are hidden', 'Delete Backspace', deleteSelection),
  key(
    'Order and groups',
    'Ctrl D',
    'Duplicate; also Alt and drag',
    'Ctrl KeyD',
    (canvas) => void duplicateSelection(canvas),
  ),
  key('Order and groups', 'Ctrl C X V', 'Copy, cut, paste, from one design to another too', '', () => undefined),
  key('Order and groups', 'Ctrl G', 'Group', 'Ctrl KeyG', groupSelection),
  key('Order and groups', 'Ctrl Shift G', 'Ungroup', 'Ctrl Shift KeyG', ungroupSelection),
  key('Order and groups', 'Ctrl ] [', 'Forward, backward', 'Ctrl BracketRight', (canvas) =>
    orderSelection(canvas, 'forward'),
  ),
  key('Order and groups', '', 'Backward', 'Ctrl BracketLeft', (canvas) => orderSelection(canvas, 'backward')),
  key('Order and groups', 'Ctrl Shift ] [', 'To the front, to the back', 'Ctrl Shift BracketRight', (canvas) =>
    orderSelection(canvas, 'front'),
  ),
  key('Order and groups', '', 'To the back', 'Ctrl Shift BracketLeft', (canvas) => orderSelection(canvas, 'back')),
  key('Order and groups', 'Ctrl Shift H', 'Hide or show', 'Ctrl Shift KeyH', toggleHidden),
  key('Order and groups', 'Ctrl Shift L', 'Lock or unlock what you added', 'Ctrl Shift KeyL', toggleLocked),
  key(
    'Look around',
    'Ctrl + −',
    'Closer, farther; also Ctrl and the wheel, or two fingers',
    'Ctrl + =',
    (canvas) => zoom(canvas, zoomStep),
    { anyShift: true },
  ),
  key('Look around', '', 'Farther', 'Ctrl - _', (canvas) => zoom(canvas, 1 / zoomStep), { anyShift: true }),
  key('Look around', 'Ctrl 0', 'The whole picture', 'Ctrl Digit0', fitView),
  key('Look around', 'Shift 1', 'Its real size', 'Shift Digit1', ({ view }) => view.set(zoomToPixels(view.get())), {
    isLetter: true,
  }),
  key('Look around', 'Shift 2', 'Zoom to what is selected', 'Shift Digit2', zoomToSelection, { isLetter: true }),
  key('Look around', 'Space and drag', 'Move the view; also the wheel or the middle button', '', () => undefined),
  key(
    'Look around',
    'Shift R',
    'Rulers; draw guides out of them',
    'Shift KeyR',
    ({ hasRulers }) => hasRulers.set(!hasRulers.get()),
    { isLetter: true },
  ),
  key('Look around', 'H', 'The hand that moves the view', 'KeyH', ({ tool }) => tool.set('hand'), { isLetter: true }),
  key('Look around', 'V', 'The arrow that selects', 'KeyV', ({ tool }) => tool.set('select'), { isLetter: true }),
  key('Time', 'P', 'Play or pause', 'KeyP', ({ editor }) => editor.player.toggle(), { isLetter: true }),
  key('Time', 'Ctrl ← →', 'A frame back, forward', 'Ctrl ArrowLeft', (canvas) => seek(canvas, -1), { isStage: true }),
  key('Time', '', 'A frame forward', 'Ctrl ArrowRight', (canvas) => seek(canvas, 1), { isStage: true }),
  key(
    'Time',
    'Ctrl Shift ← →',
    'A second back, forward',
    'Ctrl Shift ArrowLeft',
    (canvas) => seek(canvas, -second(canvas)),
    { isStage: true },
  ),
  key('Time', '', 'A second forward', 'Ctrl Shift ArrowRight', (canvas) => seek(canvas, second(canvas)), {
    isStage: true,
  }),
]

/** The keys that the help lists; time has none in pictures. */
export function listedKeys(hasTime: boolean): readonly CanvasKey[] {
  return canvasKeys.filter(({ shown, group }) => shown !== '' && (hasTime || group !== 'Time'))
}
