// API calls, query keys and page paths of publishing.
import type { AdminTemplateDetail, EditTemplateRequest } from '@vitrine/contract/admin'
import type {
  AcceptDifferenceRequest,
  AdminVersionDetail,
  FieldRevisions,
  ImportRequest,
  PreviewRequest,
  PublishRequest,
  TemplateImport,
  TemplateImports,
} from '@vitrine/contract/publishing'
import { segment } from '../../api/api.ts'
import { adminApiPath, adminCall, backgroundAdminCall } from '../admin-api.ts'
import { adminPath } from '../sections.ts'

export const publishingPath = `${adminPath}/publishing`
/** No template can have this id: none ends in `-template`. */
export const newTemplatePath = `${publishingPath}/new-template`

export function templatePagePath(templateId: string): string {
  return `${publishingPath}/${segment(templateId)}`
}

const templateAt = (templateId: string, more = '') => adminApiPath(`/templates/${segment(templateId)}${more}`)
const versionAt = (templateId: string, versionId: string, more = '') =>
  templateAt(templateId, `/versions/${segment(versionId)}${more}`)
const importAt = (importId: string, more = '') => adminApiPath(`/imports/${segment(importId)}${more}`)

type Preview = Pick<AdminVersionDetail, 'preview' | 'films' | 'missing'>

export const publishingApi = {
  getTemplate: (templateId: string, signal?: AbortSignal) =>
    adminCall<AdminTemplateDetail>('GET', templateAt(templateId), { signal }),
  edit: (templateId: string, edit: EditTemplateRequest) =>
    adminCall<AdminTemplateDetail>('PATCH', templateAt(templateId), { body: edit }),
  delete: (templateId: string) => adminCall<unknown>('DELETE', templateAt(templateId)),
  publish: (templateId: string, request: PublishRequest) =>
    adminCall<AdminTemplateDetail>('POST', templateAt(templateId, '/publish'), { body: request }),
  withdraw: (templateId: string) =>
    adminCall<AdminTemplateDetail>('POST', templateAt(templateId, '/withdraw'), { body: {} }),
  getVersion: (templateId: string, versionId: string, signal?: AbortSignal) =>
    adminCall<AdminVersionDetail>('GET', versionAt(templateId, versionId), { signal }),
  getPreview: (templateId: string, versionId: string, signal?: AbortSignal) =>
    adminCall<Preview>('GET', versionAt(templateId, versionId, '/preview'), { signal }),
  orderPreview: (templateId: string, versionId: string, order: PreviewRequest) =>
    adminCall<Preview>('POST', versionAt(templateId, versionId, '/preview'), { body: order }),
  retryEditingCopies: (templateId: string, versionId: string) =>
    adminCall<Preview>('POST', versionAt(templateId, versionId, '/films')),
  reviseFields: (templateId: string, versionId: string, change: FieldRevisions) =>
    adminCall<{ versionId: string; isNewVersion: boolean }>('POST', versionAt(templateId, versionId, '/fields'), {
      body: change,
    }),
  acceptDifference: (templateId: string, versionId: string, { code, path, message }: AcceptDifferenceRequest) =>
    adminCall<Pick<AdminVersionDetail, 'report' | 'missing'>>('POST', versionAt(templateId, versionId, '/accept'), {
      body: { code, path, message },
    }),
  listImports: (signal?: AbortSignal) => adminCall<TemplateImports>('GET', adminApiPath('/imports'), { signal }),
  getImport: (importId: string, signal?: AbortSignal) =>
    adminCall<TemplateImport>('GET', importAt(importId), { signal }),
  requestImport: (request: ImportRequest) =>
    adminCall<TemplateImport>('POST', adminApiPath('/imports'), { body: request, isRepeatable: true }),
  retryImport: (importId: string) => adminCall<TemplateImport>('POST', importAt(importId, '/retry')),
  discardImport: (importId: string) => adminCall<unknown>('DELETE', importAt(importId)),
  /** Discards an import whose end was seen, which nobody asked for. */
  discardSeenImport: (importId: string) => backgroundAdminCall<unknown>('DELETE', importAt(importId)),
}

export const templateKey = (templateId: string) => ['admin', 'publishing', templateId] as const
export const versionKey = (templateId: string, versionId: string) => [...templateKey(templateId), versionId] as const
export const importsKey = ['admin', 'imports'] as const

export function importKey(importId: string) {
  return ['admin', 'import', importId] as const
}
