// The keyboard shortcuts of the form editor, and when a focused control keeps a key for itself.
import type { EditorModel } from './editor-model.ts'

export interface EditorKey {
  /** How the help writes it. */
  shown: string
  label: string
  /** `KeyboardEvent.key` in lower case. */
  keys: readonly string[]
  /** Held with Control, or Command on Apple devices. */
  isCommand?: boolean
  isShift?: boolean
  /** Works inside controls, too. */
  leavesControls?: boolean
  /** A letter by itself: can be switched off, because speech input types letters. */
  isLetter?: boolean
  run: (model: EditorModel, editor: EditorActions) => void
}

/** What keys do beyond the model. */
export interface EditorActions {
  openHelp: () => void
  openExport: () => void
}

const step = ({ player }: EditorModel, frames: number) => {
  player.pause()
  player.seek(player.getFrame() + frames)
}

export const editorKeys: readonly EditorKey[] = [
  { shown: 'Space', label: 'Play or pause', keys: [' '], run: ({ player }) => player.toggle() },
  { shown: '→', label: 'Next frame', keys: ['arrowright'], run: (model) => step(model, 1) },
  { shown: '←', label: 'Previous frame', keys: ['arrowleft'], run: (model) => step(model, -1) },
  {
    shown: 'Shift →',
    label: 'Forward 1 second',
    keys: ['arrowright'],
    isShift: true,
    run: (model) => step(model, Math.round(model.player.framesPerSecond)),
  },
  {
    shown: 'Shift ←',
    label: 'Back 1 second',
    keys: ['arrowleft'],
    isShift: true,
    run: (model) => step(model, -Math.round(model.player.framesPerSecond)),
  },
  { shown: 'Home', label: 'Go to start', keys: ['home'], run: ({ player }) => player.seek(0) },
  { shown: 'End', label: 'Go to end', keys: ['end'], run: ({ player }) => player.seek(player.durationFrames - 1) },
  {
    shown: 'Esc',
    label: 'Leave the field, so that shortcuts work',
    keys: ['escape'],
    leavesControls: true,
    run: () => (document.activeElement as HTMLElement | null)?.blur(),
  },
  { shown: 'Ctrl Z', label: 'Undo', keys: ['z'], isCommand: true, run: (model) => model.undo() },
  { shown: 'Ctrl Shift Z', label: 'Redo', keys: ['z'], isCommand: true, isShift: true, run: (model) => model.redo() },
  { shown: 'Ctrl Y', label: 'Redo', keys: ['y'], isCommand: true, run: (model) => model.redo() },
  { shown: 'Ctrl S', label: 'Save now', keys: ['s'], isCommand: true, run: ({ autosave }) => void autosave.flush() },
  { shown: 'Ctrl E', label: 'Export', keys: ['e'], isCommand: true, run: (_, { openExport }) => openExport() },
  {
    shown: 'M',
    label: 'Mute or unmute',
    keys: ['m'],
    isLetter: true,
    run: ({ soundtrack }) => soundtrack.isMuted.set(!soundtrack.isMuted.get()),
  },
  {
    shown: 'R',
    label: 'Loop on or off',
    keys: ['r'],
    isLetter: true,
    run: ({ player }) => player.setLooping(!player.getTransport().isLooping),
  },
  { shown: '?', label: 'Help', keys: ['?'], isLetter: true, run: (_, { openHelp }) => openHelp() },
]

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** What the control with the focus does with keys itself: all of them, the ones that press it, or none. */
export type OwnUse = 'all' | 'presses' | 'none'

/** The use that an element has for keys. */
export function ownUse(target: EventTarget | null): OwnUse {
  if (!(target instanceof Element)) return 'none'
  if (target.closest('input:not([type=checkbox]), textarea, select, [role=application], [contenteditable]'))
    return 'all'
  return target.closest('button, a, input, summary, [role=switch]') ? 'presses' : 'none'
}

/** The key that a press means, if any. Commands work whatever has the focus. */
export function findKey(press: Press, use: OwnUse, hasLetters: boolean): EditorKey | undefined {
  if (press.altKey) return undefined
  if (use === 'presses' && press.key === ' ') return undefined
  const isCommand = press.ctrlKey || press.metaKey
  const key = press.key.toLowerCase()
  return editorKeys.find(
    (one) =>
      one.keys.includes(key) &&
      (one.isCommand ?? false) === isCommand &&
      // A question mark needs Shift on most keyboards.
      (key === '?' || (one.isShift ?? false) === press.shiftKey) &&
      (isCommand || use !== 'all' || one.leavesControls === true) &&
      (!one.isLetter || hasLetters),
  )
}

const lettersKey = 'vitrine-editor-letters'

/** Whether single letters do something. */
export function hasLetterKeys(): boolean {
  try {
    return localStorage.getItem(lettersKey) !== 'off'
  } catch {
    return true
  }
}

export function setLetterKeys(isOn: boolean): void {
  try {
    localStorage.setItem(lettersKey, isOn ? 'on' : 'off')
  } catch {
    // A browser that keeps nothing keeps the letters on.
  }
}
