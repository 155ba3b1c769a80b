// The page of an occasion: the owner's text, and the templates that the owner has chosen, or those of each kind that a
// search for its name finds.

import { Trans } from '@lingui/react/macro'
import { occasionSearch } from '@vitrine/contract/content'
import { redirect } from 'react-router'
import { ApiResponseError } from '../../api/api.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { KindLists, loadKindLists } from '../catalogue/kind-lists.tsx'
import { TemplateGrid } from '../catalogue/template-grid.tsx'
import type { Route } from './+types/occasion-page'
import { loadBlockData, loadChosenTemplates, loadPage, useTextLanguage } from './load-content.ts'
import { WrittenText } from './written-text.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const name = params.occasion.toLowerCase()
  const page = await loadPage(context, `occasions/${name}`).catch((error: unknown) => {
    // The page was removed, or never existed.
    if (error instanceof ApiResponseError && error.status < 500 && error.status > 0) throw redirect('/occasions')
    throw error
  })
  const search = occasionSearch(page.slug)
  const [chosen, lists, data] = await Promise.all([
    page.templates ? loadChosenTemplates(context, page.slug) : [],
    page.templates ? [] : loadKindLists(context, { search }),
    loadBlockData(context, page),
  ])
  return { page, search, chosen, lists, data }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { page, chosen, lists } = loaderData
  const { slug, title, description, languages } = page
  const picture = page.sharePictureUrl ?? (chosen[0] ?? lists[0]?.templates[0])?.thumbnail
  return pageMeta({ matches, title, description, path: `/${slug}`, writtenIn: languages, ...(picture && { picture }) })
}

export default function OccasionPage({ loaderData: { page, search, chosen, lists, data } }: Route.ComponentProps) {
  const attributes = useTextLanguage(page.language)
  return (
    <main className="page-width">
      <h1 {...attributes} className="pt-10 font-headline text-headline md:pt-14">
        {page.title}
      </h1>
      <p {...attributes} className="max-w-[60ch] pt-3 pb-2 text-muted">
        {page.description}
      </p>
      {chosen.length === 0 && lists.length === 0 && (
        <p className="pt-8">
          <Trans>There are no templates for this occasion yet.</Trans>
        </p>
      )}
      {chosen.length > 0 && (
        <section aria-label={page.title} className="pt-8 md:pt-10">
          <h2 className="sr-only">
            <Trans>Templates</Trans>
          </h2>
          <TemplateGrid templates={chosen} />
        </section>
      )}
      <KindLists lists={lists} filters={{ search }} />
      {page.sections.length > 0 && (
        <article className="prose-page">
          <WrittenText sections={page.sections} language={page.language} data={data} />
        </article>
      )}
    </main>
  )
}
