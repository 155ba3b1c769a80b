// Calls for entering the admin area and for the account's own second factors. Before entering they carry the account's
// token, afterwards the cookie of the admin session.

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
import { ApiResponseError, type Call, call as memberCall } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { adminCall } from '../api/admin-api.ts'

/** Whether this browser supports passkeys: not on pages without HTTPS. */
export const hasPasskeys = browserSupportsWebAuthn

export type AddedFactor = ChangedFactors & { session: AdminSession | null }

/** Entering the admin area: each call uses the account's token, and its response sets the cookie. */
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

/** Sets up second factors, with the call of either side. */
function createSetUpApi(call: Call) {
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

/** The props of a form that sets up a second factor. */
export type AddFactorProps = { api: SetUpApi; onAdded: (added: AddedFactor) => void; onCancel: () => void }

/** For use before entering. */
export const firstSetUpApi = createSetUpApi(memberCall)

/** For use inside the admin area. */
export const factorApi = {
  ...createSetUpApi(adminCall),
  remove: (factorId: string) => adminCall('DELETE /api/admin/factors/:factorId', { params: { factorId } }),
  renewCodes: () => adminCall('POST /api/admin/factors/recovery-codes'),
}

/** The message for a failed passkey, from the server or about the browser's refusal. */
export function passkeyErrorText(error: unknown): string {
  if (error instanceof ApiResponseError)
    return errorText(error, t`The passkey could not be verified. Please try again.`)
  const { name, code } = error as Partial<WebAuthnError>
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return t`This device has a passkey of yours already.`
  if (name === 'NotAllowedError' || name === 'AbortError') return t`No passkey was used. You can try again.`
  if (name === 'SecurityError') return t`Passkeys work at the public address of the store only. Please open it there.`
  return t`This browser could not use a passkey. Please try another way.`
}
