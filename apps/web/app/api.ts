// Owns the typed client of the shop's API. One interface, two transports: HTTP in the browser, in-process for pages.
import type {
  AccountDeletion,
  ChangePasswordResponse,
  DeleteAccountRequest,
  DeleteAccountResponse,
  MessageResponse,
  OtpPurpose,
  Profile,
  RegisterRequest,
  RemovePictureResponse,
  SendOtpResponse,
  SessionResponse,
  SetPictureRequest,
  SetPictureResponse,
  UpdateProfileRequest,
  UpdateProfileResponse,
  VerifyOtpResponse,
} from '@vitrine/contract/accounts'
import type {
  CataloguePage,
  CatalogueSort,
  DirectSellTemplate,
  ImageTemplate,
  SuggestionPage,
  Template,
  TemplateDocument,
  TemplateKind,
  VideoUrlResponse,
} from '@vitrine/contract/catalogue'
import type { Statement, UserCreditsResponse } from '@vitrine/contract/credits'
import type { Asset, AssetList } from '@vitrine/contract/media'
import type { Project, ProjectList, SaveProjectRequest } from '@vitrine/contract/projects'
import type { RefusalCode } from '@vitrine/contract/refusal'
import type { Region } from '@vitrine/contract/region'
import type { CreateRenderRequest, CreateRenderResponse, GeneratedVideos, Render } from '@vitrine/contract/renders'
import type { EndSessionsResponse, SessionList } from '@vitrine/contract/sessions'
import type { LikeResponse } from '@vitrine/contract/shelf'
import type { GoogleAuthRequest, GoogleAuthResponse, GoogleConfig, GoogleLinkRequest } from '@vitrine/contract/sign-in'

export type ApiRequest = { method: string; path: string; body?: unknown; token?: string; signal?: AbortSignal }

/** Carries one request to the API. Rejects only when no answer came; an error answer is an answer. */
export type ApiTransport = (request: ApiRequest) => Promise<{ status: number; body: unknown }>

/** Shown when no answer came at all. */
export const networkErrorMessage = 'Network error. Please check your connection and try again.'

/** Any answer of the API that is not a success. `status` 0 and code 'network' mean that no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly code: RefusalCode | 'network' | 'unknown'
  /** Whatever the refusal adds, such as `creditsRequired` or `retryAfterSeconds`. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, code: ApiError['code'], message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
  }
}

/** Reads `{ error, code, ...details }`. The message is empty when the server sent none, so callers can put their own. */
function toApiError(status: number, body: unknown): ApiError {
  const { error, code, ...details } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  return new ApiError(
    status,
    typeof code === 'string' ? (code as RefusalCode) : 'unknown',
    typeof error === 'string' ? error : '',
    details,
  )
}

export type CatalogueRequest = {
  search?: string
  section?: string
  sort?: CatalogueSort
  cursor?: string | undefined
  limit?: number
}

type CallOptions = { body?: unknown; signal?: AbortSignal | undefined }
/** One request to the API. Rejects with `ApiError`, and with nothing else except an aborted signal's reason. */
export type Call = <T>(method: string, path: string, options?: CallOptions) => Promise<T>

export const segment = encodeURIComponent

/** `?a=b` of the parts that are not empty, or nothing. */
export function query(parts: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parts)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `?${search}` : ''
}

/** Asks the paths one after the other until one of them is there. Older servers know some calls by another path. */
async function firstFound<T>(paths: readonly string[], ask: (path: string) => Promise<T>): Promise<T> {
  for (const path of paths.slice(0, -1)) {
    try {
      return await ask(path)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }
  }
  return ask(paths.at(-1) ?? '')
}

/** Requests over one transport. `findToken` is asked at each of them for the bearer token. */
export function createCall(transport: ApiTransport, findToken: () => string | undefined = () => undefined): Call {
  return async <T>(method: string, path: string, { body, signal }: CallOptions = {}) => {
    const token = findToken()
    const answer = await transport({
      method,
      path,
      ...(body === undefined ? {} : { body }),
      ...(token === undefined ? {} : { token }),
      ...(signal === undefined ? {} : { signal }),
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw cause
      throw new ApiError(0, 'network', networkErrorMessage)
    })
    if (answer.status >= 400) throw toApiError(answer.status, answer.body)
    return answer.body as T
  }
}

