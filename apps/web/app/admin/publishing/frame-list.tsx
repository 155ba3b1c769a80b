// The frames of a version as the server drew them; those that look different in this browser beside its own, with what to do.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { DIFFERENCE_GAIN, EQUAL_PSNR, isTooFar, MIN_PSNR } from '@vitrine/composition/agreement'
import { framesPerSecond, type TemplateDocument } from '@vitrine/composition/document'
import { useEffect, useRef } from 'react'
import { timeText } from '../../editors/core/preview/player.ts'
import { numberFormat } from '../../language/format.ts'
import { errorText } from '../../store/error-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { MeasuredFrame } from './compare-frames.ts'
import { Confirmed } from './confirmed.tsx'
import { problemText } from './frame-summary.tsx'
import { publishingApi } from './publishing-api.ts'
import type { FrameWork } from './use-frame-comparison.ts'
import { previewKey } from './use-preview-state.ts'

type FrameListProps = { templateId: string; versionId: string; document: TemplateDocument; work: FrameWork }

export function FrameList({ templateId, versionId, document, work }: FrameListProps) {
  const { comparison, measured, isComparing, error, compare } = work
  const { status, frames } = comparison
  const rate = framesPerSecond(document.canvas.fps)
  const limit = MIN_PSNR
  // Those that differ come first.
  const shown = frames.toSorted((a, b) => Number(isTooFar(b.psnr)) - Number(isTooFar(a.psnr)))
  if (status === 'none')
    return (
      <p className="text-muted">
        <Trans>This version has no frames to compare: it is a sample, or older than the comparison.</Trans>
      </p>
    )
  if (status === 'outdated')
    return (
      <p className="text-muted">
        <Trans>The frames were drawn by an earlier release. Make the preview again to compare them.</Trans>
      </p>
    )
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-prose text-muted">
        <Trans>
          Customers see a template as their browser draws it, and receive what the server draws. Before it goes on sale,
          these frames are drawn by both and compared; they must agree by {limit} dB. Videos are left out.
        </Trans>
      </p>
      {status === 'refused' && <Advice templateId={templateId} versionId={versionId} />}
      {error && !isComparing && (
        <p role="alert" className="text-bad">
          {problemText(error)}
        </p>
      )}
      <Button variant="secondary" size="small" className="self-start" isBusy={isComparing} onClick={compare}>
        <Trans>Compare again</Trans>
      </Button>
      <ul aria-label={t`Frames`} className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        {shown.map(({ frame, url, psnr }) => (
          <Frame
            key={frame}
            frame={frame}
            url={url}
            psnr={psnr}
            time={timeText(frame, rate)}
            measured={measured?.find((found) => found.frame === frame)}
          />
        ))}
      </ul>
    </div>
  )
}

/** What the owner can do about frames that differ. */
function Advice({ templateId, versionId }: { templateId: string; versionId: string }) {
  const queries = useQueryClient()
  const showToast = useToast()
  const accept = useMutation({
    mutationFn: () => publishingApi.acceptFrames(templateId, versionId),
    onSuccess: () => {
      showToast('success', t`The difference is accepted.`)
      return queries.invalidateQueries({ queryKey: previewKey(templateId, versionId) })
    },
    onError: (error) =>
      showToast('error', errorText(error, t`The difference could not be accepted. Please try again.`)),
  })
  return (
    <div className="flex flex-col items-start gap-3 rounded-card bg-warn-wash p-4 text-warn">
      <p className="font-medium">
        <Trans>This version cannot be published: customers would receive another picture than they saw.</Trans>
      </p>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        <li>
          <Trans>
            The difference shows which layer it is. Change its effect, font or picture, and import the file again.
          </Trans>
        </li>
        <li>
          <Trans>Or cover the layer with a video that has transparency.</Trans>
        </li>
        <li>
          <Trans>Not every browser draws exactly alike: compare in the one that your customers use most.</Trans>
        </li>
        <li>
          <Trans>If nobody will mind the difference, accept it. The audit log records that.</Trans>
        </li>
      </ul>
      <Confirmed
        variant="primary"
        label={t`Accept this difference`}
        title={t`Accept these frames?`}
        text={t`The version can then be published, although customers receive frames that differ from what their browser shows.`}
        isBusy={accept.isPending}
        onConfirm={() => accept.mutate()}
      />
    </div>
  )
}

type FrameProps = {
  frame: number
  url: string
  psnr: number | null
  time: string
  measured: MeasuredFrame | undefined
}

function Frame({ frame, url, psnr, time, measured }: FrameProps) {
  const isDifferent = isTooFar(psnr)
  const pictures = isDifferent ? measured?.pictures : undefined
  const gain = DIFFERENCE_GAIN
  return (
    <li className={pictures ? 'sm:col-span-2' : undefined} data-frame={frame}>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-medium tabular-nums">{t`${time} · frame ${frame}`}</h2>
        {psnr !== null && <Badge tone={isDifferent ? 'bad' : 'good'}>{agreementText(psnr)}</Badge>}
      </div>
      <div className={pictures ? 'grid grid-cols-1 gap-3 sm:grid-cols-3' : undefined}>
        <figure>
          <img
            src={url}
            loading="lazy"
            alt={t`Frame ${frame} as the server draws it`}
            className="max-h-96 w-full rounded-control bg-well object-contain"
          />
          {pictures && <Caption>{t`Server`}</Caption>}
        </figure>
        {pictures && (
          <>
            <figure>
              <Pixels pixels={pictures.browser} label={t`Frame ${frame} as this browser draws it`} />
              <Caption>{t`This browser`}</Caption>
            </figure>
            <figure>
              <Pixels pixels={pictures.difference} label={t`Where frame ${frame} differs`} />
              <Caption>{t`Difference, ${gain} times as strong`}</Caption>
            </figure>
          </>
        )}
      </div>
    </li>
  )
}

/** '52.3 dB' */
function agreementText(psnr: number): string {
  if (psnr >= EQUAL_PSNR) return t`Equal`
  const decibels = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(psnr)
  return t`${decibels} dB`
}

function Caption({ children }: { children: string }) {
  return <figcaption className="mt-1 text-center text-caption text-muted">{children}</figcaption>
}

function Pixels({ pixels, label }: { pixels: ImageData; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    canvas.current?.getContext('2d')?.putImageData(pixels, 0, 0)
  }, [pixels])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={pixels.width}
      height={pixels.height}
      className="max-h-96 w-full rounded-control bg-well object-contain"
    />
  )
}
