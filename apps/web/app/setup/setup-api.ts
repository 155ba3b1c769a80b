// Calls of the setup, with the key of the address that the start of the store has printed. The browser keeps it until the end, so
// that somebody who closes the window can come back.
import type { SetupOwnerRequest, SetupState, SetupStep } from '@vitrine/contract/setup'
import { createCall } from '../api/api.ts'
import { httpTransport } from '../api/browser-api.ts'

const storageName = 'vitrine-setup-key'

/** Takes the key out of the address, where it would stay in the history of the browser. */
export function takeKeyFromAddress(): void {
  const address = new URL(location.href)
  const key = address.searchParams.get('key')
  if (!key) return
  localStorage.setItem(storageName, key)
  address.searchParams.delete('key')
  history.replaceState(history.state, '', address)
}

export const findKey = () => localStorage.getItem(storageName) ?? undefined

export const forgetKey = () => localStorage.removeItem(storageName)

const call = createCall(httpTransport, findKey)

export type ChosenSamples = NonNullable<SetupState['samples']>

export const setupApi = {
  get: () => call('GET /api/setup'),
  saveSection: (
    section: 'brand' | 'languages' | 'pricing',
    step: SetupStep,
    value: Record<string, unknown>,
    revision: number,
  ) => call('PUT /api/setup/settings/:section', { params: { section }, body: { step, value, revision } }),
  saveOwner: (body: SetupOwnerRequest) => call('PUT /api/setup/owner', { body }),
  saveSamples: (samples: ChosenSamples, revision: number) =>
    call('PUT /api/setup/samples', { body: { samples, revision } }),
  finish: () => call('POST /api/setup/finish'),
  getProgress: () => call('GET /api/setup/samples'),
}
