// Owns the editing of a profile.
import type { Profile } from '@vitrine/contract/accounts'
import { useForm } from 'react-hook-form'
import { changeProfile } from '../store/session.ts'
import { TextField } from '../ui/field.tsx'
import { useToast } from '../ui/toast.tsx'
import { EditForm } from './edit-form.tsx'
import { EmploymentFields, otherRule } from './employment-fields.tsx'
import { otherEmployment } from './employment-options.ts'
import { fieldErrors, isSessionOver, profileErrorText } from './error-text.ts'
import { PhoneFields } from './phone-fields.tsx'
import { findChanges, toDraft } from './profile-draft.ts'
import { useUsernameAvailability } from './username-availability.ts'

export function ProfileForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { register, handleSubmit, setError, setFocus, watch, formState } = useForm({ defaultValues: toDraft(profile) })
  const { errors } = formState
  const showToast = useToast()
  const availability = useUsernameAvailability(profile.username, watch('username').trim())

  const save = handleSubmit(async (draft) => {
    if (availability.error) {
      showToast('error', 'Please fix the username error before saving')
      setFocus('username')
      // Nothing is wrong with a name that only could not be asked about: the network may be back.
      return availability.retry?.()
    }
    const changes = findChanges(profile, draft)
    if (Object.keys(changes).length === 0) return onClose()
    try {
      const { creditsAwarded } = await changeProfile(changes)
      if (creditsAwarded) showToast('success', 'You have received 500 free credits!', { durationMs: 6000 })
      else showToast('success', 'Profile updated successfully!')
      onClose()
    } catch (failure) {
      // The form goes away with the session, and so would its own words.
      if (isSessionOver(failure)) return showToast('error', profileErrorText(failure))
      const { phoneNumber } = fieldErrors(failure)
      if (phoneNumber) setError('phone', { message: phoneNumber })
      setError('root', { message: profileErrorText(failure) })
    }
  })

  return (
    <EditForm
      label="Edit profile"
      saveLabel="Save"
      isBusy={formState.isSubmitting}
      error={errors.root?.message}
      onSubmit={save}
      onCancel={onClose}
    >
      <TextField
        label="Name"
        autoComplete="name"
        error={errors.actualName?.message}
        {...register('actualName', { validate: (name) => name.trim() !== '' || 'Please enter your name' })}
      />
      <TextField
        label="Username"
        autoComplete="nickname"
        autoCapitalize="none"
        error={availability.error}
        success={availability.success}
        hint={availability.hint}
        {...register('username')}
      />
      <PhoneFields country={register('country')} phone={register('phone')} error={errors.phone?.message} />
      <EmploymentFields
        choice={register('employment')}
        other={() => register('otherEmployment', otherRule)}
        isOther={watch('employment') === otherEmployment}
        otherError={errors.otherEmployment?.message}
      />
    </EditForm>
  )
}
