// Form fields whose value is proven with a one-time code before the form may be sent.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { toEmailAddress } from '@vitrine/contract/input'
import CircleCheck from 'lucide-react/icons/circle-check'
import { type ReactNode, useState } from 'react'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { api } from '../../api/member-api.ts'
import { useServices } from '../../api/root-data.ts'
import { Button } from '../../ui/button.tsx'
import { catchFocus } from '../../ui/focus.ts'
import { FormSelect, FormText } from '../../ui/form/form.tsx'
import type { FormHandle } from '../../ui/form/use-form.ts'
import { findEmailProblem } from './account-rules.ts'
import { countryChoices, findPhoneProblem, wholePhoneNumber } from './country-codes.ts'
import { OtpPanel, otpNetworkError, requestOtp, resendWaitSeconds } from './otp-panel.tsx'
import { useHasScript } from './submit-button.tsx'

export type ProvenPhoneValues = { country: string; phone: string; phoneProof: Proof }

/** A number with its country, proven if the store sends text messages. For any form that has these values among others. */
export function ProvenPhone<Values extends ProvenPhoneValues>(props: { form: FormHandle<Values> }) {
  const form = props.form as unknown as FormHandle<ProvenPhoneValues>
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

export type ProvenEmailValues = { email: string; emailProof: Proof }

/** A new account's address. For any form that has these values among others. */
export function ProvenEmail<Values extends ProvenEmailValues>(props: { form: FormHandle<Values> }) {
  const form = props.form as unknown as FormHandle<ProvenEmailValues>
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

/**
 * The verification state of an address or a number, by its value. `unreachable`: the store could not send a code there,
 * through no fault of the visitor.
 */
export type Proof = { sentTo?: string; verified?: string; unreachable?: string }

type VerifiedFieldProps = {
  /** The current address or number. */
  value: string
  /** What was proven, and what a code was sent for: each applies to its own value, even if that is typed again. */
  proof: Proof
  onProof: (proof: Proof) => void
  /** Shows a message at the input; undefined removes it. */
  onError: (message: string | undefined) => void
  /** Validates the value before a code is requested. */
  findProblem: () => string | undefined
  /** Whether the code comes as a text message. */
  isTextMessage?: boolean
  send: () => Promise<unknown>
  resend: () => Promise<unknown>
  verify: (otp: string) => Promise<unknown>
  messages: { sendFailed: string; verifyFailed: string; resendFailed: string }
  /** The input next to the button. */
  children: ReactNode
}

function VerifiedField(props: VerifiedFieldProps) {
  const { value, proof, onProof, onError, children, messages } = props
  const [waitSeconds, setWaitSeconds] = useState(resendWaitSeconds)
  const [isSending, setIsSending] = useState(false)
  const hasScript = useHasScript()
  const ask = async () => {
    const problem = props.findProblem()
    if (problem) return onError(problem)
    setIsSending(true)
    try {
      setWaitSeconds(await requestOtp(props.send))
      onError(undefined)
      onProof({ ...proof, sentTo: value })
    } catch (failure) {
      onError(errorText(failure, messages.sendFailed, otpNetworkError()))
      if (isStoreFault(failure)) onProof({ ...proof, unreachable: value })
    }
    setIsSending(false)
  }
  const isVerified = value !== '' && proof.verified === value
  const isSent = value !== '' && proof.sentTo === value
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">{children}</div>
        {isVerified ? (
          <p
            ref={catchFocus}
            tabIndex={-1}
            role="status"
            className="mt-6.5 flex h-11 items-center gap-1.5 text-caption font-medium text-good outline-none"
          >
            <CircleCheck aria-hidden="true" size={18} />
            <Trans>Verified</Trans>
          </p>
        ) : (
          !isSent && (
            <Button variant="secondary" className="mt-6.5" isBusy={isSending} disabled={!hasScript} onClick={ask}>
              <Trans>Send code</Trans>
            </Button>
          )
        )}
      </div>
      {isSent && !isVerified && (
        <OtpPanel
          key={value}
          address={value}
          isTextMessage={props.isTextMessage ?? false}
          waitSeconds={waitSeconds}
          verify={props.verify}
          resend={props.resend}
          onVerified={() => {
            onError(undefined)
            // A code can be used once: proving the same value again needs another one.
            onProof({ verified: value })
          }}
          messages={messages}
        />
      )}
    </div>
  )
}

/** No code can be sent at the moment: a retry would not help. */
function isStoreFault(failure: unknown): boolean {
  return (
    failure instanceof ApiResponseError && ['otp-not-sent', 'otp-ceiling-reached', 'not-found'].includes(failure.code)
  )
}
