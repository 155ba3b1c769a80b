// Restores a backup into an empty installation, at the backup's migration level, and then migrates it.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { migrate, programLevel } from '@vitrine/database/migrate'
import { copyIn, isUnused } from '@vitrine/database/table-copy'
import { getContentType, type Storage } from '@vitrine/providers/storage'
import { type BackupManifest, databaseFolder, mediaFile, readManifest, type SavedFile } from './backup-manifest.ts'
import { LaunchError } from './settings.ts'

export interface RestoreOptions {
  readonly databaseUrl: string
  readonly storage: Storage
  /** The folder of the backup. */
  readonly folder: string
  /** Folder of the database's migrations. */
  readonly migrations: string
}

/** Throws `LaunchError` unless the installation is empty and the backup is complete and not written by a newer program. */
export async function restore({ databaseUrl, storage, folder, migrations }: RestoreOptions): Promise<BackupManifest> {
  const manifest = await readManifest(folder)
  const { database, media } = manifest
  if (database.level > programLevel(migrations)) {
    throw new LaunchError(`The backup was made by the newer version ${manifest.version}. Install that version first.`)
  }
  if (!(await isUnused(databaseUrl))) {
    throw new LaunchError('This installation is in use: its database has accounts or templates. Nothing was changed.')
  }
  if (media) await requireNoFiles(storage)
  // Files first: rows that name missing files are worse than files without rows.
  for (const file of media ?? []) await restoreFile(storage, folder, file)
  await migrate(databaseUrl, { folder: migrations, level: database.level })
  await copyIn(databaseUrl, databaseFolder(folder), database)
  await migrate(databaseUrl, { folder: migrations })
  return manifest
}

async function requireNoFiles(storage: Storage): Promise<void> {
  for (const root of ['public', 'private']) {
    for await (const { key } of storage.list(root)) {
      throw new LaunchError(`This installation is in use: its storage has files, such as ${key}. Nothing was changed.`)
    }
  }
}

async function restoreFile(storage: Storage, folder: string, { key, sha256 }: SavedFile): Promise<void> {
  const file = mediaFile(folder, key)
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  if (hash.digest('hex') !== sha256) throw new LaunchError(`${file} is damaged: it differs from what was backed up.`)
  await storage.put(key, { file }, { contentType: getContentType(key) })
}
