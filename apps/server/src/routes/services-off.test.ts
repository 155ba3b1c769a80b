// A store without text messages and without Google: both are optional, and nothing requires them.
import { expect, it } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { replaceProviders } from '../../testing/deps.ts'
import { insertMember } from '../../testing/member.ts'

const store = useApp((deps) => replaceProviders(deps, { messenger: undefined, signIn: undefined }))

it('sends no codes to phones, and registers without one', async () => {
  const code = await store.call('POST', '/api/send-phone-otp', { body: { phoneNumber: '+919876543210' } })
  expect([code.status, code.body.code]).toEqual([404, 'not-found'])
  const member = await insertMember(store)
  const { body } = await store.call('GET', '/api/profile', { token: member.token })
  expect(body).toMatchObject({ isPhoneVerified: false })
})

it('has no way in with Google', async () => {
  for (const [method, path] of [
    ['GET', '/api/google-auth/config'],
    ['POST', '/api/google-auth'],
    ['POST', '/api/google-auth/link'],
  ] as const) {
    expect((await store.call(method, path, { body: { token: 'a.b.c', password: 'x' } })).status, path).toBe(404)
  }
  const { token } = await insertMember(store)
  const deletion = await store.call('DELETE', '/api/profile', { token, body: { token: 'a.b.c' } })
  expect([deletion.status, deletion.body.code]).toEqual([404, 'not-found'])
  expect((await store.call('GET', '/api/profile', { token })).status).toBe(200)
})
