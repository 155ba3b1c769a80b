// The installation's secret, which signs its links. It comes from the configuration or from a file in the data folder that
// is created at the first start. During a rotation there are two: the new one signs, both verify.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENCRYPTED_PREFIX, isEncrypted } from '@vitrine/contract/encrypted'

const MIN_CHARACTERS = 32

/** Newest first; never empty. */
export type Secrets = readonly [string, ...string[]]

/** The environment variables from the env.ts files; empty ones must be left out. */
interface SecretVariables {
  readonly VITRINE_SECRET?: string | undefined
  readonly VITRINE_OLD_SECRET?: string | undefined
}

/** The secret's file is unusable; the message tells the owner why. */
export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable'
}

/** The secrets of an existing installation. Throws `SecretUnreadable`. */
export function readSecrets(variables: SecretVariables, dataFolder: string): Secrets {
  if (variables.VITRINE_SECRET !== undefined) {
    return variables.VITRINE_OLD_SECRET === undefined
      ? [variables.VITRINE_SECRET]
      : [variables.VITRINE_SECRET, variables.VITRINE_OLD_SECRET]
  }
  const path = join(dataFolder, 'secret')
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new SecretUnreadable(`VITRINE_SECRET is not set and ${path} cannot be read: ${(error as Error).message}`)
  }
  const [newest = '', ...older] = text.split('\n').map((line) => line.trim())
  const secrets: Secrets = [newest, ...older.filter(Boolean)]
  if (secrets.some(({ length }) => length < MIN_CHARACTERS)) {
    throw new SecretUnreadable(`${path} is damaged: each line must hold at least ${MIN_CHARACTERS} characters`)
  }
  return secrets
}

/** The same; creates a missing secret of 32 random bytes, readable by its owner only. */
export function readOrCreateSecrets(variables: SecretVariables, dataFolder: string): Secrets {
  if (variables.VITRINE_SECRET !== undefined) return readSecrets(variables, dataFolder)
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const path = join(dataFolder, 'secret')
  // A hard link appears whole and fails when the name is taken, so processes that start together agree on one secret.
  const candidate = `${path}.${randomUUID()}`
  try {
    writeFileSync(candidate, makeSecret(), { mode: 0o600, flush: true })
    linkSync(candidate, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(candidate, { force: true })
  }
  return readSecrets(variables, dataFolder)
}

/** Adds a new secret before the current one, which still verifies; older ones are dropped. */
export function rotateSecret(dataFolder: string): void {
  const [present] = readSecrets({}, dataFolder)
  replaceSecrets(dataFolder, [makeSecret(), present])
}

/** Gives a new installation the secrets of another one, as a restored backup needs them. */
export function replaceSecrets(dataFolder: string, secrets: Secrets): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const path = join(dataFolder, 'secret')
  const candidate = `${path}.${randomUUID()}`
  writeFileSync(candidate, `${secrets.join('\n')}\n`, { mode: 0o600, flush: true })
  renameSync(candidate, path)
}

const makeSecret = () => randomBytes(32).toString('hex')

// Encrypts values that must be unreadable in a copy of the database: keys of outside services, secrets of authenticator apps.
// AES-256-GCM (NIST SP 800-38D) under a key derived from the installation's secret by HKDF (RFC 5869).

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
