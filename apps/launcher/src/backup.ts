// Backs up a running store: its files, then its database at one point in time, then files added in between. The backup
// therefore contains every file that the database names, unless a customer deleted it during the backup.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sentence } from '@vitrine/contract/sentence'
import { type Db, isDatabaseAway } from '@vitrine/database/connection'
import { copyOut } from '@vitrine/database/table-copy'
import type { SealedSecrets } from '@vitrine/providers/recovery-key'
import { FileMissing, type ListedFile, type Storage } from '@vitrine/providers/storage'
import { describeBackupSize, recordMaintenance } from '@vitrine/store/monitoring/maintenance'
import {
  type BackupManifest,
  databaseFolder,
  mediaFile,
  readManifest,
  type SavedFile,
  writeManifest,
} from './backup-manifest.ts'
import { LaunchError } from './settings.ts'

export interface BackupOptions extends SaveOptions {
  readonly db: Db
}

export interface SaveOptions {
  readonly databaseUrl: string
  readonly storage: Storage
  readonly version: string
  /** Must be empty or not exist. */
  readonly folder: string
  /** An earlier backup on the same disk: unchanged files are hard links to it and take no space. */
  readonly previous?: string | undefined
  /** False saves only the database, for buckets that are backed up separately. */
  readonly withMedia: boolean
  readonly secrets?: SealedSecrets | undefined
  /** The storage is on the disk of the backup: its files, which never change, are linked instead of copied. */
  readonly sharesDisk?: boolean
}

/** Backs up the store and records success or failure. Returns the manifest. */
export async function backUp(options: BackupOptions): Promise<BackupManifest> {
  const startedAt = new Date()
  try {
    const manifest = await save(options, startedAt)
    await recordMaintenance(options.db, { kind: 'backup', startedAt, isGood: true, summary: describeBackup(manifest) })
    return manifest
  } catch (error) {
    const summary = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : 'unknown'
    await recordMaintenance(options.db, { kind: 'backup', startedAt, isGood: false, summary }).catch(
      (failure: unknown) => {
        // Without a database the failure cannot be recorded either; the first error matters more.
        if (!isDatabaseAway(failure)) throw failure
      },
    )
    throw error
  }
}

/** The contents of a backup, as a phrase. */
export function describeBackup({ database, media }: BackupManifest): Sentence {
  const { tables, jobs } = database
  const bytes = (media ?? []).reduce((sum, file) => sum + file.sizeBytes, 0)
  return describeBackupSize({
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    tables: tables.length,
    jobs: jobs.length,
    ...(media ? { files: { count: media.length, bytes } } : {}),
  })
}

/** Backs up a store of this version or an earlier one, without recording it. */
export async function save(options: SaveOptions, startedAt: Date): Promise<BackupManifest> {
  const { folder } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new LaunchError(`${folder} is not empty. Choose an empty folder.`)
  try {
    return await saveInto(options, startedAt)
  } catch (error) {
    // An incomplete backup is useless, and may be what filled the disk.
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
    throw error
  }
}

async function saveInto(options: SaveOptions, startedAt: Date): Promise<BackupManifest> {
  const { folder, previous, databaseUrl, version, withMedia, secrets } = options
  const earlier = previous === undefined ? undefined : await readManifest(previous)
  const known = new Map((earlier?.media ?? []).map((file) => [file.key, file]))
  const saved = new Map<string, SavedFile>()
  const saveAll = async () => {
    if (!withMedia) return
    for (const root of ['public', 'private']) {
      for await (const file of options.storage.list(root)) {
        if (saved.has(file.key)) continue
        const done = (await share(options, known.get(file.key), file)) ?? (await saveFile(options, file))
        if (done) saved.set(file.key, done)
      }
    }
  }
  await saveAll()
  const database = await copyOut(databaseUrl, databaseFolder(folder))
  await saveAll()
  const media = withMedia ? [...saved.values()] : undefined
  const manifest = { version, startedAt: startedAt.toISOString(), database, media, secrets }
  await writeManifest(folder, manifest)
  return { format: 1, ...manifest }
}

/** Links a file from the earlier backup; undefined when it is missing or has changed. */
async function share(
  { folder, previous }: SaveOptions,
  known: SavedFile | undefined,
  { key, sizeBytes, modifiedAt }: ListedFile,
): Promise<SavedFile | undefined> {
  if (previous === undefined || !known) return undefined
  if (known.sizeBytes !== sizeBytes || known.modifiedAt !== modifiedAt.toISOString()) return undefined
  const target = mediaFile(folder, key)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  try {
    await link(mediaFile(previous, key), target)
    return known
  } catch {
    // On another disk, or deleted: copied instead.
    return undefined
  }
}

async function saveFile(
  { folder, storage, sharesDisk }: SaveOptions,
  listed: ListedFile,
): Promise<SavedFile | undefined> {
  const { key } = listed
  const target = mediaFile(folder, key)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  try {
    const { stream, modifiedAt } = await storage.open(key)
    const hash = createHash('sha256')
    let sizeBytes = 0
    async function* measured() {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        hash.update(chunk)
        sizeBytes += chunk.length
        yield chunk
      }
    }
    const isLinked = sharesDisk === true && (await linkFile(storage, key, target))
    await pipeline(measured, isLinked ? discard() : createWriteStream(target, { mode: 0o600, flush: true }))
    return { key, sizeBytes, modifiedAt: modifiedAt.toISOString(), sha256: hash.digest('hex') }
  } catch (error) {
    // Deleted since it was listed.
    if (error instanceof FileMissing) return undefined
    throw error
  }
}

const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** False when the file system cannot link between these folders. */
async function linkFile(storage: Storage, key: string, target: string): Promise<boolean> {
  const { path, release } = await storage.localFile(key)
  try {
    await link(path, target)
    return true
  } catch {
    return false
  } finally {
    await release()
  }
}
