// The toolbar of the timeline: play, step, split, mark in and out, snapping and zoom.
import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import { ActionButtons } from '../../../actions/action-button.tsx'
import { useTransport } from '../../../model/editor-context.tsx'
import { HistoryButtons } from '../../../shell/top-bar.tsx'
import { timelineActions } from '../actions/timeline-actions.ts'
import { rulerText } from '../drawing/time-scale.ts'
import { useVideo } from '../model/video-context.tsx'

export function TimelineBar() {
  const { model } = useVideo()
  const all = { actions: timelineActions, model }
  return (
    <section
      aria-label={t`Playback and editing`}
      dir="ltr"
      className="flex h-12 items-center gap-0.5 overflow-x-auto border-y border-line bg-raised px-2 md:gap-1"
    >
      <ActionButtons {...all} of="edit" />
      <span dir={document.dir} className="flex md:hidden">
        <HistoryButtons />
      </span>
      <span className="flex-1" />
      <ActionButtons {...all} of="step" />
      <Clock />
      <ActionButtons {...all} of="range" />
      {/* Phones have volume keys, and little room. */}
      <ActionButtons {...all} of="sound" className="max-md:order-last" />
      <span className="flex-1" />
      <ActionButtons {...all} of="zoom" />
    </section>
  )
}

/** The time display, which follows the frames without React. */
function Clock() {
  const { player } = useVideo().model.editor
  useTransport()
  const now = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const show = (frame: number) => {
      if (now.current) now.current.textContent = rulerText(frame, player.framesPerSecond, true)
    }
    show(player.getFrame())
    return player.onFrame(show)
  }, [player])
  return (
    <p className="px-1 text-caption whitespace-nowrap text-muted tabular-nums">
      <span ref={now} className="text-ink" data-clock />
      <span className="max-md:hidden">{` / ${rulerText(player.durationFrames, player.framesPerSecond, true)}`}</span>
    </p>
  )
}
