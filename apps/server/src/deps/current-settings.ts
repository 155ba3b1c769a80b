// The shop's settings as this server uses them: what is stored, below what environment variables set. A change that any server
// commits is announced by the database and read again at once.
import { isDeepStrictEqual } from 'node:util'
import type { BrandSettings, SettingsSection, ShopSettings } from '@vitrine/contract/settings'
import type { Db } from '@vitrine/database/connection'
import { BUNDLED_LANGUAGES, type Language, offeredLanguages } from '@vitrine/language/language'
import { readSettingsAt } from '@vitrine/shop/admin/settings-history'
import { findSetup } from '@vitrine/shop/admin/setup'
import { getAssets, publicUrl } from '@vitrine/shop/media'
import { readSettings } from '@vitrine/shop/settings'
import { readContentRevision } from '@vitrine/shop/settings/content-page'
import { type LanguageTexts, readLanguageTexts } from '@vitrine/shop/settings/language-text'
import type { FastifyBaseLogger } from 'fastify'
import type { OperationFeed } from '../renders/operation-feed.ts'

/** A field that an environment variable sets. */
export interface FixedField {
  readonly section: SettingsSection
  readonly field: string
  readonly value: unknown
  readonly variable: string
}

/** A picture of the brand. */
export interface BrandPicture {
  readonly url: string
  readonly storageKey: string
  readonly width: number
  readonly height: number
}

/** One consistent state of all settings. Another state is another object. */
export interface SettingsState extends ShopSettings {
  readonly revisions: Readonly<Record<SettingsSection, number>>
  /** Increases with each change of a written page. */
  readonly contentRevision: number
  /** The languages of pages: those that the owner offers, and all bundled ones while the shop is being set up. */
  readonly pageLanguages: readonly Language[]
  /** The owner's own words by language, then by the English text. Another map after each change of a text, and only then. */
  readonly languageTexts: LanguageTexts
  /** The picture that `brand.logo` names; null: the bundled mark. */
  readonly logo: BrandPicture | null
  /** Of `brand.icon` and `brand.sharePicture`. */
  readonly icon: BrandPicture | null
  readonly sharePicture: BrandPicture | null
  /** `open`: the shop began empty and its owner is still setting it up, so nobody else may use it. */
  readonly setup: 'none' | 'open' | 'finished'
}

export interface CurrentSettings {
  readonly fixed: readonly FixedField[]
  get(): SettingsState
  /** As it was at an earlier moment, below what the environment sets now. */
  readAt(moment: Date): Promise<ShopSettings>
  /** What is stored, without the environment. */
  getStored(): ShopSettings
  /** Reads the database now: after a change of one's own, before it is announced. */
  reload(): Promise<void>
  /** Calls `onChange` after another state is in effect. Returns the way to stop. */
  watch(onChange: () => void): () => void
  close(): void
}

interface Source {
  readonly db: Db
  readonly operationFeed: Pick<OperationFeed, 'watchSettings'>
  readonly fixed: readonly FixedField[]
  readonly log: Pick<FastifyBaseLogger, 'error'>
}

/** Reads the settings and follows their changes. A read that fails is logged and leaves the last state in effect. */
export async function openCurrentSettings({ db, operationFeed, fixed, log }: Source): Promise<CurrentSettings> {
  const watchers = new Set<() => void>()
  let languageTexts: LanguageTexts = new Map()
  let { stored, state } = await load()
  let reading = Promise.resolve()

  async function load(): Promise<{ stored: ShopSettings; state: SettingsState }> {
    const { values, revisions } = await readSettings(db)
    const state = withFixed(values, fixed)
    const contentRevision = await readContentRevision(db)
    const texts = await readLanguageTexts(db)
    if (!isDeepStrictEqual(texts, languageTexts)) languageTexts = texts
    const pictures = await findPictures(db, state.brand)
    const setup = await readSetup(db)
    // An owner reads the setup in their own language, before the shop offers any.
    const pageLanguages = setup === 'open' ? BUNDLED_LANGUAGES : offeredLanguages(state.languages)
    const more = { pageLanguages, revisions, contentRevision, languageTexts, ...pictures, setup }
    return { stored: values, state: { ...state, ...more } }
  }

  /** One after another, so that an older state never replaces a newer one. */
  function reload(): Promise<void> {
    reading = reading.then(async () => {
      try {
        const next = await load()
        // Watchers make everything anew: nothing may change without a reason.
        if (isSame(next.state, state)) return
        ;({ stored, state } = next)
        for (const onChange of [...watchers]) onChange()
      } catch (error) {
        log.error({ err: error }, 'the settings could not be read; the last ones stay in effect')
      }
    })
    return reading
  }

  const stop = operationFeed.watchSettings(() => void reload())
  return {
    fixed,
    get: () => state,
    readAt: async (moment) => withFixed(await readSettingsAt(db, moment), fixed),
    getStored: () => stored,
    reload,
    watch(onChange) {
      watchers.add(onChange)
      return () => watchers.delete(onChange)
    },
    close: stop,
  }
}

const isSame = (a: SettingsState, b: SettingsState) =>
  isDeepStrictEqual(a.revisions, b.revisions) &&
  a.contentRevision === b.contentRevision &&
  a.languageTexts === b.languageTexts &&
  a.setup === b.setup

async function readSetup(db: Db): Promise<SettingsState['setup']> {
  const setup = await findSetup(db)
  return !setup ? 'none' : setup.finishedAt ? 'finished' : 'open'
}

function withFixed(values: ShopSettings, fixed: readonly FixedField[]): ShopSettings {
  const fixedOf = (section: SettingsSection) =>
    Object.fromEntries(fixed.filter((each) => each.section === section).map(({ field, value }) => [field, value]))
  return {
    brand: { ...values.brand, ...fixedOf('brand') },
    storefront: { ...values.storefront, ...fixedOf('storefront') },
    seller: { ...values.seller, ...fixedOf('seller') },
    pricing: { ...values.pricing, ...fixedOf('pricing') },
    languages: values.languages,
    launch: values.launch,
    search: values.search,
    providers: { ...values.providers, ...fixedOf('providers') },
  }
}

async function findPictures(db: Db, { logo, icon, sharePicture }: BrandSettings) {
  const ids = [logo, icon, sharePicture].filter((id) => id !== null)
  const assets = ids.length > 0 ? await getAssets(db, ids) : new Map<string, never>()
  const find = (id: string | null): BrandPicture | null => {
    const asset = id === null ? undefined : assets.get(id)
    if (!asset?.storageKey || asset.width === null || asset.height === null) return null
    const { storageKey, width, height } = asset
    return { url: publicUrl(storageKey), storageKey, width, height }
  }
  return { logo: find(logo), icon: find(icon), sharePicture: find(sharePicture) }
}
