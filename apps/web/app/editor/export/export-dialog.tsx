// The export button in the bar of every editor, with the price or the progress, and its dialog: the offer of the mode,
// the running export, and the result.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Render, RenderKind } from '@vitrine/contract/renders'
import Download from 'lucide-react/icons/download'
import { type ReactElement, useState } from 'react'
import { api } from '../../api/member-api.ts'
import { roughlyText, stageText } from '../../api/status-text.ts'
import { InsufficientCreditsDialog } from '../../features/credits/insufficient-credits.tsx'
import { ShareButtons } from '../../features/template/share-buttons.tsx'
import { numberFormat, pixelSize } from '../../language/format.ts'
import { serverText } from '../../language/i18n.ts'
import { Button, buttonClass, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProgressBar } from '../../ui/indicator.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { chooseTitle, formatNames, offerLabel, percentLabel } from './export-text.ts'
import type { Export, ExportFlow } from './use-export.ts'

/** The props that the bar passes to the export of a mode. */
export interface ExportProps {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

interface ExportDialogProps extends ExportProps {
  exporting: Export
  /** An `ExportOffer` for the mode. */
  offer: ReactElement
}

export function ExportDialog({ exporting, offer, isOpen, onOpen }: ExportDialogProps) {
  const { state, medium, isOwned, shortage, forgetShortage, dismiss } = exporting
  const close = () => {
    onOpen(false)
    // Images render in a moment, so the next export starts with the offer.
    if (medium === 'image' && (state.phase === 'rendered' || state.phase === 'finished')) dismiss()
  }
  return (
    <>
      <ExportButton exporting={exporting} onPress={() => onOpen(true)} />
      <Dialog isOpen={isOpen && shortage === undefined} onClose={close} title={chooseTitle(exporting)}>
        {state.phase === 'running' || state.phase === 'rendering' ? (
          <ExportProgress exporting={exporting} state={state} onClose={close} />
        ) : state.phase === 'rendered' || state.phase === 'finished' ? (
          <ExportResult exporting={exporting} state={state} />
        ) : (
          offer
        )}
      </Dialog>
      <InsufficientCreditsDialog
        shortage={shortage}
        onClose={forgetShortage}
        note={t`Nothing was charged, and your changes are saved.`}
      />
      {medium === 'video' && (
        <LeaveGuard
          isHolding={state.phase === 'preparing' || state.phase === 'rendering'}
          title={t`Your video is still exporting`}
          leaveLabel={t`Leave and cancel`}
        >
          {isOwned
            ? t`Leaving this page cancels the export. Your clips and changes are saved, and exporting again is free.`
            : t`Leaving this page cancels the export. Your clips and changes are saved.`}
        </LeaveGuard>
      )}
    </>
  )
}

function ExportButton({ exporting, onPress }: { exporting: Export; onPress: () => void }) {
  const percent = percentLabel(exporting)
  const label = percent ?? offerLabel(exporting)
  const [action, terms] = label.split(' · ')
  return (
    <Button
      onClick={onPress}
      aria-label={percent === undefined ? undefined : t`Export is running: ${label}`}
      className="px-4 tabular-nums"
    >
      {percent !== undefined && (
        <span aria-hidden="true" className="size-2 animate-breathe rounded-full bg-on-marigold" />
      )}
      {terms === undefined ? (
        <span>{action}</span>
      ) : (
        // On phones the price is on a second line: in languages with long words, one line would push the button out of
        // the bar.
        <span className="max-md:flex max-md:flex-col max-md:leading-tight">
          <span>{action}</span>
          <span className="max-md:sr-only"> · </span>
          <span className="max-md:text-caption max-md:leading-tight">{terms}</span>
        </span>
      )}
    </Button>
  )
}

// A running export: percent, stage, time left, and buttons to leave or cancel it.

type UnderWay = Extract<ExportFlow, { phase: 'running' | 'rendering' }>
type ExportProgressProps = { exporting: Export; state: UnderWay; onClose: () => void }

function ExportProgress({ exporting: { job, medium }, state, onClose }: ExportProgressProps) {
  const shown = state.phase === 'running' ? state.render : state.progress
  const isLost = state.phase === 'running' && state.isLost
  if (!shown) return <p role="status">{t`This takes a moment.`}</p>
  const { percent, secondsLeft } = shown
  const time = secondsLeft && secondsLeft > 0 ? roughlyText(secondsLeft) : undefined
  return (
    <>
      <div className="flex flex-col gap-3">
        <p className="flex items-baseline justify-between tabular-nums">
          {/* Announces changes of the stage only; every percent would be too much. */}
          <span role="status">{medium === 'video' && describeStage(state)}</span>
          <span className="font-headline text-title">{`${Math.round(percent)}%`}</span>
        </p>
        <ProgressBar percent={percent} label={t`Export`} />
        <p className="text-caption text-muted tabular-nums">
          {isLost
            ? t`Connection lost. Your export continues, and this updates when you are back online.`
            : time === undefined
              ? t`Estimating time left…`
              : t`${time} left`}
        </p>
      </div>
      <p className="text-caption text-muted">{chooseHint(state, medium)}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="danger"
          isBusy={state.phase === 'running' && state.isCancelling}
          onClick={() => (state.phase === 'running' ? void job.cancel() : state.cancel())}
        >
          <Trans>Cancel export</Trans>
        </Button>
        <Button variant="secondary" onClick={onClose}>
          <Trans>Keep editing</Trans>
        </Button>
      </div>
    </>
  )
}

function describeStage(state: UnderWay): string | undefined {
  return state.phase === 'running' ? stageText(state.render.stage) : state.progress?.stage
}

/** What the customer can do while waiting. */
function chooseHint({ phase }: UnderWay, medium: Export['medium']): string {
  if (phase === 'rendering')
    return t`You can close this dialog and use other tabs. Keep this page open until the video is ready.`
  return medium === 'video'
    ? t`You can close this, keep editing or leave the page. The video will be here and under Generated Videos in your profile.`
    : t`This image is exported in the cloud, because it needs more memory or files than this device has.`
}

// The end of an export: the file to view, download and share, or the error and a retry button.

type ExportResultProps = { exporting: Export; state: Extract<ExportFlow, { phase: 'rendered' | 'finished' }> }

function ExportResult({ exporting, state }: ExportResultProps) {
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
