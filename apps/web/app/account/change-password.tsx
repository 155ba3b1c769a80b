// Changing a password. Accounts that only use Google learn how to set one.
import type { Profile } from '@vitrine/contract/accounts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiResponseError } from '../api/api.ts'
import { errorText, isSessionOver } from '../store/error-text.ts'
import { api } from '../store/member-api.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/field.tsx'
import { useFocusReturn } from '../ui/focus.ts'
import { useToast } from '../ui/toast.tsx'
import { AccountSection } from './account-section.tsx'
import { EditForm } from './edit-form.tsx'
import { ForgotPasswordDialog } from './forgot-password.tsx'
import { HiddenUsername } from './hidden-username.tsx'
import { findPasswordProblem } from './password-rule.ts'

export function ChangePassword({ profile }: { profile: Profile }) {
  const [isOpen, setIsOpen] = useState(false)
  const changeButton = useFocusReturn(isOpen)
  if (!profile.hasPassword) return <NoPassword email={profile.email} />
  return (
    <AccountSection title="Password" lead="Changing your password signs you out on all other devices.">
      {isOpen ? (
        <PasswordForm email={profile.email} onClose={() => setIsOpen(false)} />
      ) : (
        <Button ref={changeButton} variant="secondary" className="self-start" onClick={() => setIsOpen(true)}>
          Change password
        </Button>
      )}
    </AccountSection>
  )
}

/** A password is set with a code sent to the address, which proves more than the open session does. */
function NoPassword({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <AccountSection
      title="Password"
      lead="You sign in with Google and have no password. Set one to sign in by email too. We’ll send you a code first, then you sign in again."
    >
      <Button variant="secondary" className="self-start" onClick={() => setIsOpen(true)}>
        Set a password
      </Button>
      <ForgotPasswordDialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Set a password" email={email} />
    </AccountSection>
  )
}

function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const { register, handleSubmit, setError, watch, formState } = useForm({
    defaultValues: { current: '', password: '', confirmation: '' },
  })
  const { errors } = formState
  const { password, confirmation } = watch()
  const showToast = useToast()
  const save = handleSubmit(async (typed) => {
    const problem = findPasswordProblem(typed.password, typed.confirmation)
    if (problem) return setError('root', { message: problem })
    try {
      const { message, sessionsEnded } = await api.changePassword(typed.current, typed.password)
      const elsewhere =
        sessionsEnded === 1 ? ' One other session has ended.' : ` ${sessionsEnded} other sessions have ended.`
      showToast('success', message + (sessionsEnded > 0 ? elsewhere : ''))
      onClose()
    } catch (failure) {
      const isWrong = failure instanceof ApiResponseError && failure.code === 'password-incorrect'
      const message = errorText(failure, 'The password could not be changed. Please try again.')
      if (isSessionOver(failure)) return
      setError(isWrong ? 'current' : 'root', { message }, { shouldFocus: isWrong })
    }
  })
  return (
    <EditForm
      label="Change password"
      saveLabel="Save password"
      isBusy={formState.isSubmitting}
      error={errors.root?.message}
      onSubmit={save}
      onCancel={onClose}
    >
      <HiddenUsername email={email} />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.current?.message}
        {...register('current', { required: 'Please enter your password' })}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 6 characters."
        {...register('password')}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        match={confirmation === '' ? undefined : password === confirmation}
        {...register('confirmation')}
      />
    </EditForm>
  )
}
