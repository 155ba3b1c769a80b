// The rest of the typed API client, for accounts, editors and renders. Areas that few pages need, such as money, have clients
// of their own.
import type {
  AccountDeletion,
  ChangePasswordResponse,
  CodeSignInRequest,
  CodeSignInResponse,
  DeleteAccountRequest,
  DeleteAccountResponse,
  MessageResponse,
  OtpPurpose,
  RegisterRequest,
  RemovePictureResponse,
  SendOtpResponse,
  SessionResponse,
  SetPictureRequest,
  SetPictureResponse,
  SignInLinkResponse,
  VerifyOtpResponse,
} from '@vitrine/contract/accounts'
import type { TemplateDocument } from '@vitrine/contract/catalogue'
import type { Statement, UserCreditsResponse } from '@vitrine/contract/credits'
import type { Asset, AssetList } from '@vitrine/contract/media'
import type { CreateProjectRequest, Project, ProjectList, SaveProjectRequest } from '@vitrine/contract/projects'
import type { Region } from '@vitrine/contract/region'
import type { CreateRenderRequest, CreateRenderResponse, GeneratedVideos, Render } from '@vitrine/contract/renders'
import type { EndSessionsResponse, SessionList } from '@vitrine/contract/sessions'
import type { GoogleAuthRequest, GoogleAuthResponse, GoogleConfig, GoogleLinkRequest } from '@vitrine/contract/sign-in'
import { type ApiTransport, type Call, createCall, createVisitorApi, query, segment } from './api.ts'

/** Where a code for signing in goes to. */
export type CodeAddress = { email: string } | { phoneNumber: string }

/** The API over one transport, what visitors may ask included. */
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
      call<SessionResponse>('POST', '/api/login', { body: { email, password, rememberMe } }),
    register: (account: RegisterRequest) => call<SessionResponse>('POST', '/api/register', { body: account }),
    checkUserExists: (email: string) => call<{ exists: true }>('POST', '/api/check-user-exists', { body: { email } }),
    checkUsername: (username: string, signal?: AbortSignal) =>
      call<{ available: boolean }>('POST', '/api/check-username', { body: { username }, signal }),
    sendEmailOtp: (email: string, purpose: OtpPurpose) =>
      call<SendOtpResponse>('POST', '/api/send-email-otp', { body: { email, purpose } }),
    resendEmailOtp: (email: string, purpose: OtpPurpose) =>
      call<SendOtpResponse>('POST', '/api/resend-email-otp', { body: { email, purpose } }),
    verifyEmailOtp: (email: string, otp: string, purpose: OtpPurpose) =>
      call<VerifyOtpResponse>('POST', '/api/verify-email-otp', { body: { email, otp, purpose } }),
    sendPhoneOtp: (phoneNumber: string) =>
      call<SendOtpResponse>('POST', '/api/send-phone-otp', { body: { phoneNumber } }),
    verifyPhoneOtp: (phoneNumber: string, otp: string) =>
      call<VerifyOtpResponse>('POST', '/api/verify-phone-otp', { body: { phoneNumber, otp } }),
    /** One code, by email or text message, that signs in by itself. */
    sendSignInCode: (address: CodeAddress) => call<SendOtpResponse>('POST', '/api/sign-in-code', { body: address }),
    signInWithCode: (request: CodeSignInRequest) =>
      call<CodeSignInResponse>('POST', '/api/sign-in-code/verify', { body: request }),
    /** By the link of an email with a code. */
    openSignInLink: (token: string) =>
      call<SignInLinkResponse>('POST', '/api/sign-in-link', { body: { token, rememberMe: true } }),
    resetPassword: (email: string, newPassword: string) =>
      call<MessageResponse>('POST', '/api/reset-password', { body: { email, newPassword, verifiedOtp: true } }),
    getGeo: () => call<Region>('GET', '/api/geo'),
  }
}

function socialCalls(call: Call) {
  return {
    getGoogleConfig: (signal?: AbortSignal) => call<GoogleConfig>('GET', '/api/google-auth/config', { signal }),
    /** Rejects with 'link-consent-required' (409, details `email`) when the address belongs to an account with a password. */
    googleSignIn: (request: GoogleAuthRequest) =>
      call<GoogleAuthResponse>('POST', '/api/google-auth', { body: request }),
    googleLink: (request: GoogleLinkRequest) =>
      call<GoogleAuthResponse>('POST', '/api/google-auth/link', { body: request }),
  }
}

