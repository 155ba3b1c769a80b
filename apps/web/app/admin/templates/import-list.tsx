// Recent imports that were not dismissed, with progress and result, and the report of an import.

import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isUnderWay } from '@vitrine/contract/operation-status'
import type { LintLine, TemplateImport } from '@vitrine/contract/publishing'
import { createSentence } from '@vitrine/contract/sentence'
import { errorText } from '../../api/error-text.ts'
import { useOperation } from '../../api/operation.ts'
import { statusText } from '../../api/status-text.ts'
import { listFormat } from '../../language/format.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Badge, ProgressBar } from '../../ui/indicator.tsx'
import { useToast } from '../../ui/toast.tsx'
import { adminEvents } from '../api/admin-api.ts'
import { clausesText } from '../ui/sentence-text.ts'
import { severityCount, severityLabel, severityTones } from './label.ts'
import { importKey, importsKey, publishingApi, templatePagePath } from './publishing-api.ts'

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
            {importStateText(item)}
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
function importStateText({ errorMessage, failure, ...item }: TemplateImport): string {
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

const severities = ['error', 'warning', 'info'] as const

/** '2 to mend, 1 warning' */
export function reportSummary(report: readonly LintLine[]): string {
  const parts = severities.flatMap((severity) => {
    const count = report.filter((line) => line.severity === severity).length
    return count === 0 ? [] : [severityCount(severity, count)]
  })
  return parts.length === 0 ? t`Everything in the file is supported.` : listFormat({ style: 'narrow' }).format(parts)
}

type ReportListProps = {
  report: readonly LintLine[]
  /** Accepts a difference, where the owner may do so. */
  onAccept?: (line: LintLine) => void
  isAccepting?: boolean
}

/** Errors first, each with its place in the file. */
export function ReportList({ report, onAccept, isAccepting }: ReportListProps) {
  return (
    <ul className="flex flex-col divide-y divide-line rounded-card border border-line bg-raised">
      {severities.flatMap((severity) =>
        report
          .filter((line) => line.severity === severity)
          .map((line) => (
            <li
              key={`${line.code} ${line.path} ${line.message}`}
              className="grid grid-cols-1 gap-x-4 gap-y-1 p-4 md:grid-cols-[6.5rem_minmax(0,1fr)]"
            >
              <div>
                <Badge tone={severityTones[severity]}>{severityLabel(severity)}</Badge>
              </div>
              <div className="min-w-0">
                <p className="break-words">
                  <span>{remarkText(line)}</span>
                  {line.count !== undefined && (
                    <>
                      {' '}
                      <span className="text-muted">
                        <Plural value={line.count} one="(# time)" other="(# times)" />
                      </span>
                    </>
                  )}
                </p>
                <p className="text-caption wrap-anywhere text-muted">
                  <span>{`${placeText(line)} · ${line.code}`}</span>
                  {line.accepted && <span>{` · ${t`Accepted`}`}</span>}
                </p>
                {onAccept && line.acceptable && (
                  <Button
                    size="small"
                    variant="secondary"
                    className="mt-2"
                    disabled={isAccepting}
                    onClick={() => onAccept(line)}
                  >
                    <Trans>Accept this difference</Trans>
                  </Button>
                )}
              </div>
            </li>
          )),
      )}
    </ul>
  )
}

/** The message in the language of the page. */
function remarkText({ message, clauses = [createSentence(message)] }: LintLine): string {
  return clausesText(clauses)
}

/** The place in terms of After Effects; otherwise the path in the file. */
function placeText({ layer, property, path }: LintLine): string {
  if (!layer) return path || t`The whole file`
  return property ? `${layer} › ${property}` : layer
}
