// Changing a password. Accounts that only use Google learn how to set one.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Profile } from '@vitrine/contract/accounts'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { api } from '../../api/member-api.ts'
import { serverText } from '../../language/server-text.ts'
import { AccountSection } from '../../ui/account-section.tsx'
import { Button } from '../../ui/button.tsx'
import { useFocusReturn } from '../../ui/focus.ts'
import { FormPassword } from '../../ui/form/form-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useToast } from '../../ui/toast.tsx'
import { ForgotPasswordDialog } from '../sign-in/forgot-password.tsx'
import { HiddenUsername } from '../sign-in/hidden-username.tsx'
import { findPasswordProblem, isRepeated, missingPasswordText } from '../sign-in/password-rule.ts'
import { EditForm } from './edit-form.tsx'

export function ChangePassword({ profile }: { profile: Profile }) {
  const [isOpen, setIsOpen] = useState(false)
  const changeButton = useFocusReturn(isOpen)
  // A password belongs to an email address; an account with only a phone number has none.
  if (!profile.hasPassword && profile.email === '') return null
  if (!profile.hasPassword) return <NoPassword profile={profile} />
  return (
    <AccountSection title={t`Password`} lead={t`Changing your password signs you out on all other devices.`}>
      {isOpen ? (
        <PasswordForm email={profile.email} onClose={() => setIsOpen(false)} />
      ) : (
        <Button ref={changeButton} variant="secondary" className="self-start" onClick={() => setIsOpen(true)}>
          <Trans>Change password</Trans>
        </Button>
      )}
    </AccountSection>
  )
}

/** A password is set with a code sent to the address, which proves more than the open session does. */
function NoPassword({ profile: { email, isGoogleLinked } }: { profile: Profile }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <AccountSection
      title={t`Password`}
      lead={
        isGoogleLinked
          ? t`You sign in with Google and have no password. Set one to sign in by email too. We’ll send you a code first, then you sign in again.`
          : t`You sign in with codes and have no password. Set one if you like. We’ll send you a code first, then you sign in again.`
      }
    >
      <Button variant="secondary" className="self-start" onClick={() => setIsOpen(true)}>
        <Trans>Set a password</Trans>
      </Button>
      <ForgotPasswordDialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={t`Set a password`} email={email} />
    </AccountSection>
  )
}

function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const showToast = useToast()
  const form = useForm({
    values: { current: '', password: '', confirmation: '' },
    send: async ({ current, password }) => {
      const { message, sessionsEnded } = await api.changePassword(current, password)
      const elsewhere = plural(sessionsEnded, {
        one: 'One other session has ended.',
        other: '# other sessions have ended.',
      })
      showToast('success', [serverText(message), ...(sessionsEnded > 0 ? [elsewhere] : [])].join(' '))
      onClose()
    },
    check: ({ current, password, confirmation }) => ({
      current: missingPasswordText(current),
      both: findPasswordProblem(password, confirmation),
    }),
    fieldByError: { 'password-incorrect': 'current' },
    explain: (failure) => errorText(failure, t`The password could not be changed. Please try again.`),
  })
  return (
    <EditForm form={form} label={t`Change password`} saveLabel={t`Save password`} onCancel={onClose}>
      <HiddenUsername email={email} />
      <FormPassword form={form} name="current" label={t`Current password`} autoComplete="current-password" />
      <FormPassword
        form={form}
        name="password"
        label={t`New password`}
        autoComplete="new-password"
        hint={t`At least 6 characters.`}
      />
      <FormPassword
        form={form}
        name="confirmation"
        label={t`Confirm new password`}
        autoComplete="new-password"
        match={isRepeated(form.values)}
      />
    </EditForm>
  )
}
