// Tables of templates, their document versions with poster and preview, and imports.
import type { FailureClause, Sentence } from '@vitrine/contract/sentence'
import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { assets } from '../media/tables.ts'
import { operations } from '../operations/tables.ts'

/** The number of fields of a document by kind; each field counts once. */
export interface EditableCount {
  text: number
  photo: number
  video: number
  photoOrVideo: number
  color: number
  audio: number
  choice: number
  toggle: number
  slider: number
  point: number
}

/** A line of an import's report, as `@vitrine/after-effects/import` writes it. */
export interface LintLine {
  readonly severity: 'error' | 'warning' | 'info'
  readonly code: string
  readonly path: string
  readonly message: string
  readonly clauses?: readonly Sentence[] | undefined
  /** Names of the composition and layer concerned. */
  readonly layer?: string | undefined
  readonly property?: string | undefined
  readonly count?: number | undefined
  readonly acceptable?: boolean | undefined
  readonly accepted?: boolean | undefined
}

/** Another shape of a version: a variant of the document or a computed one. */
export interface VersionShape {
  readonly aspect: string
  readonly width: number
  readonly height: number
}

export const templates = pgTable(
  'templates',
  {
    /** A slug such as `diwali-lights`: it is part of URLs and never changes. */
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['video', 'image', 'direct-sell'] }).notNull(),
    status: text('status', { enum: ['draft', 'published', 'withdrawn'] }).notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    categories: text('categories').array().notNull(),
    sections: text('sections').array().notNull(),
    compatibility: text('compatibility').array().notNull(),
    priceCredits: integer('price_credits').notNull(),
    priceCreditsIndia: integer('price_credits_india').notNull(),
    licenseName: text('license_name').notNull(),
    licenseSummary: text('license_summary').notNull(),
    /** Null until a worker has rendered them for the first version. */
    posterAssetId: text('poster_asset_id').references(() => assets.id),
    previewAssetId: text('preview_asset_id').references(() => assets.id),
    dominantColor: text('dominant_color').notNull(),
    currentVersionId: uuid('current_version_id').references((): AnyPgColumn => templateVersions.id),
    purchaseCount: integer('purchase_count').notNull().default(0),
    /** The owner's order among equally popular templates, higher first. 0: not ranked. */
    catalogueRank: integer('catalogue_rank').notNull().default(0),
    /** Purchases and rank combined, so that the order of popularity needs one value and an id, like the other orders. */
    popularity: bigint('popularity', { mode: 'number' })
      .notNull()
      .generatedAlwaysAs((): SQL => sql`purchase_count::bigint * 1000000 + catalogue_rank`),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`template_search_text(name, description, categories)`),
    /**
     * Each distinct word of name, description, categories and sections, in lower case; those of name, categories and sections
     * also with # in front.
     */
    searchWords: text('search_words')
      .array()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`template_search_words(name, description, categories, sections)`),
    /** Facet values such as `shape:9:16`, maintained by a trigger; see `template_facets` in the migrations. */
    facets: text('facets').array().notNull().default(sql`'{}'`),
    /** Shapes that the owner has disabled, each with the time (ISO 8601) of that. */
    disabledShapes: jsonb('disabled_shapes').$type<Readonly<Record<string, string>>>().notNull().default({}),
    /** When it was put on sale for the first time. */
    publishedAt: timestamp('published_at', { withTimezone: true }),
    /**
     * First and last day in the store's time zone on which it is free; both or none. Earlier buyers are not refunded, and later
     * users keep it.
     */
    freeFrom: date('free_from'),
    freeUntil: date('free_until'),
    /** The order of new templates: when it was first put on sale, or for a draft when it was created. */
    newness: bigint('newness', { mode: 'number' })
      .notNull()
      .generatedAlwaysAs((): SQL => sql`template_search_rank(0, coalesce(published_at, created_at))`),
    /** Purchases with purchased credits: gifts and free templates do not count. */
    paidPurchaseCount: integer('paid_purchase_count').notNull().default(0),
    /** The order of synonym matches: doubling the paid purchases weighs as much as being 90 days newer. */
    searchRank: bigint('search_rank', { mode: 'number' })
      .notNull()
      .generatedAlwaysAs((): SQL => sql`template_search_rank(paid_purchase_count, created_at)`),
  },
  (table) => [
    check('templates_id', sql`${table.id} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and ${table.id} !~ '-template$'`),
    check('templates_kind', sql`${table.kind} in ('video', 'image', 'direct-sell')`),
    check('templates_status', sql`${table.status} in ('draft', 'published', 'withdrawn')`),
    check('templates_price', sql`${table.priceCredits} >= 0 and ${table.priceCreditsIndia} >= 0`),
    check(
      'templates_free_period',
      sql`(${table.freeFrom} is null) = (${table.freeUntil} is null) and ${table.freeFrom} <= ${table.freeUntil}`,
    ),
    check('templates_color', sql`${table.dominantColor} ~ '^#[0-9a-f]{6}$'`),
    check('templates_purchase_count', sql`${table.purchaseCount} >= 0`),
    check('templates_disabled_shapes', sql`jsonb_typeof(${table.disabledShapes}) = 'object'`),
    check('templates_catalogue_rank', sql`${table.catalogueRank} between 0 and 999999`),
    check(
      'templates_published_has_document',
      sql`${table.status} <> 'published' or ${table.currentVersionId} is not null`,
    ),
    check(
      'templates_published_is_shown',
      sql`${table.status} <> 'published' or (${table.posterAssetId} is not null and ${table.previewAssetId} is not null)`,
    ),
    index('templates_newness').on(table.kind, table.newness, table.id).where(sql`${table.status} = 'published'`),
    index('templates_free').on(table.freeUntil).where(sql`${table.freeUntil} is not null`),
    index('templates_search').using('gin', sql`${table.searchText} gin_trgm_ops`),
    index('templates_facets').using('gin', table.facets),
    index('templates_search_words').using('gin', table.searchWords),
    index('templates_search_rank').on(table.kind, table.searchRank, table.id).where(sql`${table.status} = 'published'`),
    check('templates_paid_purchase_count', sql`${table.paidPurchaseCount} >= 0`),
    // For suggestions, which look for templates with a shared category or section.
    index('templates_categories').using('gin', table.categories),
    index('templates_sections').using('gin', table.sections),
    // One index per order, each ending in the id, so that a page after a cursor is one range scan in either direction.
    index('templates_popularity').on(table.kind, table.popularity, table.id).where(sql`${table.status} = 'published'`),
    index('templates_price_order')
      .on(table.kind, table.priceCredits, table.id)
      .where(sql`${table.status} = 'published'`),
    index('templates_price_india_order')
      .on(table.kind, table.priceCreditsIndia, table.id)
      .where(sql`${table.status} = 'published'`),
  ],
)

