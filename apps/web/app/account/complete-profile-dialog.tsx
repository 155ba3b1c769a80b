// Owns the popup that asks somebody who came through Google for a phone number and an employment field, and thanks them.
import type { Profile, UpdateProfileRequest } from '@vitrine/contract/accounts'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { changeProfile } from '../store/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Celebration } from './celebration.tsx'
import { splitPhoneNumber, wholePhoneNumber } from './country-codes.ts'
import { fieldErrors, profileErrorText } from './error-text.ts'
import { FormError } from './form-error.tsx'
import { PhoneFields } from './phone-fields.tsx'
import { completionOptions, isIncomplete } from './profile-completion.ts'

const celebrationMs = 6000
const successMs = 1500
const bothNeeded = 'Please fill in both phone number and employment field'

type CompleteProfileDialogProps = {
  profile: Profile
  /** Tells whether the dialog must stay although the profile is complete. */
  onSaving: (isBusy: boolean) => void
  onClose: () => void
}

export default function CompleteProfileDialog({ profile, onSaving, onClose }: CompleteProfileDialogProps) {
  const [outcome, setOutcome] = useState<'celebration' | 'success'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(onClose, outcome === 'celebration' ? celebrationMs : successMs)
    return () => clearTimeout(timer)
  }, [outcome, onClose])
  const lacksName = profile.actualName.trim() === ''
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={outcome ? 'Thank you' : 'Complete your profile'}
      {...(!outcome && {
        description: lacksName
          ? 'Complete your profile to get the best experience'
          : 'Two things we do not know yet, and 500 free credits for telling us.',
      })}
    >
      {outcome === 'celebration' && <Celebration onClose={onClose} />}
      {outcome === 'success' && (
        <p role="status" className="flex items-center gap-3 text-good">
          <CircleCheck aria-hidden="true" size={22} />
          Profile updated successfully!
        </p>
      )}
      {!outcome && (
        <CompletionForm
          profile={profile}
          onSaving={onSaving}
          onSkip={onClose}
          onSaved={(isAwarded) => setOutcome(isAwarded ? 'celebration' : 'success')}
        />
      )}
    </Dialog>
  )
}

type CompletionFormProps = {
  profile: Profile
  onSaving: (isBusy: boolean) => void
  onSkip: () => void
  onSaved: (isAwarded: boolean) => void
}

function CompletionForm({ profile, onSaving, onSkip, onSaved }: CompletionFormProps) {
  const [hasName] = useState(profile.actualName.trim() !== '')
  const { register, handleSubmit, setError, watch, formState } = useForm({
    defaultValues: {
      actualName: profile.actualName,
      ...splitPhoneNumber(profile.phoneNumber.trim()),
      employment: profile.EmpFeild.trim(),
    },
  })
  const { errors, isSubmitting } = formState
  const { phone, employment } = watch()
  const save = handleSubmit(async (typed) => {
    if (typed.phone.trim() === '' || typed.employment.trim() === '') return setError('root', { message: bothNeeded })
    const name = typed.actualName.trim()
    const changes: UpdateProfileRequest = {
      phoneNumber: wholePhoneNumber(typed.country, typed.phone),
      EmpFeild: typed.employment,
      ...(name !== '' && name !== profile.actualName && { actualName: name }),
    }
    onSaving(true)
    try {
      const { creditsAwarded } = await changeProfile(changes)
      onSaved(creditsAwarded)
    } catch (failure) {
      onSaving(false)
      setError('root', { message: fieldErrors(failure).phoneNumber ?? profileErrorText(failure) })
    }
  })
  // A field that an older form filled in keeps its words.
  const ownOption = profile.EmpFeild.trim()
  const isForeign = ownOption !== '' && !(completionOptions as readonly string[]).includes(ownOption)
  return (
    <form method="post" onSubmit={save} noValidate className="flex flex-col gap-5">
      {!hasName && <TextField label="Name" autoComplete="name" {...register('actualName')} />}
      <PhoneFields country={register('country')} phone={register('phone')} />
      <SelectField label="Employment field" {...register('employment')}>
        <option value="" disabled>
          Please choose
        </option>
        {isForeign && <option>{ownOption}</option>}
        {completionOptions.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </SelectField>
      <FormError>{errors.root?.message}</FormError>
      <div className="flex flex-col gap-2">
        <Button type="submit" isBusy={isSubmitting} disabled={phone === '' || employment === ''}>
          {isIncomplete(profile) ? 'Complete Profile & Get Credits' : 'Complete Profile'}
        </Button>
        <Button variant="quiet" onClick={onSkip}>
          Skip for now
        </Button>
      </div>
    </form>
  )
}
