// The end of a render: the video to watch and download, or the error and a way to try again.
import type { Render } from '@vitrine/contract/renders'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { api } from '../../../store/member-api.ts'
import { Button, buttonClass, LinkButton } from '../../../ui/button.tsx'
import type { ExportJob } from './export-job.ts'

/** `offer` is the label of the paid export, for those who have seen the free preview. */
export function RenderResult({ render, job, offer }: { render: Render; job: ExportJob; offer: string }) {
  if (render.status === 'completed') return <Film render={render} job={job} offer={offer} />
  const hasFailed = render.status === 'failed'
  return (
    <>
      <p role={hasFailed ? 'alert' : 'status'}>
        {hasFailed
          ? (render.errorMessage ?? 'Something went wrong while making the video.')
          : 'The export was cancelled. Your changes are saved.'}
      </p>
      {hasFailed && <p className="text-muted">Trying again is free. Your changes are saved.</p>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={job.dismiss}>
          Back
        </Button>
        <Button onClick={() => void job.retry()}>Try Again</Button>
      </div>
    </>
  )
}

function Film({ render: finished, job, offer }: { render: Render; job: ExportJob; offer: string }) {
  const [render, setRender] = useState(finished)
  const [renewals, setRenewals] = useState(0)
  // Links expire; a video that stops loading is asked for again, but not for ever.
  const renew = () => {
    if (renewals >= 3) return
    setRenewals(renewals + 1)
    api.getRender(render.jobId).then(setRender, () => undefined)
  }
  const { signedUrl, downloadUrl, posterUrl, width, height, sizeBytes } = render
  const isPreview = render.kind === 'preview'
  const facts = [
    width && height ? `${width} × ${height}` : undefined,
    sizeBytes ? `${(sizeBytes / 1e6).toFixed(1)} MB` : undefined,
    'MP4',
  ].filter((fact) => fact !== undefined)
  return (
    <>
      {signedUrl && (
        <video
          src={signedUrl}
          {...(posterUrl && { poster: posterUrl })}
          controls
          playsInline
          aria-label="Your video"
          onError={renew}
          className="max-h-[50dvh] w-full rounded-card bg-film"
        />
      )}
      <p className="text-caption text-muted tabular-nums">{facts.join(' · ')}</p>
      <div className="flex flex-col gap-2">
        {isPreview && <Button onClick={job.dismiss}>{offer}</Button>}
        {downloadUrl && (
          <a href={downloadUrl} download className={buttonClass({ variant: isPreview ? 'secondary' : 'primary' })}>
            <Download aria-hidden="true" size={18} />
            Download
          </a>
        )}
        <div className="flex flex-wrap gap-2">
          {!isPreview && (
            <Button variant="secondary" onClick={job.dismiss} className="flex-1">
              Export again
            </Button>
          )}
          <LinkButton variant={isPreview ? 'quiet' : 'secondary'} to="/profile" className="flex-1">
            Generated Videos
          </LinkButton>
        </div>
      </div>
    </>
  )
}
