// The store's gift for completing the profile of a social account.
import type { AppDeps } from './deps.ts'

/** In credits; 0 when no number can be verified, because the gift is limited to one account per phone number. */
export function profileGift({ providers, settings }: Pick<AppDeps, 'providers' | 'settings'>): number {
  return providers.get().messenger ? settings.get().pricing.profileCredits : 0
}
