// Loads Google’s sign-in library, or the sandbox’s replacement. The server decides which, and sends the client id.
import type { GoogleConfig } from '@vitrine/contract/accounts'
import { loadScript } from '../../api/load-script.ts'
import { api } from '../../api/member-api.ts'

/** The part of Google Identity Services that is used. */
export type GoogleLibrary = {
  initialize(options: {
    client_id: string
    nonce: string
    ux_mode: 'popup'
    callback: (response: { credential?: string }) => void
  }): void
  renderButton(
    element: HTMLElement,
    look: {
      theme: 'outline' | 'filled_black'
      size: 'large'
      text: GoogleButtonText
      shape: 'rectangular'
      width: number
      /** BCP 47 tag */
      locale: string
    },
  ): void
  disableAutoSelect(): void
}
export type GoogleButtonText = 'signin_with' | 'signup_with' | 'continue_with'

declare global {
  var google: { accounts: { id: GoogleLibrary } } | undefined
}

/** A fresh nonce and its library. Rejects when either cannot be loaded. */
export async function loadGoogle(signal: AbortSignal): Promise<{ config: GoogleConfig; library: GoogleLibrary }> {
  const config = await api.getGoogleConfig(signal)
  await loadScript(config.scriptUrl)
  const library = globalThis.google?.accounts.id
  if (!library) throw new Error('the sign-in library did not define itself')
  return { config, library }
}
