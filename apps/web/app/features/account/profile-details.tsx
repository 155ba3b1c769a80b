// The details of an account: shown, edited, with its picture and its password.

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Profile, UpdateProfileRequest } from '@vitrine/contract/accounts'
import { toEmailAddress, toPlainLine } from '@vitrine/contract/input'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { errorText, profileErrorText } from '../../api/error-text.ts'
import { lazyScreen } from '../../api/load-part.ts'
import { api } from '../../api/member-api.ts'
import { useRegion, useRootData } from '../../api/root-data.ts'
import { changeProfile, showProfile } from '../../api/session.ts'
import { serverText } from '../../language/i18n.ts'
import { AccountSection } from '../../ui/account-section.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/field.tsx'
import { useFocusReturn } from '../../ui/focus.ts'
import { Form, FormPassword, FormText } from '../../ui/form/form.tsx'
import { type FormHandle, useForm } from '../../ui/form/use-form.ts'
import { useToast } from '../../ui/toast.tsx'
import {
  findPasswordProblem,
  isRepeated,
  missingPasswordText,
  toUsername,
  useUsernameAvailability,
} from '../sign-in/account-rules.ts'
import { splitPhoneNumber, startCountry, wholePhoneNumber } from '../sign-in/country-codes.ts'
import {
  EmploymentFields,
  type EmploymentValues,
  employmentOptions,
  employmentText,
  findOtherProblem,
  otherEmployment,
} from '../sign-in/employment-fields.tsx'
import { ForgotPasswordDialog } from '../sign-in/forgot-password.tsx'
import { HiddenUsername } from '../sign-in/password-form.tsx'
import { ProvenEmail, type ProvenEmailValues, ProvenPhone, type ProvenPhoneValues } from '../sign-in/verified-field.tsx'
import { giftText } from '../sign-in/welcome.ts'

