// The toolbar of the timeline: play, step, split, mark in and out, snapping and zoom.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import ArrowLeftToLine from 'lucide-react/icons/arrow-left-to-line'
import ArrowRightToLine from 'lucide-react/icons/arrow-right-to-line'
import Copy from 'lucide-react/icons/copy'
import Magnet from 'lucide-react/icons/magnet'
import Maximize from 'lucide-react/icons/maximize-2'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import Scissors from 'lucide-react/icons/scissors'
import SkipBack from 'lucide-react/icons/step-back'
import SkipForward from 'lucide-react/icons/step-forward'
import Trash from 'lucide-react/icons/trash-2'
import Volume from 'lucide-react/icons/volume-2'
import VolumeOff from 'lucide-react/icons/volume-x'
import { useEffect, useRef } from 'react'
import { IconButton, PlainButton } from '../../../../ui/button.tsx'
import { useObservable } from '../../../../ui/observable.ts'
import { useTransport } from '../../../core/model/editor-context.tsx'
import { HistoryButtons } from '../../../core/shell/top-bar.tsx'
import { LoopButton, PlayButton } from '../../../core/stage/transport-bar.tsx'
import { fitScale, rulerText, zoomAt } from '../drawing/time-scale.ts'
import { setRangeEdge } from '../model/video-commands.ts'
import { useVideo } from '../model/video-context.tsx'

const icon = { 'aria-hidden': true, size: 18 } as const

export function TimelineBar() {
  const { model } = useVideo()
  const { player } = model.editor
  const chosen = useObservable(model.selection)
  const step = (frames: number) => {
    player.pause()
    player.seek(player.getFrame() + frames)
  }
  return (
    <section
      aria-label={t`Playback and editing`}
      dir="ltr"
      className="flex h-12 items-center gap-0.5 overflow-x-auto border-y border-line bg-raised px-2 md:gap-1"
    >
      <IconButton label={t`Split at playhead`} aria-keyshortcuts="S" onClick={model.split}>
        <Scissors {...icon} />
      </IconButton>
      <IconButton
        label={t`Duplicate`}
        aria-keyshortcuts="Control+D"
        disabled={chosen.size === 0}
        onClick={model.duplicate}
        className="max-md:hidden"
      >
        <Copy {...icon} />
      </IconButton>
      <IconButton
        label={t`Delete`}
        aria-keyshortcuts="Delete"
        disabled={chosen.size === 0}
        onClick={model.remove}
        className={chosen.size === 0 ? 'max-md:hidden' : ''}
      >
        <Trash {...icon} />
      </IconButton>
      <span dir={document.dir} className="flex md:hidden">
        <HistoryButtons />
      </span>
      <span className="flex-1" />
      <IconButton
        label={t`Previous frame`}
        aria-keyshortcuts="ArrowLeft"
        onClick={() => step(-1)}
        className="max-md:hidden"
      >
        <SkipBack {...icon} />
      </IconButton>
      <PlayButton />
      <IconButton
        label={t`Next frame`}
        aria-keyshortcuts="ArrowRight"
        onClick={() => step(1)}
        className="max-md:hidden"
      >
        <SkipForward {...icon} />
      </IconButton>
      <Clock />
      <RangeButtons />
      <SoundButton />
      <span className="flex-1" />
      <ZoomButtons />
    </section>
  )
}

/** Follows the frames by itself. */
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

function RangeButtons() {
  const { model } = useVideo()
  const { range } = useTransport()
  return (
    <>
      <IconButton
        label={t`Mark in`}
        aria-keyshortcuts="I"
        aria-pressed={range !== undefined}
        onClick={() => setRangeEdge(model, 'start')}
        className="max-md:hidden"
      >
        <ArrowLeftToLine {...icon} />
      </IconButton>
      <IconButton
        label={t`Mark out`}
        aria-keyshortcuts="O"
        aria-pressed={range !== undefined}
        onClick={() => setRangeEdge(model, 'end')}
        className="max-md:hidden"
      >
        <ArrowRightToLine {...icon} />
      </IconButton>
      {range && (
        <PlainButton
          onClick={() => model.setRange(undefined)}
          className="h-9 rounded-control px-2 text-caption text-muted underline hover:text-ink"
        >
          <Trans>Clear in/out</Trans>
        </PlainButton>
      )}
      <LoopButton />
    </>
  )
}

function SoundButton() {
  const { soundtrack } = useVideo().model.editor
  const isMuted = useObservable(soundtrack.isMuted)
  return (
    <IconButton
      label={t`Mute`}
      aria-keyshortcuts="M"
      aria-pressed={isMuted}
      onClick={() => soundtrack.isMuted.set(!isMuted)}
      // A phone has keys for it, and little room.
      className="max-md:order-last"
    >
      {isMuted ? <VolumeOff {...icon} /> : <Volume {...icon} />}
    </IconButton>
  )
}

function ZoomButtons() {
  const { model } = useVideo()
  const isSnapping = useObservable(model.isSnapping)
  const zoom = (factor: number) => {
    const scale = model.scale.get()
    model.scale.set(zoomAt(scale, factor, scale.width / 2, model.getFrames()))
  }
  return (
    <>
      <IconButton
        label={t`Snapping`}
        aria-keyshortcuts="N"
        aria-pressed={isSnapping}
        onClick={() => model.isSnapping.set(!isSnapping)}
        className={isSnapping ? 'text-marigold-bright max-md:hidden' : 'max-md:hidden'}
      >
        <Magnet {...icon} />
      </IconButton>
      <IconButton label={t`Zoom out`} aria-keyshortcuts="-" onClick={() => zoom(1 / 1.5)}>
        <Minus {...icon} />
      </IconButton>
      <IconButton
        label={t`Zoom to fit`}
        aria-keyshortcuts="Shift+Z"
        onClick={() => model.scale.set(fitScale(model.getFrames(), model.scale.get().width))}
      >
        <Maximize {...icon} />
      </IconButton>
      <IconButton label={t`Zoom in`} aria-keyshortcuts="+" onClick={() => zoom(1.5)}>
        <Plus {...icon} />
      </IconButton>
    </>
  )
}
