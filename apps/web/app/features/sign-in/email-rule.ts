// Rules of email addresses that forms check before the server does.
import { t } from '@lingui/core/macro'
import { isEmailAddress } from '@vitrine/contract/input'

/** The problem of an address in the form of `toEmailAddress`; `missing` for an empty one. */
export function findEmailProblem(email: string, missing = t`Please enter your email address`): string | undefined {
  if (email === '') return missing
  return isEmailAddress(email) ? undefined : t`Please enter a valid email address`
}
