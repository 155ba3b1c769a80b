// The end of a render: the video to watch and download, or the error and a way to try again.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Render } from '@vitrine/contract/renders'
import { useState } from 'react'
import { pixelSize } from '../../../language/pixel-size.ts'
import { api } from '../../../store/member-api.ts'
import { LinkButton } from '../../../ui/button.tsx'
import type { ExportJob } from './export-job.ts'
import { FailedExport, FinishedExport, megabytesText } from './finished-export.tsx'

type RenderResultProps = { render: Render; job: ExportJob; offer: string }

/** `offer` is the label of the paid export, for those who have seen the free preview. */
export function RenderResult(props: RenderResultProps) {
  const { render, job } = props
  if (render.status === 'completed') return <RenderedVideo {...props} />
  return <FailedExport render={render} what="video" onBack={job.dismiss} onRetry={() => void job.retry()} />
}

function RenderedVideo({ render: finished, job, offer }: RenderResultProps) {
  const [render, setRender] = useState(finished)
  const [renewals, setRenewals] = useState(0)
  // Links expire; a video that stops loading is requested again, a limited number of times.
  const renew = () => {
    if (renewals >= 3) return
    setRenewals(renewals + 1)
    api.getRender(render.jobId).then(setRender, () => undefined)
  }
  const { signedUrl, downloadUrl, posterUrl, width, height, sizeBytes } = render
  const isPreview = render.kind === 'preview'
  return (
    <FinishedExport
      facts={[
        width && height ? pixelSize(width, height) : undefined,
        sizeBytes ? megabytesText(sizeBytes) : undefined,
        'MP4',
      ]}
      download={downloadUrl ? { url: downloadUrl } : undefined}
      // Links live for minutes only: a fresh one is made for each press.
      share={{ kind: 'video', findUrl: async () => (await api.getRender(render.jobId)).downloadUrl ?? undefined }}
      isPreview={isPreview}
      offer={offer}
      onBack={job.dismiss}
      more={
        <LinkButton variant={isPreview ? 'quiet' : 'secondary'} to="/profile" className="flex-1">
          <Trans>Generated Videos</Trans>
        </LinkButton>
      }
    >
      {signedUrl && (
        <video
          src={signedUrl}
          {...(posterUrl && { poster: posterUrl })}
          controls
          playsInline
          aria-label={t`Your video`}
          onError={renew}
          className="max-h-[50dvh] w-full rounded-card bg-dark"
        />
      )}
    </FinishedExport>
  )
}
