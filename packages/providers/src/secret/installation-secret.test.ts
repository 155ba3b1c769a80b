import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSignedLinks } from '../storage/signed-link.ts'
import { readOrCreateSecrets, readSecrets, rotateSecret } from './installation-secret.ts'

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
