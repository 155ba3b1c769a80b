// A form field whose value is proven with a one-time code before the form may be sent.
import { Trans } from '@lingui/react/macro'
import CircleCheck from 'lucide-react/icons/circle-check'
import { type ReactNode, useState } from 'react'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { catchFocus } from '../../ui/focus.ts'
import { OtpPanel, otpNetworkError } from './otp-panel.tsx'
import { requestOtp, resendWaitSeconds } from './otp-request.ts'
import { useHasScript } from './submit-button.tsx'

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

export function VerifiedField(props: VerifiedFieldProps) {
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
