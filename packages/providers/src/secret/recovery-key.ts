// Seals the secret of an installation for its backups. A backup needs only the public key, so it can run every night unattended;
// only the recovery key, which the owner keeps elsewhere, opens the seal. As in ECIES: X25519 (RFC 7748) with a key pair for each
// seal, then AES-256-GCM.

import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTextCipher, type Secrets } from './installation-secret.ts'

/** RFC 4648, without characters that are easily confused. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const KEY_BYTES = 20
const PURPOSE = 'secret of an installation'
/** The start of a PKCS #8 structure with an X25519 key of 32 bytes (RFC 8410 §7). */
const PKCS8_X25519 = Buffer.from('302e020100300506032b656e04220420', 'hex')

export interface SealedSecrets {
  /** SPKI, base64: identifies the recovery key that opens it. */
  readonly publicKey: string
  /** SPKI, base64, of this seal alone. */
  readonly ephemeralKey: string
  readonly text: string
}

/** A new recovery key of 160 bits, in groups of four to write down, and its public key. */
export function createRecoveryKey(): { recoveryKey: string; publicKey: string } {
  const bits = [...randomBytes(KEY_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('')
  const recoveryKey = (letters.match(/.{4}/g) ?? []).join('-')
  return { recoveryKey, publicKey: exportPublic(createPublicKey(derivePrivateKey(recoveryKey))) }
}

export function sealSecrets(publicKey: string, secrets: Secrets): SealedSecrets {
  const ephemeral = generateKeyPairSync('x25519')
  const text = cipherBetween(ephemeral.privateKey, importPublic(publicKey)).encrypt(PURPOSE, secrets.join('\n'))
  return { publicKey, ephemeralKey: exportPublic(ephemeral.publicKey), text }
}

/** Undefined for another recovery key. Ignores case, spaces and hyphens. */
export function openSecrets(recoveryKey: string, { ephemeralKey, text }: SealedSecrets): Secrets | undefined {
  const opened = cipherBetween(derivePrivateKey(recoveryKey), importPublic(ephemeralKey)).decrypt(PURPOSE, text)
  return opened?.split('\n') as Secrets | undefined
}

/** Undefined without a recovery key. */
export function readPublicKey(dataFolder: string): string | undefined {
  try {
    return readFileSync(publicKeyFile(dataFolder), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export function writePublicKey(dataFolder: string, publicKey: string): void {
  writeFileSync(publicKeyFile(dataFolder), `${publicKey}\n`, { mode: 0o600, flush: true })
}

const publicKeyFile = (dataFolder: string) => join(dataFolder, 'recovery-key.pub')

function derivePrivateKey(recoveryKey: string): KeyObject {
  // Digits outside the alphabet are misread letters.
  const letters = recoveryKey.toUpperCase().replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B')
  const seed = hkdfSync('sha256', letters.replace(/[^A-Z2-7]/g, ''), '', 'vitrine recovery key', 32)
  return createPrivateKey({ key: Buffer.concat([PKCS8_X25519, Buffer.from(seed)]), format: 'der', type: 'pkcs8' })
}

const cipherBetween = (privateKey: KeyObject, publicKey: KeyObject) =>
  createTextCipher([diffieHellman({ privateKey, publicKey }).toString('hex')])
const exportPublic = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64')
const importPublic = (key: string) => createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
