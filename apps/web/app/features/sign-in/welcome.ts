// The welcome message of a new customer.
import { plural, t } from '@lingui/core/macro'
import type { Profile } from '@vitrine/contract/accounts'
import { countText } from '../../language/format.ts'
import type { ShowToast } from '../../ui/toast.tsx'

const shownMs = 8000

/** Greets a new account; without a profile in the response it shows nothing. */
export function showWelcome(showToast: ShowToast, storeName: string, profile: Profile | undefined): void {
  if (!profile) return
  const { actualName, username, credits } = profile
  const name = actualName || username
  const start = credits > 0 ? [startText(credits)] : []
  showToast('success', [t`Welcome to ${storeName}, ${name}!`, ...start].join(' '), { durationMs: shownMs })
}

function startText(credits: number): string {
  const count = countText(credits)
  return plural(credits, {
    one: `You have ${count} credit to start with.`,
    other: `You have ${count} credits to start with.`,
  })
}

/** Announces a gift of credits. */
export function giftText(credits: number): string {
  const count = countText(credits)
  return plural(credits, {
    one: `You have received ${count} free credit!`,
    other: `You have received ${count} free credits!`,
  })
}
