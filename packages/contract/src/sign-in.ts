// Wire schemas of social sign-in: the browser's configuration and the credential it returns.
import { z } from 'zod'
import { emailAddress, password, sessionResponse } from './accounts.ts'
import { line } from './line.ts'

export const googleConfig = z.object({
  clientId: z.string(),
  scriptUrl: z.string().describe('The client library: Google’s own, or its twin in the sandbox'),
  nonce: z.string().describe('For one sign-in within 10 minutes; goes into the initialisation of the library'),
  isSandbox: z.boolean(),
})
export type GoogleConfig = z.infer<typeof googleConfig>

const credential = z.string().min(1, 'Invalid Google credential response').max(8192)

export const googleAuthRequest = z.object({
  token: credential.describe('The ID token that the client library called back with'),
  nonce: z.string().max(200).optional().describe('When given it must be the one in the token'),
  rememberMe: z.boolean().optional(),
})
export type GoogleAuthRequest = z.infer<typeof googleAuthRequest>

export const googleAuthResponse = sessionResponse.extend({ isNewUser: z.boolean() })
export type GoogleAuthResponse = z.infer<typeof googleAuthResponse>

/** The consent of an account that has a password: the password. */
export const googleLinkRequest = googleAuthRequest.extend({ password })
export type GoogleLinkRequest = z.infer<typeof googleLinkRequest>

/** The request of the sandbox's consent page when Allow is pressed. */
export const sandboxConsentRequest = z.object({
  clientId: z.string().max(200),
  nonce: z.string().max(200).optional(),
  email: emailAddress,
  name: line(100),
})
export const sandboxConsentResponse = z.object({ credential: z.string() })
