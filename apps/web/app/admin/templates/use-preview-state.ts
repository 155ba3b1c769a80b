// The state of a version’s poster, preview and editing copies, followed while a worker creates them.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminTemplateDetail } from '@vitrine/contract/admin'
import { isUnderWay } from '@vitrine/contract/operation-status'
import { useEffect, useRef } from 'react'
import { useOperation } from '../../api/operation.ts'
import { adminEvents } from '../api/admin-api.ts'
import { publishingApi, templateKey } from './publishing-api.ts'

const pollMs = 1000

export function usePreviewState(templateId: string, versionId: string, { updatedAt }: AdminTemplateDetail) {
  const queries = useQueryClient()
  const { data, refetch } = useQuery({
    queryKey: previewKey(templateId, versionId, updatedAt),
    queryFn: ({ signal }) => publishingApi.getPreview(templateId, versionId, signal),
    placeholderData: (before, query) => (query?.queryKey[3] === versionId ? before : undefined),
    // Editing copies have no operation to follow.
    refetchInterval: ({ state }) =>
      state.data?.editingCopies.some((copy) => isUnderWay(copy.status)) ? pollMs : false,
  })
  const status = data?.preview.status
  const progress = useOperation(isUnderWay(status) ? versionId : undefined, refetch, adminEvents)
  const before = useRef(status)
  useEffect(() => {
    // The template now has the new poster.
    if (status === 'succeeded' && before.current !== undefined && before.current !== 'succeeded')
      void queries.invalidateQueries({ queryKey: templateKey(templateId), exact: true })
    before.current = status
  }, [status, queries, templateId])
  if (!data || !isUnderWay(status) || !progress) return data
  return { ...data, preview: { ...data.preview, percent: progress.percent, status: progress.status } }
}

export function previewKey(templateId: string, versionId: string, updatedAt?: string) {
  const key = ['admin', 'preview', templateId, versionId]
  return updatedAt === undefined ? key : [...key, updatedAt]
}
