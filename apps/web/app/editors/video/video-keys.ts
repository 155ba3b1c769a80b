// The keyboard shortcuts of the video editor, with their lines in the help.
import { shuttle } from './shuttle.ts'
import { fitScale, zoomAt } from './timeline/time-scale.ts'
import { trimToPlayhead } from './video-edits.ts'
import type { VideoModel } from './video-model.ts'

export interface VideoKey {
  /** How the help writes it. */
  shown: string
  label: string
  /** `KeyboardEvent.key` in lower case. */
  keys: readonly string[]
  isCommand?: boolean
  isShift?: boolean
  /** A letter by itself: can be switched off, because speech input types letters. */
  isLetter?: boolean
  /** Means something of its own where words are typed, and stays there. */
  isTextCommand?: boolean
  run: (model: VideoModel, actions: { openHelp: () => void; openExport: () => void }) => void
}

/** Begins or ends the range that is played at the playhead. */
export function setRangeEdge(model: VideoModel, edge: 'start' | 'end'): void {
  const { player } = model.editor
  const frame = player.getFrame()
  const { range } = player.getTransport()
  const start = edge === 'start' ? frame : Math.min(range?.start ?? 0, frame)
  const end = edge === 'end' ? frame + 1 : Math.max(range?.end ?? model.getFrames(), frame + 1)
  model.setRange({ start, end })
}

const step = ({ editor: { player } }: VideoModel, frames: number) => {
  player.pause()
  player.seek(player.getFrame() + frames)
}
const zoom = (model: VideoModel, factor: number) => {
  const scale = model.scale.get()
  const { player } = model.editor
  const x = Math.min(scale.width, Math.max(0, player.getFrame() * scale.pixelsPerFrame - scale.scroll))
  model.scale.set(zoomAt(scale, factor, x, model.getFrames()))
}

