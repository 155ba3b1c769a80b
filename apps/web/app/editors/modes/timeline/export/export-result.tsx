// The progress and the result of an export in this browser.
import { FinishedExport } from '../../../core/export/finished-export.tsx'
import { RunningExport } from '../../../core/export/running-export.tsx'
import { exportLabel } from '../../../core/export/use-export.ts'
import type { ExportingState, MadeVideo, VideoExport } from './use-video-export.ts'

const stages = { preparing: 'Preparing your clips', drawing: 'Rendering frames', finishing: 'Finishing the video' }

type ExportProgressProps = { state: Extract<ExportingState, { phase: 'making' }>; onClose: () => void }

export function ExportProgress({ state: { progress, cancel }, onClose }: ExportProgressProps) {
  return (
    <RunningExport
      stage={stages[progress.stage]}
      percent={progress.percent}
      secondsLeft={progress.secondsLeft}
      hint="You can close this dialog and use other tabs. Keep this page open until the video is ready."
      onCancel={cancel}
      onClose={onClose}
    />
  )
}

/** The finished video, with preview and download. */
export function ExportResult({ video, exporting }: { video: MadeVideo; exporting: VideoExport }) {
  return (
    <FinishedExport
      facts={[`${video.width} × ${video.height}`, `${(video.file.size / 1e6).toFixed(1)} MB`, 'MP4']}
      download={video}
      isPreview={video.kind === 'preview'}
      offer={exportLabel(exporting.shop)}
      onBack={exporting.dismiss}
    >
      <video
        src={video.url}
        controls
        playsInline
        aria-label="Your video"
        className="max-h-[50dvh] w-full rounded-card bg-dark"
      >
        <track kind="captions" />
      </video>
    </FinishedExport>
  )
}
