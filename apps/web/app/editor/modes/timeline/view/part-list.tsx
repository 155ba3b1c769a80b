// The timeline items as a list, for keyboard and screen readers.
import { t } from '@lingui/core/macro'
import { type ClipSpan, clipSpans, type Sound } from '@vitrine/document/clip'
import { type KeyboardEvent, useSyncExternalStore } from 'react'
import { useObservable } from '../../../../api/observable.ts'
import { moveClip } from '../../../project/timeline-edit.ts'
import { rulerText } from '../drawing/time-scale.ts'
import { absenceText } from '../media/placeholder.ts'
import { useTimeline, useVideo } from '../model/video-context.tsx'

/** Clips in order, then sounds. Arrows move the focus, Alt and arrows move a clip, Enter selects. */
export function PartList() {
  const { model } = useVideo()
  const { library } = model.editor
  useSyncExternalStore(library.subscribe, library.getVersion, library.getVersion)
  const timeline = useTimeline()
  const chosen = useObservable(model.selection)
  const { framesPerSecond, seek } = model.editor.player
  const time = (frames: number) => rulerText(frames, framesPerSecond, true)
  const findFileName = (asset: string) => library.find(asset)?.fileName ?? t`File`
  const withNote = (label: string, asset: string) => {
    const known = library.find(asset)
    const note = known && absenceText(known)
    return note === undefined ? label : `${label}, ${note}`
  }
  const clipCount = timeline.clips.length
  const soundCount = timeline.sounds.length
  const clipLabel = ({ clip, start, end }: ClipSpan, n: number) => {
    const [position, name, from, to] = [n + 1, findFileName(clip.asset), time(start), time(end)]
    return clip.transition
      ? t`Clip ${position} of ${clipCount}: ${name}, from ${from} to ${to}, after a transition`
      : t`Clip ${position} of ${clipCount}: ${name}, from ${from} to ${to}`
  }
  const soundLabel = ({ asset, at, frames }: Sound, n: number) => {
    const [position, name, from, to] = [n + 1, findFileName(asset), time(at), time(at + frames)]
    return t`Audio ${position} of ${soundCount}: ${name}, from ${from} to ${to}`
  }
  const parts = [
    ...clipSpans(timeline.clips).map((span, n) => ({
      id: span.clip.id,
      start: span.start,
      label: withNote(clipLabel(span, n), span.clip.asset),
    })),
    ...timeline.sounds.map((sound, n) => ({
      id: sound.id,
      start: sound.at,
      label: withNote(soundLabel(sound, n), sound.asset),
    })),
  ]
  const choose = (id: string, start: number) => {
    model.select([id])
    model.editor.player.pause()
    seek(start)
  }
  const press = (event: KeyboardEvent<HTMLButtonElement>, n: number, id: string) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (event.altKey && n < timeline.clips.length) {
      const to = n + step
      if (to < 0 || to >= timeline.clips.length) return
      model.change(moveClip(timeline, id, to), { label: t`Move clip` })
      const position = to + 1
      model.editor.announcement.set(t`Moved to position ${position} of ${clipCount}.`)
      return
    }
    const next = event.currentTarget.parentElement?.parentElement?.children[n + step]?.querySelector('button')
    next?.focus()
  }
  if (parts.length === 0) return null
  // A roving tab stop: one for the whole list, and arrows move within it.
  const stop = Math.max(
    0,
    parts.findIndex(({ id }) => chosen.has(id)),
  )
  return (
    <ul
      aria-label={t`Timeline items`}
      className="sr-only focus-within:not-sr-only focus-within:sticky focus-within:bottom-0 focus-within:flex focus-within:gap-2 focus-within:overflow-x-auto focus-within:bg-raised focus-within:p-2"
    >
      {parts.map(({ id, start, label }, n) => (
        <li key={id} className="shrink-0">
          <button
            type="button"
            dir={document.dir}
            tabIndex={n === stop ? 0 : -1}
            aria-pressed={chosen.has(id)}
            className="rounded-control border border-line px-3 py-2 text-caption aria-pressed:border-marigold"
            onClick={() => choose(id, start)}
            onKeyDown={(event) => press(event, n, id)}
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}
