import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itBehavesAsSignIn } from '../../testing/sign-in-contract.ts'
import { openSandboxSignIn, SANDBOX_ISSUER, type SandboxSignIn } from './sandbox.ts'

let folder: string
let sandbox: SandboxSignIn
let keyPath: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-sign-in-'))
  keyPath = join(folder, 'data', 'sign-in.json')
  sandbox = await openSandboxSignIn({ keyPath, scriptUrl: '/client.js' })
})
afterAll(() => rm(folder, { recursive: true }))

async function sign(claims: JWTPayload, header: Record<string, unknown> = {}): Promise<string> {
  const jwk = JSON.parse(await readFile(keyPath, 'utf8')) as JWK & { kid: string }
  const key = await importJWK(jwk, 'RS256')
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: jwk.kid, ...header }).sign(key)
}

describe('sign-in with the sandbox', () => {
  itBehavesAsSignIn(() => ({ provider: sandbox.provider, issuer: SANDBOX_ISSUER, sign }))

  it('issues tokens that its own verification accepts, the same person for the same address', async () => {
    const { provider, issuer } = sandbox
    const issue = (email: string) =>
      issuer.issue({ clientId: issuer.clientId, email, name: 'Asha Rao', nonce: 'n-2' }).then(provider.verify)
    const asha = await issue('asha@gmail.test')
    expect(asha).toMatchObject({ email: 'asha@gmail.test', name: 'Asha Rao', nonce: 'n-2' })
    expect(asha.subject).toMatch(/^\d{21}$/)
    expect((await issue('asha@gmail.test')).subject).toBe(asha.subject)
    expect((await issue('rohan@gmail.test')).subject).not.toBe(asha.subject)
  })

  it('keeps its key for the owner of the folder only, over restarts and for processes that start together', async () => {
    expect((await stat(keyPath)).mode & 0o777).toBe(0o600)
    const other = join(folder, 'together.json')
    const opened = await Promise.all(
      Array.from({ length: 3 }, () => openSandboxSignIn({ keyPath: other, scriptUrl: '/client.js' })),
    )
    const kids = new Set(opened.map(({ issuer }) => issuer.keySet.keys[0]?.kid))
    expect(kids.size).toBe(1)
    expect(JSON.stringify(opened[0]?.issuer.keySet)).not.toContain('"d"')
    const again = await openSandboxSignIn({ keyPath, scriptUrl: '/client.js' })
    expect(again.issuer.keySet).toEqual(sandbox.issuer.keySet)
  })
})
