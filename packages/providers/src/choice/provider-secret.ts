// Encrypts secrets of outside services for the database.
import { isEncrypted } from '@vitrine/contract/encrypted'
import type { ProviderSettings } from '@vitrine/contract/provider-settings'
import type { TextCipher } from '../secret/encryption.ts'
import { listDestinationFields, SECRET_FIELDS } from '../service/service-settings.ts'
import { toSecretPurpose } from './provider-choice.ts'

type Values = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

/** An encrypted secret in a request is not the stored one of this field, cannot be read, or would go to another destination. */
export class SecretRejected extends Error {
  /** Such as `payment.keySecret`. */
  readonly path: string
  constructor(path: string) {
    super(`the secret of ${path} cannot be kept`)
    this.path = path
  }
}

/**
 * Encrypts secrets in clear. A form returns the encrypted text of a secret that it cannot show: it stays if it is the stored one
 * with the same destination. Otherwise throws `SecretRejected`, because anyone who may change a service's address could have the
 * secret sent to their own server.
 */
export function encryptProviderSecrets(
  cipher: TextCipher,
  value: Readonly<Record<string, unknown>>,
  stored: ProviderSettings,
) {
  const encrypted: Record<string, unknown> = { ...value }
  for (const [service, field] of SECRET_FIELDS) {
    const settings = (encrypted as Values)[service]
    const text = settings?.[field]
    if (typeof text !== 'string' || text.trim() === '') continue
    const purpose = toSecretPurpose(service, field)
    const current = stored[service]
    const goesElsewhere = listDestinationFields(service).some((each) => settings?.[each] !== current[each])
    if (!isEncrypted(text)) encrypted[service] = { ...settings, [field]: cipher.encrypt(purpose, text.trim()) }
    else if (text !== current[field] || goesElsewhere || cipher.decrypt(purpose, text) === undefined)
      throw new SecretRejected(`${service}.${field}`)
  }
  return encrypted
}

/** The settings with every secret under the newest key, for use after a rotation; undefined when nothing changes. */
export function renewProviderSecrets(cipher: TextCipher, value: ProviderSettings): ProviderSettings | undefined {
  const renewed = structuredClone(value)
  let isChanged = false
  for (const [service, field] of SECRET_FIELDS) {
    const settings = renewed[service] as Record<string, unknown>
    const encrypted = String(settings[field])
    const purpose = toSecretPurpose(service, field)
    const text =
      encrypted === '' || cipher.isCurrent(purpose, encrypted) ? undefined : cipher.decrypt(purpose, encrypted)
    if (text === undefined) continue
    settings[field] = cipher.encrypt(purpose, text)
    isChanged = true
  }
  return isChanged ? renewed : undefined
}
