// The actions of the video editor.
import { msg } from '@lingui/core/macro'
import ArrowLeftToLine from 'lucide-react/icons/arrow-left-to-line'
import ArrowRightToLine from 'lucide-react/icons/arrow-right-to-line'
import Copy from 'lucide-react/icons/copy'
import Magnet from 'lucide-react/icons/magnet'
import Maximize from 'lucide-react/icons/maximize-2'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import Scissors from 'lucide-react/icons/scissors'
import Trash from 'lucide-react/icons/trash-2'
import type { ActionEntry } from '../../../actions/action.ts'
import { followsPlayer, generalActions, openHelp, play, stepActions } from '../../../model/editor-actions.tsx'
import { deleteSelection } from '../../canvas/model/selected-layers.ts'
import { fitScale, frameToX, zoomAt } from '../drawing/time-scale.ts'
import { trimToPlayhead } from '../model/video-edits.ts'
import type { VideoModel } from '../model/video-model.ts'

type VideoEntry = ActionEntry<VideoModel>

const selecting = { group: 'Selection', upTo: 'button' } as const

const selectionActions: readonly VideoEntry[] = [
  {
    ...selecting,
    id: 'select-all',
    label: msg`Select all`,
    shortcut: 'Ctrl a',
    perform(model) {
      const { clips, sounds } = model.getTimeline()
      model.select([...clips, ...sounds].map(({ id }) => id))
    },
  },
  {
    ...selecting,
    id: 'deselect',
    label: msg`Deselect`,
    shortcut: 'Escape',
    perform(model) {
      model.select([])
      model.canvas.select([])
    },
  },
]

const editing = { group: 'Edit', upTo: 'button' } as const
const onParts = {
  ...editing,
  follows: ({ selection }: VideoModel) => [selection.subscribe],
  isEnabled: ({ selection }: VideoModel) => selection.get().size > 0,
}

const editActions: readonly VideoEntry[] = [
  {
    ...editing,
    id: 'split',
    label: msg`Split at playhead`,
    icon: Scissors,
    shortcut: 's',
    toolbar: { edit: 1 },
    perform: (model) => model.split(),
  },
  {
    ...editing,
    id: 'trim-start',
    label: msg`Trim start to playhead`,
    shortcut: 'q',
    perform: (model) => trimToPlayhead(model, 'start'),
  },
  {
    ...editing,
    id: 'trim-end',
    label: msg`Trim end to playhead`,
    shortcut: 'w',
    perform: (model) => trimToPlayhead(model, 'end'),
  },
  { group: 'Edit', keys: 'Ctrl C, X', help: msg`Copy, cut the selection` },
  { group: 'Edit', keys: 'Ctrl v', help: msg`Paste at the cut nearest to the playhead` },
  {
    ...onParts,
    id: 'delete',
    label: msg`Delete`,
    help: msg`Delete the selection`,
    icon: Trash,
    shortcut: 'Delete | Backspace',
    toolbar: { edit: 3, part: 2 },
    onPhones: 'while-enabled',
    isDanger: true,
    // Without selected clips, the action applies to layers over the video.
    perform: (model) => (model.selection.get().size === 0 ? deleteSelection(model.canvas) : model.remove()),
  },
  {
    ...editing,
    id: 'snapping',
    label: msg`Snapping`,
    help: msg`Snapping on or off`,
    icon: Magnet,
    shortcut: 'n',
    toolbar: { zoom: 1 },
    onPhones: 'never',
    isLit: true,
    follows: ({ isSnapping }) => [isSnapping.subscribe],
    isOn: ({ isSnapping }) => isSnapping.get(),
    perform: ({ isSnapping }) => isSnapping.set(!isSnapping.get()),
  },
  {
    ...onParts,
    upTo: 'text',
    id: 'duplicate',
    label: msg`Duplicate`,
    icon: Copy,
    shortcut: 'Ctrl d',
    toolbar: { edit: 2, part: 1 },
    onPhones: 'never',
    perform: (model) => model.duplicate(),
  },
]

const viewing = { group: 'View', upTo: 'button' } as const
const zooming = { ...viewing, help: msg`Zoom in, zoom out` }
const zoomStep = 1.5

