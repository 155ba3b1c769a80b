// Resetting a forgotten password in three steps: address, code, new password.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { toEmailAddress } from '@vitrine/contract/input'
import { useState } from 'react'
import { ApiResponseError } from '../api/api.ts'
import { errorText } from '../store/error-text.ts'
import { api } from '../store/member-api.ts'
import { clearToken } from '../store/token.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PasswordField, TextField } from '../ui/field.tsx'
import { useToast } from '../ui/toast.tsx'
import { useFilledForm } from '../ui/use-filled-form.ts'
import { findEmailProblem } from './email-rule.ts'
import { FormError } from './form-error.tsx'
import { HiddenUsername } from './hidden-username.tsx'
import { OtpPanel, otpNetworkError } from './otp-panel.tsx'
import { requestOtp } from './otp-request.ts'
import { findPasswordProblem } from './password-rule.ts'

type Step =
  | { name: 'email'; email: string; problem?: string }
  | { name: 'otp'; email: string; waitSeconds: number }
  | { name: 'password'; email: string }

type ForgotPasswordDialogProps = {
  isOpen: boolean
  onClose: () => void
  title?: string
  /** The address to begin with, where it is known. */
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
          // The server has ended this session with all others.
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
  /** Why one is here again. */
  problem?: string
  onSent: (email: string, waitSeconds: number) => void
}

function EmailStep({ email: knownEmail, problem, onSent }: EmailStepProps) {
  const { register, handleSubmit, setError, formState } = useFilledForm({ defaultValues: { email: knownEmail } })
  const send = handleSubmit(async ({ email }) => {
    const address = toEmailAddress(email)
    try {
      await api.checkUserExists(address)
    } catch (failure) {
      const isMissing = failure instanceof ApiResponseError && failure.status === 404
      const words = isMissing
        ? t`No user found with this email address. Please create a new account.`
        : errorText(failure, t`Failed to check user`, otpNetworkError())
      return setError('email', { message: words })
    }
    try {
      onSent(address, await requestOtp(() => api.sendEmailOtp(address, 'reset')))
    } catch (failure) {
      setError('email', { message: errorText(failure, t`Failed to send email OTP`, otpNetworkError()) })
    }
  })
  return (
    <form method="post" onSubmit={send} noValidate className="flex flex-col gap-5">
      <StepCount step={1} />
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="username"
        data-autofocus
        autoFocus={problem !== undefined}
        hint={t`We’ll send a code to this address.`}
        error={formState.errors.email?.message}
        {...register('email', { validate: (email) => findEmailProblem(toEmailAddress(email)) ?? true })}
      />
      <FormError>{formState.isSubmitted ? undefined : problem}</FormError>
      <Button type="submit" isBusy={formState.isSubmitting}>
        <Trans>Send code</Trans>
      </Button>
    </form>
  )
}

type NewPasswordFormProps = { email: string; onDone: () => void; onExpired: (problem: string) => void }

/** For an address whose reset code, or link, this browser has proven. */
export function NewPasswordForm({ email, onDone, onExpired }: NewPasswordFormProps) {
  const [wasAnswerLost, setWasAnswerLost] = useState(false)
  const { register, handleSubmit, setError, watch, formState } = useFilledForm({
    defaultValues: { password: '', confirmation: '' },
  })
  const { password, confirmation } = watch()
  const save = handleSubmit(async (typed) => {
    const problem = findPasswordProblem(typed.password, typed.confirmation)
    if (problem) return setError('root', { message: problem })
    try {
      await api.resetPassword(email, typed.password)
      onDone()
    } catch (failure) {
      if (failure instanceof ApiResponseError && failure.code === 'email-not-verified') {
        return onExpired(expiredText(wasAnswerLost))
      }
      setWasAnswerLost(failure instanceof ApiResponseError && failure.status === 0)
      setError('root', { message: errorText(failure, t`Failed to reset password`, otpNetworkError()) })
    }
  })
  return (
    <form method="post" onSubmit={save} noValidate className="flex flex-col gap-5">
      <HiddenUsername email={email} />
      <PasswordField label={t`New password`} autoComplete="new-password" autoFocus {...register('password')} />
      <PasswordField
        label={t`Confirm new password`}
        autoComplete="new-password"
        match={confirmation === '' ? undefined : password === confirmation}
        {...register('confirmation')}
      />
      <FormError>{formState.errors.root?.message}</FormError>
      <Button type="submit" isBusy={formState.isSubmitting}>
        <Trans>Reset password</Trans>
      </Button>
    </form>
  )
}

function expiredText(wasAnswerLost: boolean): string {
  return wasAnswerLost
    ? t`The connection was lost, so your new password may already be set. Try signing in with it, or request a new code.`
    : t`Your code has expired. Please request a new one.`
}
