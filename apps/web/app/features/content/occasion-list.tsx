// All occasions that have a page.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ListedOccasion } from '@vitrine/contract/content'
import { Link } from 'react-router'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/occasion-list'
import { listOccasionPages, useTextLanguage } from './load-content.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return { occasions: await listOccasionPages(context) }
}

/** A page with templates chosen by the owner need not match an occasion. */
const chooseTitle = (occasions: readonly ListedOccasion[]) =>
  occasions.some(({ isChosen }) => isChosen) ? t`Occasions and collections` : t`Occasions`

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta({
    matches,
    title: chooseTitle(loaderData?.occasions ?? []),
    description: t`Video and image templates for weddings, birthdays, festivals, shops and more, by occasion.`,
    path: '/occasions',
  })
}

export default function OccasionList({ loaderData: { occasions } }: Route.ComponentProps) {
  return (
    <main className="page-width">
      <h1 className="pt-10 pb-8 font-headline text-headline md:pt-14">{chooseTitle(occasions)}</h1>
      {occasions.length === 0 && (
        <p>
          <Trans>There are no pages yet.</Trans>
        </p>
      )}
      <ul className="grid gap-3.5 sm:grid-cols-2 md:gap-5 lg:grid-cols-3">
        {occasions.map((occasion) => (
          <Occasion key={occasion.slug} occasion={occasion} />
        ))}
      </ul>
    </main>
  )
}

function Occasion({ occasion: { slug, title, description, language } }: { occasion: ListedOccasion }) {
  return (
    <li>
      <Link
        to={`/${slug}`}
        {...useTextLanguage(language)}
        className="block h-full rounded-card border border-line bg-raised p-5 transition-colors hover:border-edge"
      >
        <span className="font-headline text-title">{title}</span>
        <span className="mt-1 block text-muted">{description}</span>
      </Link>
    </li>
  )
}
