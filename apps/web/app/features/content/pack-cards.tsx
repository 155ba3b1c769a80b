// The credit packs on a content page.

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CreditPack } from '@vitrine/contract/payments'
import { Link } from 'react-router'
import { useRegion } from '../../api/root-data.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { lastDayText } from '../../ui/date.ts'
import { countText, creditsText, moneyText } from '../../ui/money.ts'
import { foreignText, perHundredText, savingsText } from '../credits/pack-text.ts'
import { PopularMark } from '../credits/popular-mark.tsx'

export function PackCards({ packs }: { packs: readonly CreditPack[] }) {
  if (packs.length === 0) {
    return (
      <p>
        <Trans>
          The packs and their prices are on <Link to="/buy-credits">Buy Credits</Link>.
        </Trans>
      </p>
    )
  }
  return (
    <ul className="my-5 grid grid-cols-2 gap-3 md:grid-cols-4">
      {packs.map((pack) => (
        <PackCard key={pack.id} pack={pack} />
      ))}
    </ul>
  )
}

function PackCard({ pack }: { pack: CreditPack }) {
  const { id, credits, amountPaise, popular, savings, isStarter, offeredUntil } = pack
  const bought = creditsText(credits)
  const foreign = foreignText(amountPaise, useRegion())
  return (
    <li
      className={classNames(
        'relative flex min-w-0 flex-col rounded-card border bg-raised p-4 tabular-nums',
        popular ? 'border-marigold-deep ring-1 ring-marigold-deep' : 'border-line',
      )}
    >
      {popular && <PopularMark />}
      <span className="flex min-h-6 flex-wrap gap-1.5">
        {savings && <Badge tone="good">{savingsText(savings)}</Badge>}
        {offeredUntil && <Badge>{lastDayText(offeredUntil)}</Badge>}
        {isStarter && (
          <Badge>
            <Trans>Once per account</Trans>
          </Badge>
        )}
      </span>
      <span className="mt-3 flex flex-wrap items-baseline gap-x-1.5">
        <span className="font-headline text-title">{countText(credits)}</span>
        <span className="text-caption text-muted">{plural(credits, { one: 'credit', other: 'credits' })}</span>
      </span>
      <span className="mt-1 flex flex-wrap items-baseline gap-x-1.5">
        <span className="font-medium">{moneyText(amountPaise)}</span>
        {foreign && <span className="text-caption text-muted">{foreign}</span>}
      </span>
      <span className="mb-4 text-caption text-muted">
        {isStarter ? t`To try it out` : perHundredText(amountPaise, credits)}
      </span>
      <LinkButton
        to={`/buy-credits?${new URLSearchParams({ pack: id })}`}
        variant={popular ? 'primary' : 'secondary'}
        aria-label={t`Buy ${bought}`}
        className="mt-auto"
      >
        <Trans>Buy</Trans>
      </LinkButton>
    </li>
  )
}
