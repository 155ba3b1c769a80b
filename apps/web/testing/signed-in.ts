// A customer who is signed in until a component test ends.

import type { Profile } from '@vitrine/contract/accounts'
import { onTestFinished } from 'vitest'
import { beginSession } from '../app/api/session.ts'
import { clearToken, signedOutNotice } from '../app/api/token.ts'

export const asha = {
  ...{ userId: 'u1', username: 'asha', actualName: 'Asha Rao', email: 'asha@example.test', hasPassword: true },
  ...{ phoneNumber: '+14155550134', isPhoneVerified: true, EmpFeild: 'Retail', isGoogleUser: false, cart: [] },
} as unknown as Profile

/**
 * Signs in the customer asha with some differences, before the page is rendered; without `differs` her profile has not
 * been requested yet.
 */
export function signIn(differs?: object): void {
  onTestFinished(() => {
    signedOutNotice.set(undefined)
    clearToken()
  })
  beginSession({ token: 'secret', ...(differs && { user: { ...asha, ...differs } }) }, true)
}
