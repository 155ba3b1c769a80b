// The progress and the result of an export in this browser.
import Download from 'lucide-react/icons/download'
import { roughlyText } from '../../../../store/duration-text.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { ProgressBar } from '../../../../ui/progress-bar.tsx'
import { RunningButtons } from '../../../core/export/running-buttons.tsx'
import { exportLabel } from '../../../core/export/use-export.ts'
import type { ExportingState, FinishedExport, VideoExport } from './use-video-export.ts'

const stages = { preparing: 'Preparing your clips', drawing: 'Rendering frames', finishing: 'Finishing the video' }

export function ExportProgress({
  state,
  onClose,
}: {
  state: Extract<ExportingState, { phase: 'making' }>
  onClose: () => void
}) {
  const { stage, percent, secondsLeft } = state.progress
  return (
    <>
      <div className="flex flex-col gap-3">
        <p className="flex items-baseline justify-between tabular-nums">
          <span role="status">{stages[stage]}</span>
          <span className="font-headline text-title">{Math.round(percent)}%</span>
        </p>
        <ProgressBar percent={percent} label="Export" />
        <p className="text-caption text-muted tabular-nums">
          {secondsLeft !== undefined && secondsLeft > 0 ? `${roughlyText(secondsLeft)} left` : 'Estimating time left…'}
        </p>
      </div>
      <p className="text-caption text-muted">
        You can close this dialog and use other tabs. Keep this page open until the video is ready.
      </p>
      <RunningButtons onCancel={state.cancel} onClose={onClose} />
    </>
  )
}

/** The finished video, to be looked at and taken. */
export function ExportResult({ video, exporting }: { video: FinishedExport; exporting: VideoExport }) {
  const isPreview = video.kind === 'preview'
  return (
    <>
      <video
        src={video.url}
        controls
        playsInline
        aria-label="Your video"
        className="max-h-[50dvh] w-full rounded-card bg-film"
      >
        <track kind="captions" />
      </video>
      <p className="text-caption text-muted tabular-nums">
        {video.width} × {video.height} · {(video.file.size / 1e6).toFixed(1)} MB · MP4
      </p>
      <div className="flex flex-col gap-2">
        <a
          href={video.url}
          download={video.name}
          className={buttonClass({ variant: isPreview ? 'secondary' : 'primary' })}
        >
          <Download aria-hidden="true" size={18} />
          Download
        </a>
        <Button variant={isPreview ? 'primary' : 'secondary'} onClick={exporting.dismiss}>
          {isPreview ? exportLabel(exporting.shop) : 'Export again'}
        </Button>
      </div>
    </>
  )
}
