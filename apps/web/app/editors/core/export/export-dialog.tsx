// The export dialog of a video template: price, progress and the finished video.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { listVoices } from '@vitrine/composition/voice'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { clockText } from '../../../store/duration-text.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useObservable } from '../../../ui/observable.ts'
import type { Size } from '../cropper/crop.ts'
import { useEditor, useUploads } from '../model/editor-context.tsx'
import { type ExportWarning, listWarnings } from './export-check.ts'
import { ExportFrame } from './export-frame.tsx'
import { ExportNotices, PriceTerms } from './export-terms.tsx'
import { RenderResult } from './render-result.tsx'
import { RunningRender } from './running-export.tsx'
import { type Export, exportLabel, fullExportLabel, useExport } from './use-export.ts'

/** The button in the bar, which carries the price, and the dialog that it opens. */
export function ExportButton({ isOpen, onOpen }: { isOpen: boolean; onOpen: (isOpen: boolean) => void }) {
  const exporting = useExport()
  const isRunning = exporting.state.phase === 'running'
  return (
    <ExportFrame
      label={exportLabel(exporting)}
      isRunning={isRunning}
      mark={isRunning && <RunningMark />}
      title={titleOf(exporting)}
      isOpen={isOpen}
      onOpen={() => onOpen(true)}
      onClose={() => onOpen(false)}
      checkout={exporting}
    >
      <ServerExport exporting={exporting} onClose={() => onOpen(false)}>
        <Offer exporting={exporting} onClose={() => onOpen(false)} />
      </ServerExport>
    </ExportFrame>
  )
}

function RunningMark() {
  return <span aria-hidden="true" className="size-2 animate-breathe rounded-full bg-on-marigold" />
}

function titleOf({ state }: Export): string {
  if (state.phase === 'running') return state.render.kind === 'full' ? t`Making your video` : t`Making your preview`
  if (state.phase !== 'over') return t`Export`
  if (state.render.status === 'completed')
    return state.render.kind === 'full' ? t`Your video is ready` : t`Your preview is ready`
  return state.render.status === 'failed' ? t`Generation Failed` : t`Cancelled`
}

type ServerExportProps = { exporting: Export; onClose: () => void; children: ReactNode }

/** The render that the server makes or has made; without one the offer in `children`. */
export function ServerExport({ exporting, onClose, children }: ServerExportProps) {
  const { state, job } = exporting
  if (state.phase === 'running') return <RunningRender state={state} job={job} onClose={onClose} />
  if (state.phase === 'over')
    return (
      <RenderResult render={state.render} job={job} offer={exportLabel({ ...exporting, state: { phase: 'idle' } })} />
    )
  return children
}

function Offer({ exporting, onClose }: { exporting: Export; onClose: () => void }) {
  const { state, job, credits, isOwned, balance } = exporting
  const { template, shape, renders } = useEditor()
  const size = useObservable(shape)
  const isUploading = useUploads().some(({ error }) => error === undefined)
  // What became ready while the customer was away.
  const latest = renders.find(({ status }) => status === 'completed')
  const isStarting = state.phase === 'starting'
  const isUnfit = useWarnings().some(({ blocks }) => blocks)
  const isBlocked = isUploading || isStarting || isUnfit
  // Those who have to buy credits first are some minutes away.
  const mayFollow = !isBlocked && (balance ?? 0) >= credits
  useEffect(() => {
    if (mayFollow) void job.prepare()
  }, [job, mayFollow])
  return (
    <>
      <VideoFacts size={size} seconds={template.durationSeconds} />
      <PriceTerms terms={exporting} />
      {!isOwned && (
        <p className="text-caption text-muted">
          <Trans>You pay once. Later exports of this template are free, and failed exports are never charged.</Trans>
        </p>
      )}
      <Warnings onClose={onClose} />
      <ExportNotices state={state} isUploading={isUploading} />
      <div className="flex flex-col gap-2">
        <Button
          isBusy={isStarting && state.kind === 'full'}
          disabled={isBlocked}
          onClick={() => void job.start('full', credits)}
        >
          {fullExportLabel(exporting, t`Export video`)}
        </Button>
        <Button
          variant="secondary"
          isBusy={isStarting && state.kind === 'preview'}
          disabled={isBlocked}
          onClick={() => void job.start('preview', credits)}
        >
          <Trans>Free preview with watermark</Trans>
        </Button>
        {latest && (
          <Button variant="quiet" disabled={isStarting} onClick={() => job.follow(latest)}>
            {latest.kind === 'full' ? t`Show your last video` : t`Show your last preview`}
          </Button>
        )}
      </div>
    </>
  )
}

/** '1080 × 1920 · 0:15 · MP4 with sound, without watermark' */
export function VideoFacts({ size: { width, height }, seconds }: { size: Size; seconds: number }) {
  const shown = useObservable(useEditor().preview)
  const hasSound = shown.status === 'ready' && listVoices(shown.painting.getResolved()).length > 0
  const [size, length] = [`${width} × ${height}`, clockText(seconds)]
  return (
    <p className="text-muted tabular-nums">
      {hasSound
        ? t`${size} · ${length} · MP4 with sound, without watermark`
        : t`${size} · ${length} · MP4, without watermark`}
    </p>
  )
}

/** What is to be looked at before an export, measured again after each change. */
export function useWarnings(): ExportWarning[] {
  const model = useEditor()
  // A loaded font changes what fits.
  useObservable(model.preview)
  const listed = () => JSON.stringify(listWarnings(model))
  return JSON.parse(useSyncExternalStore(model.store.subscribe, listed, listed)) as ExportWarning[]
}

/** What to look at first; each line leads to its field or layer. */
export function Warnings({ onClose }: { onClose: () => void }) {
  const model = useEditor()
  const warnings = useWarnings()
  if (warnings.length === 0) return null
  const visit = (about: ExportWarning['about']) => {
    onClose()
    // The dialog gives the focus back first.
    setTimeout(() => ('fieldId' in about ? model.select(about.fieldId, 'picture') : model.visit(about.layerId)))
  }
  const isBlocked = warnings.some(({ blocks }) => blocks)
  return (
    <section
      aria-label={t`Before you export`}
      className={classNames(
        'flex flex-col gap-1 rounded-card p-3 text-caption',
        isBlocked ? 'bg-bad-wash text-bad' : 'bg-warn-wash text-warn',
      )}
    >
      <p className="font-medium">{isBlocked ? t`Fix this before you export` : t`Check before export`}</p>
      {/* However many there are, the price and the buttons stay in sight. */}
      <ul className="max-h-64 overflow-y-auto overscroll-contain max-md:max-h-36">
        {warnings.map(({ about, label, text }) => (
          <li key={JSON.stringify(about) + text}>
            {'fieldId' in about || model.canVisit() ? (
              <button
                type="button"
                onClick={() => visit(about)}
                className="min-h-11 py-1.5 text-start text-pretty underline-offset-2 hover:underline"
              >
                <strong className="font-medium">{`${label}:`}</strong> <span>{text}</span>
              </button>
            ) : (
              <p className="py-1.5">
                <strong className="font-medium">{`${label}:`}</strong> <span>{text}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
