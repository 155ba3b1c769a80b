// Encrypts values that must be unreadable in a copy of the database: keys of outside services, secrets of authenticator apps.
// AES-256-GCM (NIST SP 800-38D) under a key derived from the installation's secret by HKDF (RFC 5869).
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { ENCRYPTED_PREFIX, isEncrypted } from '@vitrine/contract/encrypted'
import type { Secrets } from './installation-secret.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts and decrypts texts without revealing the secrets. `purpose` names a text and its owner (`totp of 42`): a text moved to
 * another place in the database cannot be decrypted there.
 */
export interface TextCipher {
  /** Uses the newest secret. */
  encrypt(purpose: string, text: string): string
  /** Tries all secrets. Undefined for a text of another secret or purpose, or a modified one. */
  decrypt(purpose: string, encrypted: string): string | undefined
  /** Whether a text is encrypted under the newest secret; others should be re-encrypted. */
  isCurrent(purpose: string, encrypted: string): boolean
}

/** A cipher under the secrets of an installation. */
export function createTextCipher(secrets: Secrets): TextCipher {
  const [secret, ...oldSecrets] = secrets
  const newest = deriveKey(secret)
  const keys = [newest, ...oldSecrets.map(deriveKey)]
  return {
    encrypt: (purpose, text) => encryptText(newest, purpose, text),
    decrypt(purpose, encrypted) {
      for (const key of keys) {
        const text = decryptText(key, purpose, encrypted)
        if (text !== undefined) return text
      }
      return undefined
    },
    isCurrent: (purpose, encrypted) => decryptText(newest, purpose, encrypted) !== undefined,
  }
}

function encryptText(key: Buffer, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return ENCRYPTED_PREFIX + Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url')
}

function decryptText(key: Buffer, purpose: string, encrypted: string): string | undefined {
  if (!isEncrypted(encrypted)) return undefined
  const bytes = Buffer.from(encrypted.slice(ENCRYPTED_PREFIX.length), 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

const deriveKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'vitrine encryption at rest', 32))
