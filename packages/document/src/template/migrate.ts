// Documents of older formats are brought up to date on read; they are never rewritten where they are stored.

import { isRecord } from '../schema/check.ts'
import { DOCUMENT_VERSION } from './document.ts'

/** Turns a document of version n into one of version n + 1. */
export type Migration = (document: Record<string, unknown>) => Record<string, unknown>

/** By the version that they start from. Version 1 is the first, so there are none yet. */
const MIGRATIONS: Readonly<Record<number, Migration>> = {}

export type Migrated = { version: 'current'; document: unknown } | { version: 'unknown'; found: unknown }

/** Applies the migrations that a document needs. A version that this engine does not know is left to the caller. */
export function migrateDocument(json: unknown, migrations = MIGRATIONS, current: number = DOCUMENT_VERSION): Migrated {
  if (!isRecord(json)) return { version: 'current', document: json }
  let document = json
  for (let version = json.tdoc; version !== current; ) {
    const migration =
      typeof version === 'number' && Object.hasOwn(migrations, version) ? migrations[version] : undefined
    if (!migration || typeof version !== 'number') return { version: 'unknown', found: version }
    document = { ...migration(document), tdoc: version + 1 }
    version = version + 1
  }
  return { version: 'current', document }
}
