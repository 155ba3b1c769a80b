// Routes of the shop's settings: all sections, changing one, and publishing the picture of a logo.

import { ApiError } from '@vitrine/contract/api-error'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import {
  type AdminSettings,
  adminSettings,
  changeSettingsRequest,
  logoResponse,
  type SettingsSection,
  setLogoRequest,
  settingsSection,
} from '@vitrine/contract/settings'
import { transaction } from '@vitrine/database/connection'
import { editSettings } from '@vitrine/shop/admin/settings-action'
import { getUserAsset, publicUrl, registerCatalogueAsset } from '@vitrine/shop/media'
import { z } from 'zod'
import type { CurrentSettings } from '../deps/current-settings.ts'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { publishFile } from '../media/publish-file.ts'
import { actorOf, adminOf, refuseWithout } from '../session/admin-session.ts'

const tags = ['admin']
const refused = { 400: apiErrorBody, 401: apiErrorBody }

export function addAdminSettingsRoutes(scope: ApiScope, deps: AppDeps): void {
  const { db, settings } = deps
  scope.get(
    '/settings',
    {
      config: { permission: ['settings', 'services'] },
      schema: { tags, summary: 'All settings of the shop', response: { 200: adminSettings, ...refused } },
    },
    async () => {
      await settings.reload()
      return describeSettings(settings)
    },
  )

  scope.put(
    '/settings/:section',
    {
      config: { permission: ['settings', 'services'] },
      schema: {
        tags,
        summary: 'Replaces a section; with the value that it has already it changes nothing',
        params: z.object({ section: settingsSection }),
        body: changeSettingsRequest,
        response: { 200: adminSettings, 409: apiErrorBody, ...refused },
      },
    },
    async (request) => {
      const { section } = request.params
      refuseWithout(adminOf(request), section === 'launch' ? 'services' : 'settings')
      const { value, revision } = request.body
      const wanted = { value: withoutFixed(settings, section, value), revision }
      await transaction(db, (tx) => editSettings(tx, actorOf(request), section, wanted))
      await settings.reload()
      return describeSettings(settings)
    },
  )

  scope.post(
    '/settings/logo',
    {
      config: { permission: 'settings' },
      schema: {
        tags,
        summary: 'Publishes a picture of the owner’s library, for `logo` of the section `brand`',
        body: setLogoRequest,
        response: { 200: logoResponse, 404: apiErrorBody, 410: apiErrorBody, ...refused },
      },
    },
    async (request) => {
      const asset = await getUserAsset(db, adminOf(request).userId, request.body.assetId)
      if (asset.kind !== 'image') throw new ApiError('upload-type-not-allowed')
      const published = await publishFile(deps, asset)
      await transaction(db, (tx) => registerCatalogueAsset(tx, published))
      return { logo: published.id, url: publicUrl(published.storageKey) }
    },
  )
}

/** Fields that the environment sets stay as they are stored: what the admin area showed of them is not the owner's choice. */
function withoutFixed(
  { fixed, getStored }: CurrentSettings,
  section: SettingsSection,
  value: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const stored: Readonly<Record<string, unknown>> = getStored()[section]
  const kept = fixed.filter((each) => each.section === section).map(({ field }) => [field, stored[field]])
  return { ...value, ...Object.fromEntries(kept) }
}

function describeSettings(settings: CurrentSettings): AdminSettings {
  const { revisions, logo, ...values } = settings.get()
  const describe = <Section extends SettingsSection>(section: Section) => ({
    value: values[section],
    revision: revisions[section],
    fromEnvironment: Object.fromEntries(
      settings.fixed.filter((each) => each.section === section).map(({ field, variable }) => [field, variable]),
    ),
  })
  return {
    brand: describe('brand'),
    storefront: describe('storefront'),
    seller: describe('seller'),
    pricing: describe('pricing'),
    launch: describe('launch'),
    logoUrl: logo?.url ?? null,
  }
}
