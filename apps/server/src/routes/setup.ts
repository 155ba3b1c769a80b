// Routes of the setup of an empty shop, for the holder of the key that its start has printed: the bearer token of these requests.
import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import {
  type OfferedSample,
  type SetupState,
  sampleProgress,
  setupOwnerRequest,
  setupSamplesRequest,
  setupSectionRequest,
  setupState,
} from '@vitrine/contract/setup'
import { transaction } from '@vitrine/database/connection'
import { readCatalogue, templatesFolder } from '@vitrine/samples/catalogue'
import { hashPassword } from '@vitrine/shop/accounts/password'
import {
  countOnSale,
  findSetup,
  finishSetup,
  type Holder,
  requireSetup,
  saveOwnerStep,
  saveSamplesStep,
  saveSectionStep,
} from '@vitrine/shop/admin/setup'
import type { FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { findBearerToken } from '../session/authentication.ts'
import { describeSettings, withoutFixed } from './admin-settings.ts'
import { addBrandFileUpload } from './brand-file-upload.ts'

const tags = ['setup']
const refused = { 400: apiErrorBody, 401: apiErrorBody, 409: apiErrorBody, 410: apiErrorBody, 422: apiErrorBody }

const holderOf = (request: FastifyRequest): Holder => ({ key: findBearerToken(request), ip: request.ip })

export async function addSetupRoutes(api: ApiScope, deps: AppDeps): Promise<void> {
  await api.register(
    async (plain) => {
      const scope: ApiScope = plain.withTypeProvider<ZodTypeProvider>()
      scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
      addStepRoutes(scope, deps)
      addSampleRoutes(scope, deps)
      const require = (request: FastifyRequest) => requireSetup(deps.db, holderOf(request).key)
      await addBrandFileUpload(scope, deps, { tags, require })
    },
    { prefix: '/setup' },
  )
}

function addStepRoutes(scope: ApiScope, deps: AppDeps): void {
  const { db, settings } = deps
  const answer = { 200: setupState, ...refused }
  const describe = async (request: FastifyRequest) => {
    await settings.reload()
    return describeSetup(deps, holderOf(request))
  }

  scope.get('', { schema: { tags, summary: 'How far the setup is', response: answer } }, describe)

  scope.put(
    '/settings/:section',
    {
      schema: {
        tags,
        summary: 'Saves a step that is a section of the settings',
        params: z.object({ section: z.enum(['brand', 'languages', 'pricing']) }),
        body: setupSectionRequest,
        response: answer,
      },
    },
    async (request) => {
      const { section } = request.params
      const { step, value, revision } = request.body
      const wanted = { value: withoutFixed(settings, section, value), revision }
      await transaction(db, (tx) => saveSectionStep(tx, holderOf(request), step, { section, wanted }))
      return describe(request)
    },
  )

  scope.put(
    '/owner',
    {
      schema: {
        tags,
        summary: 'Saves the account that the owner will have',
        body: setupOwnerRequest,
        response: answer,
      },
    },
    async (request) => {
      const holder = holderOf(request)
      // Before the work of a hash, which is for nobody else.
      await requireSetup(db, holder.key)
      const { password, adminPassword, ...rest } = request.body
      const needsAdminPassword = deps.adminPasswordHash === undefined
      const passwordHash = await hashTyped(password, 'password')
      const adminPasswordHash = needsAdminPassword ? await hashTyped(adminPassword, 'adminPassword') : undefined
      const wanted = { ...rest, passwordHash, adminPasswordHash, needsAdminPassword }
      await transaction(db, (tx) => saveOwnerStep(tx, holder, wanted))
      return describe(request)
    },
  )

  scope.put(
    '/samples',
    {
      schema: {
        tags,
        summary: 'Saves which samples the shop begins with',
        body: setupSamplesRequest,
        response: answer,
      },
    },
    async (request) => {
      const { samples, revision } = request.body
      const known = new Set(readCatalogue().map(({ id }) => id))
      const wanted = samples === 'all' ? samples : samples.filter((id) => known.has(id))
      await transaction(db, (tx) => saveSamplesStep(tx, holderOf(request), { samples: wanted, revision }))
      return describe(request)
    },
  )

  scope.post(
    '/finish',
    {
      schema: {
        tags,
        summary: 'Creates the owner and opens the shop, once',
        response: { 200: sampleProgress, ...refused },
      },
    },
    async (request) => {
      await transaction(db, (tx) => finishSetup(tx, holderOf(request)))
      await settings.reload()
      return readProgress(deps)
    },
  )
}

/** Refuses at the field what `hashPassword` refuses. */
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

/** What a sample's folder says of it; read once. */
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

function addSampleRoutes(scope: ApiScope, deps: AppDeps): void {
  scope.get(
    '/samples',
    {
      schema: {
        tags,
        summary: 'How far the installation of the chosen samples is, after the end of the setup',
        response: { 200: sampleProgress, 404: apiErrorBody },
      },
    },
    () => readProgress(deps),
  )

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

async function readProgress({ db }: AppDeps) {
  const setup = await findSetup(db)
  if (!setup?.finishedAt || setup.samples === null) throw new ApiError('not-found')
  const ids = setup.samples === 'all' ? readCatalogue().map(({ id }) => id) : setup.samples
  return { wanted: ids.length, installed: await countOnSale(db, ids) }
}
