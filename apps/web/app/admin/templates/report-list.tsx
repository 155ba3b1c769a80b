// The report of an import: errors first, each with its place in the file.
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { LintLine } from '@vitrine/contract/publishing'
import { createSentence } from '@vitrine/contract/sentence'
import { listFormat } from '../../language/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { clausesText } from '../ui/sentence-text.ts'
import { severityCount, severityLabel, severityTones } from './label.ts'

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
