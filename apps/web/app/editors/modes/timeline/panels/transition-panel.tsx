// The transition into a clip, among those that the template allows.
import type { Clip } from '@vitrine/composition/clip'
import { TRANSITION_KINDS, type TransitionKind } from '@vitrine/composition/transition-kind'
import { useId } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Select } from '../../../../ui/select.tsx'
import { setTransition, setTransitions } from '../../../core/project/cut.ts'
import { gesturePrefix } from '../../../core/project/project-store.ts'
import { Slider } from '../../../core/slider/slider.tsx'
import { useVideo } from '../model/video-context.tsx'
import { Labelled } from './part-sliders.tsx'

const text: Record<TransitionKind, string> = {
  fade: 'Cross-fade',
  'dip-black': 'Fade through black',
  'dip-white': 'Fade through white',
  'slide-left': 'Slide left',
  'slide-right': 'Slide right',
  'slide-up': 'Slide up',
  'slide-down': 'Slide down',
  'wipe-left': 'Wipe left',
  'wipe-right': 'Wipe right',
  zoom: 'Zoom',
  blur: 'Blur',
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
      label: 'Transition',
      ...(group !== undefined && { group }),
    })
    model.reveal(clip.id)
  }
  const usual = Math.round(player.framesPerSecond / 2)
  const frames = clip.transition?.frames ?? usual
  if (room < 1) return <p className="text-caption text-muted">The clips are too short for a transition.</p>
  return (
    <>
      <Select
        id={id}
        aria-label="Transition"
        value={clip.transition?.kind ?? ''}
        onChange={({ currentTarget }) => put((currentTarget.value || undefined) as TransitionKind | undefined, frames)}
      >
        <option value="">None</option>
        {allowed.map((kind) => (
          <option key={kind} value={kind}>
            {text[kind]}
          </option>
        ))}
      </Select>
      {clip.transition && (
        <Labelled label="Duration">
          <Slider
            layout="row"
            label="Transition duration"
            min={1}
            max={max}
            step={1}
            value={Math.min(frames, max)}
            text={`${(frames / player.framesPerSecond).toFixed(1)} s`}
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
            model.change(setTransitions(model.getTimeline(), clip.transition), { label: 'Transitions' })
            model.editor.announcement.set(clip.transition ? 'Applied to all cuts.' : 'All transitions removed.')
          }}
        >
          {clip.transition ? 'Apply to all' : 'Remove all'}
        </Button>
      )}
    </>
  )
}
