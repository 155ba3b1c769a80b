// The export of a video on the server, for modes without a timeline.

import { t } from '@lingui/core/macro'
import { listVoices } from '@vitrine/painter/voice'
import { useEffect } from 'react'
import { useObservable } from '../../api/observable.ts'
import { clockText } from '../../language/format.ts'
import { Button } from '../../ui/button.tsx'
import type { Size } from '../cropper/crop.ts'
import { useEditor, useUploads } from '../model/editor-context.tsx'
import { ExportDialog, type ExportProps } from './export-dialog.tsx'
import { ExportOffer, previewWay, useWarnings } from './export-offer.tsx'
import { exportLabel } from './export-text.ts'
import { type Export, useExport } from './use-export.ts'

export function VideoExport(props: ExportProps) {
  const exporting = useExport({ medium: 'video' })
  return (
    <ExportDialog
      {...props}
      exporting={exporting}
      offer={<Offer exporting={exporting} onClose={() => props.onOpen(false)} />}
    />
  )
}

function Offer({ exporting, onClose }: { exporting: Export; onClose: () => void }) {
  const { state, job, credits, balance, start } = exporting
  const { template, shape, renders } = useEditor()
  const facts = useVideoFacts(useObservable(shape), template.durationSeconds)
  const isUploading = useUploads().some(({ error }) => error === undefined)
  // A render that finished while the customer was away.
  const latest = renders.find(({ status }) => status === 'completed')
  const isStarting = state.phase === 'starting'
  const isUnfit = useWarnings().some(({ blocks }) => blocks)
  const isDisabled = isUploading || isUnfit
  // Buying credits takes minutes, so the server does not start early for customers without enough of them.
  const mayFollow = !isDisabled && !isStarting && (balance ?? 0) >= credits
  useEffect(() => {
    if (mayFollow) void job.prepare()
  }, [job, mayFollow])
  return (
    <ExportOffer
      exporting={exporting}
      onClose={onClose}
      facts={facts}
      note={t`You pay once. Later exports of this template are free, and failed exports are never charged.`}
      isUploading={isUploading}
      ways={[
        {
          kind: 'full',
          label: exportLabel(exporting, { owned: t`Export video` }),
          isDisabled,
          onPress: () => start('server', 'full'),
        },
        previewWay({ isDisabled, onPress: () => start('server', 'preview') }),
      ]}
      more={
        latest && (
          <Button variant="quiet" disabled={isStarting} onClick={() => job.follow(latest)}>
            {latest.kind === 'full' ? t`Show your last video` : t`Show your last preview`}
          </Button>
        )
      }
    />
  )
}

/** '1080 × 1920 · 0:15 · MP4 with sound, without watermark' */
export function useVideoFacts({ width, height }: Size, seconds: number): string {
  const shown = useObservable(useEditor().preview)
  const hasSound = shown.status === 'ready' && listVoices(shown.painting.getResolved()).length > 0
  const [size, length] = [`${width} × ${height}`, clockText(seconds)]
  return hasSound
    ? t`${size} · ${length} · MP4 with sound, without watermark`
    : t`${size} · ${length} · MP4, without watermark`
}
