// Username rules that forms check before the server does.

import { t } from '@lingui/core/macro'
import { toPlainCharacters } from '@vitrine/contract/input'

/**
 * Normalises as the server does: look-alikes such as 𝓡𝓪𝓱𝓾𝓵 become plain letters, because no other letters are
 * allowed.
 */
export const toUsername = toPlainCharacters

/** The specification's message for an invalid username; undefined when it is valid. */
export function findUsernameProblem(username: string): string | undefined {
  const typed = toUsername(username)
  if (typed === '') return t`Username is required`
  if (typed.length < 3) return t`Username must be at least 3 characters long`
  if (typed.length > 30) return t`Username must be at most 30 characters long`
  if (!/^[A-Za-z0-9._-]+$/.test(typed)) {
    return t`Username can only contain letters, numbers, dots, hyphens, and underscores`
  }
  return undefined
}