/** The API over one transport. What only few pages need, such as money, has clients of its own beside those pages. */
export function createApi(transport: ApiTransport, findToken?: () => string | undefined) {
  const call = createCall(transport, findToken)
  return {
    ...accountCalls(call),
    ...socialCalls(call),
    ...ownAccountCalls(call),
    ...catalogueCalls(call),
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
    logout: () => call<MessageResponse>('POST', '/api/logout'),
    register: (account: RegisterRequest) => call<SessionResponse>('POST', '/api/register', { body: account }),
    getProfile: (signal?: AbortSignal) => call<Profile>('GET', '/api/profile', { signal }),
    updateProfile: (changes: UpdateProfileRequest) =>
      call<UpdateProfileResponse>('PUT', '/api/profile', { body: changes }),
    checkUserExists: (email: string) => call<{ exists: true }>('POST', '/api/check-user-exists', { body: { email } }),
    checkUsername: (username: string, signal?: AbortSignal) =>
      firstFound(['/api/check-username', '/api/user/check-username'], (path) =>
        call<{ available: boolean }>('POST', path, { body: { username }, signal }),
      ),
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

function catalogueCalls(call: Call) {
  return {
    /** One page of a kind's catalogue; the next one is asked for with the `nextCursor` of this one. */
    getCataloguePage: (kind: TemplateKind, request: CatalogueRequest, signal?: AbortSignal) =>
      call<CataloguePage>('GET', `/api/catalogue/${kind}${query(request)}`, { signal }),
    getImageTemplate: (templateId: string) => call<ImageTemplate>('GET', `/api/image-template/${segment(templateId)}`),
    getDirectSellTemplate: (templateId: string) =>
      call<DirectSellTemplate>('GET', `/api/direct-sell/${segment(templateId)}`),
    getSuggestions: (templateId: string, request: { cursor?: string; limit?: number }, signal?: AbortSignal) =>
      call<SuggestionPage>('GET', `/api/suggestions/${segment(templateId)}${query(request)}`, { signal }),
    listTemplates: (signal?: AbortSignal) => call<Template[]>('GET', '/api/templates', { signal }),
    getTemplate: (templateId: string, signal?: AbortSignal) =>
      call<Template>('GET', `/api/template/${segment(templateId)}`, { signal }),
    getTemplateDocument: (templateId: string, signal?: AbortSignal) =>
      call<TemplateDocument>('GET', `/api/template/${segment(templateId)}/document`, { signal }),
    getVideoUrl: (templateId: string) =>
      call<VideoUrlResponse>('GET', `/api/video-url/${segment(templateId)}/${segment(templateId)}compiled.mp4`),
  }
}

function shelfCalls(call: Call) {
  return {
    getUserCredits: () =>
      firstFound(['/api/user-credits', '/api/credits', '/api/user/credits'], (path) =>
        call<UserCreditsResponse>('GET', path),
      ),
    getStatement: (cursor?: string, signal?: AbortSignal) =>
      call<Statement>('GET', `/api/credits/statement${query({ cursor })}`, { signal }),
    addToLiked: (templateId: string) => call<LikeResponse>('POST', '/api/add-to-liked', { body: { templateId } }),
    unlikeTemplate: (templateId: string) => call<LikeResponse>('DELETE', `/api/unlike-template/${segment(templateId)}`),
  }
}

function mediaCalls(call: Call) {
  return {
    createAsset: (uploadId: string) => call<Asset>('POST', '/api/assets', { body: { uploadId } }),
    listAssets: (signal?: AbortSignal) => call<AssetList>('GET', '/api/assets', { signal }),
    getAsset: (assetId: string, signal?: AbortSignal) =>
      call<Asset>('GET', `/api/assets/${segment(assetId)}`, { signal }),
    deleteAsset: (assetId: string) => call<unknown>('DELETE', `/api/assets/${segment(assetId)}`),
  }
}

function projectCalls(call: Call) {
  return {
    createProject: (templateId: string) => call<Project>('POST', '/api/projects', { body: { templateId } }),
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
    /** Rejects with 'not-enough-credits' (402) or 'price-changed' (409, details `credits`). */
    createRender: (request: CreateRenderRequest) =>
      call<CreateRenderResponse>('POST', '/api/renders', { body: request }),
    getRender: (jobId: string, signal?: AbortSignal) =>
      call<Render>('GET', `/api/renders/${segment(jobId)}`, { signal }),
    cancelRender: (jobId: string) => call<Render>('DELETE', `/api/renders/${segment(jobId)}`),
    retryRender: (jobId: string) => call<CreateRenderResponse>('POST', `/api/renders/${segment(jobId)}/retry`),
    listGeneratedVideos: (signal?: AbortSignal) =>
      call<GeneratedVideos>('GET', '/api/user-generated-videos', { signal }),
  }
}
