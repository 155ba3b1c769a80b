// Finds stored private files without a row, left behind by a process that died between storing a file and recording it.
import type { Db } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'

/**
 * Folders of storage keys in which every file has a row: renders, reference renders, assets, videos and pictures for sale,
 * imports, uploads or users.
 */
export const RECORDED_FOLDERS = [
  'private/videos',
  'private/bases',
  'private/assets',
  'private/catalogue',
  'private/originals',
  'private/imports',
  'private/uploads',
  'private/pictures',
] as const

/** Every stored file that a row names, with the kind of row; several rows may name the same file. Keys may be null. */
export const namedFiles = sql`
  select file_key as key, 'a render' as what from renders
  union all select poster_key, 'a render' from renders
  union all select file_key, 'a prepared render' from prepared_renders
  union all select poster_key, 'a prepared render' from prepared_renders
  union all select storage_key, 'a reference render' from reference_renders
  union all select storage_key, 'a file' from assets where deleted_at is null
  union all select proxy_key, 'a file' from assets where deleted_at is null
  union all select poster_key, 'a file' from assets where deleted_at is null
  union all select original_key, 'a file' from assets where deleted_at is null
  union all select storage_key, 'an upload' from upload_parts
  union all select profile_picture_key, 'a profile' from users
  union all select file ->> 'storageKey', 'an import' from template_imports, jsonb_array_elements(files) file`

/** The files that rows name now, without duplicates. */
export async function listNamedFiles(db: Db): Promise<{ key: string; what: string }[]> {
  const { rows } = await db.execute<{ key: string; what: string }>(sql`
    select key, min(what) as what from (${namedFiles}) used where key is not null group by key order by key`)
  return rows
}

/**
 * Those of the storage keys that no render, template video, customer's file, import, upload or profile picture refers to. A file
 * is stored shortly before it is recorded, so pass only old ones. Reads each table once, for any number of keys.
 */
export async function findUnusedFiles(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { rows } = await db.execute<{ key: string }>(sql`
    select stored.key
      from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as stored(key)
     where not exists (select from (${namedFiles}) as used where used.key = stored.key)`)
  return rows.map(({ key }) => key)
}
