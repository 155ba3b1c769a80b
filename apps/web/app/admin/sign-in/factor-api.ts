// Calls about getting in and about one's own second factors. Before getting in they carry the account's token, afterwards the
// cookie of the admin session.

import { t } from '@lingui/core/macro'
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  type WebAuthnError,
} from '@simplewebauthn/browser'
import type { AdminSession } from '@vitrine/contract/admin'
import type { AddPasskeyRequest, ChangedFactors, PasskeyLoginRequest } from '@vitrine/contract/staff'
import { ApiResponseError, type Call } from '../../api/api.ts'
import { call as memberCall } from '../../api/browser-api.ts'
import { errorText } from '../../api/error-text.ts'
import { adminCall } from '../api/admin-api.ts'

/** Whether this browser has passkeys at all: not on pages without HTTPS. */
export const hasPasskeys = browserSupportsWebAuthn

export type AddedFactor = ChangedFactors & { session: AdminSession | null }

/** Getting in: each call is made as the signed-in account, and answers with the cookie. */
export const entryApi = {
  describe: (signal: AbortSignal) => memberCall('GET /api/admin/entry', { signal }),
  withCode: (code: string) => memberCall('POST /api/admin/login/code', { body: { code } }),
  async withPasskey(): Promise<AdminSession> {
    const { options } = await memberCall('POST /api/admin/login/passkey/options')
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
    const response = (await startAuthentication({ optionsJSON })) as unknown as PasskeyLoginRequest['response']
    return memberCall('POST /api/admin/login/passkey', { body: { response } })
  },
}

/** Setting up second factors with one of both calls. */
export function createSetUpApi(call: Call) {
  return {
    beginTotp: () => call('POST /api/admin/factors/totp/setup'),
    confirmTotp: (code: string) => call('POST /api/admin/factors/totp', { body: { code } }),
    async addPasskey(name: string): Promise<AddedFactor> {
      const { options } = await call('POST /api/admin/factors/passkeys/options')
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
      const response = (await startRegistration({ optionsJSON })) as unknown as AddPasskeyRequest['response']
      return call('POST /api/admin/factors/passkeys', { body: { name, response } })
    },
  }
}
type SetUpApi = ReturnType<typeof createSetUpApi>

/** Of a form that sets up one second factor. */
export type AddFactorProps = { api: SetUpApi; onAdded: (added: AddedFactor) => void; onCancel: () => void }

/** Before getting in. */
export const firstSetUpApi = createSetUpApi(memberCall)

/** Inside of the admin area. */
export const factorApi = {
  ...createSetUpApi(adminCall),
  remove: (factorId: string) => adminCall('DELETE /api/admin/factors/:factorId', { params: { factorId } }),
  renewCodes: () => adminCall('POST /api/admin/factors/recovery-codes'),
}

/** The message for a passkey that did not work: of the server, or why the browser refused. */
export function passkeyErrorText(error: unknown): string {
  if (error instanceof ApiResponseError)
    return errorText(error, t`The passkey could not be verified. Please try again.`)
  const { name, code } = error as Partial<WebAuthnError>
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return t`This device has a passkey of yours already.`
  if (name === 'NotAllowedError' || name === 'AbortError') return t`No passkey was used. You can try again.`
  if (name === 'SecurityError') return t`Passkeys work at the public address of the store only. Please open it there.`
  return t`This browser could not use a passkey. Please try another way.`
}
