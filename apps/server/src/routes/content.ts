// Public routes of the written pages.
import { ApiError } from '@vitrine/contract/api-error'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { contentPage, contentSlug, postList } from '@vitrine/contract/content'
import { listPosts, readContent } from '@vitrine/shop/settings/content-page'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { renderMarkdown } from '../pages/markdown.ts'
import type { RecentAnswers } from '../pages/recent-answer.ts'

const tags = ['content']
/** Answers that are the same for everybody. */
const forEverybody = { keptFor: 'everybody' } as const

export function addContentRoutes(scope: ApiScope, { db, bundledPages }: AppDeps, recent: RecentAnswers): void {
  scope.get(
    '/content',
    {
      config: forEverybody,
      schema: {
        tags,
        summary:
          'A written page or blog post as HTML by sections; `{{shop}}` and the like stand for words of the settings',
        querystring: z.object({ slug: contentSlug }),
        response: { 200: contentPage, 404: apiErrorBody },
      },
    },
    (request, reply) =>
      recent.sendJson(request, reply, async () => {
        const { slug } = request.query
        const { text } = await readContent(db, bundledPages, slug)
        if (!text) throw new ApiError('not-found')
        const { title, description, date, body } = text
        return { slug, title, description, date, sections: renderMarkdown(body) }
      }),
  )
  scope.get(
    '/content/posts',
    { config: forEverybody, schema: { tags, summary: 'The blog, newest first', response: { 200: postList } } },
    (request, reply) => recent.sendJson(request, reply, async () => ({ posts: await listPosts(db, bundledPages) })),
  )
}
