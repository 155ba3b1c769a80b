// The note above the packs for visitors who lack credits: how many are missing, and whether the chosen pack covers them.
import type { CreditPack } from '@vitrine/contract/payments'
import { classNames } from '../ui/class-names.ts'
import { creditsText, moreCreditsText } from '../ui/money.ts'

type MissingCreditsProps = { missing: number; chosen: CreditPack | undefined }

export function MissingCredits({ missing, chosen }: MissingCreditsProps) {
  if (missing === 0) return null
  const isTooSmall = chosen !== undefined && chosen.credits < missing
  return (
    <p
      role="status"
      className={classNames('rounded-card p-4 tabular-nums', isTooSmall ? 'bg-warn-wash text-warn' : 'bg-well')}
    >
      You need {moreCreditsText(missing)}. {packText(missing, chosen)}
    </p>
  )
}

function packText(missing: number, chosen: CreditPack | undefined): string {
  if (!chosen) return 'No single pack has that many, so you’ll need more than one.'
  const rest = chosen.credits - missing
  if (rest < 0) return `With this pack you’d still need ${moreCreditsText(-rest)}.`
  return rest === 0 ? 'This pack is exactly enough.' : `With this pack you’ll have ${creditsText(rest)} left.`
}
