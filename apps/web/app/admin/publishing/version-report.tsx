// The report of a version, where the owner may accept what looks different.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminVersionDetail, LintLine } from '@vitrine/contract/publishing'
import { errorText } from '../../store/error-text.ts'
import { useToast } from '../../ui/toast.tsx'
import { publishingApi, versionKey } from './publishing-api.ts'
import { ReportList, reportSummary } from './report-list.tsx'
import { previewKey } from './use-preview-state.ts'

export function VersionReport({ templateId, detail }: { templateId: string; detail: AdminVersionDetail }) {
  const { versionId, report } = detail
  const queries = useQueryClient()
  const showToast = useToast()
  const accept = useMutation({
    mutationFn: (line: LintLine) => publishingApi.acceptDifference(templateId, versionId, line),
    onSuccess: (answer) => {
      // The document stays the same object: the live preview goes on.
      queries.setQueryData<AdminVersionDetail>(
        versionKey(templateId, versionId),
        (known) => known && { ...known, ...answer },
      )
      showToast('success', t`The difference is accepted.`)
      return queries.invalidateQueries({ queryKey: previewKey(templateId, versionId) })
    },
    onError: (error) =>
      showToast('error', errorText(error, t`The difference could not be accepted. Please try again.`)),
  })
  if (report === null)
    return (
      <p className="text-muted">
        <Trans>This version was not imported, so there is no report.</Trans>
      </p>
    )
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{reportSummary(report)}</p>
      {report.length > 0 && <ReportList report={report} onAccept={accept.mutate} isAccepting={accept.isPending} />}
    </div>
  )
}
