// Commands of keyboard shortcuts that editors share.
import type { EditorModel } from './editor-model.ts'

/** What shortcuts do beyond the model. */
export interface EditorActions {
  openHelp: () => void
  openExport: () => void
}

export function generalCommands(model: EditorModel, { openHelp, openExport }: EditorActions) {
  return {
    undo: () => model.undo(),
    redo: () => model.redo(),
    save: () => void model.autosave.flush(),
    export: openExport,
    help: openHelp,
  }
}

export function playbackCommands({ player, soundtrack }: Pick<EditorModel, 'player' | 'soundtrack'>) {
  const step = (frames: number) => {
    player.pause()
    player.seek(player.getFrame() + frames)
  }
  const second = () => Math.round(player.framesPerSecond)
  return {
    play: () => player.toggle(),
    'previous-frame': () => step(-1),
    'next-frame': () => step(1),
    'back-second': () => step(-second()),
    'forward-second': () => step(second()),
    start: () => player.seek(0),
    end: () => player.seek(player.durationFrames - 1),
    mute: () => soundtrack.isMuted.set(!soundtrack.isMuted.get()),
    loop: () => player.setLooping(!player.getTransport().isLooping),
  }
}
