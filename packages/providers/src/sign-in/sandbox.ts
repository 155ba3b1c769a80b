// Sandbox social sign-in: issues ID tokens signed with its own key set, which is stored in the data folder. The tokens are
// verified by the same code as Google's.

import { createHash, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  SignJWT,
} from 'jose'
import { type SignInProvider, verifyIdToken } from './sign-in.ts'

export const SANDBOX_ISSUER = 'https://sandbox.vitrine.invalid'
const CLIENT_ID = 'vitrine-sandbox.apps.vitrine.invalid'

interface SandboxConsent {
  /** The requesting client; tokens for any other one would be rejected. */
  readonly clientId: string
  readonly email: string
  readonly name: string
  readonly nonce?: string | undefined
}

/** The part of the sandbox that plays Google. */
export interface SandboxIssuer {
  readonly clientId: string
  /** Public keys, in the form of Google's. */
  readonly keySet: JSONWebKeySet
  /** An ID token for a user who agreed, valid for an hour. */
  issue(consent: SandboxConsent): Promise<string>
}

export interface SandboxSignIn {
  readonly provider: SignInProvider
  readonly issuer: SandboxIssuer
}

/** Opens the issuer with the key at `keyPath` (created on the first start, readable by its owner only). */
export async function openSandboxSignIn(options: { keyPath: string; scriptUrl: string }): Promise<SandboxSignIn> {
  const privateJwk = await readOrCreateKey(options.keyPath)
  const { kty, n, e, kid } = privateJwk as JWK & { kid: string }
  const keySet = { keys: [{ kty, n, e, kid, alg: 'RS256', use: 'sig' } as JWK] }
  const privateKey = await importJWK(privateJwk, 'RS256')
  const rules = { issuers: [SANDBOX_ISSUER], audience: CLIENT_ID, keys: createLocalJWKSet(keySet) }
  return {
    provider: {
      kind: 'sandbox',
      clientId: CLIENT_ID,
      scriptUrl: options.scriptUrl,
      verify: (idToken) => verifyIdToken(idToken, rules),
    },
    issuer: {
      clientId: CLIENT_ID,
      keySet,
      issue({ clientId, email, name, nonce }) {
        const [given_name, ...rest] = name.split(' ')
        return new SignJWT({
          azp: clientId,
          email,
          email_verified: true,
          name,
          given_name,
          family_name: rest.join(' '),
          ...(nonce !== undefined && { nonce }),
          jti: randomUUID(),
        })
          .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
          .setIssuer(SANDBOX_ISSUER)
          .setAudience(clientId)
          .setSubject(createSubject(email))
          .setIssuedAt()
          .setExpirationTime('1h')
          .sign(privateKey)
      },
    },
  }
}

/** The same address is the same person at every sign-in: 21 digits, as in Google's own. */
function createSubject(email: string): string {
  const digits = BigInt(`0x${createHash('sha256').update(email).digest('hex')}`).toString()
  return digits.slice(0, 21)
}

async function readOrCreateKey(path: string): Promise<JWK> {
  const existing = await readFile(path, 'utf8').catch(() => undefined)
  if (existing !== undefined) return JSON.parse(existing) as JWK
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // A hard link appears whole and fails when the name is taken, so processes that start together agree on one key.
  const candidate = `${path}.${randomUUID()}`
  try {
    await writeFile(candidate, JSON.stringify({ ...jwk, kid }), { mode: 0o600, flush: true })
    await link(candidate, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(candidate, { force: true })
  }
  return JSON.parse(await readFile(path, 'utf8')) as JWK
}
