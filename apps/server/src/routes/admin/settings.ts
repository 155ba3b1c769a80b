// Routes of the store's settings: all sections, changing one, and the files of the brand.

import { ApiError } from '@vitrine/contract/api-error'
import { may } from '@vitrine/contract/permission'
import { adminSettingsRoutes, settingsFileRoutes } from '@vitrine/contract/routes/admin-settings'
import {
  type AdminSettings,
  type BrandFileKind,
  mapSections,
  type ProviderSettings,
  type SettingsSection,
} from '@vitrine/contract/settings'
import { transaction } from '@vitrine/database/connection'
import { msg } from '@vitrine/language/texts'
import { encryptProviderSecrets, SecretRejected } from '@vitrine/providers/choice'
import type { TextCipher } from '@vitrine/providers/secret'
import { emptyProviderSettings, SERVICE_DESCRIPTIONS } from '@vitrine/providers/service/settings'
import type { SignedInAdmin } from '@vitrine/store/admin/admin-sign-in'
import { editSettings } from '@vitrine/store/admin/settings-action'
import type { FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { CurrentProviders } from '../../deps/current-providers.ts'
import type { CurrentSettings } from '../../deps/current-settings.ts'
import type { AppDeps } from '../../deps/deps.ts'
import { type ApiScope, serve } from '../../http/serve.ts'
import { BRAND_FILE_BYTES, storeBrandFile } from '../../media/store-brand-file.ts'
import { getActor, getAdmin, requirePermission, requireRecentSignIn } from '../../session/admin-session.ts'

/** Sections that require the permission for outside services; others do not see them. */
const SERVICE_SECTIONS: readonly SettingsSection[] = ['providers', 'launch']

export async function addAdminSettingsRoutes(scope: ApiScope, deps: AppDeps): Promise<void> {
  await addBrandFileUpload(scope, deps, (files, store) =>
    serve(files, settingsFileRoutes, { 'POST /api/admin/brand-files/:kind': store }),
  )
  const { db, providers, settings, cipher } = deps

  serve(scope, adminSettingsRoutes, {
    'GET /api/admin/settings': async (request) => {
      await settings.reload()
      return hideProviderSecrets(getAdmin(request), describeSettings(settings, providers))
    },

    'PUT /api/admin/settings/:section': async (request) => {
      const { section } = request.params
      requirePermission(getAdmin(request), SERVICE_SECTIONS.includes(section) ? 'services' : 'settings')
      const { value, revision } = request.body
      // API keys determine where one-time codes and payments are sent.
      if (section === 'providers') requireRecentSignIn(getAdmin(request))
      await settings.reload()
      const merged = keepFixedFields(settings, section, value)
      const { providers: stored } = settings.getStored()
      const update = { value: section === 'providers' ? encryptSecrets(cipher, merged, stored) : merged, revision }
      await transaction(db, (tx) => editSettings(tx, getActor(request), section, update))
      await settings.reload()
      return hideProviderSecrets(getAdmin(request), describeSettings(settings, providers))
    },
  })
}

/** Throws `invalid-input` for a stored secret that must be entered again. */
function encryptSecrets(
  cipher: TextCipher,
  value: Readonly<Record<string, unknown>>,
  stored: ProviderSettings,
): Record<string, unknown> {
  try {
    return encryptProviderSecrets(cipher, value, stored)
  } catch (error) {
    if (!(error instanceof SecretRejected)) throw error
    const message = msg('Enter this again: what is stored is for the server and account that were entered before')
    throw new ApiError('invalid-input', { issues: [{ path: error.path, message }] })
  }
}

/** Keeps the stored value of fields that the environment sets: the form sends the environment's value, not the owner's. */
export function keepFixedFields(
  { fixed, getStored }: CurrentSettings,
  section: SettingsSection,
  value: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const stored: Readonly<Record<string, unknown>> = getStored()[section]
  const merged = fixed.filter((each) => each.section === section).map(({ field }) => [field, stored[field]])
  return { ...value, ...Object.fromEntries(merged) }
}

/** Hides the keys of outside services, encrypted or not, from users who may not change them. */
function hideProviderSecrets({ role }: SignedInAdmin, settings: AdminSettings): AdminSettings {
  if (may(role, 'services')) return settings
  return { ...settings, providers: { ...settings.providers, value: emptyProviderSettings } }
}

/** All sections in their form for the admin area. */
export function describeSettings(settings: CurrentSettings, providers: CurrentProviders): AdminSettings {
  const { revisions, logo, icon, sharePicture, ...values } = settings.get()
  const sections = mapSections((section) => ({
    value: values[section],
    revision: revisions[section],
    fromEnvironment: Object.fromEntries(
      settings.fixed.filter((each) => each.section === section).map(({ field, variable }) => [field, variable]),
    ),
  }))
  return {
    ...(sections as Pick<AdminSettings, SettingsSection>),
    logoUrl: logo?.url ?? null,
    providerStates: providers.get().states,
    services: [...SERVICE_DESCRIPTIONS],
    iconUrl: icon?.url ?? null,
    sharePictureUrl: sharePicture?.url ?? null,
  }
}

// Uploads a file of the brand in a single body, because such files are small. Admin area and setup share this.

export type StoreFile = (request: {
  params: { kind: BrandFileKind }
  body: unknown
}) => ReturnType<typeof storeBrandFile>

/**
 * Adds a scope whose bodies are files; `addRoute` serves the route with `store`. `require` rejects callers before the body is
 * read.
 */
export async function addBrandFileUpload(
  scope: ApiScope,
  deps: AppDeps,
  addRoute: (scope: ApiScope, store: StoreFile) => void,
  require?: (request: FastifyRequest) => Promise<unknown>,
): Promise<void> {
  await scope.register(async (plain) => {
    const route: ApiScope = plain.withTypeProvider<ZodTypeProvider>()
    route.removeAllContentTypeParsers()
    route.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BRAND_FILE_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    if (require) route.addHook('onRequest', async (request) => void (await require(request)))
    addRoute(route, async ({ params, body }) => {
      if (!Buffer.isBuffer(body) || body.length === 0) throw new ApiError('upload-type-not-allowed')
      return storeBrandFile(deps, params.kind, body)
    })
  })
}
