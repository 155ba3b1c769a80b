// Assembles the server from its dependencies. Never listens and never reads the environment.

import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import { ApiError } from '@vitrine/contract/api-error'
import { addApiRoutes } from '@vitrine/sandbox-payment/api-route'
import { addBrowserRoutes } from '@vitrine/sandbox-payment/browser-route'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { createSerializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Providers } from './deps/current-providers.ts'
import type { AppDeps } from './deps/deps.ts'
import { listPageLanguages } from './deps/page-language.ts'
import {
  installValidationMessages,
  rejectNulBytes,
  sendApiError,
  sendConnectionError,
  sendUndecodableUrlError,
} from './http/error-answer.ts'
import { addOpenApi } from './http/openapi.ts'
import { addBodyDeadline, addJsonParser } from './http/request-body.ts'
import { addRequestLog, createRequestRecorder } from './http/request-log.ts'
import { addSecurityHeaders } from './http/security-header.ts'
import type { ApiScope } from './http/serve.ts'
import { createFairQueue } from './media/fair-queue.ts'
import { addPages } from './pages/page-host.ts'
import { clearOnChange, ResponseCache } from './pages/response-cache.ts'
import { serveFromCache } from './pages/response-cache-server.ts'
import { addAccountRoutes } from './routes/accounts.ts'
import { addAdminRoutes } from './routes/admin/admin.ts'
import { addSetupGate, addSetupRoutes } from './routes/admin/setup.ts'
import { addStaffInvitationRoutes } from './routes/admin/staff.ts'
import { addAssetRoutes } from './routes/assets.ts'
import { addCartRoutes } from './routes/cart.ts'
import { addCatalogueRoutes } from './routes/catalogue.ts'
import { addContentRoutes } from './routes/content.ts'
import { addFileRoutes } from './routes/files.ts'
import { addGoogleAuthRoutes } from './routes/google-auth.ts'
import { addHealthRoutes } from './routes/health.ts'
import { addLibraryRoutes } from './routes/library.ts'
import { addOperationRoutes } from './routes/operations.ts'
import { addPaymentRoutes } from './routes/payments.ts'
import { addProfileRoutes } from './routes/profile.ts'
import { addProjectRoutes } from './routes/projects.ts'
import { addReceiptLinkRoutes, addReceiptRoutes } from './routes/receipts.ts'
import { addRenderRoutes } from './routes/renders.ts'
import { addSandboxRoutes, guardSandbox } from './routes/sandbox.ts'
import { addSandboxSignInRoutes } from './routes/sandbox-sign-in.ts'
import { addSearchEngineRoutes } from './routes/search-engine.ts'
import { addUploadRoutes } from './routes/uploads.ts'
import { addVisitRoutes } from './routes/visits.ts'
import { addAuthentication } from './session/authentication.ts'
import { limitCustomerConcurrency } from './session/customer-concurrency.ts'
import { createUploads } from './uploads/uploads.ts'

/** Routes for a whole project raise the limit with `wholeProject`. */
const JSON_LIMIT_BYTES = 64 * 1024
/** A part of a large upload over a slow line may take this long; slower requests are ended. */
const REQUEST_TIMEOUT_MS = 30 * 60 * 1000
/**
 * Closes idle connections, so that an unfinished request cannot hold one for `REQUEST_TIMEOUT_MS`. No response pauses for as
 * long: progress streams send an event every 15 seconds, and processing an upload takes less.
 */
const IDLE_TIMEOUT_MS = 5 * 60 * 1000

