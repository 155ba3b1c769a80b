// Labels for the states of background work, the stages of a render, and the time that is left.

import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, select, t } from '@lingui/core/macro'
import type { OperationStatus } from '@vitrine/contract/operation-status'
import type { Render, RenderStatus } from '@vitrine/contract/renders'
import { i18n } from '../language/i18n.ts'

type Work =
  | { kind: 'render'; status: RenderStatus }
  | { kind: 'preview'; status: OperationStatus | null }
  | { kind: 'import'; status: OperationStatus; percent: number; templateId: string | null }

/** The label of a state; of a render as in 'queued', which its search matches too. */
export function statusText(work: Work): string {
  switch (work.kind) {
    case 'render': {
      const { status } = work
      return select(status, {
        queued: 'queued',
        processing: 'processing',
        completed: 'completed',
        failed: 'failed',
        cancelled: 'cancelled',
        other: `${status}`,
      })
    }
    case 'preview':
      return previewTexts()[work.status ?? 'none']
    case 'import':
      return importText(work)
  }
}

const previewTexts = (): Record<OperationStatus | 'none', string> => ({
  none: t`No preview yet`,
  queued: t`Waiting for the worker`,
  running: t`Making poster and preview`,
  succeeded: t`Poster and preview are ready`,
  failed: t`The preview failed`,
  canceled: t`The preview failed`,
})

function importText({ status, percent, templateId }: Extract<Work, { kind: 'import' }>): string {
  if (status === 'queued') return t`Waiting for the worker. You can leave this page.`
  if (status === 'running') return t`Reading, ${percent}%. You can leave this page.`
  return status === 'succeeded' ? t`Imported as ${templateId ?? ''}` : t`It could not be imported.`
}

const stages: Record<Render['stage'], MessageDescriptor> = {
  waiting: msg`Waiting in the queue`,
  preparing: msg`Preparing your photos and text`,
  drawing: msg`Rendering frames`,
  finishing: msg`Finishing the video`,
  checking: msg`Checking the video`,
  done: msg`Done`,
}

/** The name of a stage in the language of the page. */
export function stageText(stage: Render['stage']): string {
  return i18n._(stages[stage])
}

/** The approximate time that is left: 'about 5 seconds', 'about 3 minutes'. Takes seconds. */
export function roughlyText(seconds: number): string {
  if (seconds < 50) {
    const rounded = Math.max(5, Math.round(seconds / 5) * 5)
    return plural(rounded, { one: 'about # second', other: 'about # seconds' })
  }
  const minutes = Math.round(seconds / 60)
  return minutes <= 1 ? t`about a minute` : plural(minutes, { one: 'about # minute', other: 'about # minutes' })
}
