// The form of external services, generated from the server's description.
import type { FieldDescription, ServiceDescription } from '@vitrine/contract/settings'
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { type Answer, ok } from '../../../testing/fake-server.ts'
import { firstSettings, openSettings } from '../../../testing/open-settings.tsx'
import { atDesk, press } from '../../../testing/press.ts'

function field(name: string, label: string, more: Partial<FieldDescription> = {}): FieldDescription {
  return { name, label, kind: 'word', hint: null, maxLength: 40, isNarrow: false, options: [], ...more }
}

const token = field('token', 'Token', { kind: 'secret' })
const service: ServiceDescription = {
  name: 'sms',
  title: 'Text messages',
  note: 'Codes come by them.',
  test: 'sms',
  providers: [
    { id: 'first', name: 'First Gateway', fields: [field('account', 'Account'), token] },
    {
      id: 'second',
      name: 'Second Gateway',
      fields: [
        field('region', 'Region', {
          kind: 'choice',
          options: [
            { value: 'in', label: 'India', sets: { port: 1 } },
            { value: 'sg', label: 'Singapore', sets: { port: 2 } },
          ],
        }),
        field('port', 'Port', { kind: 'number' }),
        token,
        field('body', 'What is sent', {
          kind: 'long',
          hint: { text: 'Words: {words}', values: { words: ['{code}', '{store}'] } },
        }),
      ],
    },
  ],
}
const stored = { mode: 'live', gateway: 'first', account: 'A1', token: '', region: 'in', port: 1, body: '' }

async function openProviders(save: (value: Record<string, unknown>) => Answer | undefined) {
  const settings = { ...firstSettings(), services: [service], providerStates: {} }
  settings.providers.value.sms = stored
  settings.providerStates.sms = { mode: 'live', detail: 'sms.example', problem: null }
  openSettings('providers', settings, ({ body }) => {
    const { sms } = (body as { value: { sms: Record<string, unknown> } }).value
    settings.providers.value.sms = sms
    return save(sms) ?? ok(settings)
  })
  await expect.element(page.getByRole('group', { name: 'Text messages' })).toBeVisible()
}

atDesk('each gateway asks for its own fields, and what is wrong is said at one of them', async () => {
  let saved: unknown
  let isRefused = true
  await openProviders((sms) => {
    saved = sms
    const issues = [{ path: 'sms.token', message: 'Enter the token' }]
    return isRefused ? { status: 400, body: { error: 'Invalid input', code: 'invalid-input', issues } } : undefined
  })
  const group = page.getByRole('group', { name: 'Text messages' })
  await expect.element(group.getByLabelText('Account')).toHaveValue('A1')
  await userEvent.selectOptions(group.getByLabelText('Gateway'), 'Second Gateway')
  await expect.element(group.getByLabelText('Account')).not.toBeInTheDocument()
  await expect.element(group.getByText('Words: {code} and {store}')).toBeVisible()
  await userEvent.selectOptions(group.getByLabelText('Region'), 'Singapore')
  await expect.element(group.getByLabelText('Port')).toHaveValue('2')
  await expect.element(group.getByRole('button', { name: 'Text messages: send a test' })).toBeDisabled()
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expect.element(group.getByText('Enter the token')).toBeVisible()
  await expectAccessible()

  await group.getByLabelText('Token').fill('typed')
  isRefused = false
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expect.element(page.getByText('Saved. It is in effect everywhere.')).toBeVisible()
  expect(saved).toEqual({ ...stored, gateway: 'second', region: 'sg', port: 2, token: 'typed' })
})
