// Decides who is asked to complete their profile, and for which fields.
import type { Profile } from '@vitrine/contract/accounts'

/** The employment fields of the popup. The registration has others. */
export const completionOptions = [
  'Technology',
  'Healthcare',
  'Education',
  'Finance',
  'Marketing',
  'Design',
  'Sales',
  'Engineering',
  'Consulting',
  'Media & Entertainment',
  'Real Estate',
  'Retail',
  'Manufacturing',
  'Non-Profit',
  'Government',
  'Student',
  'Freelancer',
  'Other',
] as const

type CompletionFields = Pick<Profile, 'isGoogleUser' | 'phoneNumber' | 'EmpFeild' | 'actualName'>

/** True for an account created by social sign-in that lacks a phone number or an employment field. */
export function isIncomplete({ isGoogleUser, phoneNumber, EmpFeild }: CompletionFields): boolean {
  return isGoogleUser && (phoneNumber.trim() === '' || EmpFeild.trim() === '')
}

/** The popup also asks accounts without a name. */
export function needsCompletion(profile: CompletionFields): boolean {
  return isIncomplete(profile) || (profile.isGoogleUser && profile.actualName.trim() === '')
}
