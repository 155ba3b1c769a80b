// The tables of the shop's settings and written pages. Earlier values are in the audit log.
import type { ContentText } from '@vitrine/contract/content'
import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** A section that was changed at least once; the others are as the contract defines them. */
export const settings = pgTable(
  'settings',
  {
    section: text('section', {
      enum: ['brand', 'storefront', 'seller', 'pricing', 'launch', 'providers'],
    }).primaryKey(),
    value: jsonb('value').$type<Record<string, unknown>>().notNull(),
    /** Increases by one with each change. */
    revision: integer('revision').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check(
      'settings_section',
      sql`${table.section} in ('brand', 'storefront', 'seller', 'pricing', 'launch', 'providers')`,
    ),
    check('settings_revision', sql`${table.revision} > 0`),
  ],
)

/** A written page that was changed at least once, or a post; the others are as the program brings them. */
export const contentPages = pgTable(
  'content_pages',
  {
    slug: text('slug').primaryKey(),
    /** Null: a post that was removed. */
    text: jsonb('text').$type<ContentText>(),
    /** Increases by one with each change. */
    revision: integer('revision').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check('content_pages_revision', sql`${table.revision} > 0`),
    check('content_pages_removed', sql`${table.text} is not null or ${table.slug} like 'blog/%'`),
  ],
)
