// The commands of the video editor's keyboard shortcuts.
import type { Commands } from '../../../core/keys/shortcut.ts'
import { type EditorActions, generalCommands, playbackCommands } from '../../../core/model/editor-commands.ts'
import { deleteSelection } from '../../canvas/model/canvas-actions.ts'
import { fitScale, zoomAt } from '../drawing/time-scale.ts'
import { trimToPlayhead } from './video-edits.ts'
import type { VideoModel } from './video-model.ts'

/** Begins or ends the range that is played at the playhead. */
export function setRangeEdge(model: VideoModel, edge: 'start' | 'end'): void {
  const { player } = model.editor
  const frame = player.getFrame()
  const { range } = player.getTransport()
  const start = edge === 'start' ? frame : Math.min(range?.start ?? 0, frame)
  const end = edge === 'end' ? frame + 1 : Math.max(range?.end ?? model.getFrames(), frame + 1)
  model.setRange({ start, end })
}

export function videoCommands(model: VideoModel, actions: EditorActions): Commands<'timeline'> {
  const { editor, canvas } = model
  return {
    ...generalCommands(editor, actions),
    ...playbackCommands(editor),
    ...viewCommands(model),
    'play-backwards': () => shuttle(model, -1),
    pause: () => editor.player.pause(),
    'play-forwards': () => shuttle(model, 1),
    'mark-in': () => setRangeEdge(model, 'start'),
    'mark-out': () => setRangeEdge(model, 'end'),
    'clear-range': () => model.setRange(undefined),
    'previous-cut': () => model.seekEdge(-1),
    'next-cut': () => model.seekEdge(1),
    end: () => editor.player.seek(model.getFrames() - 1),
    split: () => model.split(),
    'trim-start': () => trimToPlayhead(model, 'start'),
    'trim-end': () => trimToPlayhead(model, 'end'),
    // Without selected clips, layers over the video are meant.
    delete: () => (model.selection.get().size === 0 ? deleteSelection(canvas) : model.remove()),
    duplicate: () => model.duplicate(),
    'select-all'() {
      const { clips, sounds } = model.getTimeline()
      model.select([...clips, ...sounds].map(({ id }) => id))
    },
    deselect() {
      model.select([])
      canvas.select([])
    },
  }
}

const zoomStep = 1.5

function viewCommands(model: VideoModel) {
  const { isSnapping } = model
  const zoom = (factor: number) => {
    const scale = model.scale.get()
    const x = Math.min(scale.width, Math.max(0, model.editor.player.getFrame() * scale.pixelsPerFrame - scale.scroll))
    model.scale.set(zoomAt(scale, factor, x, model.getFrames()))
  }
  return {
    snapping: () => isSnapping.set(!isSnapping.get()),
    'zoom-in': () => zoom(zoomStep),
    'zoom-out': () => zoom(1 / zoomStep),
    'zoom-to-fit': () => model.scale.set(fitScale(model.getFrames(), model.scale.get().width)),
  }
}

const fastest = 8

/** The rate after a press, from the present one (0 while paused). */
function nextRate(rate: number, direction: -1 | 1): number {
  if (rate === 0 || Math.sign(rate) !== direction) return direction
  return direction * Math.min(fastest, Math.abs(rate) * 2)
}

function shuttle({ editor: { player } }: VideoModel, direction: -1 | 1): void {
  const { isPlaying, rate } = player.getTransport()
  player.play(nextRate(isPlaying ? rate : 0, direction))
}
