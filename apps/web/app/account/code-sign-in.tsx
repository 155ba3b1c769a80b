// Signing in, or signing up, by one code: an email address or a phone number, then six digits.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { toEmailAddress } from '@vitrine/contract/input'
import { type FormEvent, useState } from 'react'
import type { CodeAddress } from '../api/whole-api.ts'
import { errorText, fieldErrors } from '../store/error-text.ts'
import { api } from '../store/member-api.ts'
import { beginSession } from '../store/session.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { useRegion, useServices, useShop } from '../ui/root-data.ts'
import { useToast } from '../ui/toast.tsx'
import { filledFields } from '../ui/use-filled-form.ts'
import { findPhoneProblem, listCountries, startCountry, wholePhoneNumber } from './country-codes.ts'
import { findEmailProblem } from './email-rule.ts'
import { OtpPanel } from './otp-panel.tsx'
import { requestOtp } from './otp-request.ts'
import { showWelcome } from './welcome.ts'

type Way = 'email' | 'phone'
/** A code that is on its way. */
interface SentCode {
  readonly address: CodeAddress
  readonly waitSeconds: number
}

/** `email` is what the form begins with. */
export function CodeSignIn({ email: startEmail = '' }: { email?: string }) {
  const { hasTextMessages } = useServices()
  const [way, setWay] = useState<Way>('email')
  const [email, setEmail] = useState(startEmail)
  const [country, setCountry] = useState(startCountry(useRegion().country_code2))
  const [phone, setPhone] = useState('')
  const [sent, setSent] = useState<SentCode>()
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const filled = filledFields(event.currentTarget)
    const address =
      way === 'email'
        ? { email: toEmailAddress(filled.get('email') ?? '') }
        : { phoneNumber: wholePhoneNumber(country, filled.get('phone') ?? '') }
    const problem =
      address.email === undefined ? findPhoneProblem(address.phoneNumber) : findEmailProblem(address.email)
    setError(problem)
    if (problem) return
    setIsBusy(true)
    try {
      const waitSeconds = await requestOtp(() => api.sendSignInCode(address))
      setSent({ address, waitSeconds })
    } catch (failure) {
      setError(Object.values(fieldErrors(failure))[0] ?? errorText(failure, t`The code could not be sent.`))
    }
    setIsBusy(false)
  }
  if (sent) return <EnterCode sent={sent} onBack={() => setSent(undefined)} />
  const switchTo = (next: Way) => {
    setWay(next)
    setError(undefined)
  }
  return (
    <form method="post" onSubmit={(event) => void send(event)} noValidate className="flex flex-col gap-4">
      {way === 'email' ? (
        <TextField
          label={t`Email`}
          type="email"
          name="email"
          autoComplete="username"
          data-autofocus
          value={email}
          error={error}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      ) : (
        <div className="flex flex-col gap-4">
          <SelectField
            label={t`Country code`}
            value={country}
            onChange={(event) => setCountry(event.currentTarget.value)}
          >
            {listCountries().map(({ country: key, name, code }) => (
              <option key={key} value={key}>
                {t`${name} (${code})`}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t`Phone number`}
            type="tel"
            name="phone"
            autoComplete="tel-national"
            autoFocus
            value={phone}
            error={error}
            onChange={(event) => setPhone(event.currentTarget.value)}
          />
        </div>
      )}
      <Button type="submit" isBusy={isBusy}>
        {way === 'email' ? t`Email me a code` : t`Text me a code`}
      </Button>
      {hasTextMessages && (
        <button
          type="button"
          onClick={() => switchTo(way === 'email' ? 'phone' : 'email')}
          className="-my-1 self-start rounded-control py-1.5 text-start text-caption text-plum underline underline-offset-4 hover:no-underline"
        >
          {way === 'email' ? t`Use your phone number instead` : t`Use your email address instead`}
        </button>
      )}
    </form>
  )
}

function EnterCode({ sent: { address, waitSeconds }, onBack }: { sent: SentCode; onBack: () => void }) {
  const showToast = useToast()
  const { name } = useShop()
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
