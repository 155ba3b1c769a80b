// Recent imports that were not dismissed, with progress and result.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isUnderWay } from '@vitrine/contract/operation-status'
import type { TemplateImport } from '@vitrine/contract/publishing'
import { createSentence } from '@vitrine/contract/sentence'
import { errorText } from '../../api/error-text.ts'
import { useOperation } from '../../api/operation.ts'
import { statusText } from '../../api/status-text.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useToast } from '../../ui/toast.tsx'
import { adminEvents } from '../api/admin-api.ts'
import { clausesText } from '../ui/sentence-text.ts'
import { importKey, importsKey, publishingApi, templatePagePath } from './publishing-api.ts'
import { ReportList } from './report-list.tsx'

/** Every import that is in progress or was not dismissed. Renders nothing without any. */
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
      {isUnderWay(item.status) && <ProgressBar percent={item.percent} label={t`Reading ${name}`} />}
      {item.status === 'failed' && item.report && item.report.length > 0 && <ReportList report={item.report} />}
    </div>
  )
}

function useImportProgress(known: TemplateImport): TemplateImport {
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([importsKey, importKey(known.importId)].map((queryKey) => queries.invalidateQueries({ queryKey })))
  const progress = useOperation(isUnderWay(known.status) ? known.importId : undefined, refresh, adminEvents)
  if (!progress || !isUnderWay(known.status)) return known
  const { percent, status } = progress
  return { ...known, percent, status }
}

/** A failed import shows its reason. */
function stateText({ errorMessage, failure, ...item }: TemplateImport): string {
  return item.status === 'failed' && errorMessage !== null
    ? clausesText(failure ?? [createSentence(errorMessage)])
    : statusText({ kind: 'import', ...item })
}

function Actions({ item: { importId, name, status, templateId, versionId } }: { item: TemplateImport }) {
  const queries = useQueryClient()
  const showToast = useToast()
  const refresh = () => queries.invalidateQueries({ queryKey: importsKey })
  const onError = (error: unknown) => showToast('error', errorText(error, t`That did not work. Please try again.`))
  const retry = useMutation({ mutationFn: () => publishingApi.retryImport(importId), onSuccess: refresh, onError })
  const discard = useMutation({ mutationFn: () => publishingApi.discardImport(importId), onSuccess: refresh, onError })
  return (
    <div className="flex flex-wrap gap-2">
      {status === 'succeeded' && templateId && (
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
        aria-label={isUnderWay(status) ? t`Cancel: ${name}` : t`Dismiss: ${name}`}
      >
        {isUnderWay(status) ? t`Cancel` : t`Dismiss`}
      </Button>
    </div>
  )
}
