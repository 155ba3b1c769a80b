// The properties of the selected timeline items: a clip, a sound, or several of them.

import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { ChromaKey, Clip, Sound, Timeline } from '@vitrine/document/clip'
import { TRANSITION_KINDS, type TransitionKind } from '@vitrine/document/document'
import { MAX_SPEED, MIN_SPEED } from '@vitrine/document/layer'
import { useObservable } from '../../../../api/observable.ts'
import { numberFormat } from '../../../../language/format.ts'
import { listButtons } from '../../../actions/action.ts'
import { NamedActionButton } from '../../../actions/action-button.tsx'
import { type Changes, changeClip, changeSound, setSpeed, trimClipEnd } from '../../../project/timeline-edit.ts'
import {
  anySection,
  type Editing,
  type NumberRange,
  type Property,
  type PropertySection,
  useDrag,
} from '../../canvas/properties/property.ts'
import { PropertySections } from '../../canvas/properties/property-panel.tsx'
import { timelineActions } from '../actions/timeline-actions.ts'
import { rulerText } from '../drawing/time-scale.ts'
import { useTimeline, useVideo, type VideoServices } from '../model/video-context.tsx'
import { MissingFile, useMissingFiles } from './missing-files.tsx'
import {
  ClipCrop,
  DetachButton,
  KeyColor,
  NoTransition,
  ReplaceButton,
  SpeedButtons,
  suggestKey,
  TemplateSound,
  TransitionButton,
} from './part-tools.tsx'

export function PartPanel() {
  const services = useVideo()
  const { model } = services
  const timeline = useTimeline()
  const chosen = useObservable(model.selection)
  const allMissing = useMissingFiles()
  const editing = usePartEditing()
  const parts = [...timeline.clips, ...timeline.sounds].filter(({ id }) => chosen.has(id))
  const [first, ...others] = parts
  if (!first) return null
  const missing = others.length === 0 && allMissing.find(({ assetId }) => assetId === first.asset)
  return (
    <section aria-label={t`Selected on the timeline`} className="flex flex-col gap-5 p-4">
      <PartHead parts={parts} />
      {missing && <MissingFile asset={missing} />}
      <div key={[...chosen].join()}>
        <PropertySections sections={partSections} selected={parts} context={services} editing={editing} />
      </div>
      <div className="flex flex-wrap gap-2">
        {listButtons(timelineActions, 'part').map((action) => (
          <NamedActionButton
            key={action.id}
            action={action}
            model={model}
            variant={action.isDanger ? 'danger' : 'secondary'}
            size="small"
          />
        ))}
      </div>
    </section>
  )
}

function usePartEditing(): Editing<PartEdit> {
  const { model } = useVideo()
  return {
    ...useDrag(model.editor.store),
    put(label, edits, group) {
      const timeline = edits.reduce((edited, edit) => edit.apply(edited), model.getTimeline())
      model.change(timeline, { label, ...(group !== undefined && { group }) })
      const shown = edits.find(({ reveals }) => reveals)?.reveals
      if (shown !== undefined) model.reveal(shown)
    },
  }
}

function PartHead({ parts }: { parts: readonly Part[] }) {
  const { model } = useVideo()
  const [first] = parts
  const { library, player } = model.editor
  if (!first) return null
  const count = parts.length
  const frames = parts.reduce((sum, part) => sum + part.frames, 0)
  const name = library.find(first.asset)?.fileName ?? t`File`
  return (
    <header className="flex flex-col gap-0.5">
      <h2 className="truncate font-medium">
        {parts.length === 1 ? name : t`${plural(count, { one: '# item', other: '# items' })}`}
      </h2>
      <p className="text-caption text-muted tabular-nums">{rulerText(frames, player.framesPerSecond, true)}</p>
    </header>
  )
}

type Part = Clip | Sound
/** The new timeline, and the clip to show after the edit. */
interface PartEdit {
  apply(timeline: Timeline): Timeline
  reveals?: string
}
type Row<Item> = Property<Item, VideoServices, PartEdit>
type PartSection = PropertySection<Part, never, VideoServices, PartEdit>

const section: <Item>(section: PropertySection<Part, Item, VideoServices, PartEdit>) => PartSection = anySection

const isClip = (part: Part): part is Clip => 'kind' in part
const isVideo = (part: Part): part is Clip => isClip(part) && part.kind === 'video'
const isHeard = (part: Part) => !isClip(part) || (isVideo(part) && !part.mute)
const isOne = (items: readonly Part[]) => items.length === 1
const oneClip = (parts: readonly Part[]) => (isOne(parts) ? parts.filter(isClip) : [])
const oneVideo = (parts: readonly Part[]) => (isOne(parts) ? parts.filter(isVideo) : [])