/**
 * How many templates on sale each kind has, in total (section '') and per section. Triggers on `templates` maintain it: lists
 * need these numbers on every page, and counting 100,000 rows takes longer than reading the page.
 */
export const catalogueCounts = pgTable(
  'catalogue_counts',
  {
    kind: text('kind', { enum: ['video', 'image', 'direct-sell'] }).notNull(),
    section: text('section').notNull(),
    templateCount: integer('template_count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.section] }),
    check('catalogue_counts_positive', sql`${table.templateCount} >= 0`),
  ],
)

/**
 * The words of templates on sale, and their categories and sections as whole terms, for spelling correction and suggestions.
 * Triggers on `templates` maintain it.
 */
export const catalogueTerms = pgTable(
  'catalogue_terms',
  {
    kind: text('kind', { enum: ['video', 'image', 'direct-sell'] }).notNull(),
    term: text('term').notNull(),
    /** How many templates on sale contain it. */
    templateCount: integer('template_count').notNull(),
    /** How many of them have it as a category or section. */
    labelCount: integer('label_count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.term] }),
    index('catalogue_terms_prefix').on(table.kind, table.term.op('text_pattern_ops')),
    index('catalogue_terms_alike').using('gin', sql`${table.term} gin_trgm_ops`),
    check('catalogue_terms_positive', sql`${table.templateCount} >= 0 and ${table.labelCount} >= 0`),
  ],
)

/** Documents never change: publishing a changed one adds a row, and projects keep the one they began with. */
export const templateVersions = pgTable(
  'template_versions',
  {
    id: uuid('id').primaryKey().default(sql`uuidv7()`),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id),
    documentHash: text('document_hash').notNull(),
    document: jsonb('document').$type<Record<string, unknown>>().notNull(),
    /** Size of the document as JSON, in bytes. */
    sizeBytes: integer('size_bytes').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    fpsNumerator: integer('fps_numerator').notNull(),
    fpsDenominator: integer('fps_denominator').notNull(),
    durationFrames: integer('duration_frames').notNull(),
    editable: jsonb('editable').$type<EditableCount>().notNull(),
    /** The import's report on the document; null for one that was not imported. */
    report: jsonb('report').$type<readonly LintLine[]>(),
    /** Its other shapes, offered or not, as computed by `layoutVersion`; null until then. */
    shapes: jsonb('shapes').$type<readonly VersionShape[]>(),
    /** The version of the layout (`LAYOUT_VERSION`) that computed `shapes`. */
    layoutVersion: integer('layout_version'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check('template_versions_shapes', sql`jsonb_typeof(${table.shapes}) = 'array'`),
    uniqueIndex('template_versions_document_unique').on(table.templateId, table.documentHash),
    check('template_versions_size', sql`${table.width} > 0 and ${table.height} > 0`),
    check(
      'template_versions_time',
      sql`${table.fpsNumerator} > 0 and ${table.fpsDenominator} > 0 and ${table.durationFrames} > 0`,
    ),
  ],
)

/**
 * The poster and the watermarked preview of a version. A worker renders them on request; the previous ones stay until the new
 * ones are complete.
 */
export const templatePreviews = pgTable(
  'template_previews',
  {
    /** Also the id of the operation that renders them and holds their state. */
    versionId: uuid('version_id')
      .primaryKey()
      .references(() => templateVersions.id, { onDelete: 'cascade' })
      .references(() => operations.id),
    /** Whether the newest request is for the poster alone. */
    isPosterOnly: boolean('is_poster_only').notNull().default(false),
    /** The frame that the owner chose for the poster; null leaves it to the document. */
    posterFrame: integer('poster_frame'),
    posterAssetId: text('poster_asset_id').references(() => assets.id),
    previewAssetId: text('preview_asset_id').references(() => assets.id),
    dominantColor: text('dominant_color'),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check('template_previews_frame', sql`${table.posterFrame} >= 0`),
    check('template_previews_color', sql`${table.dominantColor} ~ '^#[0-9a-f]{6}$'`),
  ],
)

/** Imports: files that a worker reads, checks, and turns into a draft or a new version. */
export const templateImports = pgTable(
  'template_imports',
  {
    /** Also the id of its operation, which holds its state. */
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`)
      .references(() => operations.id),
    /** The uploader; null once that account is deleted. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The template that will get a new version; null for a new template. */
    templateId: text('template_id').references(() => templates.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Its first upload, so that one upload creates one import however often it is requested. Null for older imports. */
    uploadId: text('upload_id').unique('template_imports_upload'),
    /** The uploaded files; emptied when the import is done. */
    files: jsonb('files').$type<readonly ImportFile[]>().notNull(),
    settings: jsonb('settings').$type<Readonly<Record<string, unknown>>>().notNull(),
    report: jsonb('report').$type<readonly LintLine[]>(),
    /** The parts of the failure message, for translation; null for a text without values. */
    failure: jsonb('failure').$type<readonly FailureClause[]>(),
    /** The result. */
    draftTemplateId: text('draft_template_id').references(() => templates.id, { onDelete: 'cascade' }),
    versionId: uuid('version_id').references(() => templateVersions.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('template_imports_newest').on(table.createdAt, table.id)],
)

export interface ImportFile {
  /** Path inside the package, with `/`. */
  readonly path: string
  readonly storageKey: string
  readonly sizeBytes: number
}
