// API calls, query keys and page paths of publishing.
import type { EditTemplateRequest } from '@vitrine/contract/admin'
import type {
  AcceptDifferenceRequest,
  FieldRevisions,
  ImportRequest,
  PreviewRequest,
  PublishRequest,
} from '@vitrine/contract/publishing'
import { segment } from '../../api/api.ts'
import { adminPath } from '../../api/return-path.ts'
import { adminCall, backgroundAdminCall } from '../api/admin-api.ts'

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
