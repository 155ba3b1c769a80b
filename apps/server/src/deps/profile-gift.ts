// The gift for completing the profile of a social account, as this store gives it.
import type { AppDeps } from './deps.ts'

/** In credits. Nothing where no number can be proven: the gift is for one account per phone number. */
export function profileGift({ providers, settings }: Pick<AppDeps, 'providers' | 'settings'>): number {
  return providers.get().messenger ? settings.get().pricing.profileCredits : 0
}
