// The tables of the store's settings and written pages. Earlier values are in the audit log.
import type { ContentText } from '@vitrine/contract/content'
import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** A section that was changed at least once; the contract has the defaults of the others. */
export const settings = pgTable(
  'settings',
  {
    section: text('section', {
      enum: ['brand', 'storefront', 'seller', 'tax', 'pricing', 'languages', 'launch', 'search', 'providers'],
    }).primaryKey(),
    value: jsonb('value').$type<Record<string, unknown>>().notNull(),
    /** Increases by one with each change. */
    revision: integer('revision').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check(
      'settings_section',
      sql`${table.section} in ('brand', 'storefront', 'seller', 'tax', 'pricing', 'languages', 'launch', 'search', 'providers')`,
    ),
    check('settings_revision', sql`${table.revision} > 0`),
  ],
)

/** The owner's own texts of one language. */
export const languageTexts = pgTable('language_texts', {
  /** BCP 47 tag. */
  language: text('language').primaryKey(),
  /** By the English text, as in the message catalogue. */
  texts: jsonb('texts').$type<Record<string, string>>().notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
})

/** A written page that was changed at least once, or a post; the other pages are bundled. */
export const contentPages = pgTable(
  'content_pages',
  {
    slug: text('slug').primaryKey(),
    /** Null: a removed post or page of an occasion. */
    text: jsonb('text').$type<ContentText>(),
    /** Increases by one with each change. */
    revision: integer('revision').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
    /** When translatable fields last changed; null: never. Selected templates and share pictures are not translated. */
    wordsChangedAt: timestamp('words_changed_at', { withTimezone: true }),
  },
  (table) => [
    check('content_pages_revision', sql`${table.revision} > 0`),
    check(
      'content_pages_removed',
      sql`${table.text} is not null or ${table.slug} like 'blog/%' or ${table.slug} like 'occasions/%'`,
    ),
    check(
      'content_pages_templates',
      sql`coalesce(jsonb_typeof(${table.text} -> 'templates'), 'null') = 'null' or (${table.slug} like 'occasions/%' and jsonb_array_length(${table.text} -> 'templates') between 1 and 60)`,
    ),
    check(
      'content_pages_share_picture',
      sql`${table.slug} like 'occasions/%' or coalesce(jsonb_typeof(${table.text} -> 'sharePicture'), 'null') = 'null'`,
    ),
  ],
)

/** The owner's translation of a written page or a post; the other translations are bundled. */
export const contentTranslations = pgTable(
  'content_translations',
  {
    slug: text('slug').notNull(),
    /** BCP 47 tag; English texts are in `content_pages`. */
    language: text('language').notNull(),
    /** Null: removed, so that the page is shown in English. */
    text: jsonb('text').$type<ContentText>(),
    /** Increases by one with each change. */
    revision: integer('revision').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.slug, table.language] }),
    check('content_translations_language', sql`${table.language} <> 'en'`),
    check('content_translations_revision', sql`${table.revision} > 0`),
  ],
)

/** The owner's selection of sample templates: all of a release, or some by their ids. */
export type ChosenSamples = 'all' | readonly string[]

/** The owner's account, stored until the end of the setup creates it. */
export interface PlannedOwner {
  readonly email: string
  readonly username: string
  readonly passwordHash: string
  /** Null when the environment sets the admin password. */
  readonly adminPasswordHash: string | null
}

/** At most one row: the setup of a store that began empty. Trial stores and those older than the setup have none. */
export const storeSetup = pgTable(
  'store_setup',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** SHA-256 of the key that the newest start has printed. */
    keyHash: text('key_hash').notNull(),
    stepsDone: integer('steps_done').notNull().default(0),
    /** Increases with each change of the two columns below; the other steps are sections of the settings. */
    revision: integer('revision').notNull().default(0),
    owner: jsonb('owner').$type<PlannedOwner>(),
    samples: jsonb('samples').$type<ChosenSamples>(),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [
    check('store_setup_one_row', sql`${table.isOnly}`),
    check('store_setup_steps_done', sql`${table.stepsDone} between 0 and 5`),
    // By then the account exists, and its password must be stored only once.
    check(
      'store_setup_finished',
      sql`${table.finishedAt} is null or (${table.owner} is null and ${table.samples} is not null)`,
    ),
  ],
)
