// A new account's email address, and the code that proves it.
import { t } from '@lingui/core/macro'
import { toEmailAddress } from '@vitrine/contract/input'
import { api } from '../../api/member-api.ts'
import { FormText } from '../../ui/form/form-field.tsx'
import type { FormOf } from '../../ui/form/use-form.ts'
import { findEmailProblem } from './email-rule.ts'
import { type Proof, VerifiedField } from './verified-field.tsx'

export type ProvenEmailValues = { email: string; emailProof: Proof }

/** For any form that has these values among others. */
export function ProvenEmail<Values extends ProvenEmailValues>(props: { form: FormOf<Values> }) {
  const form = props.form as unknown as FormOf<ProvenEmailValues>
  const email = toEmailAddress(form.values.email)
  return (
    <VerifiedField
      value={email}
      proof={form.values.emailProof}
      onProof={(emailProof) => form.change({ emailProof })}
      onError={(message) => (message ? form.setError('email', { message }) : form.clearErrors('email'))}
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
      {/* The later sign-in name, which password managers should store. */}
      <FormText form={form} name="email" label={t`Email`} type="email" autoComplete="username" />
    </VerifiedField>
  )
}
