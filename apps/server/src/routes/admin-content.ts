// Routes of the written pages for the owner: the list, one page with its Markdown, changing it, and how a text will look.
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import {
  adminContentList,
  adminContentPage,
  type ContentText,
  changeContentRequest,
  contentPreview,
  contentPreviewRequest,
  contentSlug,
} from '@vitrine/contract/content'
import { transaction } from '@vitrine/database/connection'
import { editContent } from '@vitrine/shop/admin/settings-action'
import { listContent, readContent } from '@vitrine/shop/settings/content-page'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { renderMarkdown } from '../pages/markdown.ts'
import { actorOf } from '../session/admin-session.ts'

const tags = ['admin']
const refused = { 400: apiErrorBody, 401: apiErrorBody }
/** Of a written page: 50,000 characters of at most three bytes each, with room for what JSON escapes. */
const MAX_BODY_BYTES = 256 * 1024
const bySlug = z.object({ slug: contentSlug })
const nothing: ContentText = { title: '', description: '', date: null, body: '' }

export function addAdminContentRoutes(scope: ApiScope, deps: AppDeps): void {
  const { db, settings, bundledPages } = deps
  const list = async () => {
    const pages = await listContent(db, bundledPages)
    return {
      pages: pages.map(({ slug, text: { title, date }, changedAt }) => {
        return { slug, title, date, changedAt: changedAt?.toISOString() ?? null }
      }),
    }
  }
  const describe = async (slug: string) => {
    const { text = nothing, revision } = await readContent(db, bundledPages, slug)
    return { slug, text, revision, original: bundledPages.get(slug) ?? null }
  }
  scope.get(
    '/content',
    {
      config: { permission: 'content' },
      schema: { tags, summary: 'All written pages and blog posts', response: { 200: adminContentList, ...refused } },
    },
    list,
  )
  scope.get(
    '/content/page',
    {
      config: { permission: 'content' },
      schema: {
        tags,
        summary: 'The text of one page; empty for a post that is not there',
        querystring: bySlug,
        response: { 200: adminContentPage, ...refused },
      },
    },
    ({ query }) => describe(query.slug),
  )
  scope.put(
    '/content/page',
    {
      config: { permission: 'content' },
      bodyLimit: MAX_BODY_BYTES,
      schema: {
        tags,
        summary: 'Replaces the text of a page, or adds a post; with the text that it has already it changes nothing',
        querystring: bySlug,
        body: changeContentRequest,
        response: { 200: adminContentPage, 409: apiErrorBody, ...refused },
      },
    },
    async (request) => {
      const { slug } = request.query
      await transaction(db, (tx) => editContent(tx, actorOf(request), bundledPages, { slug, ...request.body }))
      await settings.reload()
      return describe(slug)
    },
  )
  scope.delete(
    '/content/page',
    {
      config: { permission: 'content' },
      schema: {
        tags,
        summary: 'Removes a blog post; the audit log keeps its text',
        querystring: bySlug.extend({ revision: z.coerce.number().int().min(0) }),
        response: { 200: adminContentList, 409: apiErrorBody, ...refused },
      },
    },
    async (request) => {
      const { slug, revision } = request.query
      await transaction(db, (tx) => editContent(tx, actorOf(request), bundledPages, { slug, text: null, revision }))
      await settings.reload()
      return list()
    },
  )
  scope.post(
    '/content/preview',
    {
      config: { permission: 'content' },
      bodyLimit: MAX_BODY_BYTES,
      schema: {
        tags,
        summary: 'How Markdown will be shown',
        body: contentPreviewRequest,
        response: { 200: contentPreview, ...refused },
      },
    },
    async ({ body }) => ({ sections: renderMarkdown(body.body) }),
  )
}
