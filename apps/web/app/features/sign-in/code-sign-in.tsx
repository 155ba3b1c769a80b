// Signing in or up by one code: an email address or a phone number, then six digits.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { toEmailAddress } from '@vitrine/contract/input'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { api, type CodeAddress } from '../../api/member-api.ts'
import { useRegion, useServices, useStoreBrand } from '../../api/root-data.ts'
import { beginSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Form, FormSelect, FormText } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useToast } from '../../ui/toast.tsx'
import { findEmailProblem } from './account-rules.ts'
import { countryChoices, findPhoneProblem, startCountry, wholePhoneNumber } from './country-codes.ts'
import { OtpPanel, requestOtp } from './otp-panel.tsx'
import { showWelcome } from './welcome.ts'

type Way = 'email' | 'phone'
/** The code that was sent last. */
interface SentCode {
  readonly address: CodeAddress
  readonly waitSeconds: number
}

/** `email` is the initial value of the form. */
export function CodeSignIn({ email = '' }: { email?: string }) {
  const { hasTextMessages } = useServices()
  const [sent, setSent] = useState<SentCode>()
  const form = useForm({
    values: { way: 'email' as Way, email, country: startCountry(useRegion().country_code2), phone: '' },
    send: async (typed) => {
      const address =
        typed.way === 'email'
          ? { email: toEmailAddress(typed.email) }
          : { phoneNumber: wholePhoneNumber(typed.country, typed.phone) }
      setSent({ address, waitSeconds: await requestOtp(() => api.sendSignInCode(address)) })
    },
    check: (typed) =>
      typed.way === 'email'
        ? { email: findEmailProblem(toEmailAddress(typed.email)) }
        : { phone: findPhoneProblem(wholePhoneNumber(typed.country, typed.phone)) },
    fieldByError: { phoneNumber: 'phone' },
    explain: (failure) => errorText(failure, t`The code could not be sent.`),
  })
  if (sent) return <EnterCode sent={sent} onBack={() => setSent(undefined)} />
  const isByEmail = form.values.way === 'email'
  return (
    <Form form={form} className="flex flex-col gap-4">
      {isByEmail ? (
        <FormText
          form={form}
          name="email"
          label={t`Email`}
          type="email"
          autoComplete="username"
          data-autofocus
          error={form.failure}
        />
      ) : (
        <div className="flex flex-col gap-4">
          <FormSelect form={form} name="country" label={t`Country code`} choices={countryChoices()} />
          <FormText
            form={form}
            name="phone"
            label={t`Phone number`}
            type="tel"
            autoComplete="tel-national"
            autoFocus
            error={form.failure}
          />
        </div>
      )}
      <Button type="submit" isBusy={form.isBusy}>
        {isByEmail ? t`Email me a code` : t`Text me a code`}
      </Button>
      {hasTextMessages && (
        <button
          type="button"
          onClick={() => {
            form.clearErrors()
            form.change({ way: isByEmail ? 'phone' : 'email' })
          }}
          className="-my-1 self-start rounded-control py-1.5 text-start text-caption text-plum underline underline-offset-4 hover:no-underline"
        >
          {isByEmail ? t`Use your phone number instead` : t`Use your email address instead`}
        </button>
      )}
    </Form>
  )
}

function EnterCode({ sent: { address, waitSeconds }, onBack }: { sent: SentCode; onBack: () => void }) {
  const showToast = useToast()
  const { name } = useStoreBrand()
  const isTextMessage = 'phoneNumber' in address
  const verify = async (otp: string) => {
    const answer = await api.signInWithCode({ ...address, otp, rememberMe: true })
    if (answer.isNewUser) showWelcome(showToast, name, answer.user)
    beginSession(answer, true)
  }
  return (
    <div className="flex flex-col gap-4">
      <OtpPanel
        address={isTextMessage ? address.phoneNumber : address.email}
        isTextMessage={isTextMessage}
        waitSeconds={waitSeconds}
        verify={verify}
        resend={() => api.sendSignInCode(address)}
        onVerified={() => undefined}
        messages={{
          verifyFailed: t`The code could not be checked.`,
          resendFailed: t`The code could not be sent.`,
        }}
      />
      <button
        type="button"
        onClick={onBack}
        className="-my-1 self-start rounded-control py-1.5 text-caption text-plum underline underline-offset-4 hover:no-underline"
      >
        {isTextMessage ? <Trans>Use another number</Trans> : <Trans>Use another address</Trans>}
      </button>
    </div>
  )
}