const sounds = (part: Part, change: Changes<Clip & Sound>): PartEdit => ({
  apply: (timeline) => (isClip(part) ? changeClip : changeSound)(timeline, part.id, change),
})
/** Changes the picture, and shows the clip. */
const shows = ({ id }: Clip, change: Changes<Clip>): PartEdit => ({
  apply: (timeline) => changeClip(timeline, id, change),
  reveals: id,
})

const getFrameRate = ({ model }: VideoServices) => model.timelineContext.framesPerSecond

/** Frames that are shown as seconds. */
function seconds(most: (part: Clip, services: VideoServices) => number): NumberRange<Part, VideoServices> {
  return {
    max: ([part], services) => Math.max(1, part ? most(part as Clip, services) : 1),
    text(frames, services) {
      const format = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 })
      const seconds = format.format(frames / getFrameRate(services))
      return t`${seconds} s`
    },
  }
}

/** A fade takes at most half of its part, and at most five seconds. */
const fade = seconds(({ frames }, services) => Math.min(Math.floor(frames / 2), Math.round(5 * getFrameRate(services))))

const fadeRow = (edge: 'fadeIn' | 'fadeOut', label: MessageDescriptor): Row<Part> => ({
  control: 'slider',
  name: [label, label],
  range: fade,
  only: (part, _, parts) => isOne(parts) && isHeard(part),
  read: (part) => part[edge] ?? 0,
  write: (part, frames) => sounds(part, { [edge]: frames }),
})

/** The speed slider is logarithmic. Steps of a twelfth of a doubling hit 0.5, 1, 2 and 4 exactly. */
const speedSteps = 12
const speedAt = (step: number) => Number((2 ** (step / speedSteps)).toFixed(3))
const toSpeedStep = (speed: number) => Math.round(Math.log2(speed) * speedSteps)

const clipSection = section({
  of: oneClip,
  rows: [
    { control: 'custom', Component: ReplaceButton },
    {
      control: 'number',
      name: [msg`Duration in seconds`, msg`Duration`],
      range: { digits: 2, step: 0.1 },
      read: ({ frames }, services) => frames / getFrameRate(services),
      write: ({ id, frames }, value, services) => {
        const by = Math.max(1, Math.round(value * getFrameRate(services))) - frames
        return { apply: (timeline) => trimClipEnd(timeline, id, by, services.model.timelineContext) }
      },
    },
    {
      control: 'slider',
      name: [msg`Speed`, msg`Speed`],
      range: {
        min: toSpeedStep(MIN_SPEED),
        max: toSpeedStep(MAX_SPEED),
        text: (step) => `${Number(speedAt(step).toFixed(2))}×`,
      },
      only: ({ kind }) => kind === 'video',
      read: ({ speed = 1 }) => toSpeedStep(speed),
      write: ({ id }, step) => ({ apply: (timeline) => setSpeed(timeline, id, speedAt(step)) }),
    },
    { control: 'custom', Component: SpeedButtons, only: ({ kind }) => kind === 'video' },
  ],
})

const soundSection = section({
  title: msg`Sound`,
  of: (parts) => parts.filter((part) => isVideo(part) || !isClip(part)),
  rows: [
    {
      control: 'switch',
      name: [(clips) => (isOne(clips) ? msg`Mute` : msg`Mute clips`), msg`Mute`],
      only: isVideo,
      read: (part) => isClip(part) && part.mute === true,
      write: (part, mute) => sounds(part, { mute: mute || undefined }),
    },
    {
      control: 'slider',
      name: [(parts) => (isOne(parts) ? msg`Volume` : msg`Volume of all`), msg`Volume`],
      range: { max: 200, unit: '%' },
      only: isHeard,
      read: ({ volume = 100 }) => volume,
      write: (part, volume) => sounds(part, { volume }),
    },
    fadeRow('fadeIn', msg`Fade in`),
    fadeRow('fadeOut', msg`Fade out`),
    {
      control: 'switch',
      name: [msg`Loop`, msg`Loop`],
      only: (part, _, parts) => isOne(parts) && !isClip(part),
      read: (part) => 'loop' in part && part.loop === true,
      write: (part, loop) => sounds(part, { loop: loop || undefined }),
    },
    {
      control: 'custom',
      Component: DetachButton,
      only: (part, _, parts) => isOne(parts) && isVideo(part) && isHeard(part) && part.speed === undefined,
    },
    { control: 'custom', Component: TemplateSound, only: (part, _, parts) => isOne(parts) && !isClip(part) },
  ],
})

