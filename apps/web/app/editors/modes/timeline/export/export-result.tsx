// The progress and the result of an export in this browser.

import { msg, t } from '@lingui/core/macro'
import { i18n } from '../../../../language/i18n.ts'
import { pixelSize } from '../../../../language/pixel-size.ts'
import { FinishedExport, megabytesText } from '../../../core/export/finished-export.tsx'
import { RunningExport } from '../../../core/export/running-export.tsx'
import { exportLabel } from '../../../core/export/use-export.ts'
import type { ExportingState, MadeVideo, VideoExport } from './use-video-export.ts'

const stages = {
  preparing: msg`Preparing your clips`,
  drawing: msg`Rendering frames`,
  finishing: msg`Finishing the video`,
}

type ExportProgressProps = { state: Extract<ExportingState, { phase: 'making' }>; onClose: () => void }

export function ExportProgress({ state: { progress, cancel }, onClose }: ExportProgressProps) {
  return (
    <RunningExport
      stage={i18n._(stages[progress.stage])}
      percent={progress.percent}
      secondsLeft={progress.secondsLeft}
      hint={t`You can close this dialog and use other tabs. Keep this page open until the video is ready.`}
      onCancel={cancel}
      onClose={onClose}
    />
  )
}

/** The finished video, with preview and download. */
export function ExportResult({ video, exporting }: { video: MadeVideo; exporting: VideoExport }) {
  return (
    <FinishedExport
      facts={[pixelSize(video.width, video.height), megabytesText(video.file.size), 'MP4']}
      download={video}
      share={{ kind: 'video', findUrl: async () => video.url, name: video.name }}
      isPreview={video.kind === 'preview'}
      offer={exportLabel(exporting.shop)}
      onBack={exporting.dismiss}
    >
      <video
        src={video.url}
        controls
        playsInline
        aria-label={t`Your video`}
        className="max-h-[50dvh] w-full rounded-card bg-dark"
      >
        <track kind="captions" />
      </video>
    </FinishedExport>
  )
}
