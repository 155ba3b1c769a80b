// Deletes a draft or a withdrawn template, with what its owner tried with it.
import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminTemplateDetail } from '@vitrine/contract/admin'
import { useNavigate } from 'react-router'
import { errorText } from '../../store/error-text.ts'
import { nothingIsLost } from '../../ui/leave-guard.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Confirmed } from './confirmed.tsx'
import { publishingApi, publishingPath, templateKey } from './publishing-api.ts'

type Status = AdminTemplateDetail['status']

function failedText(status: Status): string {
  return status === 'draft'
    ? t`The draft could not be deleted. Please try again.`
    : t`The template could not be deleted. Please try again.`
}

/** What goes with it, and who keeps it from being deleted. */
function warningText(status: Status, hasProjects: boolean): string {
  if (status === 'draft')
    return hasProjects
      ? t`The draft is deleted with all its versions, and with the projects and videos that you made from it. This can’t be undone. It can’t be deleted if somebody else has a project based on it.`
      : t`The draft is deleted with all its versions. This can’t be undone. It can’t be deleted if somebody else has a project based on it.`
  return hasProjects
    ? t`The template is deleted with all its versions, and with the projects and videos that you made from it. This can’t be undone. It can’t be deleted if a customer owns it or has a project based on it.`
    : t`The template is deleted with all its versions. This can’t be undone. It can’t be deleted if a customer owns it or has a project based on it.`
}

export function DeleteTemplate({ template: { templateId, status, versions } }: { template: AdminTemplateDetail }) {
  const isDraft = status === 'draft'
  const navigate = useNavigate()
  const queries = useQueryClient()
  const showToast = useToast()
  const remove = useMutation({
    mutationFn: () => publishingApi.delete(templateId),
    onSuccess: async () => {
      await navigate(publishingPath, { replace: true, state: nothingIsLost })
      queries.removeQueries({ queryKey: templateKey(templateId) })
      showToast('success', isDraft ? t`The draft is deleted.` : t`The template is deleted.`)
    },
    onError: (error) => showToast('error', errorText(error, failedText(status))),
  })
  return (
    <Confirmed
      label={isDraft ? t`Delete draft` : t`Delete template`}
      title={isDraft ? t`Delete this draft?` : t`Delete this template?`}
      text={warningText(
        status,
        versions.some(({ projects }) => projects > 0),
      )}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}
