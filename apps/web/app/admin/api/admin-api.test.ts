// Which requests ask for the password again when the admin session has ended.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Call } from '../../api/api.ts'
import { adminCall, backgroundAdminCall, onRoleRefused, onSessionEnded } from './admin-api.ts'

const onEnded = vi.fn()
let unsubscribe: () => void

beforeEach(() => {
  unsubscribe = onSessionEnded(onEnded)
})
afterEach(() => {
  unsubscribe()
  onEnded.mockReset()
  vi.unstubAllGlobals()
})

const change = () => adminCall('POST /api/admin/factors/totp/setup')
const preview = (call: Call) => call('POST /api/admin/content/preview', { body: { body: '' } })

function answerWith(status: number, code: string): void {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ error: 'No.', code }), { status }))
}

it.each([
  ['session-expired', 'over'],
  ['admin-sign-in-again', 'old'],
] as const)('a change that is refused with %s asks for the password', async (code, cause) => {
  answerWith(401, code)
  await expect(change()).rejects.toMatchObject({ code })
  expect(onEnded.mock.calls).toEqual([[cause]])
})

it('what the page asks for by itself interrupts nobody', async () => {
  answerWith(401, 'session-expired')
  await expect(adminCall('GET /api/admin/users')).rejects.toMatchObject({ status: 401 })
  await expect(preview(backgroundAdminCall)).rejects.toMatchObject({ status: 401 })
  expect(onEnded).not.toHaveBeenCalled()
})

it.each([adminCall, backgroundAdminCall])('a permission that is gone is noticed either way', async (send) => {
  const onRefused = vi.fn()
  const stop = onRoleRefused(onRefused)
  answerWith(403, 'permission-required')
  await expect(preview(send)).rejects.toMatchObject({ status: 403 })
  stop()
  expect(onRefused).toHaveBeenCalledOnce()
})
