// The profile in read mode, with the button that opens its form.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Profile } from '@vitrine/contract/accounts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useFocusReturn } from '../../ui/focus.ts'
import { employmentText } from '../sign-in/employment-options.ts'
import { ProfileForm } from './profile-form.tsx'
import { ProfilePicture } from './profile-picture.tsx'

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
