// The fields of the registration that need more than an input: the proven address and the proven number.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { toEmailAddress } from '@vitrine/contract/input'
import type { UseFormReturn } from 'react-hook-form'
import { findPhoneProblem, wholePhoneNumber } from './country-codes.ts'
import { ProvenEmail } from './proven-email.tsx'
import { ProvenPhone } from './proven-phone.tsx'
import type { Account, Proof } from './register-draft.ts'

type ProvenProps = {
  form: UseFormReturn<Account>
  proof: Proof
  onProof: (proof: Proof) => void
}

export function EmailField({ form, proof, onProof }: ProvenProps) {
  const { register, watch, formState } = form
  const email = toEmailAddress(watch('email'))
  return (
    <ProvenEmail
      email={email}
      input={register('email', { required: t`Please enter an email address` })}
      proof={proof}
      onProof={onProof}
      error={formState.errors.email?.message}
      onError={showIn(form, 'email')}
    />
  )
}

export function PhoneField({ form, proof, onProof }: ProvenProps) {
  const { register, watch, formState } = form
  const typed = { country: watch('country'), phone: watch('phone') }
  const number = wholePhoneNumber(typed.country, typed.phone)
  return (
    <>
      <ProvenPhone
        country={register('country')}
        phone={register('phone', {
          validate: (phone, { country }) => findPhoneProblem(wholePhoneNumber(country, phone)) ?? true,
        })}
        typed={typed}
        proof={proof}
        onProof={onProof}
        error={formState.errors.phone?.message}
        onError={showIn(form, 'phone')}
      />
      {proof.unreachable === number && proof.verified !== number && (
        <p role="status" className="text-caption text-muted">
          <Trans>
            You can create your account without it: the code in your email is enough. Verify your number later in your
            profile.
          </Trans>
        </p>
      )}
    </>
  )
}

function showIn({ setError, clearErrors }: UseFormReturn<Account>, field: 'email' | 'phone') {
  return (message: string | undefined) => (message === undefined ? clearErrors(field) : setError(field, { message }))
}
