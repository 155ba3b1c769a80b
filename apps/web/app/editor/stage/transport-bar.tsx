// The playback controls: play and pause, scrubber, time, loop and mute. The scrubber follows the frames by itself;
// React renders only when playing starts or stops.
import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import '../slider/slider.css'
import { useObservable } from '../../api/observable.ts'
import type { ActionEntry } from '../actions/action.ts'
import { ActionButtons } from '../actions/action-button.tsx'
import { useEditor } from '../model/editor-context.tsx'
import { timeText } from '../preview/player.ts'
import { HistoryButtons } from '../shell/top-bar.tsx'

interface TransportBarProps<Model> {
  /** The actions of the surrounding editor. */
  actions: readonly ActionEntry<Model>[]
  model: Model
}

export function TransportBar<Model>(props: TransportBarProps<Model>) {
  const hasVoices = useObservable(useEditor().soundtrack.hasVoices)
  return (
    <section
      aria-label={t`Playback`}
      data-transport
      dir="ltr"
      className="gives-way flex h-14 items-center gap-1 border-t border-line bg-raised px-2 [grid-area:time] md:gap-2 md:px-4"
    >
      <ActionButtons {...props} of="play" />
      <Scrubber />
      <ActionButtons {...props} of="range" />
      {hasVoices && <ActionButtons {...props} of="sound" />}
      <div dir={document.dir} className="flex md:hidden">
        <HistoryButtons />
      </div>
    </section>
  )
}

function Scrubber() {
  const { player } = useEditor()
  const { durationFrames, framesPerSecond } = player
  const range = useRef<HTMLInputElement>(null)
  const start = useRef(0)
  const time = useRef<HTMLSpanElement>(null)
  const total = timeText(durationFrames, framesPerSecond)
  useEffect(() => {
    let shownTime = ''
    const show = (frame: number) => {
      if (!range.current || !time.current) return
      range.current.value = String(frame)
      range.current.style.setProperty('--done', `${(frame / Math.max(1, durationFrames - 1)) * 100}%`)
      const text = timeText(frame, framesPerSecond)
      if (text === shownTime) return
      shownTime = text
      time.current.textContent = text
      range.current.setAttribute('aria-valuetext', t`${text} of ${total}`)
    }
    show(player.getFrame())
    return player.onFrame(show)
  }, [player, durationFrames, framesPerSecond, total])
  return (
    <>
      <input
        ref={range}
        type="range"
        aria-label={t`Time`}
        min={0}
        max={Math.max(0, durationFrames - 1)}
        step={1}
        defaultValue={player.getFrame()}
        onPointerDown={() => {
          start.current = player.getFrame()
        }}
        // When a touch becomes a scroll, the browser cancels the pointer only after it has moved the slider.
        onPointerCancel={() => player.seek(start.current)}
        onInput={(event) => {
          player.pause()
          player.seek(event.currentTarget.valueAsNumber)
        }}
        className="editor-range h-11 min-w-0 flex-1"
      />
      <p className="text-caption whitespace-nowrap text-muted tabular-nums">
        <span ref={time} className="text-ink">
          0:00
        </span>
        <span className="max-md:hidden">{` / ${total}`}</span>
      </p>
    </>
  )
}
