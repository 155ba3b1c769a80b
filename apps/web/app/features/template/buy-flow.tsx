// Buys a single template: the confirmation with the price, the purchase, and its result.
import { t } from '@lingui/core/macro'
import type { Template } from '@vitrine/contract/catalogue'
import { useState } from 'react'
import { useRegion } from '../../api/root-data.ts'
import { setCredits, useSession } from '../../api/session.ts'
import { serverText } from '../../language/i18n.ts'
import { templateCredits } from '../../ui/money.ts'
import { useToast } from '../../ui/toast.tsx'
import { purchaseTemplate } from '../credits/acquire.ts'
import { ConfirmPrice } from '../credits/confirm-price.tsx'
import { type CreditShortage, InsufficientCreditsDialog } from '../credits/insufficient-credits.tsx'
import { moneyApi } from '../credits/money-api.ts'

export default function BuyFlow({ template, onEnd }: { template: Template; onEnd: () => void }) {
  const region = useRegion()
  const isSignedIn = useSession().status === 'signed-in'
  const showToast = useToast()
  const [newCredits, setNewCredits] = useState<number>()
  const [shortage, setShortage] = useState<CreditShortage>()
  const [isBusy, setIsBusy] = useState(false)
  const credits = newCredits ?? templateCredits(template, region)
  const { templateName } = template
  const buy = async () => {
    setIsBusy(true)
    const { isIndianUser } = region
    const bought = await purchaseTemplate(moneyApi, { template, isIndianUser, expectedCredits: credits, isSignedIn })
    setIsBusy(false)
    if (bought.outcome === 'price-changed') return setNewCredits(bought.credits)
    if (bought.outcome === 'shortage') return setShortage(bought.shortage)
    if (bought.outcome === 'failed') showToast('error', bought.message)
    else {
      setCredits(bought.answer.remainingCredits)
      showToast('success', serverText(bought.answer.message))
    }
    onEnd()
  }
  if (shortage) return <InsufficientCreditsDialog shortage={shortage} onClose={onEnd} />
  return (
    <ConfirmPrice
      title={credits === 0 ? t`Get ${templateName}` : t`Buy ${templateName}`}
      credits={credits}
      hasChanged={newCredits !== undefined}
      isBusy={isBusy}
      onConfirm={buy}
      onCancel={onEnd}
    >
      <p className="text-muted">
        <span>{credits === 0 ? t`It stays yours.` : t`You pay once.`}</span>

        <span>{serverText(template.license.summary)}</span>
      </p>
    </ConfirmPrice>
  )
}
