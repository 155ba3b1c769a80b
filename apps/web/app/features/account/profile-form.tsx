// The profile in edit mode.
import { t } from '@lingui/core/macro'
import type { Profile, UpdateProfileRequest } from '@vitrine/contract/accounts'
import { toEmailAddress, toPlainLine } from '@vitrine/contract/input'
import { profileErrorText } from '../../api/error-text.ts'
import { useRegion, useRootData } from '../../api/root-data.ts'
import { changeProfile } from '../../api/session.ts'
import { serverText } from '../../language/server-text.ts'
import { FormText } from '../../ui/form/form-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useToast } from '../../ui/toast.tsx'
import { splitPhoneNumber, startCountry, wholePhoneNumber } from '../sign-in/country-codes.ts'
import { EmploymentFields, type EmploymentValues, findOtherProblem } from '../sign-in/employment-fields.tsx'
import { employmentOptions, otherEmployment } from '../sign-in/employment-options.ts'
import { ProvenEmail, type ProvenEmailValues } from '../sign-in/proven-email.tsx'
import { ProvenPhone, type ProvenPhoneValues } from '../sign-in/proven-phone.tsx'
import { useUsernameAvailability } from '../sign-in/username-availability.ts'
import { toUsername } from '../sign-in/username-rule.ts'
import { giftText } from '../sign-in/welcome.ts'
import { EditForm } from './edit-form.tsx'

export function ProfileForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
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
