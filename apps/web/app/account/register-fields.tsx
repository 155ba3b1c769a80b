// The fields of the registration that need more than an input: the proven address and the proven number.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { UseFormReturn } from 'react-hook-form'
import { api } from '../store/member-api.ts'
import { TextField } from '../ui/field.tsx'
import { wholePhoneNumber } from './country-codes.ts'
import { ProvenPhone } from './proven-phone.tsx'
import type { Account, Proof } from './register-draft.ts'
import { VerifiedField } from './verified-field.tsx'

type ProvenProps = {
  form: UseFormReturn<Account>
  proof: Proof
  onProof: (proof: Proof) => void
}

export function EmailField({ form, proof, onProof }: ProvenProps) {
  const { register, watch, formState } = form
  const email = watch('email').trim()
  return (
    <VerifiedField
      value={email}
      proof={proof}
      onProof={onProof}
      onError={showIn(form, 'email')}
      findProblem={() => (email === '' ? t`Please enter an email address` : undefined)}
      send={() => api.sendEmailOtp(email, 'register')}
      resend={() => api.resendEmailOtp(email, 'register')}
      verify={(otp) => api.verifyEmailOtp(email, otp, 'register')}
      messages={{
        sendFailed: t`Failed to send email OTP`,
        verifyFailed: t`Failed to verify email OTP`,
        resendFailed: t`Failed to resend email OTP`,
      }}
    >
      <TextField
        label={t`Email`}
        type="email"
        // What one signs in with later, and so what password managers are to keep.
        autoComplete="username"
        error={formState.errors.email?.message}
        {...register('email', { required: t`Please enter an email address` })}
      />
    </VerifiedField>
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
        phone={register('phone', { required: t`Please enter your phone number` })}
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