/** The whole server, ready to listen or to be injected into. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const responseCache = new ResponseCache(deps)
  const record = createRequestRecorder(deps.metrics, () => app.log)
  const app: FastifyInstance = Fastify({
    serverFactory: serveFromCache({ responseCache, record }, () =>
      deps.pages ? listPageLanguages(deps.settings.get()) : [],
    ),
    ...(deps.logger && typeof deps.logger === 'object' && 'child' in deps.logger
      ? { loggerInstance: deps.logger }
      : { logger: deps.logger ?? false }),
    // One line per request, from request-log.ts, instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Errors of the framework before routing, such as a path that cannot be decoded.
    frameworkErrors: sendUndecodableUrlError,
    clientErrorHandler: sendConnectionError,
    genReqId: () => randomUUID(),
    // A caller must not choose the request id: two requests could then share one.
    requestIdHeader: false,
    trustProxy: deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false,
    bodyLimit: JSON_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  } as FastifyServerOptions) as FastifyInstance

  app.setErrorHandler(sendApiError)
  app.setNotFoundHandler(() => {
    throw new ApiError('not-found')
  })
  addRequestLog(app, deps.metrics)
  app.addHook('onClose', clearOnChange(deps, responseCache))
  app.addHook('onRequest', rejectNulBytes)
  addSecurityHeaders(app)
  addSetupGate(app, deps)
  addBodyDeadline(app, deps.deadlines)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // None of the store's clients compresses request bodies, and the size of a compressed body is unknown until it is read.
    globalDecompression: false,
    threshold: 1024,
    // At quality 4 brotli costs about as much as gzip and compresses better; 11 is for files compressed once, at build.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  addJsonParser(app)
  installValidationMessages()
  app.setValidatorCompiler(validatorCompiler)
  const validateResponse = createSerializerCompiler()
  app.setSerializerCompiler(deps.validatesResponses ? validateResponse : () => (data) => JSON.stringify(data))

  await addOpenApi(app, deps.version)
  addFileRoutes(app, deps)
  addReceiptRoutes(app, deps)
  addSearchEngineRoutes(app, deps)
  await app.register(async (scope) => addOutbox(scope.withTypeProvider<ZodTypeProvider>(), deps))
  await app.register(async (scope) => addSandboxSignIn(scope.withTypeProvider<ZodTypeProvider>(), deps))
  await addSandboxPayment(app, deps)
  await app.register(async (scope) => addApi(scope.withTypeProvider<ZodTypeProvider>(), deps, responseCache), {
    prefix: '/api',
  })
  if (deps.pages) await addPages(app, deps, responseCache)
  return app
}

const usesSandboxPayment = ({ payments, sellsPacks }: Providers) => payments.isSandbox && sellsPacks

function addOutbox(scope: ApiScope, deps: AppDeps): void {
  guardSandbox(scope, deps, ({ states }) => states.mail.mode === 'sandbox' || states.sms.mode === 'sandbox')
  addSandboxRoutes(scope, deps.outbox, () => usesSandboxPayment(deps.providers.get()))
}

function addSandboxSignIn(scope: ApiScope, deps: AppDeps): void {
  guardSandbox(scope, deps, ({ states }) => states['sign-in'].mode === 'sandbox')
  addSandboxSignInRoutes(scope, deps.sandboxIssuer)
}

/** The pages are guarded like all sandbox pages. The API is authenticated by its keys alone, like Razorpay's. */
async function addSandboxPayment(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const { sandboxPayment: sandbox } = deps
  await app.register(
    async (scope) => {
      scope.addHook('onRoute', (route) => {
        route.schema = { hide: true }
      })
      await scope.register(async (api) => addApiRoutes(api, sandbox), { prefix: '/v1' })
      await scope.register(async (pages) => {
        guardSandbox(pages.withTypeProvider<ZodTypeProvider>(), deps, usesSandboxPayment)
        addBrowserRoutes(pages, sandbox)
      })
    },
    { prefix: '/sandbox/payment' },
  )
}

/** Number of concurrent child processes that read uploaded files; each may use a gigabyte. */
const MEDIA_PROCESS_LIMIT = 2

async function addApi(api: ApiScope, deps: AppDeps, responseCache: ResponseCache): Promise<void> {
  // Responses are personal or change at any time; a cacheable route sets its own header.
  api.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  addAuthentication(api, deps.db)
  limitCustomerConcurrency(api)
  const uploads = createUploads({
    db: deps.db,
    storage: deps.storage,
    folder: deps.uploadFolder,
    path: '/api/uploads',
    libraryBytes: deps.libraryBytes,
    minimumPace: deps.deadlines?.minimumUploadPace,
    onReceived: (bytes) => deps.metrics.countUpload(bytes),
    onError: (error) => api.log.error({ err: error }, 'an upload failed'),
  })
  addAccountRoutes(api, deps)
  addGoogleAuthRoutes(api, deps)
  const media = { uploads, queue: createFairQueue({ places: MEDIA_PROCESS_LIMIT }) }
  addProfileRoutes(api, deps, media)
  addCatalogueRoutes(api, deps, responseCache)
  addContentRoutes(api, deps, responseCache)
  await addSetupRoutes(api, deps)
  addLibraryRoutes(api, deps)
  addCartRoutes(api, deps)
  addReceiptLinkRoutes(api, deps)
  await addPaymentRoutes(api, deps)
  await addAdminRoutes(api, deps, uploads)
  addAssetRoutes(api, deps, media)
  addProjectRoutes(api, deps)
  addOperationRoutes(api, deps)
  addRenderRoutes(api, deps)
  addVisitRoutes(api, deps)
  addStaffInvitationRoutes(api, deps)
  addHealthRoutes(api, deps)
  await addUploadRoutes(api, uploads)
  // Otherwise the pages would answer unknown paths of the API with HTML.
  api.all('/*', { schema: { hide: true } }, () => {
    throw new ApiError('not-found')
  })
}
