// Secrets of outside services on their way into the database.
import { isEncrypted } from '@vitrine/contract/encrypted'
import { type ProviderSettings, SECRET_FIELDS } from '@vitrine/contract/provider-settings'
import { DecryptionFailed, decryptText, encryptText } from '../secret/encryption.ts'
import type { Secrets } from '../secret/installation-secret.ts'
import { purposeOf } from './provider-choice.ts'

type Values = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

/** A secret that was sent back encrypted does not belong to this field or to this installation. */
export class SecretNotKept extends Error {
  /** Such as `payment.keySecret`. */
  readonly path: string
  constructor(path: string) {
    super(`the secret of ${path} cannot be kept`)
    this.path = path
  }
}

/**
 * Encrypts the secrets that are in clear. Those that are encrypted already stay as they are, which is how a form keeps what it
 * cannot show, and how an earlier state is restored. Throws `SecretNotKept` for one that cannot be decrypted.
 */
export function encryptProviderSecrets(secrets: Secrets, value: Readonly<Record<string, unknown>>) {
  const encrypted: Record<string, unknown> = { ...value }
  for (const [service, field] of SECRET_FIELDS) {
    const settings = (encrypted as Values)[service]
    const text = settings?.[field]
    if (typeof text !== 'string' || text.trim() === '') continue
    const purpose = purposeOf(service, field)
    if (isEncrypted(text)) requireOwn(secrets, { purpose, text, path: `${service}.${field}` })
    else encrypted[service] = { ...settings, [field]: encryptText(secrets, purpose, text.trim()) }
  }
  return encrypted
}

/** The same settings with every secret under the newest key, for the time after a rotation; undefined when all are. */
export function renewProviderSecrets(secrets: Secrets, value: ProviderSettings): ProviderSettings | undefined {
  const renewed = structuredClone(value)
  let isChanged = false
  for (const [service, field] of SECRET_FIELDS) {
    const settings = renewed[service] as Record<string, unknown>
    const text = settings[field]
    const purpose = purposeOf(service, field)
    if (typeof text !== 'string' || text === '' || canDecrypt([secrets[0]], purpose, text)) continue
    if (!canDecrypt(secrets, purpose, text)) continue
    settings[field] = encryptText(secrets, purpose, decryptText(secrets, purpose, text))
    isChanged = true
  }
  return isChanged ? renewed : undefined
}

function requireOwn(secrets: Secrets, { purpose, text, path }: { purpose: string; text: string; path: string }): void {
  if (!canDecrypt(secrets, purpose, text)) throw new SecretNotKept(path)
}

function canDecrypt(secrets: Secrets, purpose: string, text: string): boolean {
  try {
    decryptText(secrets, purpose, text)
    return true
  } catch (error) {
    if (error instanceof DecryptionFailed) return false
    throw error
  }
}