export const videoKeys: readonly VideoKey[] = [
  { shown: 'Space', label: 'Play or pause', keys: [' '], run: ({ editor }) => editor.player.toggle() },
  {
    shown: 'J',
    label: 'Play backwards; press again for faster',
    keys: ['j'],
    isLetter: true,
    run: (model) => shuttle(model, -1),
  },
  { shown: 'K', label: 'Pause', keys: ['k'], isLetter: true, run: ({ editor }) => editor.player.pause() },
  { shown: 'L', label: 'Play; press again for faster', keys: ['l'], isLetter: true, run: (model) => shuttle(model, 1) },
  { shown: 'I', label: 'Mark in', keys: ['i'], isLetter: true, run: (model) => setRangeEdge(model, 'start') },
  { shown: 'O', label: 'Mark out', keys: ['o'], isLetter: true, run: (model) => setRangeEdge(model, 'end') },
  { shown: 'X', label: 'Clear in and out', keys: ['x'], isLetter: true, run: (model) => model.setRange(undefined) },
  { shown: '→', label: 'Next frame', keys: ['arrowright'], run: (model) => step(model, 1) },
  { shown: '←', label: 'Previous frame', keys: ['arrowleft'], run: (model) => step(model, -1) },
  {
    shown: 'Shift →',
    label: 'Forward 1 second',
    keys: ['arrowright'],
    isShift: true,
    run: (model) => step(model, Math.round(model.cut.framesPerSecond)),
  },
  {
    shown: 'Shift ←',
    label: 'Back 1 second',
    keys: ['arrowleft'],
    isShift: true,
    run: (model) => step(model, -Math.round(model.cut.framesPerSecond)),
  },
  { shown: '↓', label: 'Next cut', keys: ['arrowdown'], run: (model) => model.seekEdge(1) },
  { shown: '↑', label: 'Previous cut', keys: ['arrowup'], run: (model) => model.seekEdge(-1) },
  { shown: 'Home', label: 'Go to start', keys: ['home'], run: ({ editor }) => editor.player.seek(0) },
  { shown: 'End', label: 'Go to end', keys: ['end'], run: (model) => model.editor.player.seek(model.getFrames() - 1) },
  { shown: 'S', label: 'Split at playhead', keys: ['s'], isLetter: true, run: (model) => model.split() },
  {
    shown: 'Q',
    label: 'Trim start to playhead',
    keys: ['q'],
    isLetter: true,
    run: (model) => trimToPlayhead(model, 'start'),
  },
  {
    shown: 'W',
    label: 'Trim end to playhead',
    keys: ['w'],
    isLetter: true,
    run: (model) => trimToPlayhead(model, 'end'),
  },
  // The browser tells of these by events of their own, with the clipboard.
  { shown: 'Ctrl C, X', label: 'Copy, cut the selection', keys: [], run: () => undefined },
  { shown: 'Ctrl V', label: 'Paste at the cut nearest to the playhead', keys: [], run: () => undefined },
  { shown: 'Delete', label: 'Delete the selection', keys: ['delete', 'backspace'], run: (model) => model.remove() },
  {
    shown: 'Ctrl A',
    label: 'Select all',
    keys: ['a'],
    isCommand: true,
    isTextCommand: true,
    run: (model) => {
      const { clips, sounds } = model.getTimeline()
      model.select([...clips, ...sounds].map(({ id }) => id))
    },
  },
  {
    shown: 'Esc',
    label: 'Deselect',
    keys: ['escape'],
    run: (model) => {
      model.select([])
      model.canvas.select([])
    },
  },
  { shown: 'Ctrl D', label: 'Duplicate', keys: ['d'], isCommand: true, run: (model) => model.duplicate() },
  {
    shown: 'N',
    label: 'Snapping on or off',
    keys: ['n'],
    isLetter: true,
    run: ({ isSnapping }) => isSnapping.set(!isSnapping.get()),
  },
  { shown: '+', label: 'Zoom in', keys: ['+', '='], run: (model) => zoom(model, 1.5) },
  { shown: '−', label: 'Zoom out', keys: ['-', '_'], run: (model) => zoom(model, 1 / 1.5) },
  {
    shown: 'Shift Z',
    label: 'Zoom to fit',
    keys: ['z'],
    isShift: true,
    isLetter: true,
    run: (model) => model.scale.set(fitScale(model.getFrames(), model.scale.get().width)),
  },
  {
    shown: 'M',
    label: 'Mute or unmute',
    keys: ['m'],
    isLetter: true,
    run: ({ editor: { soundtrack } }) => soundtrack.isMuted.set(!soundtrack.isMuted.get()),
  },
  {
    shown: 'R',
    label: 'Loop on or off',
    keys: ['r'],
    isLetter: true,
    run: ({ editor: { player } }) => player.setLooping(!player.getTransport().isLooping),
  },
  { shown: 'Ctrl Z', label: 'Undo', keys: ['z'], isCommand: true, run: ({ editor }) => editor.undo() },
  {
    shown: 'Ctrl Shift Z',
    label: 'Redo',
    keys: ['z'],
    isCommand: true,
    isShift: true,
    run: ({ editor }) => editor.redo(),
  },
  { shown: 'Ctrl Y', label: 'Redo', keys: ['y'], isCommand: true, run: ({ editor }) => editor.redo() },
  {
    shown: 'Ctrl S',
    label: 'Save now',
    keys: ['s'],
    isCommand: true,
    run: ({ editor }) => void editor.autosave.flush(),
  },
  { shown: 'Ctrl E', label: 'Export', keys: ['e'], isCommand: true, run: (_, { openExport }) => openExport() },
  { shown: '?', label: 'Help', keys: ['?'], isLetter: true, run: (_, { openHelp }) => openHelp() },
]

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** The key that a press means, if any. */
export function findVideoKey(press: Press, hasLetters: boolean): VideoKey | undefined {
  if (press.altKey) return undefined
  const isCommand = press.ctrlKey || press.metaKey
  const key = press.key.toLowerCase()
  // Signs are found on different keys, with Shift or without.
  const isSign = ['?', '+', '=', '-', '_'].includes(key)
  return videoKeys.find(
    (one) =>
      one.keys.includes(key) &&
      (one.isCommand ?? false) === isCommand &&
      (isSign || (one.isShift ?? false) === press.shiftKey) &&
      (!one.isLetter || hasLetters),
  )
}