/** The profile in read mode, with the button that opens its form. */
export function ProfileDetails({ profile }: { profile: Profile }) {
  const [isEditing, setIsEditing] = useState(false)
  const editButton = useFocusReturn(isEditing)
  const lines: [string, string][] = [
    [t`Full name`, profile.actualName],
    [t`Username`, profile.username],
    [t`Email`, profile.email],
    [t`Phone number`, phoneText(profile)],
    [t`Employment field`, employmentText(profile.EmpFeild)],
    [t`Sign-in`, signInText(profile)],
  ]
  return (
    <div className="flex flex-col gap-8">
      <ProfilePicture profile={profile} />
      {isEditing ? (
        <ProfileForm profile={profile} onClose={() => setIsEditing(false)} />
      ) : (
        <>
          <dl className="max-w-[40rem] divide-y divide-line border-y border-line">
            {lines.map(([label, value]) => (
              <div key={label} className="grid gap-x-4 py-3.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
                <dt className="text-muted">{label}</dt>
                {/* `anywhere` also breaks long addresses, which have no other break opportunity on phones. */}
                <dd dir="auto" className="wrap-anywhere">
                  {value || (
                    <span className="text-muted">
                      <Trans>Not given</Trans>
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
          <Button ref={editButton} variant="secondary" className="self-start" onClick={() => setIsEditing(true)}>
            <Trans>Edit profile</Trans>
          </Button>
        </>
      )}
    </div>
  )
}

function phoneText({ phoneNumber, isPhoneVerified }: Profile): string {
  return phoneNumber === '' || isPhoneVerified ? phoneNumber : t`${phoneNumber}, not verified`
}

function signInText({ hasPassword, isGoogleLinked }: Profile): string {
  if (!isGoogleLinked) return hasPassword ? t`Email and password` : t`One-time codes`
  return hasPassword ? t`Email and password, or Google` : 'Google'
}

// The cropper and the upload protocol are fetched with the first picture.
const PictureCropper = lazyScreen(
  'picture-cropper',
  () => import('../../editor/modes/profile-picture/picture-cropper.tsx'),
)

const types = 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/heic,image/heif'

/** Can be changed and removed. */
function ProfilePicture({ profile }: { profile: Profile }) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [isRemoving, setIsRemoving] = useState(false)
  const showToast = useToast()
  const remove = async () => {
    setIsRemoving(true)
    try {
      const { user } = await api.removePicture()
      showProfile(user)
    } catch (failure) {
      showToast('error', errorText(failure, t`The picture could not be removed. Please try again.`))
    }
    setIsRemoving(false)
  }
  return (
    <div className="flex items-center gap-5">
      <Avatar name={profile.actualName || profile.username} picture={profile.profilePicture} size="large" />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
          {profile.profilePicture ? t`Change picture` : t`Add a picture`}
        </Button>
        {profile.profilePicture && (
          <Button variant="quiet" size="small" isBusy={isRemoving} onClick={remove}>
            <Trans>Remove</Trans>
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept={types}
          hidden
          aria-label={t`Profile picture`}
          onChange={({ target }) => {
            setFile(target.files?.[0])
            // Otherwise choosing the same file again would fire no event.
            target.value = ''
          }}
        />
      </div>
      <Dialog isOpen={file !== undefined} onClose={() => setFile(undefined)} title={t`Your picture`}>
        {file && (
          <Suspense
            fallback={
              <p role="status">
                <Trans>Loading...</Trans>
              </p>
            }
          >
            <PictureCropper file={file} onDone={() => setFile(undefined)} />
          </Suspense>
        )}
      </Dialog>
    </div>
  )
}

/** The profile in edit mode. */
function ProfileForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const start = startCountry(useRegion().country_code2)
  const gift = useRootData()?.profileCredits ?? 0
  const showToast = useToast()
  const form = useForm({
    values: toDraft(profile, start),
    send: async (draft) => {
      const changes = findChanges(profile, draft)
      if (Object.keys(changes).length > 0) {
        const { creditsAwarded, creditsWithheld, message } = await changeProfile(changes)
        if (creditsAwarded) showToast('success', giftText(gift), { durationMs: 6000 })
        else if (creditsWithheld) showToast('success', serverText(message), { durationMs: 12_000 })
        else showToast('success', t`Profile updated successfully!`)
      }
      onClose()
    },
    check: (draft) => {
      const { email = draft.emailProof.verified } = findChanges(profile, draft)
      return {
        actualName: draft.actualName.trim() === '' ? t`Please enter your name` : undefined,
        email: email === draft.emailProof.verified ? undefined : t`Please verify your email address first`,
        otherEmployment: findOtherProblem(draft),
      }
    },
    fieldByError: { phoneNumber: 'phone', countryCode: 'phone', EmpFeild: 'otherEmployment' },
    explain: profileErrorText,
  })
  const availability = useUsernameAvailability(profile.username, toUsername(form.values.username))
  const save = () => {
    if (!availability.error) return form.save()
    showToast('error', t`Please fix the username error before saving`)
    form.setFocus('username')
    // A failed availability check is no error: the network may be back.
    availability.retry?.()
  }
  return (
    <EditForm form={form} label={t`Edit profile`} saveLabel={t`Save`} onSubmit={save} onCancel={onClose}>
      <FormText form={form} name="actualName" label={t`Full name`} autoComplete="name" />
      <FormText
        form={form}
        name="username"
        label={t`Username`}
        autoComplete="nickname"
        autoCapitalize="none"
        error={availability.error}
        success={availability.success}
        hint={availability.hint}
        rules={{ onBlur: ({ target }) => form.setValue('username', toUsername(target.value)) }}
      />
      {profile.email === '' && <ProvenEmail form={form} />}
      <ProvenPhone form={form} />
      <EmploymentFields form={form} />
    </EditForm>
  )
}

/** `email` is for an account that has none yet. */
type Draft = { actualName: string; username: string } & ProvenEmailValues & ProvenPhoneValues & EmploymentValues
type Editable = Pick<Profile, 'actualName' | 'username' | 'phoneNumber' | 'EmpFeild'> &
  Partial<Pick<Profile, 'isPhoneVerified' | 'email'>>
type Typed = Pick<Profile, 'actualName' | 'username' | 'phoneNumber' | 'EmpFeild' | 'email'>

/**
 * The initial values of the form. An employment field that the form does not offer becomes the free text of 'Others'.
 */
export function toDraft(profile: Editable, startCountry?: string): Draft {
  const isListed = (employmentOptions as readonly string[]).includes(profile.EmpFeild) || profile.EmpFeild === ''
  return {
    actualName: profile.actualName,
    username: profile.username,
    ...{ email: '', emailProof: {} },
    ...splitPhoneNumber(profile.phoneNumber, startCountry),
    phoneProof: profile.isPhoneVerified ? { verified: profile.phoneNumber } : {},
    employment: isListed ? profile.EmpFeild : otherEmployment,
    otherEmployment: isListed ? '' : profile.EmpFeild,
  }
}

/**
 * The changed fields. An empty field means no change: profile values cannot be deleted. The current number is sent again once
 * its code was verified.
 */
export function findChanges(profile: Editable, draft: Draft): UpdateProfileRequest {
  const typed: Typed = {
    actualName: toPlainLine(draft.actualName),
    username: toUsername(draft.username),
    email: toEmailAddress(draft.email),
    phoneNumber: wholePhoneNumber(draft.country, draft.phone),
    EmpFeild: draft.employment === otherEmployment ? toPlainLine(draft.otherEmployment) : draft.employment,
  }
  return Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => {
      const isProven =
        name === 'phoneNumber' && draft.phoneProof.verified === value && profile.isPhoneVerified === false
      return value !== '' && (isProven || value !== profile[name as keyof Typed])
    }),
  )
}

/** Accounts that only use Google learn how to set one. */
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

/** On phones the button that opened the form was below the replaced content, so this scrolls to the form's start. */
function begin(form: HTMLFormElement | null): void {
  form?.focus({ preventScroll: true })
  form?.scrollIntoView({ block: 'nearest' })
}

type EditFormProps<Values extends FieldValues> = {
  form: FormHandle<Values>
  label: string
  saveLabel: string
  /** Replaces `form.save`. */
  onSubmit?: () => unknown
  onCancel: () => void
  children: ReactNode
}

/** The frame of an inline edit form: it takes the focus when it opens, shows errors, and has Save and Cancel. */
function EditForm<Values extends FieldValues>(props: EditFormProps<Values>) {
  const { form, label, saveLabel, onSubmit = form.save, onCancel, children } = props
  return (
    <Form
      form={form}
      ref={begin}
      tabIndex={-1}
      aria-label={label}
      onSubmit={onSubmit}
      className="flex max-w-[32rem] flex-col gap-5 outline-none"
    >
      {children}
      <FormError>{form.failure}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={form.isBusy}>
          {saveLabel}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Form>
  )
}
