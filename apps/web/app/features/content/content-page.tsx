// The layout of content pages: navigation next to one column of text, and some templates below pages about templates.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Outlet, useLocation } from 'react-router'
import { createVisitorApi } from '../../api/api.ts'
import { hostContext } from '../../api/page-request.ts'
import { NavigationLink } from '../../shell/store-links.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { TemplateGrid } from '../catalogue/template-grid.tsx'
import type { Route } from './+types/content-page'

const groups = () =>
  [
    {
      title: t`Store`,
      pages: [
        ['/features', t`Features`],
        ['/pricing', t`Pricing`],
      ],
    },
    {
      title: t`Help`,
      pages: [
        ['/faq', t`FAQ`],
        ['/tutorials', t`Tutorials`],
        ['/support', t`Support`],
        ['/contact', t`Contact`],
        ['/blog', t`Blog`],
      ],
    },
    {
      title: t`Fine print`,
      pages: [
        ['/terms', t`Terms`],
        ['/privacy', t`Privacy`],
        ['/cookies', t`Cookies`],
        ['/refund', t`Refunds`],
      ],
    },
  ] as const

const shownCount = 5

export async function loader({ context }: Route.LoaderArgs) {
  const { transport } = context.get(hostContext)
  const page = await createVisitorApi(transport)
    .getCataloguePage('video', { limit: shownCount })
    .catch(() => undefined)
  return { templates: page?.items ?? [] }
}

/** The same templates stay below the page when the visitor moves on to another one. */
export const shouldRevalidate = () => false

export default function ContentPage({ loaderData: { templates } }: Route.ComponentProps) {
  const path = useLocation().pathname.toLowerCase()
  const isAboutTemplates = /^\/(features|tutorials|blog|pricing)(\/|$)/.test(path)
  return (
    <main className="page-width">
      <div className="lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-20">
        <OtherPages />
        <article className="prose-page">
          <Outlet />
        </article>
      </div>
      {isAboutTemplates && templates.length > 0 && (
        <section aria-labelledby="to-look-at" className="pt-20 md:pt-28">
          <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
            <h2 id="to-look-at" className="font-headline text-headline">
              <Trans>See them move</Trans>
            </h2>
            <LinkButton to="/templates-list" variant="secondary">
              <Trans>Browse Templates</Trans>
            </LinkButton>
          </div>
          <TemplateGrid templates={templates} isOneLine />
        </section>
      )}
    </main>
  )
}

/** On wide screens the footer's pages are listed next to the text; on phones the footer is near enough. */
function OtherPages() {
  return (
    <nav aria-label={t`Written pages`} className="sticky top-16 flex flex-col gap-7 self-start pt-18 max-lg:hidden">
      {groups().map(({ title, pages }) => (
        <div key={title}>
          <p className="px-3 text-caption text-muted">{title}</p>
          <ul className="mt-1.5">
            {pages.map(([path, label]) => (
              <li key={path}>
                <NavigationLink
                  to={path}
                  className="block rounded-control px-3 py-1.5 transition-colors hover:bg-well aria-[current=page]:bg-well aria-[current=page]:font-medium"
                >
                  {label}
                </NavigationLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
