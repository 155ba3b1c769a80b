// Owns the calls that publishing makes, and the addresses of its pages.
import type { AdminTemplateDetail, EditTemplateRequest } from '@vitrine/contract/admin'
import type {
  AdminVersionDetail,
  FieldRevisions,
  ImportRequest,
  PreviewRequest,
  PublishRequest,
  TemplateImport,
  TemplateImports,
} from '@vitrine/contract/publishing'
import { segment } from '../../api.ts'
import { officeAddress, officeCall } from '../office-api.ts'
import { officePath } from '../sections.ts'

export const publishingPath = `${officePath}/publishing`
/** No template can have this id: none ends in `-template`. */
export const newTemplatePath = `${publishingPath}/new-template`

export function templatePagePath(templateId: string): string {
  return `${publishingPath}/${segment(templateId)}`
}

const templateAt = (templateId: string, more = '') => officeAddress(`/templates/${segment(templateId)}${more}`)
const versionAt = (templateId: string, versionId: string, more = '') =>
  templateAt(templateId, `/versions/${segment(versionId)}${more}`)
const importAt = (importId: string, more = '') => officeAddress(`/imports/${segment(importId)}${more}`)

type Preview = Pick<AdminVersionDetail, 'preview' | 'films' | 'missing'>

export const publishingApi = {
  getTemplate: (templateId: string, signal?: AbortSignal) =>
    officeCall<AdminTemplateDetail>('GET', templateAt(templateId), { signal }),
  edit: (templateId: string, edit: EditTemplateRequest) =>
    officeCall<AdminTemplateDetail>('PATCH', templateAt(templateId), { body: edit }),
  delete: (templateId: string) => officeCall<unknown>('DELETE', templateAt(templateId)),
  publish: (templateId: string, request: PublishRequest) =>
    officeCall<AdminTemplateDetail>('POST', templateAt(templateId, '/publish'), { body: request }),
  withdraw: (templateId: string) =>
    officeCall<AdminTemplateDetail>('POST', templateAt(templateId, '/withdraw'), { body: {} }),
  getVersion: (templateId: string, versionId: string, signal?: AbortSignal) =>
    officeCall<AdminVersionDetail>('GET', versionAt(templateId, versionId), { signal }),
  getPreview: (templateId: string, versionId: string, signal?: AbortSignal) =>
    officeCall<Preview>('GET', versionAt(templateId, versionId, '/preview'), { signal }),
  orderPreview: (templateId: string, versionId: string, order: PreviewRequest) =>
    officeCall<Preview>('POST', versionAt(templateId, versionId, '/preview'), { body: order }),
  retryFilms: (templateId: string, versionId: string) =>
    officeCall<Preview>('POST', versionAt(templateId, versionId, '/films')),
  reviseFields: (templateId: string, versionId: string, change: FieldRevisions) =>
    officeCall<{ versionId: string; isNewVersion: boolean }>('POST', versionAt(templateId, versionId, '/fields'), {
      body: change,
    }),
  listImports: (signal?: AbortSignal) => officeCall<TemplateImports>('GET', officeAddress('/imports'), { signal }),
  getImport: (importId: string, signal?: AbortSignal) =>
    officeCall<TemplateImport>('GET', importAt(importId), { signal }),
  requestImport: (request: ImportRequest) =>
    officeCall<TemplateImport>('POST', officeAddress('/imports'), { body: request, isRepeatable: true }),
  retryImport: (importId: string) => officeCall<TemplateImport>('POST', importAt(importId, '/retry')),
  discardImport: (importId: string) => officeCall<unknown>('DELETE', importAt(importId)),
}

export const templateKey = (templateId: string) => ['office', 'publishing', templateId] as const
export const versionKey = (templateId: string, versionId: string) => [...templateKey(templateId), versionId] as const
export const importsKey = ['office', 'imports'] as const
