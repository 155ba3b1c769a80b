// The export dialog of the image editor: file settings, price, progress and the finished image.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../../../ui/button.tsx'
import { useObservable } from '../../../../ui/observable.ts'
import { ProgressBar } from '../../../../ui/progress-bar.tsx'
import { useEditor, useUploads } from '../../model/editor-context.tsx'
import { useWarnings, Warnings } from '../export-dialog.tsx'
import { ExportFrame } from '../export-frame.tsx'
import { ExportNotices, PriceTerms } from '../export-terms.tsx'
import { RunningButtons } from '../running-buttons.tsx'
import { exportLabel, fullExportLabel } from '../use-export.ts'
import { fullSize } from './picture-plan.ts'
import { PictureResult } from './picture-result.tsx'
import { PictureSettings } from './picture-settings.tsx'
import { type PictureExport, type PictureState, usePictureExport } from './use-picture-export.ts'

interface PictureExportButtonProps {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** The button in the bar, which carries the price, and the dialog that it opens. */
export function PictureExportButton({ isOpen, onOpen }: PictureExportButtonProps) {
  const exporting = usePictureExport()
  const { state, credits, isOwned } = exporting
  const close = () => {
    onOpen(false)
    // Preview and choice are reset; the next time starts with choosing a file.
    if (state.phase === 'made' || state.phase === 'over') exporting.dismiss()
  }
  const shownState = state.phase === 'running' ? state : { phase: 'idle' as const }
  return (
    <ExportFrame
      label={exportLabel({ state: shownState, credits, isOwned })}
      isRunning={state.phase === 'running'}
      title={titleOf(state)}
      isOpen={isOpen}
      onOpen={() => onOpen(true)}
      onClose={close}
      checkout={exporting}
    >
      <Content exporting={exporting} onClose={close} />
    </ExportFrame>
  )
}

function titleOf(state: PictureState): string {
  switch (state.phase) {
    case 'drawing':
      return state.kind === 'full' ? t`Making your image` : t`Making your preview`
    case 'running':
      return t`Making your image`
    case 'made':
      return state.picture.kind === 'full' ? t`Your image is ready` : t`Your preview is ready`
    case 'over':
      if (state.render.status === 'completed') return t`Your image is ready`
      return state.render.status === 'failed' ? t`Export failed` : t`Cancelled`
    default:
      return t`Export`
  }
}

function Content({ exporting, onClose }: { exporting: PictureExport; onClose: () => void }) {
  const { state, job } = exporting
  switch (state.phase) {
    case 'drawing':
      return (
        <p role="status">
          <Trans>This takes a moment.</Trans>
        </p>
      )
    case 'running':
      return (
        <>
          <p role="status" className="text-muted">
            {state.isLost
              ? t`Connection lost. Your export continues, and this updates when you are back online.`
              : t`This image is exported in the cloud, because it needs more memory or files than this device has.`}
          </p>
          <ProgressBar percent={state.render.percent} label={t`Export`} />
          <RunningButtons isCancelling={state.isCancelling} onCancel={() => void job.cancel()} onClose={onClose} />
        </>
      )
    case 'made':
    case 'over':
      return <PictureResult exporting={exporting} />
    default:
      return <Offer exporting={exporting} onClose={onClose} />
  }
}

function Offer({ exporting, onClose }: { exporting: PictureExport; onClose: () => void }) {
  const { state, isOwned, output, start } = exporting
  const model = useEditor()
  const shape = useObservable(model.shape)
  const isReady = useObservable(model.preview).status === 'ready'
  const isUploading = useUploads().some(({ error }) => error === undefined)
  const isStarting = state.phase === 'starting'
  const isUnfit = useWarnings().some(({ blocks }) => blocks)
  const { width, height } = fullSize(shape, output.scale)
  return (
    <>
      <PictureSettings exporting={exporting} />
      <p className="text-muted tabular-nums">
        <Trans>
          {width} × {height} pixels, without watermark
        </Trans>
      </p>
      <PriceTerms terms={exporting} />
      {!isOwned && (
        <p className="text-caption text-muted">
          <Trans>You pay once. Later exports of this template are free.</Trans>
        </p>
      )}
      <Warnings onClose={onClose} />
      <ExportNotices state={state} isUploading={isUploading} />
      <div className="flex flex-col gap-2">
        <Button isBusy={isStarting} disabled={isUploading || isUnfit || !isReady} onClick={() => start('full')}>
          {fullExportLabel(exporting, t`Export image`)}
        </Button>
        <Button variant="secondary" disabled={isStarting || isUnfit || !isReady} onClick={() => start('preview')}>
          <Trans>Free preview with watermark</Trans>
        </Button>
      </div>
    </>
  )
}
