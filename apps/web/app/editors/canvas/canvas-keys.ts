// Owns the keys of the canvas editor: what each does, what the help says about it, and when a key belongs to something else.
import type { Operation } from '@vitrine/composition/operation'
import {
  alignSelection,
  deleteSelection,
  distributeSelection,
  duplicateSelection,
  enter,
  flipSelection,
  groupSelection,
  leave,
  nameOfSelection,
  nudge,
  orderSelection,
  scaleSelection,
  selectAll,
  selectNext,
  straighten,
  turnSelection,
  ungroupSelection,
} from './canvas-actions.ts'
import type { CanvasModel } from './canvas-model.ts'
import { fitView, zoomAt, zoomToPixels } from './view.ts'

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

/** A key that has no line of its own in the help has no `shown`. */
export const canvasKeys: readonly CanvasKey[] = [
  {
    group: 'Everything',
    shown: 'Ctrl Z',
    words: 'Undo',
    codes: ['KeyZ'],
    isCommand: true,
    leavesControls: true,
    run: ({ editor }) => editor.undo(),
  },
  {
    group: 'Everything',
    shown: 'Ctrl Shift Z',
    words: 'Redo',
    codes: ['KeyZ'],
    isCommand: true,
    isShift: true,
    leavesControls: true,
    run: ({ editor }) => editor.redo(),
  },
  {
    group: 'Everything',
    shown: 'Ctrl Y',
    words: 'Redo',
    codes: ['KeyY'],
    isCommand: true,
    leavesControls: true,
    run: ({ editor }) => editor.redo(),
  },
  {
    group: 'Everything',
    shown: 'Ctrl S',
    words: 'Save now',
    codes: ['KeyS'],
    isCommand: true,
    leavesControls: true,
    run: ({ editor }) => void editor.autosave.flush(),
  },
  {
    group: 'Everything',
    shown: 'Ctrl E',
    words: 'Export',
    codes: ['KeyE'],
    isCommand: true,
    leavesControls: true,
    run: (_, { openExport }) => openExport(),
  },
  {
    group: 'Everything',
    shown: '?',
    words: 'This help',
    codes: ['?'],
    isLetter: true,
    anyShift: true,
    run: (_, { openHelp }) => openHelp(),
  },
  {
    group: 'Select',
    shown: 'Page Down',
    words: 'The next layer below',
    codes: ['PageDown'],
    run: (canvas) => selectNext(canvas, 1),
  },
  {
    group: 'Select',
    shown: 'Page Up',
    words: 'The next layer above',
    codes: ['PageUp'],
    run: (canvas) => selectNext(canvas, -1),
  },
  { group: 'Select', shown: 'Ctrl A', words: 'Everything', codes: ['KeyA'], isCommand: true, run: selectAll },
  {
    group: 'Select',
    shown: 'Enter',
    words: 'Go into a group, write words, crop a photo',
    codes: ['Enter'],
    isStage: true,
    run(canvas) {
      const [only, ...others] = canvas.selection.get()
      if (only !== undefined && others.length === 0) enter(canvas, only)
    },
  },
  {
    group: 'Select',
    shown: 'Esc',
    words: 'Leave a group, let go of the selection',
    codes: ['Escape'],
    run: (canvas) => void leave(canvas),
  },
  ...arrows(false),
  ...arrows(true),
  {
    group: 'Move and shape',
    shown: ', .',
    words: 'Turn by a degree',
    codes: ['Comma'],
    isStage: true,
    run: (canvas) => turnSelection(canvas, -1),
  },
  {
    group: 'Move and shape',
    shown: '',
    words: 'Turn by a degree',
    codes: ['Period'],
    isStage: true,
    run: (canvas) => turnSelection(canvas, 1),
  },
  {
    group: 'Move and shape',
    shown: 'Shift , .',
    words: 'Turn by fifteen degrees',
    codes: ['Comma'],
    isShift: true,
    isStage: true,
    run: (canvas) => turnSelection(canvas, -15),
  },
  {
    group: 'Move and shape',
    shown: '',
    words: 'Turn by fifteen degrees',
    codes: ['Period'],
    isShift: true,
    isStage: true,
    run: (canvas) => turnSelection(canvas, 15),
  },
  {
    group: 'Move and shape',
    shown: '0',
    words: 'Turn upright',
    codes: ['Digit0'],
    isStage: true,
    isLetter: true,
    run: straighten,
  },
  {
    group: 'Move and shape',
    shown: 'Ctrl ↑ ↓',
    words: 'Larger, smaller',
    codes: ['ArrowUp'],
    isCommand: true,
    isStage: true,
    run: (canvas) => scaleSelection(canvas, 1.02),
  },
  {
    group: 'Move and shape',
    shown: '',
    words: 'Smaller',
    codes: ['ArrowDown'],
    isCommand: true,
    isStage: true,
    run: (canvas) => scaleSelection(canvas, 1 / 1.02),
  },
  {
    group: 'Move and shape',
    shown: 'Ctrl Shift ↑ ↓',
    words: 'Much larger, much smaller',
    codes: ['ArrowUp'],
    isCommand: true,
    isShift: true,
    isStage: true,
    run: (canvas) => scaleSelection(canvas, 1.2),
  },
  {
    group: 'Move and shape',
    shown: '',
    words: 'Much smaller',
    codes: ['ArrowDown'],
    isCommand: true,
    isShift: true,
    isStage: true,
    run: (canvas) => scaleSelection(canvas, 1 / 1.2),
  },
  {
    group: 'Move and shape',
    shown: 'Shift H',
    words: 'Mirror',
    codes: ['KeyH'],
    isShift: true,
    isLetter: true,
    run: (canvas) => flipSelection(canvas, 'horizontal'),
  },
  {
    group: 'Move and shape',
    shown: 'Shift V',
    words: 'Upside down',
    codes: ['KeyV'],
    isShift: true,
    isLetter: true,
    run: (canvas) => flipSelection(canvas, 'vertical'),
  },
  {
    group: 'Move and shape',
    shown: 'Alt A H D',
    words: 'Align left, centre, right',
    codes: ['KeyA'],
    isAlt: true,
    run: (canvas) => alignSelection(canvas, 'left'),
  },
  {
    group: 'Move and shape',
    shown: '',
    words: 'Centre',
    codes: ['KeyH'],
    isAlt: true,
    run: (canvas) => alignSelection(canvas, 'center'),
  },
  {
    group: 'Move and shape',
    shown: '',
    words: 'Right',
    codes: ['KeyD'],
    isAlt: true,
    run: (canvas) => alignSelection(canvas, 'right'),
  },
  {
    group: 'Move and shape',
    shown: 'Alt W V S',
    words: 'Align top, middle, bottom',
    codes: ['KeyW'],
    isAlt: true,
    run: (canvas) => alignSelection(canvas, 'top'),
  },
  {
    group: 'Move and shape',
    shown: '',
    words: 'Middle',
    codes: ['KeyV'],
    isAlt: true,
    run: (canvas) => alignSelection(canvas, 'middle'),
  },
  {
    group: 'Move and shape',
    shown: '',
    words: 'Bottom',
    codes: ['KeyS'],
    isAlt: true,
    run: (canvas) => alignSelection(canvas, 'bottom'),
  },
  {
    group: 'Move and shape',
    shown: 'Alt Shift H V',
    words: 'Spread evenly',
    codes: ['KeyH'],
    isAlt: true,
    isShift: true,
    run: (canvas) => distributeSelection(canvas, 'horizontal'),
  },
  {
    group: 'Move and shape',
    shown: '',
    words: 'Spread evenly',
    codes: ['KeyV'],
    isAlt: true,
    isShift: true,
    run: (canvas) => distributeSelection(canvas, 'vertical'),
  },
  {
    group: 'Order and groups',
    shown: 'Delete',
    words: 'Delete; the designer’s layers are hidden',
    codes: ['Delete', 'Backspace'],
    run: deleteSelection,
  },
  {
    group: 'Order and groups',
    shown: 'Ctrl D',
    words: 'Duplicate',
    codes: ['KeyD'],
    isCommand: true,
    run: duplicateSelection,
  },
  {
    group: 'Order and groups',
    shown: 'Ctrl C X V',
    words: 'Copy, cut, paste, from one design to another too',
    codes: [],
    run: () => undefined,
  },
  { group: 'Order and groups', shown: 'Ctrl G', words: 'Group', codes: ['KeyG'], isCommand: true, run: groupSelection },
  {
    group: 'Order and groups',
    shown: 'Ctrl Shift G',
    words: 'Ungroup',
    codes: ['KeyG'],
    isCommand: true,
    isShift: true,
    run: ungroupSelection,
  },
  {
    group: 'Order and groups',
    shown: 'Ctrl ] [',
    words: 'Forward, backward',
    codes: ['BracketRight'],
    isCommand: true,
    run: (canvas) => orderSelection(canvas, 'forward'),
  },
  {
    group: 'Order and groups',
    shown: '',
    words: 'Backward',
    codes: ['BracketLeft'],
    isCommand: true,
    run: (canvas) => orderSelection(canvas, 'backward'),
  },
  {
    group: 'Order and groups',
    shown: 'Ctrl Shift ] [',
    words: 'To the front, to the back',
    codes: ['BracketRight'],
    isCommand: true,
    isShift: true,
    run: (canvas) => orderSelection(canvas, 'front'),
  },
  {
    group: 'Order and groups',
    shown: '',
    words: 'To the back',
    codes: ['BracketLeft'],
    isCommand: true,
    isShift: true,
    run: (canvas) => orderSelection(canvas, 'back'),
  },
  {
    group: 'Order and groups',
    shown: 'Ctrl Shift H',
    words: 'Hide or show',
    codes: ['KeyH'],
    isCommand: true,
    isShift: true,
    run: toggleHidden,
  },
  {
    group: 'Order and groups',
    shown: 'Ctrl Shift L',
    words: 'Lock or unlock what you added',
    codes: ['KeyL'],
    isCommand: true,
    isShift: true,
    run: toggleLocked,
  },
  {
    group: 'Look around',
    shown: 'Ctrl + −',
    words: 'Closer, farther; also Ctrl and the wheel, or two fingers',
    codes: ['+', '='],
    isCommand: true,
    anyShift: true,
    run: (canvas) => zoom(canvas, zoomStep),
  },
  {
    group: 'Look around',
    shown: '',
    words: 'Farther',
    codes: ['-', '_'],
    isCommand: true,
    anyShift: true,
    run: (canvas) => zoom(canvas, 1 / zoomStep),
  },
  {
    group: 'Look around',
    shown: 'Ctrl 0',
    words: 'The whole picture',
    codes: ['Digit0'],
    isCommand: true,
    run: ({ view }) => view.set(fitView(view.get())),
  },
  {
    group: 'Look around',
    shown: 'Shift 1',
    words: 'Its real size',
    codes: ['Digit1'],
    isShift: true,
    isLetter: true,
    run: ({ view }) => view.set(zoomToPixels(view.get())),
  },
  {
    group: 'Look around',
    shown: 'Space and drag',
    words: 'Move the view; also the wheel or the middle button',
    codes: [],
    run: () => undefined,
  },
  {
    group: 'Look around',
    shown: 'H',
    words: 'The hand that moves the view',
    codes: ['KeyH'],
    isLetter: true,
    run: ({ tool }) => tool.set('hand'),
  },
  {
    group: 'Look around',
    shown: 'V',
    words: 'The arrow that selects',
    codes: ['KeyV'],
    isLetter: true,
    run: ({ tool }) => tool.set('select'),
  },
  {
    group: 'Time',
    shown: 'P',
    words: 'Play or pause',
    codes: ['KeyP'],
    isLetter: true,
    run: ({ editor }) => editor.player.toggle(),
  },
  {
    group: 'Time',
    shown: 'Ctrl ← →',
    words: 'A frame back, forward',
    codes: ['ArrowLeft'],
    isCommand: true,
    isStage: true,
    run: (canvas) => seek(canvas, -1),
  },
  {
    group: 'Time',
    shown: '',
    words: 'A frame forward',
    codes: ['ArrowRight'],
    isCommand: true,
    isStage: true,
    run: (canvas) => seek(canvas, 1),
  },
  {
    group: 'Time',
    shown: 'Ctrl Shift ← →',
    words: 'A second back, forward',
    codes: ['ArrowLeft'],
    isCommand: true,
    isShift: true,
    isStage: true,
    run: (canvas) => seek(canvas, -second(canvas)),
  },
  {
    group: 'Time',
    shown: '',
    words: 'A second forward',
    codes: ['ArrowRight'],
    isCommand: true,
    isShift: true,
    isStage: true,
    run: (canvas) => seek(canvas, second(canvas)),
  },
]

