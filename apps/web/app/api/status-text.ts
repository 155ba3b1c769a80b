// Labels for the states of background work.
import { select, t } from '@lingui/core/macro'
import type { OperationStatus } from '@vitrine/contract/operation-status'
import type { RenderStatus } from '@vitrine/contract/renders'

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
