// Migrates documents of older formats on read; stored documents are never rewritten.

import { isRecord } from '../schema/check.ts'
import { DOCUMENT_VERSION } from './document.ts'

/** Converts a document of version n to version n + 1. */
export type Migration = (document: Record<string, unknown>) => Record<string, unknown>

/** Keyed by the version that they start from. Version 1 is the first, so there are none yet. */
const MIGRATIONS: Readonly<Record<number, Migration>> = {}

export type Migrated = { version: 'current'; document: unknown } | { version: 'unknown'; found: unknown }

/** Applies the migrations that a document needs. Documents of unknown versions are returned unchanged; the caller rejects them. */
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
