import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSignedLinks } from '../storage/signed-link.ts'
import { createTextCipher, readOrCreateSecrets, readSecrets, rotateSecret } from './installation-secret.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-secret-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('is created once and can be rotated while its links are valid, which end with the second rotation', async () => {
  const data = join(folder, 'data')
  expect(() => readSecrets({}, data)).toThrow(/cannot be read/)
  const first = readOrCreateSecrets({}, data)
  expect(readOrCreateSecrets({}, data)).toEqual(first)
  const url = createSignedLinks(first).sign('private/a.mp4', { expiresInSeconds: 600 })
  const query = Object.fromEntries(new URL(url, 'http://store').searchParams)
  const outcome = () => createSignedLinks(readSecrets({}, data)).check('private/a.mp4', query).outcome

  rotateSecret(data)
  const second = readSecrets({}, data)
  expect(second).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), first[0]])
  expect(second[0]).not.toBe(first[0])
  expect(outcome()).toBe('valid')
  expect((await stat(join(data, 'secret'))).mode & 0o777).toBe(0o600)

  rotateSecret(data)
  expect(readSecrets({}, data)[1]).toBe(second[0])
  expect(outcome()).toBe('forged')
  expect((await readFile(join(data, 'secret'), 'utf8')).trim().split('\n')).toHaveLength(2)
})

it('of the configuration takes precedence over the file, with the previous one', () => {
  const variables = { VITRINE_SECRET: 'n'.repeat(32), VITRINE_OLD_SECRET: 'o'.repeat(32) }
  expect(readOrCreateSecrets(variables, '/nowhere')).toEqual(['n'.repeat(32), 'o'.repeat(32)])
})

const first = 'a'.repeat(32)
const second = 'b'.repeat(32)
const cipher = createTextCipher([first])

describe('encryption at rest', () => {
  it('gives back what was encrypted, also while the secret is replaced', () => {
    const text = 'rzp_live_secret – कुंजी 🔑'
    const encrypted = cipher.encrypt('provider payment', text)
    expect(encrypted).not.toContain('rzp')
    expect(cipher.decrypt('provider payment', encrypted)).toBe(text)
    expect(cipher.encrypt('provider payment', text)).not.toBe(encrypted)
    expect(cipher.decrypt('empty', cipher.encrypt('empty', ''))).toBe('')

    const rotated = createTextCipher([second, first])
    expect(rotated.decrypt('provider payment', encrypted)).toBe(text)
    expect([cipher, rotated].map((each) => each.isCurrent('provider payment', encrypted))).toEqual([true, false])
  })

  it('refuses another secret, another purpose and a changed text', () => {
    const encrypted = cipher.encrypt('provider payment', 'key')
    expect(createTextCipher([second]).decrypt('provider payment', encrypted)).toBeUndefined()
    expect(cipher.decrypt('provider mail', encrypted)).toBeUndefined()
    for (const text of [`${encrypted.slice(0, -3)}AAA`, 'key', '', 'aes-256-gcm:', encrypted.slice(0, 30)])
      expect(cipher.decrypt('provider payment', text), text).toBeUndefined()
  })
})
