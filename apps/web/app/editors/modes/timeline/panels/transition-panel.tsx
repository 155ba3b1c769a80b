// The transition into a clip, among those that the template allows.
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Clip } from '@vitrine/composition/clip'
import { TRANSITION_KINDS, type TransitionKind } from '@vitrine/composition/transition-kind'
import { useId } from 'react'
import { i18n } from '../../../../language/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { Select } from '../../../../ui/select.tsx'
import { setTransition, setTransitions } from '../../../core/project/cut.ts'
import { gesturePrefix } from '../../../core/project/project-store.ts'
import { Slider } from '../../../core/slider/slider.tsx'
import { useVideo } from '../model/video-context.tsx'
import { Labelled } from './part-sliders.tsx'

const text: Record<TransitionKind, MessageDescriptor> = {
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

export function TransitionPanel({ clip }: { clip: Clip }) {
  const { model } = useVideo()
  const id = useId()
  const { document, player, store } = model.editor
  const allowed = document.timeline?.transitions ?? TRANSITION_KINDS
  const { clips } = model.getTimeline()
  const before = clips[clips.findIndex((other) => other.id === clip.id) - 1]
  const room = Math.min(clip.frames, (before?.frames ?? 0) - (before?.transition?.frames ?? 0))
  const max = Math.max(1, Math.min(room, Math.round(3 * player.framesPerSecond)))
  const put = (kind: TransitionKind | undefined, frames: number, group?: string) => {
    const transition = kind && { kind, frames: Math.min(frames, max) }
    model.change(setTransition(model.getTimeline(), clip.id, transition), {
      label: t`Transition`,
      ...(group !== undefined && { group }),
    })
    model.reveal(clip.id)
  }
  const usual = Math.round(player.framesPerSecond / 2)
  const frames = clip.transition?.frames ?? usual
  const seconds = (frames / player.framesPerSecond).toFixed(1)
  if (room < 1)
    return (
      <p className="text-caption text-muted">
        <Trans>The clips are too short for a transition.</Trans>
      </p>
    )
  return (
    <>
      <Select
        id={id}
        aria-label={t`Transition`}
        value={clip.transition?.kind ?? ''}
        onChange={({ currentTarget }) => put((currentTarget.value || undefined) as TransitionKind | undefined, frames)}
      >
        <option value="">{t`None`}</option>
        {allowed.map((kind) => (
          <option key={kind} value={kind}>
            {i18n._(text[kind])}
          </option>
        ))}
      </Select>
      {clip.transition && (
        <Labelled label={t`Duration`}>
          <Slider
            layout="row"
            label={t`Transition duration`}
            min={1}
            max={max}
            step={1}
            value={Math.min(frames, max)}
            text={t`${seconds} s`}
            onValue={(next) => put(clip.transition?.kind, next, `${gesturePrefix}transition-${clip.id}`)}
            onEnd={store.endGroup}
          />
        </Labelled>
      )}
      {clips.length > 2 && (
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            model.change(setTransitions(model.getTimeline(), clip.transition), { label: t`Transitions` })
            model.editor.announcement.set(clip.transition ? t`Applied to all cuts.` : t`All transitions removed.`)
          }}
        >
          {clip.transition ? t`Apply to all` : t`Remove all`}
        </Button>
      )}
    </>
  )
}
