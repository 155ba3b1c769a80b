// The end of an export: the file to view, download and share, or the error and a retry button.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Render, RenderKind } from '@vitrine/contract/renders'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { api } from '../../api/member-api.ts'
import { ShareButtons } from '../../features/template/share-buttons.tsx'
import { numberFormat } from '../../language/format.ts'
import { pixelSize } from '../../language/pixel-size.ts'
import { serverText } from '../../language/server-text.ts'
import { Button, buttonClass, LinkButton } from '../../ui/button.tsx'
import { formatNames, offerLabel } from './export-text.ts'
import type { Export, ExportFlow } from './use-export.ts'

type ExportResultProps = { exporting: Export; state: Extract<ExportFlow, { phase: 'rendered' | 'finished' }> }

export function ExportResult({ exporting, state }: ExportResultProps) {
  if (state.phase === 'rendered') {
    const { kind, file } = state
    const { url } = file
    const links = { shownUrl: url, downloadUrl: url, findUrl: async () => url }
    return <FinishedExport exporting={exporting} file={{ ...file, ...links, kind, sizeBytes: file.blob.size }} />
  }
  if (state.render.status === 'completed') return <FinishedRender exporting={exporting} render={state.render} />
  return <FailedExport exporting={exporting} render={state.render} />
}

/** A finished file of this device or the server; unknown facts are null. */
interface FinishedFile extends Pick<Render, 'format' | 'width' | 'height' | 'sizeBytes'> {
  kind: RenderKind
  /** The address of the preview. */
  shownUrl: string | null
  posterUrl?: string | null
  /** Requests a new address after one fails to load. */
  renew?: () => void
  downloadUrl: string | null
  /** The file name; without it, the address determines the name. */
  name?: string
  /** Returns an address for another app. */
  findUrl: () => Promise<string | undefined>
}

function FinishedRender({ exporting, render: finished }: { exporting: Export; render: Render }) {
  const [render, setRender] = useState(finished)
  const [renewals, setRenewals] = useState(0)
  // Links expire; a file that stops loading is requested again, a limited number of times.
  const renew = () => {
    if (renewals >= 3) return
    setRenewals(renewals + 1)
    api.getRender(render.jobId).then(setRender, () => undefined)
  }
  // Links expire within minutes, so each press requests a new one.
  const findUrl = async () => (await api.getRender(render.jobId)).downloadUrl ?? undefined
  return <FinishedExport exporting={exporting} file={{ ...render, shownUrl: render.signedUrl, renew, findUrl }} />
}

function FinishedExport({ exporting, file }: { exporting: Export; file: FinishedFile }) {
  const { medium, state, dismiss } = exporting
  const { kind, width, height, sizeBytes, format, downloadUrl, name, findUrl } = file
  const isPreview = kind === 'preview'
  const isVideo = medium === 'video'
  const size = width && height ? pixelSize(width, height) : undefined
  const facts = [size, sizeBytes ? sizeText(sizeBytes) : undefined, formatNames[format]]
  return (
    <>
      <Shown file={file} isVideo={isVideo} />
      <p className="text-caption text-muted tabular-nums">{facts.filter((fact) => fact !== undefined).join(' · ')}</p>
      <div className="flex flex-col gap-2">
        {isPreview && (
          <Button onClick={dismiss}>{isVideo ? offerLabel(exporting) : t`Export without watermark`}</Button>
        )}
        {downloadUrl && (
          <a
            href={downloadUrl}
            download={name ?? true}
            className={buttonClass({ variant: isPreview ? 'secondary' : 'primary' })}
          >
            <Download aria-hidden="true" size={18} />
            <Trans>Download</Trans>
          </a>
        )}
        <div className="flex flex-wrap gap-2 empty:hidden">
          <ShareButtons file={{ kind: medium, findUrl, name }} />
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {!isPreview && (
            <Button variant="secondary" onClick={dismiss} className="flex-1">
              <Trans>Export again</Trans>
            </Button>
          )}
          {isVideo && state.phase === 'finished' && (
            <LinkButton variant={isPreview ? 'quiet' : 'secondary'} to="/profile" className="flex-1">
              <Trans>Generated Videos</Trans>
            </LinkButton>
          )}
        </div>
      </div>
    </>
  )
}

function Shown({ file: { shownUrl, posterUrl, renew }, isVideo }: { file: FinishedFile; isVideo: boolean }) {
  if (!shownUrl) return null
  const className = 'max-h-[50dvh] w-full rounded-card'
  if (!isVideo)
    return <img src={shownUrl} alt={t`Your export`} onError={renew} className={`${className} bg-well object-contain`} />
  return (
    <video
      src={shownUrl}
      {...(posterUrl && { poster: posterUrl })}
      controls
      playsInline
      aria-label={t`Your video`}
      onError={renew}
      className={`${className} bg-dark`}
    >
      <track kind="captions" />
    </video>
  )
}

/** '12.4 MB', '640 kB' */
function sizeText(bytes: number): string {
  if (bytes < 1e6) {
    const size = Math.max(1, Math.round(bytes / 1000))
    return t`${size} kB`
  }
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }
  const size = numberFormat(digits).format(bytes / 1e6)
  return t`${size} MB`
}

function FailedExport({ exporting, render }: { exporting: Export; render: Render }) {
  const { medium, job, dismiss } = exporting
  const hasFailed = render.status === 'failed'
  return (
    <>
      <p role={hasFailed ? 'alert' : 'status'}>
        {hasFailed
          ? ((render.errorMessage && serverText(render.errorMessage)) ??
            (medium === 'video'
              ? t`Something went wrong while making the video.`
              : t`Something went wrong while making the image.`))
          : t`The export was cancelled. Your changes are saved.`}
      </p>
      {hasFailed && (
        <p className="text-muted">
          <Trans>Trying again is free. Your changes are saved.</Trans>
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={dismiss}>
          <Trans>Back</Trans>
        </Button>
        <Button onClick={() => void job.retry()}>
          <Trans>Try Again</Trans>
        </Button>
      </div>
    </>
  )
}
