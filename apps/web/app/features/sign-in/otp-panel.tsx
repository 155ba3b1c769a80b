// Requests one-time codes; and the panel for one that was just sent: six digits, verify, and resend after a minute.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { toCode } from '@vitrine/contract/input'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiResponseError } from '../../api/api.ts'
import { errorText, findWaitSeconds, waitText } from '../../api/error-text.ts'
import { Button, PlainButton } from '../../ui/button.tsx'
import { OtpField, otpLength } from '../../ui/field.tsx'

export const otpNetworkError = (): string => t`Network error occurred`

type OtpPanelProps = {
  /** Where the code went, for the hint. */
  address: string
  /** Whether the code came as a text message, which some phones pass to the page. */
  isTextMessage?: boolean
  /** Seconds until another code may be requested. */
  waitSeconds: number
  verify: (otp: string) => Promise<unknown>
  resend: () => Promise<unknown>
  onVerified: () => void
  /** The specification's messages for when the server sends none. */
  messages: { verifyFailed: string; resendFailed: string }
}

/** Mount it when a code has been sent, which starts the countdown to the next one. */
export function OtpPanel({
  address,
  isTextMessage = false,
  waitSeconds,
  verify,
  resend,
  onVerified,
  messages,
}: OtpPanelProps) {
  const [otp, setOtp] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState<'verify' | 'resend'>()
  const [secondsLeft, startCountdown] = useCountdown(waitSeconds)

  const submit = async (digits = otp) => {
    if (busy) return
    if (digits === '') return setError(t`Please enter the OTP`)
    setBusy('verify')
    try {
      await verify(digits)
      onVerified()
    } catch (failure) {
      setError(errorText(failure, messages.verifyFailed, otpNetworkError()))
    }
    setBusy(undefined)
  }
  useTextMessageCode(isTextMessage, (digits) => {
    setOtp(digits)
    void submit(digits)
  })
  const sendAgain = async () => {
    setBusy('resend')
    setError(undefined)
    setOtp('')
    try {
      startCountdown(await requestOtp(resend))
    } catch (failure) {
      setError(errorText(failure, messages.resendFailed, otpNetworkError()))
      const wait = findWaitSeconds(failure)
      if (wait !== undefined) startCountdown(wait)
    }
    setBusy(undefined)
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-2">
        <OtpField
          label={t`One-time code`}
          hint={t`Six digits, sent to ${address}`}
          error={error}
          value={otp}
          onValueChange={(digits) => {
            setOtp(digits)
            setError(undefined)
            if (digits.length === otpLength) void submit(digits)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter verifies the code instead of submitting the form around it.
            event.preventDefault()
            void submit()
          }}
          autoFocus
          fieldClass="flex-1"
        />
        <Button variant="secondary" className="mt-6.5" isBusy={busy === 'verify'} onClick={() => submit()}>
          <Trans>Verify</Trans>
        </Button>
      </div>
      <PlainButton
        disabled={secondsLeft > 0 || busy !== undefined}
        onClick={sendAgain}
        className="-my-1 self-start rounded-control py-1 text-caption text-plum underline underline-offset-4 tabular-nums disabled:text-muted disabled:no-underline"
      >
        {secondsLeft > 0 ? resendText(waitText(secondsLeft)) : t`Resend code`}
      </PlainButton>
    </div>
  )
}

const resendText = (wait: string): string => t`Resend code in ${wait}`

/**
 * Seconds counting down to 0, and a function that restarts them. Computed from the clock, because timers of hidden tabs
 * and sleeping machines lag.
 */
function useCountdown(startSeconds: number) {
  const [endsAt, setEndsAt] = useState(() => Date.now() + startSeconds * 1000)
  const [now, setNow] = useState(Date.now)
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000))
  const isRunning = secondsLeft > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  const start = (seconds: number) => {
    setNow(Date.now())
    setEndsAt(Date.now() + seconds * 1000)
  }
  return [secondsLeft, start] as const
}

type OtpRequest = { otp: { transport: readonly ['sms'] }; signal: AbortSignal }
type OtpCredentials = { get(request: OtpRequest): Promise<{ code?: string } | null> }

/** Calls `onCode` with the digits of a message that is bound to this origin (WebOTP), where supported. */
function useTextMessageCode(isExpected: boolean, onCode: (digits: string) => void): void {
  const take = useEffectEvent(onCode)
  useEffect(() => {
    if (!isExpected || !('OTPCredential' in window)) return
    const stop = new AbortController()
    const credentials = navigator.credentials as unknown as OtpCredentials
    credentials
      .get({ otp: { transport: ['sms'] }, signal: stop.signal })
      .then((credential) => {
        const code = toCode(credential?.code ?? '')
        if (code.length === otpLength) take(code)
      })
      // Denied, unsupported or cancelled: the code is typed.
      .catch(() => undefined)
    return () => stop.abort()
  }, [isExpected])
}

/** The wait between two codes for one address. */
export const resendWaitSeconds = 60

/**
 * Requests a code and returns in how many seconds another one may be requested. 'Sent less than a minute ago' counts as
 * success: that code is still valid, and a user who reopened the dialog or the page has it.
 */
export async function requestOtp(send: () => Promise<unknown>): Promise<number> {
  try {
    await send()
    return resendWaitSeconds
  } catch (failure) {
    const wait = findWaitSeconds(failure)
    if (wait !== undefined && failure instanceof ApiResponseError && failure.code === 'otp-too-soon') return wait
    throw failure
  }
}
