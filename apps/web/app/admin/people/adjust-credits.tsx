// Adds credits to a customer or removes some, showing the balance before and after.
import type { AdminUserDetail } from '@vitrine/contract/admin'
import { writeCredits } from '@vitrine/contract/money'
import { useState } from 'react'
import { TextField } from '../../ui/field.tsx'
import { useMay } from '../role.tsx'
import { ActionButton, ActionForm } from './action-dialog.tsx'
import { Choice } from './choice.tsx'
import { peopleApi } from './people-api.ts'

/** As the server has it. */
const maxCredits = 1_000_000

export function AdjustCredits({ person }: { person: AdminUserDetail }) {
  if (!useMay()('credits')) return null
  return (
    <ActionButton label="Adjust credits" title="Adjust credits">
      {(close) => <AdjustForm person={person} onClose={close} />}
    </ActionButton>
  )
}

const ways = { give: 'Add', take: 'Remove' } as const

function AdjustForm({ person, onClose }: { person: AdminUserDetail; onClose: () => void }) {
  const [way, setWay] = useState<keyof typeof ways>('give')
  const [typed, setTyped] = useState('')
  const amount = /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : 0
  const credits = way === 'give' ? amount : -amount
  const after = person.credits + credits
  const problem = findProblem(amount, person.credits, way)
  return (
    <ActionForm
      actionLabel={amount > 0 ? `${ways[way]} ${writeCredits(amount)}` : 'Adjust'}
      isDanger={way === 'take'}
      problem={problem}
      onClose={onClose}
      act={async (request) => {
        const answer = await peopleApi.adjustCredits(person.userId, { ...request, credits })
        const did = way === 'give' ? 'added' : 'removed'
        return `${writeCredits(amount)} ${did}. The balance is ${writeCredits(answer.credits)}.`
      }}
      consequence={
        <>
          <dl className="flex items-baseline justify-between gap-4 tabular-nums">
            <div>
              <dt className="text-caption text-muted">Balance now</dt>
              <dd className="text-lead font-medium">{writeCredits(person.credits)}</dd>
            </div>
            <div className="text-right">
              <dt className="text-caption text-muted">New balance</dt>
              <dd className="text-lead font-medium">{after < 0 ? 'Not enough' : writeCredits(after)}</dd>
            </div>
          </dl>
          <p className="mt-3 text-caption text-muted">
            {way === 'give'
              ? 'The credits can be spent immediately.'
              : 'Free credits are removed first, then paid ones.'}{' '}
            The customer’s statement says “Adjusted by the store”.
          </p>
        </>
      }
    >
      <Choice label="What to do" values={ways} value={way} onChoose={setWay} />
      <TextField
        label="Credits"
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </ActionForm>
  )
}

function findProblem(amount: number, balance: number, way: keyof typeof ways): string | undefined {
  if (amount === 0) return 'Please enter a whole number of credits, 1 or more.'
  if (amount > maxCredits) return `At most ${writeCredits(maxCredits)} at a time.`
  if (way === 'take' && amount > balance) return `Only ${writeCredits(balance)} can be removed.`
  return undefined
}
