// Routes of the setup of an empty store. The bearer token is the key that its start has printed.

import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import { setupFileRoutes } from '@vitrine/contract/routes/admin-settings'
import type { OfferedSample, SetupState } from '@vitrine/contract/routes/setup'
import { setupRoutes } from '@vitrine/contract/routes/setup'
import { transaction } from '@vitrine/database/connection'
import { ENGLISH, localPath, splitAddress } from '@vitrine/language/language'
import { readCatalogue, templatesFolder } from '@vitrine/samples/catalogue'
import { hashPassword } from '@vitrine/store/accounts/password'
import {
  countOnSale,
  findSetup,
  finishSetup,
  type Holder,
  requireSetup,
  saveOwnerStep,
  saveSamplesStep,
  saveSectionStep,
} from '@vitrine/store/admin/setup'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppDeps } from '../../deps/deps.ts'
import { type ApiScope, defineHandlers, serve } from '../../http/serve.ts'
import { findBearerToken } from '../../session/authentication.ts'
import { addBrandFileUpload, describeSettings, keepFixedFields, type StoreFile } from './settings.ts'

const handle = defineHandlers<typeof setupRoutes>()

const readHolder = (request: FastifyRequest): Holder => ({ key: findBearerToken(request), ip: request.ip })

export async function addSetupRoutes(api: ApiScope, deps: AppDeps): Promise<void> {
  await api.register(
    async (plain) => {
      const scope: ApiScope = plain.withTypeProvider<ZodTypeProvider>()
      scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
      const require = (request: FastifyRequest) => requireSetup(deps.db, readHolder(request).key)
      const addRoute = (files: ApiScope, store: StoreFile) =>
        serve(files, setupFileRoutes, { 'POST /api/setup/brand-files/:kind': store })
      await addBrandFileUpload(scope, deps, addRoute, require)
      addSamplePosters(scope, deps)
      serve(scope, setupRoutes, { ...stepHandlers(deps), ...sampleHandlers(deps) })
    },
    { prefix: '/setup' },
  )
}

function stepHandlers(deps: AppDeps) {
  const { db, settings } = deps
  const describe = async (request: FastifyRequest) => {
    await settings.reload()
    return describeSetup(deps, readHolder(request))
  }

  return handle({
    'GET /api/setup': describe,

    'PUT /api/setup/settings/:section': async (request) => {
      const { section } = request.params
      const { step, value, revision } = request.body
      const requested = { value: keepFixedFields(settings, section, value), revision }
      await transaction(db, (tx) => saveSectionStep(tx, readHolder(request), step, { section, requested }))
      return describe(request)
    },

    'PUT /api/setup/owner': async (request) => {
      const holder = readHolder(request)
      // Before the hash, which is expensive.
      await requireSetup(db, holder.key)
      const { password, adminPassword, ...rest } = request.body
      const needsAdminPassword = deps.adminPasswordHash === undefined
      const passwordHash = await hashTyped(password, 'password')
      const adminPasswordHash = needsAdminPassword ? await hashTyped(adminPassword, 'adminPassword') : undefined
      const requested = { ...rest, passwordHash, adminPasswordHash, needsAdminPassword }
      await transaction(db, (tx) => saveOwnerStep(tx, holder, requested))
      return describe(request)
    },

    'PUT /api/setup/samples': async (request) => {
      const { samples, revision } = request.body
      const known = new Set(readCatalogue().map(({ id }) => id))
      const requested = samples === 'all' ? samples : samples.filter((id) => known.has(id))
      await transaction(db, (tx) => saveSamplesStep(tx, readHolder(request), { samples: requested, revision }))
      return describe(request)
    },

    'POST /api/setup/finish': async (request) => {
      await transaction(db, (tx) => finishSetup(tx, readHolder(request)))
      await settings.reload()
      return readProgress(deps)
    },
  })
}

/** Turns an error of `hashPassword` into an error of the field. */
async function hashTyped(typed: string | undefined, path: string) {
  if (typed === undefined) return undefined
  return hashPassword(typed).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError('invalid-input', { issues: [{ path, message: error.message }] })
  })
}

