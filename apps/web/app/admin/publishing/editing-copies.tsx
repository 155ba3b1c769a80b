// The state of the editing copies of a version’s videos, with a retry for failed ones.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EditingCopy } from '@vitrine/contract/publishing'
import { errorText } from '../../store/error-text.ts'
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
    onError: (error) => showToast('error', errorText(error, 'The copies could not be requested. Please try again.')),
  })
  const failed = copies.filter(({ status }) => status === 'failed')
  const waiting = copies.filter(({ status }) => status === 'waiting')
  if (failed.length === 0 && waiting.length === 0) return null
  return (
    <div
      className="flex flex-col gap-3 border-t border-line pt-4"
      data-copies={failed.length > 0 ? 'failed' : 'waiting'}
    >
      {waiting.length > 0 && (
        <p aria-live="polite" className="text-caption text-muted">
          {count(waiting.length)} being prepared for the editor.
        </p>
      )}
      {failed.length > 0 && (
        <div role="alert" className="flex flex-col gap-3">
          <p className="font-medium text-bad">
            {count(failed.length)} missing in the editor for everyone who has not bought the template.
          </p>
          {[...new Set(failed.map(({ errorMessage }) => errorMessage))].map((message) => (
            <p key={message} className="text-caption text-muted">
              {message}
            </p>
          ))}
          <Button
            size="small"
            variant="secondary"
            className="self-start"
            isBusy={retry.isPending}
            onClick={() => retry.mutate()}
          >
            Prepare again
          </Button>
        </div>
      )}
    </div>
  )
}

function count(videos: number): string {
  return videos === 1 ? 'One of its videos is' : `${videos} of its videos are`
}
