// The end of an export: the file to look at and download, or the error and a way to try again.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Render } from '@vitrine/contract/renders'
import Download from 'lucide-react/icons/download'
import type { ReactElement, ReactNode } from 'react'
import { numberFormat } from '../../../language/format.ts'
import { serverText } from '../../../language/server-text.ts'
import { ShareButtons } from '../../../store/share-buttons.tsx'
import type { SharedFile } from '../../../store/share-file.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'

interface FinishedExportProps {
  /** The video or image. */
  children: ReactNode
  /** Size, weight and format; those that are known. */
  facts: readonly (string | undefined)[]
  /** Without a name the address says how the file is called. */
  download: { url: string; name?: string | undefined } | undefined
  /** The same file for other apps. */
  share?: SharedFile | undefined
  isPreview: boolean
  /** The label of the paid export, for those who have seen the free preview. */
  offer: string
  /** Back to the offer. */
  onBack: () => void
  /** Stands beside the last button. */
  more?: ReactElement
}

export function FinishedExport(props: FinishedExportProps) {
  const { children, facts, download, share, isPreview, offer, onBack, more } = props
  return (
    <>
      {children}
      <p className="text-caption text-muted tabular-nums">{facts.filter((fact) => fact !== undefined).join(' · ')}</p>
      <div className="flex flex-col gap-2">
        {isPreview && <Button onClick={onBack}>{offer}</Button>}
        {download && (
          <a
            href={download.url}
            download={download.name ?? true}
            className={buttonClass({ variant: isPreview ? 'secondary' : 'primary' })}
          >
            <Download aria-hidden="true" size={18} />
            <Trans>Download</Trans>
          </a>
        )}
        {share && (
          <div className="flex flex-wrap gap-2 empty:hidden">
            <ShareButtons file={share} />
          </div>
        )}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {!isPreview && (
            <Button variant="secondary" onClick={onBack} className="flex-1">
              <Trans>Export again</Trans>
            </Button>
          )}
          {more}
        </div>
      </div>
    </>
  )
}

/** '12.4 MB' */
export function megabytesText(bytes: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }
  const size = numberFormat(digits).format(bytes / 1e6)
  return t`${size} MB`
}

interface FailedExportProps {
  /** Undefined when it was cancelled before anything was known. */
  render: Render | undefined
  what: 'video' | 'image'
  onBack: () => void
  onRetry: () => void
}

export function FailedExport({ render, what, onBack, onRetry }: FailedExportProps) {
  const hasFailed = render?.status === 'failed'
  return (
    <>
      <p role={hasFailed ? 'alert' : 'status'}>
        {hasFailed
          ? ((render.errorMessage && serverText(render.errorMessage)) ??
            (what === 'video'
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
        <Button variant="quiet" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        <Button onClick={onRetry}>
          <Trans>Try Again</Trans>
        </Button>
      </div>
    </>
  )
}
