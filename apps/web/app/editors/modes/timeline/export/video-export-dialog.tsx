// The export dialog of the video editor: where the video is rendered, its price, and what prevents it.
import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { i18n } from '../../../../language/i18n.ts'
import { pixelSize } from '../../../../language/pixel-size.ts'
import { Button } from '../../../../ui/button.tsx'
import { LeaveGuard } from '../../../../ui/leave-guard.tsx'
import { preloadParts } from '../../../../ui/load-part.ts'
import { creditsText } from '../../../../ui/money.ts'
import { useObservable } from '../../../../ui/observable.ts'
import { ProgressBar } from '../../../../ui/progress-bar.tsx'
import { ServerExport, VideoFacts, Warnings } from '../../../core/export/export-dialog.tsx'
import { ExportFrame } from '../../../core/export/export-frame.tsx'
import { ExportProblem, PriceTerms } from '../../../core/export/export-terms.tsx'
import { FinishedExport, megabytesText } from '../../../core/export/finished-export.tsx'
import { RunningExport } from '../../../core/export/running-export.tsx'
import { exportLabel, isShortOfCredits } from '../../../core/export/use-export.ts'
import { useEditor, useUploads } from '../../../core/model/editor-context.tsx'
import { isFileUsed } from '../../../core/project/local-file.ts'
import { useVideo } from '../model/video-context.tsx'
import { missingMessage, useMissingFiles } from '../panels/missing-files.tsx'
import { sizeOf } from './export-size.ts'
import {
  type ExportingState,
  loadMaker,
  type MadeVideo,
  type ShopReason,
  useVideoExport,
  type VideoExport,
} from './use-video-export.ts'

const reasons: Record<ShopReason, MessageDescriptor> = {
  'browser-too-old': msg`This browser cannot export videos. Render in the cloud instead.`,
  'no-video-encoder': msg`This browser cannot export videos of this size. Render in the cloud instead.`,
  'no-audio-encoder': msg`This browser cannot export sound. Render in the cloud instead.`,
  'source-needs-server': msg`This browser cannot read the format of one of your clips. Render in the cloud instead.`,
  'originals-in-account': msg`Some clips are stored in your account, not on this device. Render in the cloud instead.`,
}

/** The button in the bar, which carries the price or the progress, and the dialog that it opens. */
export function VideoExportButton({ isOpen, onOpen }: { isOpen: boolean; onOpen: (isOpen: boolean) => void }) {
  const model = useEditor()
  const exporting = useVideoExport(model)
  const { state, shop, look } = exporting
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    if (isOpen) latest.current()
  }, [isOpen])
  useEffect(() => preloadParts([loadMaker]), [])
  const label = state.phase === 'making' ? `${Math.round(state.progress.percent)}%` : exportLabel(shop)
  return (
    <>
      <ExportFrame
        label={label}
        isRunning={state.phase === 'making'}
        title={titleOf(exporting)}
        isOpen={isOpen}
        onOpen={() => onOpen(true)}
        onClose={() => onOpen(false)}
        checkout={shop}
      >
        <Content exporting={exporting} onClose={() => onOpen(false)} />
      </ExportFrame>
      <LeavingExport isMaking={state.phase === 'making' || state.phase === 'starting'} isPaid={shop.isOwned} />
    </>
  )
}

function titleOf({ state, shop }: VideoExport): string {
  if (state.phase === 'making') return state.kind === 'full' ? t`Making your video` : t`Making your preview`
  if (state.phase === 'made') return state.video.kind === 'full' ? t`Your video is ready` : t`Your preview is ready`
  if (shop.state.phase === 'running') return t`Rendering in the cloud`
  if (shop.state.phase === 'over')
    return shop.state.render.status === 'completed' ? t`Your video is ready` : t`Generation Failed`
  return t`Export`
}

function Content({ exporting, onClose }: { exporting: VideoExport; onClose: () => void }) {
  const { state, shop } = exporting
  if (state.phase === 'making') return <ExportProgress state={state} onClose={onClose} />
  if (state.phase === 'made') return <ExportResult video={state.video} exporting={exporting} />
  return (
    <ServerExport exporting={shop} onClose={onClose}>
      <Offer exporting={exporting} onClose={onClose} />
    </ServerExport>
  )
}

function Offer({ exporting, onClose }: { exporting: VideoExport; onClose: () => void }) {
  const { state, shop, reason, make } = exporting
  const { credits, isOwned } = shop
  const price = creditsText(credits)
  const changedPrice = shop.state.phase === 'price-changed' ? creditsText(shop.state.credits) : ''
  const { preview, shape } = useEditor()
  const ownShape = useObservable(shape)
  const shown = useObservable(preview)
  const size = shown.status === 'ready' ? sizeOf(shown.painting.getResolved(), true) : ownShape
  const isBusy = state.phase === 'starting'
  const { model } = useVideo()
  const missing = useMissingFiles()
  const isMissing = missing.length > 0
  const isSending = useUploads().length > 0
  const seconds = model.getFrames() / model.cut.framesPerSecond
  return (
    <>
      <VideoFacts size={size} seconds={Math.round(seconds)} />
      <PriceTerms terms={shop} />
      <Warnings onClose={onClose} />
      {isMissing && <ExportProblem>{missingMessage(missing)}</ExportProblem>}
      {state.phase === 'failed' && <ExportProblem>{state.message}</ExportProblem>}
      {shop.state.phase === 'refused' && <ExportProblem>{shop.state.message}</ExportProblem>}
      {shop.state.phase === 'price-changed' && (
        <ExportProblem>
          <Trans>The price has changed to {changedPrice}. Nothing was charged.</Trans>
        </ExportProblem>
      )}
      {reason && (
        <p role="status" className="rounded-card bg-well p-3 text-caption">
          {i18n._(reasons[reason])}
        </p>
      )}
      <div className="flex flex-col gap-2">
        {!reason && (
          <Button isBusy={isBusy && state.kind === 'full'} disabled={isBusy || isMissing} onClick={() => make('full')}>
            {isOwned
              ? t`Export on this device`
              : isShortOfCredits(shop)
                ? t`Buy credits and export on this device`
                : t`Export on this device for ${price}`}
          </Button>
        )}
        <ShopButton exporting={exporting} isMissing={isMissing} />
        <PreviewButton exporting={exporting} isMissing={isMissing} />
      </div>
      <p className="text-caption text-muted">
        <span>
          {reason
            ? t`You can leave the page while the video is rendered.`
            : isSending
              ? t`Exports on this device are fast.`
              : t`Exports on this device are fast and private: your clips are not uploaded.`}
        </span>
        {!isOwned && <span>{` ${t`You pay once; later exports of this template are free.`}`}</span>}
      </p>
    </>
  )
}