function ownAccountCalls(call: Call) {
  return {
    setPicture: (picture: SetPictureRequest) =>
      call<SetPictureResponse>('POST', '/api/profile/picture', { body: picture }),
    removePicture: () => call<RemovePictureResponse>('DELETE', '/api/profile/picture'),
    changePassword: (currentPassword: string, newPassword: string) =>
      call<ChangePasswordResponse>('POST', '/api/change-password', { body: { currentPassword, newPassword } }),
    getAccountDeletion: (signal?: AbortSignal) => call<AccountDeletion>('GET', '/api/profile/deletion', { signal }),
    deleteAccount: (proof: DeleteAccountRequest) =>
      call<DeleteAccountResponse>('DELETE', '/api/profile', { body: proof }),
    listSessions: (signal?: AbortSignal) => call<SessionList>('GET', '/api/sessions', { signal }),
    endSession: (sessionId: string) => call<MessageResponse>('DELETE', `/api/sessions/${segment(sessionId)}`),
    endOtherSessions: () => call<EndSessionsResponse>('DELETE', '/api/sessions'),
  }
}

function shelfCalls(call: Call) {
  return {
    getUserCredits: () => call<UserCreditsResponse>('GET', '/api/user-credits'),
    getStatement: (cursor?: string, signal?: AbortSignal) =>
      call<Statement>('GET', `/api/credits/statement${query({ cursor })}`, { signal }),
  }
}

function mediaCalls(call: Call) {
  return {
    createAsset: (uploadId: string) => call<Asset>('POST', '/api/assets', { body: { uploadId }, isRepeatable: true }),
    listAssets: (signal?: AbortSignal) => call<AssetList>('GET', '/api/assets', { signal }),
    getAsset: (assetId: string, signal?: AbortSignal) =>
      call<Asset>('GET', `/api/assets/${segment(assetId)}`, { signal }),
    deleteAsset: (assetId: string) => call<unknown>('DELETE', `/api/assets/${segment(assetId)}`),
  }
}

/** Where the editable document of a template on sale is. */
export const documentAddress = (templateId: string) => `/api/template/${segment(templateId)}/document`

function projectCalls(call: Call) {
  return {
    /** The document of a template on sale, the same one for everybody. */
    getTemplateDocument: (templateId: string, signal?: AbortSignal) =>
      call<TemplateDocument>('GET', documentAddress(templateId), { signal, isAnonymous: true }),
    /** `begun`: a project that was begun on this device without an account; asking again answers the same one. */
    createProject: (templateId: string, begun?: Omit<CreateProjectRequest, 'templateId'>) =>
      call<Project>('POST', '/api/projects', {
        body: { templateId, ...begun } satisfies CreateProjectRequest,
        isRepeatable: begun?.projectId !== undefined,
      }),
    listProjects: (templateId: string, signal?: AbortSignal) =>
      call<ProjectList>('GET', `/api/projects${query({ templateId })}`, { signal }),
    getProject: (projectId: string, signal?: AbortSignal) =>
      call<Project>('GET', `/api/projects/${segment(projectId)}`, { signal }),
    /** Rejects with code 'project-changed' (details `revision`, `project`) when `revision` is no longer the latest. */
    saveProject: (projectId: string, changes: SaveProjectRequest, signal?: AbortSignal) =>
      call<Project>('PUT', `/api/projects/${segment(projectId)}`, { body: changes, signal }),
  }
}

function renderCalls(call: Call) {
  return {
    /** Has an idle worker begin the video of an export that may follow. */
    prepareRender: (projectId: string) => call<object>('POST', '/api/renders/prepare', { body: { projectId } }),
    /** Rejects with 'not-enough-credits' (402) or 'price-changed' (409, details `credits`). */
    createRender: (request: CreateRenderRequest) =>
      call<CreateRenderResponse>('POST', '/api/renders', { body: request, isRepeatable: true }),
    getRender: (jobId: string, signal?: AbortSignal) =>
      call<Render>('GET', `/api/renders/${segment(jobId)}`, { signal }),
    cancelRender: (jobId: string) => call<Render>('DELETE', `/api/renders/${segment(jobId)}`, { isRepeatable: true }),
    retryRender: (jobId: string) => call<CreateRenderResponse>('POST', `/api/renders/${segment(jobId)}/retry`),
    listGeneratedVideos: (signal?: AbortSignal, projectId?: string) =>
      call<GeneratedVideos>('GET', `/api/user-generated-videos${query({ projectId })}`, { signal }),
  }
}
