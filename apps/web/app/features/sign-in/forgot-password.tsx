// Resetting a forgotten password in three steps: address, code, new password.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { toEmailAddress } from '@vitrine/contract/input'
import { useState } from 'react'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { api } from '../../api/member-api.ts'
import { clearToken } from '../../api/token.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/field.tsx'
import { Form, FormPassword, FormText } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useToast } from '../../ui/toast.tsx'
import { findEmailProblem, findPasswordProblem, isRepeated } from './account-rules.ts'
import { OtpPanel, otpNetworkError, requestOtp } from './otp-panel.tsx'
import { HiddenUsername } from './password-form.tsx'

type Step =
  | { name: 'email'; email: string; problem?: string }
  | { name: 'otp'; email: string; waitSeconds: number }
  | { name: 'password'; email: string }

type ForgotPasswordDialogProps = {
  isOpen: boolean
  onClose: () => void
  title?: string
  /** The initial address, if known. */
  email?: string
}

/** The steps are inside the dialog, so their state resets each time it opens. */
export function ForgotPasswordDialog({ isOpen, onClose, title, email = '' }: ForgotPasswordDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title ?? t`Reset your password`}>
      <Steps knownEmail={email} onClose={onClose} />
    </Dialog>
  )
}

function Steps({ knownEmail, onClose }: { knownEmail: string; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'email', email: knownEmail })
  const showToast = useToast()
  if (step.name === 'email') {
    return <EmailStep {...step} onSent={(email, waitSeconds) => setStep({ name: 'otp', email, waitSeconds })} />
  }
  const { email } = step
  const startAnew = (problem: string) => setStep({ name: 'email', email, problem })
  if (step.name === 'otp') {
    return (
      <>
        <StepCount step={2} />
        <OtpPanel
          address={email}
          waitSeconds={step.waitSeconds}
          verify={(otp) => api.verifyEmailOtp(email, otp, 'reset')}
          resend={() => api.resendEmailOtp(email, 'reset')}
          onVerified={() => setStep({ name: 'password', email })}
          messages={{ verifyFailed: t`Failed to verify email OTP`, resendFailed: t`Failed to resend email OTP` }}
        />
      </>
    )
  }
  return (
    <>
      <StepCount step={3} />
      <NewPasswordForm
        email={email}
        onExpired={startAnew}
        onDone={() => {
          onClose()
          showToast('success', t`Password reset successfully! Please log in with your new password.`)
          // The server has ended this session together with all others.
          clearToken()
        }}
      />
    </>
  )
}

function StepCount({ step }: { step: number }) {
  return (
    <p className="-mt-3 text-caption text-muted tabular-nums">
      <Trans>Step {step} of 3</Trans>
    </p>
  )
}

type EmailStepProps = {
  email: string
  /** Why the step is shown again. */
  problem?: string
  onSent: (email: string, waitSeconds: number) => void
}

function EmailStep({ email: knownEmail, problem, onSent }: EmailStepProps) {
  const form = useForm({
    values: { email: knownEmail },
    send: async ({ email }) => {
      const address = toEmailAddress(email)
      await api.checkUserExists(address).catch((cause) => Promise.reject(new LookupError('', { cause })))
      onSent(address, await requestOtp(() => api.sendEmailOtp(address, 'reset')))
    },
    check: ({ email }) => ({ email: findEmailProblem(toEmailAddress(email)) }),
    explain: (failure) =>
      failure instanceof LookupError
        ? lookupText(failure.cause)
        : errorText(failure, t`Failed to send email OTP`, otpNetworkError()),
  })
  return (
    <Form form={form} className="flex flex-col gap-5">
      <StepCount step={1} />
      <FormText
        form={form}
        name="email"
        label={t`Email`}
        type="email"
        autoComplete="username"
        data-autofocus
        autoFocus={problem !== undefined}
        hint={t`We’ll send a code to this address.`}
        error={form.failure}
      />
      <FormError>{form.formState.isSubmitted ? undefined : problem}</FormError>
      <Button type="submit" isBusy={form.isBusy}>
        <Trans>Send code</Trans>
      </Button>
    </Form>
  )
}

/** Distinguishes a missing account from a failure to send the code. */
class LookupError extends Error {}

function lookupText(cause: unknown): string {
  return cause instanceof ApiResponseError && cause.status === 404
    ? t`No user found with this email address. Please create a new account.`
    : errorText(cause, t`Failed to check user`, otpNetworkError())
}

type NewPasswordFormProps = { email: string; onDone: () => void; onExpired: (problem: string) => void }

/** For an address whose reset code, or link, was verified in this browser. */
export function NewPasswordForm({ email, onDone, onExpired }: NewPasswordFormProps) {
  const [wasAnswerLost, setWasAnswerLost] = useState(false)
  const form = useForm({
    values: { password: '', confirmation: '' },
    send: async ({ password }) => {
      try {
        await api.resetPassword(email, password)
      } catch (failure) {
        if (!(failure instanceof ApiResponseError)) throw failure
        if (failure.code === 'email-not-verified') return onExpired(expiredText(wasAnswerLost))
        setWasAnswerLost(failure.status === 0)
        throw failure
      }
      onDone()
    },
    check: ({ password, confirmation }) => ({ both: findPasswordProblem(password, confirmation) }),
    explain: (failure) => errorText(failure, t`Failed to reset password`, otpNetworkError()),
  })
  return (
    <Form form={form} className="flex flex-col gap-5">
      <HiddenUsername email={email} />
      <FormPassword form={form} name="password" label={t`New password`} autoComplete="new-password" autoFocus />
      <FormPassword
        form={form}
        name="confirmation"
        label={t`Confirm new password`}
        autoComplete="new-password"
        match={isRepeated(form.values)}
      />
      <FormError>{form.failure}</FormError>
      <Button type="submit" isBusy={form.isBusy}>
        <Trans>Reset password</Trans>
      </Button>
    </Form>
  )
}

function expiredText(wasAnswerLost: boolean): string {
  return wasAnswerLost
    ? t`The connection was lost, so your new password may already be set. Try signing in with it, or request a new code.`
    : t`Your code has expired. Please request a new one.`
}
