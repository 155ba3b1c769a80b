// An email address that no account has, and the code that proves it.
import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { api } from '../store/member-api.ts'
import { TextField } from '../ui/field.tsx'
import { findEmailProblem } from './email-rule.ts'
import type { Proof } from './register-draft.ts'
import { VerifiedField } from './verified-field.tsx'

type ProvenEmailProps = {
  /** As it is typed now. */
  email: string
  /** What a form registers the address with. */
  input: Partial<ComponentProps<'input'>>
  proof: Proof
  onProof: (proof: Proof) => void
  error: string | undefined
  /** Undefined takes the present message away. */
  onError: (message: string | undefined) => void
}

export function ProvenEmail({ email, input, proof, onProof, error, onError }: ProvenEmailProps) {
  return (
    <VerifiedField
      value={email}
      proof={proof}
      onProof={onProof}
      onError={onError}
      findProblem={() => findEmailProblem(email, t`Please enter an email address`)}
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
        error={error}
        {...input}
      />
    </VerifiedField>
  )
}
