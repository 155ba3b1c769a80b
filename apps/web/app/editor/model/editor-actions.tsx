// The actions that editors share.
import { msg } from '@lingui/core/macro'
import CircleHelp from 'lucide-react/icons/circle-help'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Redo from 'lucide-react/icons/redo-2'
import Repeat from 'lucide-react/icons/repeat'
import SkipBack from 'lucide-react/icons/step-back'
import SkipForward from 'lucide-react/icons/step-forward'
import Undo from 'lucide-react/icons/undo-2'
import Volume from 'lucide-react/icons/volume-2'
import VolumeOff from 'lucide-react/icons/volume-x'
import type { ComponentProps } from 'react'
import { useObservable } from '../../api/observable.ts'
import type { Action, ActionEntry } from '../actions/action.ts'
import { useEditor, useTransport } from './editor-context.tsx'
import type { EditorModel } from './editor-model.ts'

/** What the actions need of an editor. */
export interface OfEditor {
  readonly editor: EditorModel
}

const anywhere = { group: 'General', upTo: 'text' } as const

export const generalActions: readonly ActionEntry<OfEditor>[] = [
  {
    ...anywhere,
    id: 'undo',
    label: msg`Undo`,
    icon: Undo,
    iconSize: 20,
    shortcut: 'Ctrl z',
    toolbar: { history: 1 },
    follows: ({ editor }) => [editor.store.subscribe],
    isEnabled: ({ editor }) => editor.store.getHistory().past.length > 0,
    perform: ({ editor }) => editor.undo(),
  },
  {
    ...anywhere,
    id: 'redo',
    label: msg`Redo`,
    icon: Redo,
    iconSize: 20,
    shortcut: 'Ctrl Shift z | Ctrl y',
    toolbar: { history: 2 },
    follows: ({ editor }) => [editor.store.subscribe],
    isEnabled: ({ editor }) => editor.store.getHistory().future.length > 0,
    perform: ({ editor }) => editor.redo(),
  },
  { group: 'General', keys: 'Ctrl y', help: msg`Redo` },
  {
    ...anywhere,
    id: 'save',
    label: msg`Save now`,
    shortcut: 'Ctrl s',
    perform: ({ editor }) => void editor.autosave.flush(),
  },
  {
    ...anywhere,
    id: 'export',
    label: msg`Export`,
    shortcut: 'Ctrl e',
    perform: ({ editor }) => editor.exportRequested.notify(),
  },
]

export const openHelp: Action<OfEditor> = {
  group: 'General',
  upTo: 'value',
  id: 'help',
  label: msg`Help and keys`,
  help: msg`Help`,
  icon: CircleHelp,
  iconSize: 20,
  shortcut: '?',
  isCommon: true,
  onPhones: 'never',
  perform: ({ editor }) => editor.isHelpOpen.set(true),
}

type IconProps = ComponentProps<typeof Play>

function PlayingIcon(props: IconProps) {
  return useTransport().isPlaying ? <Pause {...props} /> : <Play {...props} />
}

const playback = { group: 'Playback', upTo: 'button' } as const
/** Redraws an action's button when the player starts, stops or moves. */
export const followsPlayer = ({ editor }: OfEditor) => [editor.player.onTransport]

export const play: Action<OfEditor> = {
  ...playback,
  upTo: 'widget',
  id: 'play',
  label: ({ editor }) => (editor.player.getTransport().isPlaying ? msg`Pause` : msg`Play`),
  help: msg`Play or pause`,
  icon: PlayingIcon,
  iconSize: 20,
  shortcut: 'Space',
  toolbar: { play: 1, step: 2 },
  follows: followsPlayer,
  perform: ({ editor }) => editor.player.toggle(),
}

const step = ({ editor: { player } }: OfEditor, frames: number) => {
  player.pause()
  player.seek(player.getFrame() + frames)
}
const stepSecond = (model: OfEditor, seconds: number) =>
  step(model, seconds * Math.round(model.editor.player.framesPerSecond))

const byFrame = { ...playback, help: msg`Previous frame, next frame`, onPhones: 'never' } as const
const bySecond = { ...playback, help: msg`Back 1 second, forward 1 second` } as const

export const previousFrame: Action<OfEditor> = {
  ...byFrame,
  id: 'previous-frame',
  label: msg`Previous frame`,
  icon: SkipBack,
  shortcut: 'ArrowLeft',
  toolbar: { step: 1 },
  perform: (model) => step(model, -1),
}
export const nextFrame: Action<OfEditor> = {
  ...byFrame,
  id: 'next-frame',
  label: msg`Next frame`,
  icon: SkipForward,
  shortcut: 'ArrowRight',
  toolbar: { step: 3 },
  perform: (model) => step(model, 1),
}
export const backSecond: Action<OfEditor> = {
  ...bySecond,
  id: 'back-second',
  shortcut: 'Shift ArrowLeft',
  perform: (model) => stepSecond(model, -1),
}
export const forwardSecond: Action<OfEditor> = {
  ...bySecond,
  id: 'forward-second',
  shortcut: 'Shift ArrowRight',
  perform: (model) => stepSecond(model, 1),
}

function SoundIcon(props: IconProps) {
  const isMuted = useObservable(useEditor().soundtrack.isMuted)
  return isMuted ? <VolumeOff {...props} /> : <Volume {...props} />
}

export const mute: Action<OfEditor> = {
  ...playback,
  id: 'mute',
  label: msg`Mute`,
  help: msg`Mute or unmute`,
  icon: SoundIcon,
  shortcut: 'm',
  toolbar: { sound: 1 },
  follows: ({ editor }) => [editor.soundtrack.isMuted.subscribe],
  isOn: ({ editor }) => editor.soundtrack.isMuted.get(),
  perform: ({ editor: { soundtrack } }) => soundtrack.isMuted.set(!soundtrack.isMuted.get()),
}

export const loop: Action<OfEditor> = {
  ...playback,
  id: 'loop',
  label: msg`Loop`,
  help: msg`Loop on or off`,
  icon: Repeat,
  shortcut: 'r',
  toolbar: { range: 9 },
  onPhones: 'never',
  isLit: true,
  follows: followsPlayer,
  isOn: ({ editor }) => editor.player.getTransport().isLooping,
  perform: ({ editor: { player } }) => player.setLooping(!player.getTransport().isLooping),
}

/** Come after the editor's own playback keys. */
export const stepActions: readonly ActionEntry<OfEditor>[] = [
  previousFrame,
  nextFrame,
  backSecond,
  forwardSecond,
  {
    ...playback,
    id: 'start',
    label: msg`Go to start`,
    shortcut: 'Home',
    perform: ({ editor }) => editor.player.seek(0),
  },
  {
    ...playback,
    id: 'end',
    label: msg`Go to end`,
    shortcut: 'End',
    perform: ({ editor: { player } }) => player.seek(player.durationFrames - 1),
  },
  mute,
  loop,
]
