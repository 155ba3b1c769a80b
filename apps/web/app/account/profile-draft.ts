// The difference between a profile and the form that edits it; only that is sent.
import type { Profile, UpdateProfileRequest } from '@vitrine/contract/accounts'
import { toEmailAddress, toPlainLine } from '@vitrine/contract/input'
import { splitPhoneNumber, wholePhoneNumber } from './country-codes.ts'
import { employmentOptions, otherEmployment } from './employment-options.ts'
import type { Proof } from './register-draft.ts'
import { toUsername } from './username-rule.ts'

export type Draft = {
  actualName: string
  username: string
  /** Of an account that has none yet. */
  email: string
  country: string
  phone: string
  employment: string
  otherEmployment: string
}
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
