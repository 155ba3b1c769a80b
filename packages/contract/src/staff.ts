// Wire schemas of the staff: entering the admin area with a second factor, the caller's own factors, invitations and roles.
import { z } from 'zod'
import { emailAddress } from './accounts.ts'
import { toCode, toPlainCharacters } from './input.ts'
import { staffRoles } from './permission.ts'
import { line } from './text-schema.ts'

export const staffRole = z.enum(staffRoles)

/** The ways in which the signed-in user can open the admin area. */
export const adminEntry = z.object({
  password: z.boolean().describe('The shared admin password'),
  code: z.boolean().describe('An authenticator app'),
  passkey: z.boolean(),
  recoveryCode: z.boolean(),
  mustSetUp: z.boolean().describe('A second factor has to be set up first'),
})
export type AdminEntry = z.infer<typeof adminEntry>

/** A code of an authenticator app (6 digits) or a recovery code; spaces and dashes are ignored. */
export const codeLoginRequest = z.object({ code: z.string().overwrite(toPlainCharacters).min(1).max(40) })

export const confirmTotpRequest = z.object({
  code: z
    .string()
    .overwrite(toCode)
    .regex(/^\d{6}$/, 'Enter the 6 digits that your app shows'),
})

/** Options and results of the Web Authentication API, in the JSON form of its level 3 (§5.1.8, §5.1.9). */
export const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })

const base64url = z
  .string()
  .regex(/^[\w-]*$/)
  .max(20_000)
const credential = {
  id: base64url.min(1).max(2000),
  rawId: base64url.min(1).max(2000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}
export const passkeyLoginRequest = z.object({
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.optional(),
    }),
  }),
})
export type PasskeyLoginRequest = z.infer<typeof passkeyLoginRequest>
const passkeyName = line(60).min(1, 'Give the passkey a name')
export const addPasskeyRequest = z.object({
  name: passkeyName,
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.string().max(20)).max(10).optional(),
      publicKeyAlgorithm: z.number().optional(),
      publicKey: base64url.optional(),
      authenticatorData: base64url.optional(),
    }),
  }),
})
export type AddPasskeyRequest = z.infer<typeof addPasskeyRequest>

export const totpSetup = z.object({
  secret: z.string().describe('Base32, for typing it into an app'),
  url: z.string().describe('otpauth://, for a QR code, and for opening an app on the same device'),
})
export type TotpSetup = z.infer<typeof totpSetup>

const ownPasskey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})

/** The user's own ways into the admin area. */
export const ownFactors = z.object({
  totp: z.object({ createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() }).nullable(),
  passkeys: z.array(ownPasskey),
  recoveryCodesLeft: z.int(),
  sharedPassword: z.boolean().describe('The shared admin password opens the admin area for the caller'),
})
export type OwnFactors = z.infer<typeof ownFactors>
/** Recovery codes are shown once: with the first factor, and when they are replaced. */
export const changedFactors = ownFactors.extend({ recoveryCodes: z.array(z.string()).nullable() })
export type ChangedFactors = z.infer<typeof changedFactors>

export const inviteRequest = z.object({ email: emailAddress, role: staffRole })
export const changeRoleRequest = z.object({ role: staffRole })
export const sharedPasswordRequest = z.object({ isOn: z.boolean() })

const staffMember = z.object({
  userId: z.uuid(),
  username: z.string(),
  actualName: z.string(),
  email: z.string(),
  role: staffRole,
  hasAuthenticatorApp: z.boolean(),
  passkeys: z.int(),
  lastEnteredAt: z.iso.datetime().nullable().describe('The last sign-in to the admin area'),
})
export type StaffMember = z.infer<typeof staffMember>
const staffInvitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: staffRole,
  sentAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isExpired: z.boolean(),
})
export type StaffInvitation = z.infer<typeof staffInvitation>
export const staffList = z.object({
  people: z.array(staffMember),
  invitations: z.array(staffInvitation),
  sharedPassword: z.object({ isSet: z.boolean(), isOn: z.boolean(), canSwitchOff: z.boolean() }),
})
export type StaffList = z.infer<typeof staffList>

export const invitationToken = z.object({ token: z.string().regex(/^[\w-]{43}$/) })
/** The content of an invitation's page. */
export const invitationView = z.object({
  email: z.string(),
  role: staffRole,
  store: z.string(),
  invitedBy: z.string(),
  expiresAt: z.iso.datetime(),
})
export type InvitationView = z.infer<typeof invitationView>
