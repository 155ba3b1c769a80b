// The note above the packs for visitors who lack credits: how many are missing, and whether the chosen pack covers them.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CreditPack } from '@vitrine/contract/payments'
import { classNames } from '../../ui/class-names.ts'
import { creditsText, moreCreditsText } from '../../ui/money.ts'

type MissingCreditsProps = { missing: number; chosen: CreditPack | undefined }

export function MissingCredits({ missing, chosen }: MissingCreditsProps) {
  if (missing === 0) return null
  const more = moreCreditsText(missing)
  const advice = packText(missing, chosen)
  const isTooSmall = chosen !== undefined && chosen.credits < missing
  return (
    <p
      role="status"
      className={classNames('rounded-card p-4 tabular-nums', isTooSmall ? 'bg-warn-wash text-warn' : 'bg-well')}
    >
      <Trans>
        You need {more}. {advice}
      </Trans>
    </p>
  )
}

function packText(missing: number, chosen: CreditPack | undefined): string {
  if (!chosen) return t`No single pack has that many, so you’ll need more than one.`
  const rest = chosen.credits - missing
  if (rest === 0) return t`This pack is exactly enough.`
  const more = moreCreditsText(-rest)
  const left = creditsText(rest)
  return rest < 0 ? t`With this pack you’d still need ${more}.` : t`With this pack you’ll have ${left} left.`
}
