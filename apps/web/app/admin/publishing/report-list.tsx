// The report of an import: errors first, each with its place in the file.
import type { LintLine } from '@vitrine/contract/publishing'
import { Badge } from '../../ui/badge.tsx'
import { severityLabels } from './label.ts'

const severities = ['error', 'warning', 'info'] as const

/** '2 to mend, 1 warning' */
export function reportSummary(report: readonly LintLine[]): string {
  const parts = severities.flatMap((severity) => {
    const count = report.filter((line) => line.severity === severity).length
    const { one, many } = severityLabels[severity]
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  return parts.length === 0 ? 'Everything in the file is supported.' : parts.join(', ')
}

export function ReportList({ report }: { report: readonly LintLine[] }) {
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
                <Badge tone={severityLabels[severity].tone}>{capital(severityLabels[severity].one)}</Badge>
              </div>
              <div className="min-w-0">
                <p className="break-words">{line.message}</p>
                <p className="text-caption break-all text-muted">
                  {line.layer ? `Layer ${line.layer} · ${line.path}` : line.path || 'The whole file'} · {line.code}
                </p>
              </div>
            </li>
          )),
      )}
    </ul>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
