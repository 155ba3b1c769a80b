// Calls of the setup, with the key from the address that the first start has printed. The browser stores it until the
// end, so that an owner who closes the window can return.

import type { SetupOwnerRequest, SetupState, SetupStep } from '@vitrine/contract/routes/setup'
import { createCall, httpTransport } from '../api/api.ts'

const storageName = 'vitrine-setup-key'

/** Removes the key from the address, where it would stay in the browser's history. */
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
