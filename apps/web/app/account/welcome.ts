// What a new member reads first.
import type { Profile } from '@vitrine/contract/accounts'
import type { ShowToast } from '../ui/toast.tsx'

const shownMs = 8000

/** Greets a new account; without a profile in the response it shows nothing. */
export function showWelcome(showToast: ShowToast, shopName: string, profile: Profile | undefined): void {
  if (!profile) return
  const { actualName, username, credits } = profile
  const start = credits > 0 ? ` You have ${credits} credits to start with.` : ''
  showToast('success', `Welcome to ${shopName}, ${actualName || username}!${start}`, { durationMs: shownMs })
}
