// Recent imports that were not dismissed, with progress and result.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TemplateImport } from '@vitrine/contract/publishing'
import { sentenceOf } from '@vitrine/contract/sentence'
import { errorText } from '../../store/error-text.ts'
import { useOperation } from '../../store/operation.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useToast } from '../../ui/toast.tsx'
import { adminEvents } from '../admin-api.ts'
import { clausesText } from '../sentence-text.ts'
import { importKey, importsKey, publishingApi, templatePagePath } from './publishing-api.ts'
import { ReportList } from './report-list.tsx'

const isUnderWay = ({ status }: TemplateImport) => status === 'waiting' || status === 'reading'

/** Every import that is in progress or was not dismissed. Renders nothing when there is none. */
export function ImportList() {
  const { data } = useQuery({
    queryKey: importsKey,
    queryFn: ({ signal }) => publishingApi.listImports(signal),
  })
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="imports-heading" className="flex flex-col gap-3">
      <h2 id="imports-heading" className="font-headline text-title">
        <Trans>Imports</Trans>
      </h2>
      <ul className="flex flex-col gap-3">
        {data.items.map((item) => (
          <li key={item.importId}>
            <ImportCard item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function ImportCard({ item: known }: { item: TemplateImport }) {
  const item = useImportProgress(known)
  const { name } = item
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4 md:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p dir="auto" className="font-medium break-words">
            {item.name}
          </p>
          <p className="text-caption text-muted" aria-live="polite">
            {stateText(item)}
          </p>
        </div>
        <Actions item={item} />
      </div>
      {isUnderWay(item) && <ProgressBar percent={item.percent} label={t`Reading ${name}`} />}
      {item.status === 'failed' && item.report && item.report.length > 0 && <ReportList report={item.report} />}
    </div>
  )
}

/** The import with the progress of its operation. */
function useImportProgress(known: TemplateImport): TemplateImport {
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([importsKey, importKey(known.importId)].map((queryKey) => queries.invalidateQueries({ queryKey })))
  const progress = useOperation(isUnderWay(known) ? known.importId : undefined, refresh, adminEvents)
  if (!progress || !isUnderWay(known)) return known
  return { ...known, percent: progress.percent, status: progress.status === 'running' ? 'reading' : 'waiting' }
}

function stateText({ status, percent, errorMessage, failure, templateId }: TemplateImport): string {
  if (status === 'waiting') return t`Waiting for the worker. You can leave this page.`
  if (status === 'reading') return t`Reading, ${percent}%. You can leave this page.`
  if (status === 'failed')
    return errorMessage === null ? t`It could not be imported.` : clausesText(failure ?? [sentenceOf(errorMessage)])
  return t`Imported as ${templateId ?? ''}`
}

function Actions({ item: { importId, name, status, templateId, versionId } }: { item: TemplateImport }) {
  const queries = useQueryClient()
  const showToast = useToast()
  const refresh = () => queries.invalidateQueries({ queryKey: importsKey })
  const isOver = status === 'done' || status === 'failed'
  const onError = (error: unknown) => showToast('error', errorText(error, t`That did not work. Please try again.`))
  const retry = useMutation({ mutationFn: () => publishingApi.retryImport(importId), onSuccess: refresh, onError })
  const discard = useMutation({ mutationFn: () => publishingApi.discardImport(importId), onSuccess: refresh, onError })
  return (
    <div className="flex flex-wrap gap-2">
      {status === 'done' && templateId && (
        <LinkButton size="small" to={`${templatePagePath(templateId)}?version=${versionId}`}>
          <Trans>Open</Trans>
        </LinkButton>
      )}
      {status === 'failed' && (
        <Button size="small" isBusy={retry.isPending} onClick={() => retry.mutate()}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <Button
        size="small"
        variant="secondary"
        isBusy={discard.isPending}
        onClick={() => discard.mutate()}
        aria-label={isOver ? t`Dismiss: ${name}` : t`Cancel: ${name}`}
      >
        {isOver ? t`Dismiss` : t`Cancel`}
      </Button>
    </div>
  )
}
