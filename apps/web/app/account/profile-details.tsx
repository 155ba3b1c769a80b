// Owns looking at and editing the profile. Only what changed is sent; nothing is sent when nothing changed.
import type { Profile, UpdateProfileRequest } from '@vitrine/contract/accounts'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { api } from '../store/browser-api.ts'
import { refreshProfile, replaceToken } from '../store/session.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { useToast } from '../ui/toast.tsx'
import { employmentOptions, otherEmployment } from './employment-options.ts'
import { errorText } from './error-text.ts'
import { findUsernameProblem } from './username-rule.ts'

const checkPauseMs = 500

export function ProfileDetails({ profile }: { profile: Profile }) {
  const [isEditing, setIsEditing] = useState(false)
  if (isEditing) return <EditForm profile={profile} onClose={() => setIsEditing(false)} />
  const lines: [string, string][] = [
    ['Name', profile.actualName],
    ['Username', profile.username],
    ['Email', profile.email],
    ['Phone number', profile.phoneNumber],
    ['Employment field', profile.EmpFeild],
  ]
  return (
    <div className="flex max-w-[40rem] flex-col gap-6">
      <dl className="divide-y divide-line border-y border-line">
        {lines.map(([label, value]) => (
          <div key={label} className="grid gap-x-4 py-3.5 sm:grid-cols-[11rem_1fr]">
            <dt className="text-muted">{label}</dt>
            <dd className="break-words">{value || 'Not given'}</dd>
          </div>
        ))}
      </dl>
      <Button variant="secondary" className="self-start" onClick={() => setIsEditing(true)}>
        Edit profile
      </Button>
    </div>
  )
}

type Draft = { actualName: string; username: string; phoneNumber: string; employment: string; otherEmployment: string }

function toDraft(profile: Profile): Draft {
  const isListed = (employmentOptions as readonly string[]).includes(profile.EmpFeild)
  return {
    actualName: profile.actualName,
    username: profile.username,
    phoneNumber: profile.phoneNumber,
    employment: isListed || profile.EmpFeild === '' ? profile.EmpFeild : otherEmployment,
    otherEmployment: isListed ? '' : profile.EmpFeild,
  }
}

function findChanges(profile: Profile, draft: Draft): UpdateProfileRequest {
  const employment = draft.employment === otherEmployment ? draft.otherEmployment.trim() : draft.employment
  const typed = {
    actualName: draft.actualName.trim(),
    username: draft.username.trim(),
    phoneNumber: draft.phoneNumber.trim(),
    EmpFeild: employment,
  }
  return Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => value !== '' && value !== profile[name as keyof typeof typed]),
  )
}

function EditForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const form = useForm({ defaultValues: toDraft(profile) })
  const { register, handleSubmit, setError, watch, formState } = form
  const { errors, isSubmitting } = formState
  const showToast = useToast()
  const availability = useUsernameAvailability(profile.username, watch('username').trim())

  const save = handleSubmit(async (draft) => {
    if (availability.error) return showToast('error', 'Please fix the username error before saving')
    const changes = findChanges(profile, draft)
    if (Object.keys(changes).length === 0) return onClose()
    try {
      const answer = await api.updateProfile(changes)
      if (answer.usernameChanged && answer.newToken) replaceToken(answer.newToken, answer.user)
      else await refreshProfile()
      showToast('success', 'Profile updated successfully!')
      onClose()
    } catch (failure) {
      setError('root', { message: errorText(failure, 'Failed to update profile. Please try again.') })
    }
  })

  return (
    <form method="post" onSubmit={save} noValidate className="flex max-w-[32rem] flex-col gap-5">
      <TextField
        label="Name"
        autoComplete="name"
        error={errors.actualName?.message}
        {...register('actualName', { validate: (name) => name.trim() !== '' || 'Please enter your name' })}
      />
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        error={availability.error}
        success={availability.success}
        hint={availability.hint}
        {...register('username')}
      />
      <TextField
        label="Phone number"
        type="tel"
        autoComplete="tel"
        hint="With the country code, such as +91."
        {...register('phoneNumber')}
      />
      <EmploymentFields form={form} />
      <div role="alert">{errors.root?.message && <p className="text-bad">{errors.root.message}</p>}</div>
      <div className="flex gap-3">
        <Button type="submit" isBusy={isSubmitting}>
          Save
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function EmploymentFields({ form: { register, watch, formState } }: { form: UseFormReturn<Draft> }) {
  return (
    <>
      <SelectField label="Employment field" {...register('employment')}>
        <option value="" disabled>
          Please choose
        </option>
        {employmentOptions.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </SelectField>
      {watch('employment') === otherEmployment && (
        <TextField
          label="Your employment field"
          maxLength={60}
          error={formState.errors.otherEmployment?.message}
          {...register('otherEmployment', {
            validate: (typed) => typed.trim() !== '' || 'Please enter your employment field',
          })}
        />
      )}
    </>
  )
}

type Availability = { error?: string; success?: string; hint?: string }

/** What to say below the username: asked of the server after a pause in typing, and only when it changed. */
function useUsernameAvailability(present: string, typed: string): Availability {
  const [answer, setAnswer] = useState<Availability & { username: string }>()
  const problem = findUsernameProblem(typed)
  const isAsked = typed !== present && problem === undefined
  useEffect(() => {
    if (!isAsked) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { available } = await api.checkUsername(typed, stop.signal)
        const words = available ? { success: 'Username is available' } : { error: 'Username is already taken' }
        setAnswer({ username: typed, ...words })
      } catch {
        if (!stop.signal.aborted) setAnswer({ username: typed, error: 'Unable to verify username availability' })
      }
    }, checkPauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [isAsked, typed])
  if (problem) return { error: problem }
  if (!isAsked) return {}
  return answer?.username === typed ? answer : { hint: 'Checking...' }
}
