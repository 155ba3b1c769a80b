// Owns the looking at one's own profile, and the way to its form.
import type { Profile } from '@vitrine/contract/accounts'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useFocusReturn } from '../ui/focus.ts'
import { ProfileForm } from './profile-form.tsx'
import { ProfilePicture } from './profile-picture.tsx'

export function ProfileDetails({ profile }: { profile: Profile }) {
  const [isEditing, setIsEditing] = useState(false)
  const editButton = useFocusReturn(isEditing)
  const lines: [string, string][] = [
    ['Name', profile.actualName],
    ['Username', profile.username],
    ['Email', profile.email],
    ['Phone number', profile.phoneNumber],
    ['Employment field', profile.EmpFeild],
    ['Sign-in', signInText(profile)],
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
              <div key={label} className="grid gap-x-4 py-3.5 sm:grid-cols-[11rem_1fr]">
                <dt className="text-muted">{label}</dt>
                <dd className="break-words">{value || <span className="text-muted">Not given</span>}</dd>
              </div>
            ))}
          </dl>
          <Button ref={editButton} variant="secondary" className="self-start" onClick={() => setIsEditing(true)}>
            Edit profile
          </Button>
        </>
      )}
    </div>
  )
}

function signInText({ hasPassword, isGoogleLinked }: Profile): string {
  if (!isGoogleLinked) return 'Email and password'
  return hasPassword ? 'Email and password, or Google' : 'Google'
}
