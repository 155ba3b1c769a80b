// Owns a form field whose value must be proven with a one-time code before the form may be sent.
import CircleCheck from 'lucide-react/icons/circle-check'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { catchFocus } from '../ui/focus.ts'
import { errorText } from './error-text.ts'
import { OtpPanel, otpNetworkError } from './otp-panel.tsx'
import { requestOtp, resendWaitSeconds } from './otp-request.ts'

type VerifiedFieldProps = {
  /** The address or number as it stands; a change of it ends a verification under way. */
  value: string
  isVerified: boolean
  onVerified: () => void
  /** The value that a code was sent for and is waited for. */
  sentTo: string | undefined
  onSent: (value: string) => void
  onError: (message: string) => void
  /** Says what is wrong with the value before a code is asked for. */
  findProblem: () => string | undefined
  /** Whether the code comes as a text message. */
  isTextMessage?: boolean
  buttonLabel: string
  send: () => Promise<unknown>
  resend: () => Promise<unknown>
  verify: (otp: string) => Promise<unknown>
  words: { sendFailed: string; verifyFailed: string; resendFailed: string }
  /** The input, beside which the button stands. */
  children: ReactNode
}

export function VerifiedField(props: VerifiedFieldProps) {
  const { value, isVerified, sentTo, children, words } = props
  const [waitSeconds, setWaitSeconds] = useState(resendWaitSeconds)
  const [isSending, setIsSending] = useState(false)
  const ask = async () => {
    const problem = props.findProblem()
    if (problem) return props.onError(problem)
    setIsSending(true)
    try {
      setWaitSeconds(await requestOtp(props.send))
      props.onSent(value)
    } catch (failure) {
      props.onError(errorText(failure, words.sendFailed, otpNetworkError))
    }
    setIsSending(false)
  }
  const isSent = sentTo === value && value !== ''
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
            Verified
          </p>
        ) : (
          !isSent && (
            <Button variant="secondary" className="mt-6.5" isBusy={isSending} onClick={ask}>
              {props.buttonLabel}
            </Button>
          )
        )}
      </div>
      {isSent && !isVerified && (
        <OtpPanel
          key={sentTo}
          address={value}
          isTextMessage={props.isTextMessage ?? false}
          waitSeconds={waitSeconds}
          verify={props.verify}
          resend={props.resend}
          onVerified={props.onVerified}
          words={words}
        />
      )}
    </div>
  )
}
