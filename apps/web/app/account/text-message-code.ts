// Reads a code from a text message with the WebOTP API of Android, with the owner’s permission.
import { useEffect, useEffectEvent } from 'react'

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
        if (credential?.code && /^\d{6}$/.test(credential.code)) take(credential.code)
      })
      // Not allowed, not possible, or no longer waited for: the code is typed.
      .catch(() => undefined)
    return () => stop.abort()
  }, [isExpected])
}
