// Owns the sentence above the packs for whoever came because credits ran short: how many are missing, and whether the chosen
// pack brings them.
import type { CreditPack } from '@vitrine/contract/payments'
import { classNames } from '../ui/class-names.ts'
import { creditsText } from '../ui/money.ts'

type MissingCreditsProps = { missing: number; chosen: CreditPack | undefined }

export function MissingCredits({ missing, chosen }: MissingCreditsProps) {
  if (missing === 0) return null
  const isTooSmall = chosen !== undefined && chosen.credits < missing
  return (
    <p
      role="status"
      className={classNames('rounded-card p-4 tabular-nums', isTooSmall ? 'bg-warn-wash text-warn' : 'bg-well')}
    >
      You need {creditsText(missing)} more. {packWords(missing, chosen)}
    </p>
  )
}

function packWords(missing: number, chosen: CreditPack | undefined): string {
  if (!chosen) return 'No single pack has that many: it takes more than one.'
  const rest = chosen.credits - missing
  if (rest < 0) return `With this pack ${creditsText(-rest)} are still missing.`
  return rest === 0 ? 'This pack brings exactly that.' : `With this pack ${creditsText(rest)} stay afterwards.`
}
