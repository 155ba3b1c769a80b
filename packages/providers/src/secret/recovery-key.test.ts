import { expect, it } from 'vitest'
import type { Secrets } from './installation-secret.ts'
import { createRecoveryKey, openSecrets, sealSecrets } from './recovery-key.ts'

const secrets: Secrets = ['n'.repeat(64), 'o'.repeat(64)]

it('opens with the recovery key alone, however it is typed', () => {
  const { recoveryKey, publicKey } = createRecoveryKey()
  expect(recoveryKey).toMatch(/^([A-Z2-7]{4}-){7}[A-Z2-7]{4}$/)
  const sealed = sealSecrets(publicKey, secrets)
  expect(JSON.stringify(sealed)).not.toContain(secrets[0])
  expect(openSecrets(recoveryKey, sealed)).toEqual(secrets)
  expect(openSecrets(` ${recoveryKey.toLowerCase().replaceAll('-', ' ').replaceAll('o', '0')}\n`, sealed)).toEqual(
    secrets,
  )
  expect(openSecrets(createRecoveryKey().recoveryKey, sealed)).toBeUndefined()
  expect(openSecrets('', sealed)).toBeUndefined()
})

it('is another text for each backup', () => {
  const { publicKey } = createRecoveryKey()
  expect(sealSecrets(publicKey, secrets).text).not.toBe(sealSecrets(publicKey, secrets).text)
})
