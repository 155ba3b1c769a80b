// Routes of the owner's templates: the list, one template with its versions and previews, its text and prices, publishing
// and withdrawing; and imports.
import { z } from 'zod'
import { adminTemplateDetail, editTemplateRequest, templateStatusRequest } from '../admin.ts'
import {
  acceptDifferenceRequest,
  addedVersion,
  adminVersionDetail,
  fieldRevisions,
  importRequest,
  previewRequest,
  publishingList,
  publishingQuery,
  publishRequest,
  templateImport,
  templateImports,
} from '../publishing.ts'
import { defineRoutes } from '../route.ts'

const params = z.object({ templateId: z.string().max(200) })
const versionParams = params.extend({ versionId: z.string().max(100) })
const previewAnswer = adminVersionDetail.pick({ preview: true, editingCopies: true, missing: true })

export const adminTemplatesRoutes = defineRoutes({
  'GET /api/admin/publishing': {
    tag: 'admin',
    summary: 'A page of all templates, drafts and withdrawn ones too',
    permission: 'templates',
    query: publishingQuery,
    responses: { 200: publishingList },
    errors: [400, 401, 404],
  },

  'GET /api/admin/templates/:templateId': {
    tag: 'admin',
    summary: 'One template with its versions, whatever its status',
    permission: 'templates',
    params,
    responses: { 200: adminTemplateDetail },
    errors: [400, 401, 404],
  },

  'PATCH /api/admin/templates/:templateId': {
    tag: 'admin',
    summary: 'Changes what is sent',
    permission: 'templates',
    params,
    body: editTemplateRequest,
    responses: { 200: adminTemplateDetail },
    errors: [400, 401, 404],
  },

  'DELETE /api/admin/templates/:templateId': {
    tag: 'admin',
    summary:
      'Deletes a draft or a withdrawn template with one’s own projects; what is on sale, owned or has projects of others is refused',
    permission: 'templates',
    params,
    responses: { 204: z.null() },
    errors: [400, 401, 404, 409],
  },

  'POST /api/admin/templates/:templateId/publish': {
    tag: 'admin',
    summary: 'Puts a version of a template on sale; `missing` of the error says what it lacks',
    permission: 'templates',
    params,
    body: publishRequest,
    responses: { 200: adminTemplateDetail },
    errors: [400, 401, 404, 409],
  },

  'POST /api/admin/templates/:templateId/withdraw': {
    tag: 'admin',
    summary: 'Takes a template off sale; those who own it keep it',
    permission: 'templates',
    params,
    body: templateStatusRequest,
    responses: { 200: adminTemplateDetail },
    errors: [400, 401, 404, 409],
  },

  'GET /api/admin/templates/:templateId/versions/:versionId': {
    tag: 'admin',
    summary: 'A version to look at: its document, its report, how it is shown and what it lacks',
    permission: 'templates',
    params: versionParams,
    responses: { 200: adminVersionDetail },
    errors: [400, 401, 404],
  },

  'GET /api/admin/templates/:templateId/versions/:versionId/preview': {
    tag: 'admin',
    summary: 'How far poster and preview of a version are',
    permission: 'templates',
    params: versionParams,
    responses: { 200: previewAnswer },
    errors: [400, 401, 404],
  },

  'POST /api/admin/templates/:templateId/versions/:versionId/preview': {
    tag: 'admin',
    summary: 'Orders poster and preview anew, or another frame for the poster',
    permission: 'templates',
    params: versionParams,
    body: previewRequest,
    responses: { 200: previewAnswer },
    errors: [400, 401, 404],
  },

  'POST /api/admin/templates/:templateId/versions/:versionId/accept': {
    tag: 'admin',
    summary: 'Accepts a difference that the report of a version names',
    permission: 'templates',
    params: versionParams,
    body: acceptDifferenceRequest,
    responses: { 200: adminVersionDetail.pick({ report: true, missing: true }) },
    errors: [400, 401, 404],
  },

  'POST /api/admin/templates/:templateId/versions/:versionId/fields': {
    tag: 'admin',
    summary: 'Changes, adds and takes away fields, which makes another version',
    permission: 'templates',
    params: versionParams,
    body: fieldRevisions,
    responses: { 200: addedVersion },
    errors: [400, 401, 404, 410, 422],
  },

  'POST /api/admin/templates/:templateId/versions/:versionId/editing-copies': {
    tag: 'admin',
    summary: 'Retries failed editing copies of a version’s videos',
    permission: 'templates',
    params: versionParams,
    responses: { 200: previewAnswer },
    errors: [400, 401, 404],
  },
})

// Imports: finished uploads become an import package that a worker reads, and its progress.

const byImport = z.object({ importId: z.string().max(100) })

export const adminImportsRoutes = defineRoutes({
  'POST /api/admin/imports': {
    tag: 'admin',
    summary:
      'Hands finished uploads of the caller to a worker, which makes a draft or a new version of them; asking again answers the same import',
    permission: 'templates',
    body: importRequest,
    responses: { 201: templateImport },
    errors: [400, 401, 404, 409, 413],
  },

  'GET /api/admin/imports': {
    tag: 'admin',
    summary: 'Imports that are not discarded',
    permission: 'templates',
    query: z.object({ templateId: z.string().max(200).optional() }),
    responses: { 200: templateImports },
    errors: [400, 401, 404],
  },

  'GET /api/admin/imports/:importId': {
    tag: 'admin',
    summary: 'How far an import is',
    permission: 'templates',
    params: byImport,
    responses: { 200: templateImport },
    errors: [400, 401, 404],
  },

  'POST /api/admin/imports/:importId/retry': {
    tag: 'admin',
    summary: 'Reads a failed package again',
    permission: 'templates',
    params: byImport,
    responses: { 200: templateImport },
    errors: [400, 401, 404],
  },

  'DELETE /api/admin/imports/:importId': {
    tag: 'admin',
    summary: 'Puts an import away; a template that was made of it stays',
    permission: 'templates',
    params: byImport,
    responses: { 204: z.null() },
    errors: [400, 401, 404],
  },
})
