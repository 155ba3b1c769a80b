// A phone number with its country, and the code that proves it where the shop sends text messages.
import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { api } from '../store/member-api.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { useServices } from '../ui/root-data.ts'
import { findPhoneProblem, listCountries, wholePhoneNumber } from './country-codes.ts'
import type { Proof } from './register-draft.ts'
import { VerifiedField } from './verified-field.tsx'

type ProvenPhoneProps = {
  /** What a form registers the two halves of the number with. */
  country: Partial<ComponentProps<'select'>>
  phone: Partial<ComponentProps<'input'>>
  /** Both as they are typed now. */
  typed: { country: string; phone: string }
  proof: Proof
  onProof: (proof: Proof) => void
  error: string | undefined
  /** An empty message takes the present one away. */
  onError: (message: string | undefined) => void
}

export function ProvenPhone({ country, phone, typed, proof, onProof, error, onError }: ProvenPhoneProps) {
  const { hasTextMessages } = useServices()
  const number = wholePhoneNumber(typed.country, typed.phone)
  const input = <TextField label={t`Phone number`} type="tel" autoComplete="tel-national" error={error} {...phone} />
  return (
    <>
      <SelectField label={t`Country`} autoComplete="tel-country-code" {...country}>
        {listCountries().map(({ country: key, name, code }) => (
          <option key={key} value={key}>
            {t`${name} (${code})`}
          </option>
        ))}
      </SelectField>
      {!hasTextMessages ? (
        input
      ) : (
        <VerifiedField
          value={number}
          proof={proof}
          onProof={onProof}
          onError={onError}
          findProblem={() => findPhoneProblem(number)}
          isTextMessage
          send={() => api.sendPhoneOtp(number)}
          resend={() => api.sendPhoneOtp(number)}
          verify={(otp) => api.verifyPhoneOtp(number, otp)}
          messages={{
            sendFailed: t`Failed to send phone OTP`,
            verifyFailed: t`Failed to verify phone OTP`,
            resendFailed: t`Failed to resend phone OTP`,
          }}
        >
          {input}
        </VerifiedField>
      )}
    </>
  )
}