const cropSection = section({
  title: msg`Crop`,
  of: oneClip,
  rows: [
    {
      control: 'chips',
      name: [msg`Scaling`, msg`Crop`],
      choices: [
        { value: 'cover', label: msg({ message: 'Fill', context: 'scaling' }) },
        { value: 'contain', label: msg({ message: 'Fit', context: 'scaling' }) },
      ],
      read: ({ fit = 'cover' }) => fit,
      write: (clip, fit) => shows(clip, { fit: fit as 'cover' | 'contain' }),
    },
    { control: 'custom', Component: ClipCrop },
  ],
})

/** A value of the chroma key, in percent. */
const keyRow = (part: 'tolerance' | 'softness' | 'spill', label: MessageDescriptor): Row<Clip> => ({
  control: 'slider',
  name: [label, msg`Green screen`],
  range: { unit: '%' },
  only: ({ key }) => key !== undefined,
  read: ({ key }) => key?.[part],
  write: (clip, value) => shows(clip, { key: { ...(clip.key as ChromaKey), [part]: value } }),
})

const keySection = section({
  title: msg`Green screen`,
  of: oneVideo,
  rows: [
    {
      control: 'switch',
      name: [msg`Remove background`, msg`Green screen`],
      read: ({ key }) => key !== undefined,
      write: (clip, isOn, { media }) => shows(clip, { key: isOn ? suggestKey(clip, media) : undefined }),
    },
    { control: 'custom', Component: KeyColor, only: ({ key }) => key !== undefined },
    keyRow('tolerance', msg`Tolerance`),
    keyRow('softness', msg`Edge softness`),
    keyRow('spill', msg`Spill removal`),
  ],
})

const transitionText: Record<TransitionKind, MessageDescriptor> = {
  fade: msg`Cross-fade`,
  'dip-black': msg`Fade through black`,
  'dip-white': msg`Fade through white`,
  'slide-left': msg`Slide left`,
  'slide-right': msg`Slide right`,
  'slide-up': msg`Slide up`,
  'slide-down': msg`Slide down`,
  'wipe-left': msg`Wipe left`,
  'wipe-right': msg`Wipe right`,
  zoom: msg`Zoom`,
  blur: msg`Blur`,
}

/** The most frames that a transition into a clip may take. */
function roomBefore(clip: Clip, { model }: VideoServices): number {
  const { clips } = model.getTimeline()
  const before = clips[clips.findIndex(({ id }) => id === clip.id) - 1]
  return Math.min(clip.frames, (before?.frames ?? 0) - (before?.transition?.frames ?? 0))
}
const longest = (clip: Clip, services: VideoServices) =>
  Math.min(roomBefore(clip, services), Math.round(3 * getFrameRate(services)))

const transitionSection = section({
  title: msg`Transition in`,
  of: (parts, { model }) => oneClip(parts).filter(({ id }) => model.getTimeline().clips[0]?.id !== id),
  rows: [
    { control: 'custom', Component: NoTransition, only: (clip, services) => roomBefore(clip, services) < 1 },
    {
      control: 'list',
      name: [msg`Transition`, msg`Transition`],
      choices: (_, { model }) => [
        { value: '', label: msg`None` },
        ...(model.editor.document.timeline?.transitions ?? TRANSITION_KINDS).map((kind) => ({
          value: kind,
          label: transitionText[kind],
        })),
      ],
      only: (clip, services) => roomBefore(clip, services) >= 1,
      read: ({ transition }) => transition?.kind ?? '',
      write: (clip, kind, services) => {
        const frames = clip.transition?.frames ?? Math.round(getFrameRate(services) / 2)
        const transition = { kind: kind as TransitionKind, frames: Math.min(frames, longest(clip, services)) }
        return shows(clip, { transition: kind === '' ? undefined : transition })
      },
    },
    {
      control: 'slider',
      name: [msg`Transition duration`, msg`Transition`],
      range: { min: 1, ...seconds(longest) },
      only: (clip, services) => clip.transition !== undefined && roomBefore(clip, services) >= 1,
      read: ({ transition }) => transition?.frames,
      write: (clip, frames) => shows(clip, { transition: clip.transition && { ...clip.transition, frames } }),
    },
    {
      control: 'custom',
      Component: TransitionButton,
      only: (clip, services) => roomBefore(clip, services) >= 1 && services.model.getTimeline().clips.length > 2,
    },
  ],
})

/** In the order of the panel. */
const partSections: readonly PartSection[] = [clipSection, soundSection, cropSection, keySection, transitionSection]
