// Adds credits to a customer or removes some, showing the balance before and after.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminUserDetail } from '@vitrine/contract/admin'
import { toAmount } from '@vitrine/contract/input'
import { useState } from 'react'
import { TextField } from '../../ui/field.tsx'
import { peopleApi } from '../api/people-api.ts'
import { useMay } from '../api/role.tsx'
import { ActionButton, ActionForm } from '../ui/action-dialog.tsx'
import { Choice } from '../ui/choice.tsx'
import { creditsText } from '../ui/rupees.ts'

/** The same limit as on the server. */
const maxCredits = 1_000_000

export function AdjustCredits({ person }: { person: AdminUserDetail }) {
  if (!useMay()('credits')) return null
  return (
    <ActionButton label={t`Adjust credits`} title={t`Adjust credits`}>
      {(close) => <AdjustForm person={person} onClose={close} />}
    </ActionButton>
  )
}

const ways = () => ({ give: t`Add`, take: t`Remove` })
type Way = keyof ReturnType<typeof ways>

function AdjustForm({ person, onClose }: { person: AdminUserDetail; onClose: () => void }) {
  const [way, setWay] = useState<Way>('give')
  const [typed, setTyped] = useState('')
  const amount = Math.max(0, toAmount(typed, 0) ?? 0)
  const credits = way === 'give' ? amount : -amount
  const after = person.credits + credits
  const problem = findProblem(amount, person.credits, way)
  const amountText = creditsText(amount)
  const actionLabel = way === 'give' ? t`Add ${amountText}` : t`Remove ${amountText}`
  return (
    <ActionForm
      actionLabel={amount > 0 ? actionLabel : t`Adjust`}
      isDanger={way === 'take'}
      problem={problem}
      onClose={onClose}
      act={async (request) => {
        const answer = await peopleApi.adjustCredits(person.userId, { ...request, credits })
        const balance = creditsText(answer.credits)
        return way === 'give'
          ? t`${amountText} added. The balance is ${balance}.`
          : t`${amountText} removed. The balance is ${balance}.`
      }}
      consequence={
        <>
          <dl className="flex items-baseline justify-between gap-4 tabular-nums">
            <div>
              <dt className="text-caption text-muted">
                <Trans>Balance now</Trans>
              </dt>
              <dd className="text-lead font-medium">{creditsText(person.credits)}</dd>
            </div>
            <div className="text-end">
              <dt className="text-caption text-muted">
                <Trans>New balance</Trans>
              </dt>
              <dd className="text-lead font-medium">{after < 0 ? t`Not enough` : creditsText(after)}</dd>
            </div>
          </dl>
          <p className="mt-3 text-caption text-muted">
            <span>
              {way === 'give'
                ? t`The credits can be spent immediately.`
                : t`Free credits are removed first, then paid ones.`}
            </span>{' '}
            <Trans>The customer’s statement says “Adjusted by the store”.</Trans>
          </p>
        </>
      }
    >
      <Choice label={t`What to do`} values={ways()} value={way} onChoose={setWay} />
      <TextField
        label={t`Credits`}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </ActionForm>
  )
}

function findProblem(amount: number, balance: number, way: Way): string | undefined {
  const [most, all] = [creditsText(maxCredits), creditsText(balance)]
  if (amount === 0) return t`Please enter a whole number of credits, 1 or more.`
  if (amount > maxCredits) return t`At most ${most} at a time.`
  if (way === 'take' && amount > balance) return t`Only ${all} can be removed.`
  return undefined
}
