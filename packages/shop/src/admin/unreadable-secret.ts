// Which encrypted values of the database an installation cannot read, because it does not have the secret they were encrypted under.
import { SECRET_FIELDS } from '@vitrine/contract/provider-settings'
import type { Db } from '@vitrine/database/connection'
import { purposeOf } from '@vitrine/providers/choice'
import type { TextCipher } from '@vitrine/providers/encryption'
import { eq } from 'drizzle-orm'
import { readSettings } from '../settings/settings.ts'
import { secondFactors } from './tables.ts'
import { canDecryptTotpSecret } from './totp.ts'

export interface UnreadableSecrets {
  /** Keys of outside services, such as `payment.keySecret`. */
  readonly providerKeys: readonly string[]
  readonly authenticatorApps: number
}

export async function findUnreadableSecrets(db: Db, cipher: TextCipher): Promise<UnreadableSecrets> {
  const { providers } = (await readSettings(db)).values
  const providerKeys = SECRET_FIELDS.filter(([service, field]) => {
    const text = (providers[service] as Record<string, unknown>)[field]
    return typeof text === 'string' && text !== '' && cipher.decrypt(purposeOf(service, field), text) === undefined
  }).map(([service, field]) => `${service}.${field}`)
  const apps = await db
    .select({ userId: secondFactors.userId, encrypted: secondFactors.secretEncrypted })
    .from(secondFactors)
    .where(eq(secondFactors.kind, 'totp'))
  const unreadable = apps.filter(
    ({ userId, encrypted }) => encrypted !== null && !canDecryptTotpSecret(cipher, userId, encrypted),
  )
  return { providerKeys, authenticatorApps: unreadable.length }
}
