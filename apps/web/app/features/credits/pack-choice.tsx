// The credit packs on offer: credits, price, savings.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CreditPack } from '@vitrine/contract/payments'
import { useRegion } from '../../api/root-data.ts'
import { Badge } from '../../ui/badge.tsx'
import { coveringInput } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { lastDayText } from '../../ui/date.ts'
import { creditsText, moneyText } from '../../ui/money.ts'
import { foreignText, perHundredText, savingsText } from './pack-text.ts'
import { PopularMark } from './popular-mark.tsx'

type PackChoiceProps = {
  packs: readonly CreditPack[]
  chosen: string | undefined
  onChoose: (packId: string) => void
  isDisabled: boolean
}

export function PackChoice({ packs, chosen, onChoose, isDisabled }: PackChoiceProps) {
  return (
    <fieldset disabled={isDisabled} className="min-w-0">
      <legend className="sr-only">
        <Trans>Credit packs</Trans>
      </legend>
      <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
        {packs.map((pack) => (
          <Pack key={pack.id} pack={pack} isChosen={pack.id === chosen} onChoose={() => onChoose(pack.id)} />
        ))}
      </div>
    </fieldset>
  )
}

function Pack({ pack, isChosen, onChoose }: { pack: CreditPack; isChosen: boolean; onChoose: () => void }) {
  const { credits, amountPaise, popular, savings, isStarter, isAvailable, offeredUntil } = pack
  const foreign = foreignText(amountPaise, useRegion())
  return (
    <label
      className={classNames(
        'relative flex min-w-0 flex-col gap-1 rounded-card border bg-raised p-4 transition-colors md:p-5',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-plum',
        isChosen ? 'border-marigold-deep ring-1 ring-marigold-deep' : 'border-line',
        isAvailable ? 'cursor-pointer hover:border-edge' : 'cursor-not-allowed bg-well',
      )}
    >
      <input
        type="radio"
        name="pack"
        value={pack.id}
        checked={isChosen}
        disabled={!isAvailable}
        onChange={onChoose}
        className={coveringInput}
      />
      {popular && <PopularMark />}
      <span className="flex min-h-6 flex-wrap gap-1.5">
        {savings && <Badge tone="good">{savingsText(savings)}</Badge>}
        {offeredUntil && <Badge>{lastDayText(offeredUntil)}</Badge>}
        {isStarter && <Badge>{isAvailable ? t`Starter pack` : t`Already used`}</Badge>}
      </span>
      <span className="mt-1.5 font-headline text-title tabular-nums">{creditsText(credits)}</span>
      <span className="flex flex-wrap items-baseline gap-x-1.5 tabular-nums">
        <span className="font-medium">{moneyText(amountPaise)}</span>
        {foreign && <span className="text-caption text-muted">{foreign}</span>}
      </span>
      <span className="text-caption text-muted tabular-nums">
        {isStarter ? t`Once per account` : perHundredText(amountPaise, credits)}
      </span>
    </label>
  )
}
