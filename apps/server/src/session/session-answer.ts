// The response to every sign-in, and the profile in it.
import type { Profile, SessionResponse } from '@vitrine/contract/accounts'
import { getProfile } from '@vitrine/store/account-lifecycle'
import type { OpenedSession } from '@vitrine/store/accounts/session'
import type { AppDeps } from '../deps/deps.ts'
import { linksTo } from '../http/private-link.ts'

/** A profile with links to its own files. */
export function describeProfile({ db, storage }: AppDeps, userId: string): Promise<Profile> {
  return getProfile(db, userId, linksTo(storage))
}

/** A session that was just opened, with the profile of its owner. */
export async function describeSession(
  deps: AppDeps,
  { token, expiresAt, userId }: OpenedSession,
): Promise<SessionResponse> {
  return { token, expiresAt: expiresAt.toISOString(), user: await describeProfile(deps, userId) }
}