/** Why this browser makes no video at all, so that the shop makes the preview as well. */
const makesNone: readonly (ShopReason | undefined)[] = ['browser-too-old', 'no-video-encoder', 'no-audio-encoder']

function PreviewButton({ exporting, isMissing }: { exporting: VideoExport; isMissing: boolean }) {
  const { state, shop, reason, make } = exporting
  const { files } = useVideo()
  const uploads = useUploads()
  const isByShop = makesNone.includes(reason)
  // The clips have to be sent first.
  if (isByShop && files.listUnsent().length + uploads.length > 0) return null
  const isStarting = state.phase === 'starting' && state.kind === 'preview'
  const isOrdering = shop.state.phase === 'starting' && shop.state.kind === 'preview'
  return (
    <Button
      variant="secondary"
      isBusy={isStarting || isOrdering}
      disabled={state.phase === 'starting' || isMissing}
      onClick={() => (isByShop ? void shop.job.start('preview', shop.credits) : make('preview'))}
    >
      <Trans>Free preview with watermark</Trans>
    </Button>
  )
}

/** The server needs the clips: they are sent first, and the render waits for them. */
function ShopButton({ exporting: { shop, reason, state }, isMissing }: { exporting: VideoExport; isMissing: boolean }) {
  const { files } = useVideo()
  const { uploads: sender, store } = useEditor()
  const uploads = useUploads()
  const sending = uploads.filter(({ error }) => error === undefined)
  const count = sending.length
  const unsent = files.listUnsent().length
  // A file without clips delays nothing.
  const content = store.getContent()
  const failed = uploads.filter(({ assetId, error }) => error !== undefined && isFileUsed(content, assetId))
  const { fileName, error } = failed[0] ?? {}
  const percent = sending.length === 0 ? 0 : Math.min(...sending.map((upload) => upload.percent))
  const price = creditsText(shop.credits)
  const text = shop.isOwned
    ? t`Render in the cloud`
    : isShortOfCredits(shop)
      ? t`Buy credits and render in the cloud`
      : t`Render in the cloud for ${price}`
  if (sending.length > 0)
    return (
      <div className="flex flex-col gap-2 rounded-card border border-line p-3">
        <p role="status" className="text-caption">
          {t`${plural(count, { one: 'Uploading your clip.', other: 'Uploading # clips.' })}`}
        </p>
        <ProgressBar percent={percent} label={t`Uploading your clips`} />
      </div>
    )
  if (failed.length > 0)
    return (
      <div className="flex flex-col gap-2 rounded-card border border-line p-3 text-caption">
        <p role="alert" className="text-bad">
          <Trans>
            {fileName} could not be uploaded: {error}
          </Trans>
        </p>
        {!failed[0]?.canRetry && (
          <p>
            <Trans>Remove its clip from the video, or replace the file.</Trans>
          </p>
        )}
        {failed.some(({ canRetry }) => canRetry) && (
          <Button
            variant="secondary"
            size="small"
            onClick={() => {
              for (const { assetId } of failed) sender.retry(assetId)
            }}
          >
            <Trans>Upload again</Trans>
          </Button>
        )}
      </div>
    )
  return (
    <Button
      variant={reason ? 'primary' : 'secondary'}
      disabled={state.phase === 'starting' || isMissing}
      isBusy={shop.state.phase === 'starting'}
      onClick={() => (unsent > 0 ? files.send() : void shop.job.start('full', shop.credits))}
    >
      {unsent > 0 ? t`Upload ${plural(unsent, { one: '# clip', other: '# clips' })} to render in the cloud` : text}
    </Button>
  )
}

const stages = {
  preparing: msg`Preparing your clips`,
  drawing: msg`Rendering frames`,
  finishing: msg`Finishing the video`,
}

type ExportProgressProps = { state: Extract<ExportingState, { phase: 'making' }>; onClose: () => void }

function ExportProgress({ state: { progress, cancel }, onClose }: ExportProgressProps) {
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
function ExportResult({ video, exporting }: { video: MadeVideo; exporting: VideoExport }) {
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

function LeavingExport({ isMaking, isPaid }: { isMaking: boolean; isPaid: boolean }) {
  return (
    <LeaveGuard isHolding={isMaking} title={t`Your video is still exporting`} leaveLabel={t`Leave and cancel`}>
      {isPaid
        ? t`Leaving this page cancels the export. Your clips and changes are saved, and exporting again is free.`
        : t`Leaving this page cancels the export. Your clips and changes are saved.`}
    </LeaveGuard>
  )
}
