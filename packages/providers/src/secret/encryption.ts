// Encrypts what the database keeps for the shop and must not be readable in a copy of it: keys of outside services, secrets
// of authenticator apps. AES-256-GCM (NIST SP 800-38D) under a key derived from the installation's secret by HKDF (RFC 5869).
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from './installation-secret.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const PREFIX = 'aes-256-gcm:'

/** A text cannot be decrypted: it was encrypted under a secret that this installation no longer has, or it was changed. */
export class DecryptionFailed extends Error {
  override name = 'DecryptionFailed'
}

/** Encrypts texts and decrypts them, for those who do not know the secrets. */
export interface TextCipher {
  encrypt(purpose: string, text: string): string
  /** Undefined for what cannot be decrypted. */
  decrypt(purpose: string, encrypted: string): string | undefined
}

/** A cipher under the secrets of an installation. */
export function createTextCipher(secrets: Secrets): TextCipher {
  return {
    encrypt: (purpose, text) => encryptText(secrets, purpose, text),
    decrypt(purpose, encrypted) {
      try {
        return decryptText(secrets, purpose, encrypted)
      } catch (error) {
        if (error instanceof DecryptionFailed) return undefined
        throw error
      }
    },
  }
}

/**
 * Encrypts a text under the newest secret. `purpose` names what it is and whose (`totp of 42`): a text that is moved to
 * another place in the database is not decrypted there.
 */
export function encryptText([newest]: Secrets, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(newest), nonce).setAAD(Buffer.from(purpose))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return PREFIX + Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url')
}

/** Decrypts a text under any of the secrets. Throws `DecryptionFailed`. */
export function decryptText(secrets: Secrets, purpose: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted.startsWith(PREFIX) ? encrypted.slice(PREFIX.length) : '', 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES)
    throw new DecryptionFailed(`the text of “${purpose}” is not an encrypted one`)
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(-TAG_BYTES)
  for (const secret of secrets) {
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret), nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag)
    try {
      const body = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([body, decipher.final()]).toString('utf8')
    } catch {
      // Encrypted under another secret.
    }
  }
  throw new DecryptionFailed(`the text of “${purpose}” was encrypted under another secret`)
}

const deriveKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'vitrine encryption at rest', 32))
