// A page that the owner writes: legal texts, help, prices, the blog and its posts.

import { Trans } from '@lingui/react/macro'
import { isPost } from '@vitrine/contract/content'
import { Link, redirect } from 'react-router'
import { ApiResponseError } from '../../api/api.ts'
import { readPageAddress } from '../../api/page-request.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/written-page'
import { loadBlockData, loadPage, useTextLanguage } from './load-content.ts'
import { dateText, WrittenText } from './written-text.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { pathname } = new URL(readPageAddress({ url, context }), url)
  const slug = pathname.toLowerCase().replace(/^\/|\/$/g, '')
  const page = await loadPage(context, slug).catch((error: unknown) => {
    // The post was removed, or never existed.
    if (error instanceof ApiResponseError && error.status < 500 && error.status > 0) throw redirect('/blog')
    throw error
  })
  return { page, data: await loadBlockData(context, page) }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { slug, title, description, languages } = loaderData.page
  return pageMeta({ matches, title, description, path: `/${slug}`, writtenIn: languages })
}

export default function WrittenPage({ loaderData: { page, data } }: Route.ComponentProps) {
  const attributes = useTextLanguage(page.language)
  return (
    <>
      {isPost(page.slug) && (
        <div className="mb-3 flex gap-2 text-caption text-muted">
          <Link to="/blog" className="rounded-control text-plum underline underline-offset-4">
            <Trans>Blog</Trans>
          </Link>
          {page.date && <time dateTime={page.date}>{dateText(page.date)}</time>}
        </div>
      )}
      <h1 {...attributes}>{page.title}</h1>
      <WrittenText sections={page.sections} language={page.language} data={data} />
    </>
  )
}
