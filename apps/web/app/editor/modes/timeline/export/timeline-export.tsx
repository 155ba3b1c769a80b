// The export of the video editor: on this device if the browser can, else on the server, which needs the clips first.

import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactElement, useEffect, useEffectEvent } from 'react'
import { preloadParts } from '../../../../api/load-part.ts'
import { useObservable } from '../../../../api/observable.ts'
import { i18n } from '../../../../language/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { ProgressBar } from '../../../../ui/indicator.tsx'
import { ExportDialog, type ExportProps } from '../../../export/export-dialog.tsx'
import { ExportOffer, type ExportWay, previewWay } from '../../../export/export-offer.tsx'
import { exportLabel } from '../../../export/export-text.ts'
import { useVideoFacts } from '../../../export/video-export.tsx'
import { useEditor, useUploads } from '../../../model/editor-context.tsx'
import { isFileUsed } from '../../../project/local-file.ts'
import type { UploadState } from '../../../project/uploads.ts'
import { useVideo } from '../model/video-context.tsx'
import { missingMessage, useMissingFiles } from '../panels/missing-files.tsx'
import {
  computeExportSize,
  loadMaker,
  type ServerRenderReason,
  useVideoExport,
  type VideoExport,
} from './use-video-export.ts'

const reasons: Record<ServerRenderReason, MessageDescriptor> = {
  'browser-too-old': msg`This browser cannot export videos. Render in the cloud instead.`,
  'no-video-encoder': msg`This browser cannot export videos of this size. Render in the cloud instead.`,
  'no-audio-encoder': msg`This browser cannot export sound. Render in the cloud instead.`,
  'source-needs-server': msg`This browser cannot read the format of one of your clips. Render in the cloud instead.`,
  'originals-in-account': msg`Some clips are stored in your account, not on this device. Render in the cloud instead.`,
}

export function TimelineExport(props: ExportProps) {
  const { isOpen, onOpen } = props
  const video = useVideoExport(useEditor())
  const look = useEffectEvent(video.look)
  useEffect(() => {
    if (isOpen) look()
  }, [isOpen])
  useEffect(() => preloadParts([loadMaker]), [])
  const offer = <Offer video={video} onClose={() => onOpen(false)} />
  return <ExportDialog {...props} exporting={video.exporting} offer={offer} />
}

function Offer({ video, onClose }: { video: VideoExport; onClose: () => void }) {
  const { exporting, reason } = video
  const { preview, shape } = useEditor()
  const ownShape = useObservable(shape)
  const shown = useObservable(preview)
  const size = shown.status === 'ready' ? computeExportSize(shown.painting.getResolved(), true) : ownShape
  const { model } = useVideo()
  const facts = useVideoFacts(size, Math.round(model.getFrames() / model.timelineContext.framesPerSecond))
  const missing = useMissingFiles()
  const isMissing = missing.length > 0
  const isSending = useUploads().length > 0
  const ways = [deviceWay(video), useServerWay(video), usePreviewWay(video)].filter((way) => way !== undefined)
  const place = reason
    ? t`You can leave the page while the video is rendered.`
    : isSending
      ? t`Exports on this device are fast.`
      : t`Exports on this device are fast and private: your clips are not uploaded.`
  return (
    <ExportOffer
      exporting={exporting}
      onClose={onClose}
      facts={facts}
      problem={isMissing ? missingMessage(missing) : undefined}
      reason={reason && i18n._(reasons[reason])}
      ways={ways.map((way) => ({ ...way, isDisabled: isMissing }))}
      hint={exporting.isOwned ? place : `${place} ${t`You pay once; later exports of this template are free.`}`}
    />
  )
}

function deviceWay({ exporting, reason }: VideoExport): ExportWay | undefined {
  if (reason) return undefined
  const label = exportLabel(exporting, {
    owned: t`Export on this device`,
    short: t`Buy credits and export on this device`,
    priced: (price) => t`Export on this device for ${price}`,
  })
  return { kind: 'full', place: 'device', label, onPress: () => exporting.start('device', 'full') }
}

/** Uploads the clips for a render on the server, which waits for them. */
function useServerWay({ exporting, reason }: VideoExport): ExportWay {
  const { files } = useVideo()
  const { store } = useEditor()
  const uploads = useUploads()
  const sending = uploads.filter(({ error }) => error === undefined)
  const content = store.getContent()
  // Files outside the timeline delay nothing.
  const failed = uploads.filter(({ assetId, error }) => error !== undefined && isFileUsed(content, assetId))
  const unsent = files.listUnsent().length
  const label = exportLabel(exporting, {
    owned: t`Render in the cloud`,
    short: t`Buy credits and render in the cloud`,
    priced: (price) => t`Render in the cloud for ${price}`,
  })
  return {
    kind: 'full',
    place: 'server',
    variant: reason ? 'primary' : 'secondary',
    label: unsent > 0 ? t`Upload ${plural(unsent, { one: '# clip', other: '# clips' })} to render in the cloud` : label,
    onPress: () => (unsent > 0 ? files.send() : exporting.start('server', 'full')),
    instead: sendingClips(sending) ?? (failed.length > 0 ? <FailedClips failed={failed} /> : undefined),
  }
}

function sendingClips(sending: readonly UploadState[]): ReactElement | undefined {
  const count = sending.length
  if (count === 0) return undefined
  return (
    <div className="flex flex-col gap-2 rounded-card border border-line p-3">
      <p role="status" className="text-caption">
        {t`${plural(count, { one: 'Uploading your clip.', other: 'Uploading # clips.' })}`}
      </p>
      <ProgressBar percent={Math.min(...sending.map(({ percent }) => percent))} label={t`Uploading your clips`} />
    </div>
  )
}

function FailedClips({ failed }: { failed: readonly UploadState[] }) {
  const { uploads } = useEditor()
  const { fileName, error, canRetry } = failed[0] ?? {}
  return (
    <div className="flex flex-col gap-2 rounded-card border border-line p-3 text-caption">
      <p role="alert" className="text-bad">
        <Trans>
          {fileName} could not be uploaded: {error}
        </Trans>
      </p>
      {!canRetry && (
        <p>
          <Trans>Remove its clip from the video, or replace the file.</Trans>
        </p>
      )}
      {failed.some(({ canRetry }) => canRetry) && (
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            for (const { assetId } of failed) uploads.retry(assetId)
          }}
        >
          <Trans>Upload again</Trans>
        </Button>
      )}
    </div>
  )
}

/** The reasons for which this browser cannot render any video, so that the server also renders the preview. */
const makesNone: readonly (ServerRenderReason | undefined)[] = [
  'browser-too-old',
  'no-video-encoder',
  'no-audio-encoder',
]

function usePreviewWay({ exporting, reason }: VideoExport): ExportWay | undefined {
  const { files } = useVideo()
  const place = makesNone.includes(reason) ? 'server' : 'device'
  // The clips have to be uploaded first.
  const isWaiting = useUploads().length + files.listUnsent().length > 0
  if (place === 'server' && isWaiting) return undefined
  return previewWay({ place, onPress: () => exporting.start(place, 'preview') })
}
