// Reads a code from a text message with the WebOTP API of Android, with the owner’s permission.
import { toCode } from '@vitrine/contract/input'
import { useEffect, useEffectEvent } from 'react'
import { otpLength } from '../ui/field.tsx'

type OtpRequest = { otp: { transport: readonly ['sms'] }; signal: AbortSignal }
type OtpCredentials = { get(request: OtpRequest): Promise<{ code?: string } | null> }

/** Calls `onCode` with the digits of a message that is bound to this origin (WebOTP), where supported. */
export function useTextMessageCode(isExpected: boolean, onCode: (digits: string) => void): void {
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
      // Not allowed, not possible, or no longer waited for: the code is typed.
      .catch(() => undefined)
    return () => stop.abort()
  }, [isExpected])
}
