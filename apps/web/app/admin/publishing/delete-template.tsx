// Deletes a draft or a withdrawn template, with what its owner tried with it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminTemplateDetail } from '@vitrine/contract/admin'
import { useNavigate } from 'react-router'
import { errorText } from '../../store/error-text.ts'
import { nothingIsLost } from '../../ui/leave-guard.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Confirmed } from './confirmed.tsx'
import { publishingApi, publishingPath, templateKey } from './publishing-api.ts'

const KEPT = {
  draft: 'It can’t be deleted if somebody else has a project based on it.',
  template: 'It can’t be deleted if a customer owns it or has a project based on it.',
}

export function DeleteTemplate({ template: { templateId, status, versions } }: { template: AdminTemplateDetail }) {
  const what = status === 'draft' ? 'draft' : 'template'
  const navigate = useNavigate()
  const queries = useQueryClient()
  const showToast = useToast()
  const remove = useMutation({
    mutationFn: () => publishingApi.delete(templateId),
    onSuccess: async () => {
      await navigate(publishingPath, { replace: true, state: nothingIsLost })
      queries.removeQueries({ queryKey: templateKey(templateId) })
      showToast('success', `The ${what} is deleted.`)
    },
    onError: (error) => showToast('error', errorText(error, `The ${what} could not be deleted. Please try again.`)),
  })
  return (
    <Confirmed
      label={`Delete ${what}`}
      title={`Delete this ${what}?`}
      text={
        versions.some(({ projects }) => projects > 0)
          ? `The ${what} is deleted with all its versions, and with the projects and videos that you made from it. This can’t be undone. ${KEPT[what]}`
          : `The ${what} is deleted with all its versions. This can’t be undone. ${KEPT[what]}`
      }
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}
