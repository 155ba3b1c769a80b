// The profile in edit mode.
import { t } from '@lingui/core/macro'
import type { Profile, UpdateProfileRequest } from '@vitrine/contract/accounts'
import { toEmailAddress, toPlainLine } from '@vitrine/contract/input'
import { useState } from 'react'
import { serverText } from '../language/server-text.ts'
import { profileErrorText, showErrors } from '../store/error-text.ts'
import { changeProfile } from '../store/session.ts'
import { TextField } from '../ui/field.tsx'
import { useRegion, useRootData } from '../ui/root-data.ts'
import { useToast } from '../ui/toast.tsx'
import { useFilledForm } from '../ui/use-filled-form.ts'
import { splitPhoneNumber, startCountry, wholePhoneNumber } from './country-codes.ts'
import { EditForm } from './edit-form.tsx'
import { EmploymentFields, otherRule } from './employment-fields.tsx'
import { employmentOptions, otherEmployment } from './employment-options.ts'
import { ProvenEmail } from './proven-email.tsx'
import { ProvenPhone } from './proven-phone.tsx'
import type { Account, Proof } from './register-draft.ts'
import { useUsernameAvailability } from './username-availability.ts'
import { toUsername } from './username-rule.ts'
import { giftText } from './welcome.ts'

/** The form's fields by what the wire calls them. */
const fieldOfWire = {
  actualName: 'actualName',
  username: 'username',
  email: 'email',
  phoneNumber: 'phone',
  countryCode: 'phone',
  EmpFeild: 'otherEmployment',
} as const

export function ProfileForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const start = startCountry(useRegion().country_code2)
  const gift = useRootData()?.profileCredits ?? 0
  const { register, handleSubmit, setError, clearErrors, setFocus, setValue, watch, formState } = useFilledForm({
    defaultValues: toDraft(profile, start),
  })
  const { errors } = formState
  const [proof, setProof] = useState<Proof>(profile.isPhoneVerified ? { verified: profile.phoneNumber } : {})
  const [emailProof, setEmailProof] = useState<Proof>({})
  const showToast = useToast()
  const availability = useUsernameAvailability(profile.username, toUsername(watch('username')))

  const save = handleSubmit(async (draft) => {
    if (availability.error) {
      showToast('error', t`Please fix the username error before saving`)
      setFocus('username')
      // A name whose availability could not be checked is no error: the network may be back.
      return availability.retry?.()
    }
    const changes = findChanges(profile, draft, proof)
    if (changes.email !== undefined && emailProof.verified !== toEmailAddress(draft.email))
      return setError('email', { message: t`Please verify your email address first` }, { shouldFocus: true })
    if (Object.keys(changes).length === 0) return onClose()
    try {
      const { creditsAwarded, creditsWithheld, message } = await changeProfile(changes)
      if (creditsAwarded) showToast('success', giftText(gift), { durationMs: 6000 })
      else if (creditsWithheld) showToast('success', serverText(message), { durationMs: 12_000 })
      else showToast('success', t`Profile updated successfully!`)
      onClose()
    } catch (failure) {
      showErrors(failure, fieldOfWire, setError, profileErrorText(failure))
    }
  })

  return (
    <EditForm
      label={t`Edit profile`}
      saveLabel={t`Save`}
      isBusy={formState.isSubmitting}
      error={errors.root?.message}
      onSubmit={save}
      onCancel={onClose}
    >
      <TextField
        label={t`Full name`}
        autoComplete="name"
        error={errors.actualName?.message}
        {...register('actualName', { validate: (name) => name.trim() !== '' || t`Please enter your name` })}
      />
      <TextField
        label={t`Username`}
        autoComplete="nickname"
        autoCapitalize="none"
        error={availability.error ?? errors.username?.message}
        success={availability.success}
        hint={availability.hint}
        {...register('username', { onBlur: ({ target }) => setValue('username', toUsername(target.value)) })}
      />
      {profile.email === '' && (
        <ProvenEmail
          email={toEmailAddress(watch('email'))}
          input={register('email')}
          proof={emailProof}
          onProof={setEmailProof}
          error={errors.email?.message}
          onError={(message) => (message === undefined ? clearErrors('email') : setError('email', { message }))}
        />
      )}
      <ProvenPhone
        country={register('country')}
        phone={register('phone')}
        typed={{ country: watch('country'), phone: watch('phone') }}
        proof={proof}
        onProof={setProof}
        error={errors.phone?.message}
        onError={(message) => (message === undefined ? clearErrors('phone') : setError('phone', { message }))}
      />
      <EmploymentFields
        choice={register('employment')}
        other={() => register('otherEmployment', otherRule)}
        isOther={watch('employment') === otherEmployment}
        otherError={errors.otherEmployment?.message}
      />
    </EditForm>
  )
}

/** `email` is of an account that has none yet. */
type Draft = Omit<Account, 'password' | 'confirmation' | 'rememberMe'>
type Editable = Pick<Profile, 'actualName' | 'username' | 'phoneNumber' | 'EmpFeild'> &
  Partial<Pick<Profile, 'isPhoneVerified' | 'email'>>
type Typed = Pick<Profile, 'actualName' | 'username' | 'phoneNumber' | 'EmpFeild' | 'email'>

/** The form as it opens. A field of employment that the form does not offer is the free text of 'Others'. */
export function toDraft(profile: Editable, startCountry?: string): Draft {
  const isListed = (employmentOptions as readonly string[]).includes(profile.EmpFeild) || profile.EmpFeild === ''
  return {
    actualName: profile.actualName,
    username: profile.username,
    email: '',
    ...splitPhoneNumber(profile.phoneNumber, startCountry),
    employment: isListed ? profile.EmpFeild : otherEmployment,
    otherEmployment: isListed ? '' : profile.EmpFeild,
  }
}

/**
 * The changed fields. An empty field means no change: profile values cannot be deleted. The current number is sent again once
 * its code was verified.
 */
export function findChanges(profile: Editable, draft: Draft, proof: Proof = {}): UpdateProfileRequest {
  const typed: Typed = {
    actualName: toPlainLine(draft.actualName),
    username: toUsername(draft.username),
    email: toEmailAddress(draft.email),
    phoneNumber: wholePhoneNumber(draft.country, draft.phone),
    EmpFeild: draft.employment === otherEmployment ? toPlainLine(draft.otherEmployment) : draft.employment,
  }
  return Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => {
      const isProven = name === 'phoneNumber' && proof.verified === value && profile.isPhoneVerified === false
      return value !== '' && (isProven || value !== profile[name as keyof Typed])
    }),
  )
}