/** The keys that the help lists; time has none in pictures. */
export function listedKeys(hasTime: boolean): readonly CanvasKey[] {
  return canvasKeys.filter(({ shown, group }) => shown !== '' && (hasTime || group !== 'Time'))
}

function toggleHidden(canvas: CanvasModel): void {
  const ids = canvas.selection.get()
  const hidden = !ids.every((id) => canvas.findEntry(id)?.isHidden)
  const operations = ids.map((layer): Operation => ({ op: 'hide', layer, hidden }))
  canvas.run(operations, { label: `${hidden ? 'Hide' : 'Show'} ${nameOfSelection(canvas)}` })
}

function toggleLocked(canvas: CanvasModel): void {
  const ids = canvas.selection.get()
  const locked = !ids.every((id) => canvas.findEntry(id)?.isLocked)
  const operations = ids.map((layer): Operation => ({ op: 'lock', layer, locked }))
  canvas.run(operations, { label: `${locked ? 'Lock' : 'Unlock'} ${nameOfSelection(canvas)}` })
}

/** What the element with the focus does with keys itself. `stage`: nothing, keys mean the layers. */
export type KeyPlace = 'stage' | 'control' | 'writing'

export function placeOfKey(target: EventTarget | null): KeyPlace {
  if (!(target instanceof Element) || target === document.body) return 'stage'
  if (target.closest('[data-canvas-stage]')) return target.closest('textarea, input') ? 'writing' : 'stage'
  if (
    target.closest(
      'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=color])',
    )
  )
    return 'writing'
  return target.closest('button, a, input, summary, [role]') ? 'control' : 'stage'
}

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** The key that a press means, if any. */
export function findCanvasKey(press: Press, place: KeyPlace, hasLetters: boolean): CanvasKey | undefined {
  const isCommand = press.ctrlKey || press.metaKey
  return canvasKeys.find(
    (one) =>
      (one.codes.includes(press.code) || one.codes.includes(press.key)) &&
      (one.isCommand ?? false) === isCommand &&
      (one.isAlt ?? false) === press.altKey &&
      (one.anyShift || (one.isShift ?? false) === press.shiftKey) &&
      (place !== 'writing' || one.leavesControls === true) &&
      (place === 'stage' || !one.isStage) &&
      (!one.isLetter || hasLetters),
  )
}
