// The state of the editing copies of a version’s videos, with a retry for failed ones.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isUnderWay } from '@vitrine/contract/operation-status'
import type { EditingCopy } from '@vitrine/contract/publishing'
import { errorText } from '../../api/error-text.ts'
import { serverText } from '../../language/server-text.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { publishingApi } from './publishing-api.ts'
import { previewKey } from './use-preview-state.ts'

type EditingCopiesProps = { templateId: string; versionId: string; copies: readonly EditingCopy[] }

export function EditingCopies({ templateId, versionId, copies }: EditingCopiesProps) {
  const queries = useQueryClient()
  const showToast = useToast()
  const retry = useMutation({
    mutationFn: () => publishingApi.retryEditingCopies(templateId, versionId),
    onSuccess: () => queries.invalidateQueries({ queryKey: previewKey(templateId, versionId) }),
    onError: (error) => showToast('error', errorText(error, t`The copies could not be requested. Please try again.`)),
  })
  const failed = copies.filter(({ status }) => status === 'failed')
  const waiting = copies.filter(({ status }) => isUnderWay(status))
  if (failed.length === 0 && waiting.length === 0) return null
  return (
    <div
      className="flex flex-col gap-3 border-t border-line pt-4"
      data-copies={failed.length > 0 ? 'failed' : 'queued'}
    >
      {waiting.length > 0 && (
        <p aria-live="polite" className="text-caption text-muted">
          {waitingText(waiting.length)}
        </p>
      )}
      {failed.length > 0 && (
        <div role="alert" className="flex flex-col gap-3">
          <p className="font-medium text-bad">{failedText(failed.length)}</p>
          {[...new Set(failed.map(({ errorMessage }) => errorMessage))].map((message) => (
            <p key={message} className="text-caption text-muted">
              {message && serverText(message)}
            </p>
          ))}
          <Button
            size="small"
            variant="secondary"
            className="self-start"
            isBusy={retry.isPending}
            onClick={() => retry.mutate()}
          >
            <Trans>Prepare again</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

function waitingText(videos: number): string {
  return plural(videos, {
    one: 'One of its videos is being prepared for the editor.',
    other: '# of its videos are being prepared for the editor.',
  })
}

function failedText(videos: number): string {
  return plural(videos, {
    one: 'One of its videos is missing in the editor for everyone who has not bought the template.',
    other: '# of its videos are missing in the editor for everyone who has not bought the template.',
  })
}
