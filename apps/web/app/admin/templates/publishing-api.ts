// API calls, query keys and page paths of publishing, and the followed state of a version’s files.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminTemplateDetail, EditTemplateRequest } from '@vitrine/contract/admin'
import { isUnderWay } from '@vitrine/contract/operation-status'
import type {
  AcceptDifferenceRequest,
  FieldRevisions,
  ImportRequest,
  PreviewRequest,
  PublishRequest,
} from '@vitrine/contract/publishing'
import { useEffect, useRef } from 'react'
import { segment } from '../../api/api.ts'
import { useOperation } from '../../api/operation.ts'
import { adminPath } from '../../api/return-path.ts'
import { adminCall, adminEvents, backgroundAdminCall } from '../api/admin-api.ts'

export const publishingPath = `${adminPath}/publishing`
/** No template can have this id: none ends in `-template`. */
export const newTemplatePath = `${publishingPath}/new-template`

export function templatePagePath(templateId: string): string {
  return `${publishingPath}/${segment(templateId)}`
}

export const publishingApi = {
  getTemplate: (templateId: string, signal?: AbortSignal) =>
    adminCall('GET /api/admin/templates/:templateId', { params: { templateId }, signal }),
  edit: (templateId: string, edit: EditTemplateRequest) =>
    adminCall('PATCH /api/admin/templates/:templateId', { params: { templateId }, body: edit }),
  delete: (templateId: string) => adminCall('DELETE /api/admin/templates/:templateId', { params: { templateId } }),
  publish: (templateId: string, request: PublishRequest) =>
    adminCall('POST /api/admin/templates/:templateId/publish', { params: { templateId }, body: request }),
  withdraw: (templateId: string) =>
    adminCall('POST /api/admin/templates/:templateId/withdraw', { params: { templateId }, body: {} }),
  getVersion: (templateId: string, versionId: string, signal?: AbortSignal) =>
    adminCall('GET /api/admin/templates/:templateId/versions/:versionId', {
      params: { templateId, versionId },
      signal,
    }),
  getPreview: (templateId: string, versionId: string, signal?: AbortSignal) =>
    adminCall('GET /api/admin/templates/:templateId/versions/:versionId/preview', {
      params: { templateId, versionId },
      signal,
    }),
  orderPreview: (templateId: string, versionId: string, order: PreviewRequest) =>
    adminCall('POST /api/admin/templates/:templateId/versions/:versionId/preview', {
      params: { templateId, versionId },
      body: order,
    }),
  retryEditingCopies: (templateId: string, versionId: string) =>
    adminCall('POST /api/admin/templates/:templateId/versions/:versionId/editing-copies', {
      params: { templateId, versionId },
    }),
  reviseFields: (templateId: string, versionId: string, change: FieldRevisions) =>
    adminCall('POST /api/admin/templates/:templateId/versions/:versionId/fields', {
      params: { templateId, versionId },
      body: change,
    }),
  acceptDifference: (templateId: string, versionId: string, { code, path, message }: AcceptDifferenceRequest) =>
    adminCall('POST /api/admin/templates/:templateId/versions/:versionId/accept', {
      params: { templateId, versionId },
      body: { code, path, message },
    }),
  listImports: (signal?: AbortSignal) => adminCall('GET /api/admin/imports', { signal }),
  getImport: (importId: string, signal?: AbortSignal) =>
    adminCall('GET /api/admin/imports/:importId', { params: { importId }, signal }),
  requestImport: (request: ImportRequest) =>
    adminCall('POST /api/admin/imports', { body: request, isRepeatable: true }),
  retryImport: (importId: string) => adminCall('POST /api/admin/imports/:importId/retry', { params: { importId } }),
  discardImport: (importId: string) => adminCall('DELETE /api/admin/imports/:importId', { params: { importId } }),
  /** Discards an import that the user has seen to its end, in the background. */
  discardSeenImport: (importId: string) =>
    backgroundAdminCall('DELETE /api/admin/imports/:importId', { params: { importId } }),
}

export const templateKey = (templateId: string) => ['admin', 'publishing', templateId] as const
export const versionKey = (templateId: string, versionId: string) => [...templateKey(templateId), versionId] as const
export const importsKey = ['admin', 'imports'] as const

export function importKey(importId: string) {
  return ['admin', 'import', importId] as const
}

const pollMs = 1000

/** The state of a version’s poster, preview and editing copies, followed while a worker creates them. */
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