async function describeSetup(deps: AppDeps, holder: Holder): Promise<SetupState> {
  const { stepsDone, revision, owner, samples } = await requireSetup(deps.db, holder.key)
  return {
    stepsDone,
    revision,
    settings: describeSettings(deps.settings, deps.providers),
    owner: owner && { email: owner.email, username: owner.username },
    needsAdminPassword: deps.adminPasswordHash === undefined,
    samples: samples as SetupState['samples'],
    offeredSamples: await listOfferedSamples(),
  }
}

/** The description in each sample's folder, read once. */
let offered: Promise<OfferedSample[]> | undefined

function listOfferedSamples(): Promise<OfferedSample[]> {
  offered ??= Promise.all(
    readCatalogue().map(async ({ id, dominantColor }) => {
      const read = async (file: string) => JSON.parse(await readFile(join(templatesFolder, id, file), 'utf8'))
      const [{ name }, { kind }] = await Promise.all([read('document.json'), read('template.json')])
      return { id, name, kind, dominantColor, posterUrl: `/api/setup/samples/${id}/poster` }
    }),
  )
  return offered
}

function sampleHandlers(deps: AppDeps) {
  return handle({
    'GET /api/setup/samples': () => readProgress(deps),
  })
}

async function readProgress({ db }: AppDeps) {
  const setup = await findSetup(db)
  if (!setup?.finishedAt || setup.samples === null) throw new ApiError('not-found')
  const ids = setup.samples === 'all' ? readCatalogue().map(({ id }) => id) : setup.samples
  return { wanted: ids.length, installed: await countOnSale(db, ids) }
}

/** Pictures are not part of the API description. */
function addSamplePosters(scope: ApiScope, deps: AppDeps): void {
  scope.get(
    '/samples/:id/poster',
    { schema: { hide: true, params: z.object({ id: z.string().max(80) }) } },
    (request, reply) => {
      const sample = readCatalogue().find(({ id }) => id === request.params.id)
      const file = sample && join(templatesFolder, sample.id, 'poster.webp')
      if (!file || deps.settings.get().setup !== 'open' || !existsSync(file)) throw new ApiError('not-found')
      return reply
        .headers({ 'content-type': 'image/webp', 'cache-control': 'private, max-age=3600' })
        .send(createReadStream(file))
    },
  )
}

// During the setup of a store, every page redirects to the setup and nothing else responds; afterwards the setup redirects to the
// home page.

/** The setup's page with its texts, the health check, and the payment sandbox, which the worker calls. */
const NEEDED =
  /^\/(setup(\.data)?|__manifest|api\/setup(\/.*)?|api\/health|assets\/.*|media\/.*|favicon\..*|apple-touch-icon.*|share\.png|icon(-\w+)?\.png|manifest\.webmanifest|typefaces\.css|texts\/.*|sandbox\/payment\/v1\/.*)$/i
/** Vite's own paths. */
const IN_DEVELOPMENT = /^\/(@|app\/|node_modules\/)/

export function addSetupGate(app: FastifyInstance, { settings, pages }: Pick<AppDeps, 'settings' | 'pages'>): void {
  app.addHook('onRequest', async (request, reply) => {
    const address = request.url.split('?', 1)[0] ?? ''
    const found = splitAddress(address, settings.get().pageLanguages)
    const path = found?.rest ?? address
    const lead = (to: string) =>
      reply.header('cache-control', 'no-store').redirect(localPath(found?.language ?? ENGLISH, to), 302)
    const isOpen = settings.get().setup === 'open'
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (!isOpen) {
      if (pages && isReading && /^\/setup\/?$/i.test(path)) return lead('/')
      return
    }
    if (NEEDED.test(path.replace(/(.)\/$/, '$1'))) return
    if (pages?.isDevelopment && IN_DEVELOPMENT.test(path)) return
    if (!isReading || !pages || /^\/(api|files|v1|receipts|sandbox)(\/|$)/i.test(path))
      throw new ApiError('store-not-set-up')
    return lead('/setup')
  })
}
