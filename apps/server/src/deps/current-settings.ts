// The current settings of the store: stored values, overridden by environment variables. The database announces each committed
// change of any server, and this one reads them again.
import { isDeepStrictEqual } from 'node:util'
import { type BrandSettings, mapSections, type SettingsSection, type StoreSettings } from '@vitrine/contract/settings'
import { type Db, transaction } from '@vitrine/database/connection'
import { BUNDLED_LANGUAGES, type Language, offeredLanguages } from '@vitrine/language/language'
import { renewProviderSecrets } from '@vitrine/providers/choice'
import type { FixedField } from '@vitrine/providers/configuration'
import type { TextCipher } from '@vitrine/providers/secret'
import { renewTotpEncryption } from '@vitrine/store/admin/factor-code'
import { readSettingsAt } from '@vitrine/store/admin/settings-action'
import { findSetup } from '@vitrine/store/admin/setup'
import { findPublicFiles } from '@vitrine/store/media'
import {
  fixSettings,
  type LanguageTexts,
  overrideFields,
  readLanguageTexts,
  readSettings,
  replaceUnchanged,
} from '@vitrine/store/settings'
import { readContentRevision } from '@vitrine/store/settings/content-page'
import type { FastifyBaseLogger } from 'fastify'
import type { OperationFeed } from './operation-feed.ts'

/** A picture of the brand. */
export interface BrandPicture {
  readonly url: string
  readonly storageKey: string
  readonly width: number
  readonly height: number
}

/** One consistent, immutable state of all settings; each change creates another object. */
export interface SettingsState extends StoreSettings {
  readonly revisions: Readonly<Record<SettingsSection, number>>
  /** Increases with each change of a written page. */
  readonly contentRevision: number
  /** The languages of pages: those that the owner offers, and all bundled ones during the setup. */
  readonly pageLanguages: readonly Language[]
  /**
   * The owner's own texts by language, then by the English text. Each change of a text creates another map, and nothing else
   * does.
   */
  readonly languageTexts: LanguageTexts
  /** The picture of `brand.logo`; null for the bundled mark. */
  readonly logo: BrandPicture | null
  /** The pictures of `brand.icon` and `brand.sharePicture`. */
  readonly icon: BrandPicture | null
  readonly sharePicture: BrandPicture | null
  /** `open`: the store began empty and its owner is still setting it up, so no one else may use it. */
  readonly setup: 'none' | 'open' | 'finished'
  /** Stored fields with an unusable value, such as `brand.logo`; their defaults are in effect. */
  readonly ignored: readonly string[]
}

export interface CurrentSettings {
  readonly fixed: readonly FixedField[]
  get(): SettingsState
  /** The settings at an earlier time, overridden by the current environment. */
  readAt(moment: Date): Promise<StoreSettings>
  /** The stored settings, without the environment. */
  getStored(): StoreSettings
  /** Reads the database now, after a change by this server, instead of waiting for the announcement. */
  reload(): Promise<void>
  /** Calls `onChange` after each change. Returns the function that stops it. */
  watch(onChange: () => void): () => void
  close(): void
}

interface Source {
  readonly db: Db
  readonly operationFeed: Pick<OperationFeed, 'watchSettings'>
  readonly fixed: readonly FixedField[]
  readonly log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * Reads the settings and follows their changes. A failed read is logged and leaves the last state in effect. The fixed fields also
 * count for what this process reads in transactions.
 */
export async function openCurrentSettings({ db, operationFeed, fixed, log }: Source): Promise<CurrentSettings> {
  fixSettings(fixed)
  const watchers = new Set<() => void>()
  let languageTexts: LanguageTexts = new Map()
  let { stored, state } = await load()
  let reading = Promise.resolve()

  async function load(): Promise<{ stored: StoreSettings; state: SettingsState }> {
    const { values, revisions, ignored } = await readSettings(db)
    const state = withFixed(values, fixed)
    const contentRevision = await readContentRevision(db)
    const texts = await readLanguageTexts(db)
    if (!isDeepStrictEqual(texts, languageTexts)) languageTexts = texts
    const { pictures, unusable } = await findPictures(db, state.brand)
    const brand = { ...state.brand, ...Object.fromEntries(unusable.map((field) => [field, null])) }
    const setup = await readSetup(db)
    // An owner reads the setup in their own language, before the store offers any.
    const pageLanguages = setup === 'open' ? BUNDLED_LANGUAGES : offeredLanguages(state.languages)
    const more = { pageLanguages, revisions, contentRevision, languageTexts, ...pictures, setup }
    const allIgnored = [...ignored, ...unusable.map((field) => `brand.${field}`)]
    return { stored: values, state: { ...state, brand, ...more, ignored: allIgnored } }
  }

  /** Sequential, so that an older state never replaces a newer one. */
  function reload(): Promise<void> {
    reading = reading.then(async () => {
      try {
        const next = await load()
        // Watchers recreate everything, so an unchanged state must not be announced.
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
  isDeepStrictEqual(a.ignored, b.ignored) &&
  a.contentRevision === b.contentRevision &&
  a.languageTexts === b.languageTexts &&
  a.setup === b.setup

async function readSetup(db: Db): Promise<SettingsState['setup']> {
  const setup = await findSetup(db)
  return !setup ? 'none' : setup.finishedAt ? 'finished' : 'open'
}

function withFixed(values: StoreSettings, fixed: readonly FixedField[]): StoreSettings {
  return mapSections((section) => overrideFields(section, values[section], fixed)) as StoreSettings
}

/** The pictures of the brand, and the fields that do not name a published picture. */
async function findPictures(db: Db, { logo, icon, sharePicture }: BrandSettings) {
  const ids = { logo, icon, sharePicture }
  const files = await findPublicFiles(db, 'image', Object.values(ids))
  const find = (id: string | null): BrandPicture | null => {
    const file = id === null ? undefined : files.get(id)
    if (!file || file.width === null || file.height === null) return null
    return { ...file, width: file.width, height: file.height }
  }
  const pictures = { logo: find(logo), icon: find(icon), sharePicture: find(sharePicture) }
  const fields = ['logo', 'icon', 'sharePicture'] as const
  return { pictures, unusable: fields.filter((field) => ids[field] !== null && pictures[field] === null) }
}

// Re-encrypts the database's secrets when the installation's secret is replaced.

/** Re-encrypts what does not use the newest secret. It changes no setting, so it increases no revision. */
export async function renewEncryption(db: Db, cipher: TextCipher): Promise<void> {
  await renewTotpEncryption(db, cipher)
  await transaction(db, async (tx) => {
    const { values, revisions, ignored } = await readSettings(tx)
    // Writing the rest would lose unreadable values.
    if (ignored.some((path) => path.startsWith('providers.'))) return
    const renewed = renewProviderSecrets(cipher, values.providers)
    if (renewed) await replaceUnchanged(tx, 'providers', { value: renewed, revision: revisions.providers })
  })
}
