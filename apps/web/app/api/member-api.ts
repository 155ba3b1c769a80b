// The complete API client, for accounts, editors and renders. Public pages use the smaller one of api.ts; areas that few pages
// need, such as money, have separate clients.

import type {
  CodeSignInRequest,
  DeleteAccountRequest,
  GoogleAuthRequest,
  GoogleLinkRequest,
  OtpPurpose,
  RegisterRequest,
  SetPictureRequest,
} from '@vitrine/contract/accounts'
import type { CreateProjectRequest, SaveProjectRequest } from '@vitrine/contract/projects'
import type { CreateRenderRequest } from '@vitrine/contract/renders'
import { type ApiTransport, buildAddress, type Call, createCall, createVisitorApi, httpTransport } from './api.ts'
import { findToken } from './token.ts'

/**
 * The API as the current user of this browser. Only for event handlers, effects and queries, never while rendering on
 * the server.
 */
export const api = createApi(httpTransport, findToken)

/** The recipient of a sign-in code. */
export type CodeAddress = { email: string } | { phoneNumber: string }

/** The complete API over one transport, including the visitors' part. */
export function createApi(transport: ApiTransport, findToken?: () => string | undefined) {
  const call = createCall(transport, findToken)
  return {
    ...createVisitorApi(transport, findToken),
    ...accountCalls(call),
    ...socialCalls(call),
    ...ownAccountCalls(call),
    ...shelfCalls(call),
    ...mediaCalls(call),
    ...projectCalls(call),
    ...renderCalls(call),
  }
}

export type Api = ReturnType<typeof createApi>

function accountCalls(call: Call) {
  return {
    login: (email: string, password: string, rememberMe: boolean) =>
      call('POST /api/login', { body: { email, password, rememberMe } }),
    register: (account: RegisterRequest) => call('POST /api/register', { body: account }),
    checkUserExists: (email: string) => call('POST /api/check-user-exists', { body: { email } }),
    checkUsername: (username: string, signal?: AbortSignal) =>
      call('POST /api/check-username', { body: { username }, signal }),
    sendEmailOtp: (email: string, purpose: OtpPurpose) =>
      call('POST /api/send-email-otp', { body: { email, purpose } }),
    resendEmailOtp: (email: string, purpose: OtpPurpose) =>
      call('POST /api/resend-email-otp', { body: { email, purpose } }),
    verifyEmailOtp: (email: string, otp: string, purpose: OtpPurpose) =>
      call('POST /api/verify-email-otp', { body: { email, otp, purpose } }),
    sendPhoneOtp: (phoneNumber: string) => call('POST /api/send-phone-otp', { body: { phoneNumber } }),
    verifyPhoneOtp: (phoneNumber: string, otp: string) =>
      call('POST /api/verify-phone-otp', { body: { phoneNumber, otp } }),
    /** A code, by email or text message, that signs in by itself. */
    sendSignInCode: (address: CodeAddress) => call('POST /api/sign-in-code', { body: address }),
    signInWithCode: (request: CodeSignInRequest) => call('POST /api/sign-in-code/verify', { body: request }),
    /** Opens the link of an email with a code. */
    openSignInLink: (token: string) => call('POST /api/sign-in-link', { body: { token, rememberMe: true } }),
    resetPassword: (email: string, newPassword: string) =>
      call('POST /api/reset-password', { body: { email, newPassword, verifiedOtp: true } }),
    getGeo: () => call('GET /api/geo'),
  }
}

function socialCalls(call: Call) {
  return {
    getGoogleConfig: (signal?: AbortSignal) => call('GET /api/google-auth/config', { signal }),
    /** Rejects with 'link-consent-required' (409, details `email`) when the address belongs to an account with a password. */
    googleSignIn: (request: GoogleAuthRequest) => call('POST /api/google-auth', { body: request }),
    googleLink: (request: GoogleLinkRequest) => call('POST /api/google-auth/link', { body: request }),
  }
}

