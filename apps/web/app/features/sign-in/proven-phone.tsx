// A phone number with its country, and the code that proves it if the store sends text messages.
import { t } from '@lingui/core/macro'
import { api } from '../../api/member-api.ts'
import { useServices } from '../../api/root-data.ts'
import { FormSelect, FormText } from '../../ui/form/form-field.tsx'
import type { FormOf } from '../../ui/form/use-form.ts'
import { countryChoices, findPhoneProblem, wholePhoneNumber } from './country-codes.ts'
import { type Proof, VerifiedField } from './verified-field.tsx'

export type ProvenPhoneValues = { country: string; phone: string; phoneProof: Proof }

/** For any form that has these values among others. */
export function ProvenPhone<Values extends ProvenPhoneValues>(props: { form: FormOf<Values> }) {
  const form = props.form as unknown as FormOf<ProvenPhoneValues>
  const { hasTextMessages } = useServices()
  const number = wholePhoneNumber(form.values.country, form.values.phone)
  const input = <FormText form={form} name="phone" label={t`Phone number`} type="tel" autoComplete="tel-national" />
  return (
    <>
      <FormSelect
        form={form}
        name="country"
        label={t`Country`}
        autoComplete="tel-country-code"
        choices={countryChoices()}
      />
      {!hasTextMessages ? (
        input
      ) : (
        <VerifiedField
          value={number}
          proof={form.values.phoneProof}
          onProof={(phoneProof) => form.change({ phoneProof })}
          onError={(message) => (message ? form.setError('phone', { message }) : form.clearErrors('phone'))}
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