/** Zooms around the playhead, or around the middle if the playhead is not visible. */
function zoom(model: VideoModel, factor: number): void {
  const scale = model.scale.get()
  const playhead = frameToX(scale, model.editor.player.getFrame())
  const x = playhead >= 0 && playhead <= scale.width ? playhead : scale.width / 2
  model.scale.set(zoomAt(scale, factor, x, model.getFrames()))
}

const viewActions: readonly VideoEntry[] = [
  {
    ...zooming,
    id: 'zoom-in',
    label: msg`Zoom in`,
    icon: Plus,
    shortcut: '+ | =',
    toolbar: { zoom: 4 },
    perform: (model) => zoom(model, zoomStep),
  },
  {
    ...zooming,
    id: 'zoom-out',
    label: msg`Zoom out`,
    icon: Minus,
    shortcut: '- | _',
    toolbar: { zoom: 2 },
    perform: (model) => zoom(model, 1 / zoomStep),
  },
  {
    ...viewing,
    id: 'zoom-to-fit',
    label: msg`Zoom to fit`,
    icon: Maximize,
    shortcut: 'Shift z',
    toolbar: { zoom: 3 },
    perform: (model) => model.scale.set(fitScale(model.getFrames(), model.scale.get().width)),
  },
]

const playing = { group: 'Playback', upTo: 'button' } as const
const hasRange = ({ editor }: VideoModel) => editor.player.getTransport().range !== undefined
const marking = { ...playing, onPhones: 'never', follows: followsPlayer, isOn: hasRange } as const
const jumping = { ...playing, help: msg`Previous cut, next cut` }

const fastest = 8

/** The rate after a press, from the current one (0 while paused). */
function nextRate(rate: number, direction: -1 | 1): number {
  if (rate === 0 || Math.sign(rate) !== direction) return direction
  return direction * Math.min(fastest, Math.abs(rate) * 2)
}

function shuttle({ editor: { player } }: VideoModel, direction: -1 | 1): void {
  const { isPlaying, rate } = player.getTransport()
  player.play(nextRate(isPlaying ? rate : 0, direction))
}

/** Sets the start or end of the played range at the playhead. */
function setRangeEdge(model: VideoModel, edge: 'start' | 'end'): void {
  const { player } = model.editor
  const frame = player.getFrame()
  const { range } = player.getTransport()
  const start = edge === 'start' ? frame : Math.min(range?.start ?? 0, frame)
  const end = edge === 'end' ? frame + 1 : Math.max(range?.end ?? model.getFrames(), frame + 1)
  model.setRange({ start, end })
}

const playActions: readonly VideoEntry[] = [
  {
    ...playing,
    id: 'play-backwards',
    label: msg`Play backwards; press again for faster`,
    shortcut: 'j',
    perform: (model) => shuttle(model, -1),
  },
  { ...playing, id: 'pause', label: msg`Pause`, shortcut: 'k', perform: ({ editor }) => editor.player.pause() },
  {
    ...playing,
    id: 'play-forwards',
    label: msg`Play; press again for faster`,
    shortcut: 'l',
    perform: (model) => shuttle(model, 1),
  },
  {
    ...marking,
    id: 'mark-in',
    label: msg`Mark in`,
    icon: ArrowLeftToLine,
    shortcut: 'i',
    toolbar: { range: 1 },
    perform: (model) => setRangeEdge(model, 'start'),
  },
  {
    ...marking,
    id: 'mark-out',
    label: msg`Mark out`,
    icon: ArrowRightToLine,
    shortcut: 'o',
    toolbar: { range: 2 },
    perform: (model) => setRangeEdge(model, 'end'),
  },
  {
    ...playing,
    id: 'clear-range',
    label: msg`Clear in/out`,
    help: msg`Clear in and out`,
    shortcut: 'x',
    toolbar: { range: 3 },
    follows: followsPlayer,
    isVisible: hasRange,
    perform: (model) => model.setRange(undefined),
  },
  { ...jumping, id: 'previous-cut', shortcut: 'ArrowUp', perform: (model) => model.seekEdge(-1) },
  { ...jumping, id: 'next-cut', shortcut: 'ArrowDown', perform: (model) => model.seekEdge(1) },
]

/** In the order of the help. */
export const timelineActions: readonly VideoEntry[] = [
  ...generalActions,
  openHelp,
  ...selectionActions,
  ...editActions,
  ...viewActions,
  play,
  ...playActions,
  ...stepActions,
]
