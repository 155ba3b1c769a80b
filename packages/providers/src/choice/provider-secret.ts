// Secrets of outside services on their way into the database.
import { isEncrypted } from '@vitrine/contract/encrypted'
import type { ProviderSettings } from '@vitrine/contract/provider-settings'
import type { TextCipher } from '../secret/encryption.ts'
import { listDestinationFields, SECRET_FIELDS } from '../service/service-settings.ts'
import { toSecretPurpose } from './provider-choice.ts'

type Values = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

/** An encrypted secret that was sent is not the stored one of this field, cannot be read, or would go to another place. */
export class SecretNotKept extends Error {
  /** Such as `payment.keySecret`. */
  readonly path: string
  constructor(path: string) {
    super(`the secret of ${path} cannot be kept`)
    this.path = path
  }
}

/**
 * Encrypts the secrets that are in clear. An encrypted one is how a form keeps what it cannot show: it stays while it is the
 * stored one and goes where that goes. Otherwise throws `SecretNotKept`: whoever may change the address of a service could
 * have the secret sent to a server of their own.
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
    const kept = stored[service]
    const goesElsewhere = listDestinationFields(service).some((each) => settings?.[each] !== kept[each])
    if (!isEncrypted(text)) encrypted[service] = { ...settings, [field]: cipher.encrypt(purpose, text.trim()) }
    else if (text !== kept[field] || goesElsewhere || cipher.decrypt(purpose, text) === undefined)
      throw new SecretNotKept(`${service}.${field}`)
  }
  return encrypted
}

/** The same settings with every secret under the newest key, for the time after a rotation; undefined when all are. */
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