function ownAccountCalls(call: Call) {
  return {
    setPicture: (picture: SetPictureRequest) => call('POST /api/profile/picture', { body: picture }),
    removePicture: () => call('DELETE /api/profile/picture'),
    changePassword: (currentPassword: string, newPassword: string) =>
      call('POST /api/change-password', { body: { currentPassword, newPassword } }),
    getAccountDeletion: (signal?: AbortSignal) => call('GET /api/profile/deletion', { signal }),
    deleteAccount: (proof: DeleteAccountRequest) => call('DELETE /api/profile', { body: proof }),
    listSessions: (signal?: AbortSignal) => call('GET /api/sessions', { signal }),
    endSession: (sessionId: string) => call('DELETE /api/sessions/:sessionId', { params: { sessionId } }),
    endOtherSessions: () => call('DELETE /api/sessions'),
  }
}

function shelfCalls(call: Call) {
  return {
    getUserCredits: () => call('GET /api/user-credits'),
    getStatement: (cursor?: string, signal?: AbortSignal) =>
      call('GET /api/credits/statement', { query: { cursor }, signal }),
  }
}

function mediaCalls(call: Call) {
  return {
    createAsset: (uploadId: string) => call('POST /api/assets', { body: { uploadId }, isRepeatable: true }),
    listAssets: (signal?: AbortSignal) => call('GET /api/assets', { signal }),
    getAsset: (assetId: string, signal?: AbortSignal) =>
      call('GET /api/assets/:assetId', { params: { assetId }, signal }),
    deleteAsset: (assetId: string) => call('DELETE /api/assets/:assetId', { params: { assetId } }),
  }
}

/** The address of the editable document of a template on sale. */
export const documentAddress = (templateId: string) =>
  buildAddress('GET /api/template/:templateId/document', { params: { templateId } })

function projectCalls(call: Call) {
  return {
    /** The document of a template on sale, the same for everyone. */
    getTemplateDocument: (templateId: string, signal?: AbortSignal) =>
      call('GET /api/template/:templateId/document', { params: { templateId }, signal, isAnonymous: true }),
    /** `begun`: a project that was started on this device without an account; the call is idempotent. */
    createProject: (templateId: string, begun?: Omit<CreateProjectRequest, 'templateId'>) =>
      call('POST /api/projects', {
        body: { templateId, ...begun } satisfies CreateProjectRequest,
        isRepeatable: begun?.projectId !== undefined,
      }),
    listProjects: (templateId: string, signal?: AbortSignal) =>
      call('GET /api/projects', { query: { templateId }, signal }),
    getProject: (projectId: string, signal?: AbortSignal) =>
      call('GET /api/projects/:projectId', { params: { projectId }, signal }),
    /** Rejects with code 'project-changed' (details `revision`, `project`) when `revision` is no longer the latest. */
    saveProject: (projectId: string, changes: SaveProjectRequest, signal?: AbortSignal) =>
      call('PUT /api/projects/:projectId', { params: { projectId }, body: changes, signal }),
  }
}

function renderCalls(call: Call) {
  return {
    /** Lets an idle worker start rendering the video for a likely export. */
    prepareRender: (projectId: string) => call('POST /api/renders/prepare', { body: { projectId } }),
    /** Rejects with 'not-enough-credits' (402) or 'price-changed' (409, details `credits`). */
    createRender: (request: CreateRenderRequest) => call('POST /api/renders', { body: request, isRepeatable: true }),
    getRender: (jobId: string, signal?: AbortSignal) => call('GET /api/renders/:jobId', { params: { jobId }, signal }),
    cancelRender: (jobId: string) => call('DELETE /api/renders/:jobId', { params: { jobId }, isRepeatable: true }),
    retryRender: (jobId: string) => call('POST /api/renders/:jobId/retry', { params: { jobId } }),
    listGeneratedVideos: (signal?: AbortSignal, projectId?: string) =>
      call('GET /api/user-generated-videos', { query: { projectId }, signal }),
  }
}
