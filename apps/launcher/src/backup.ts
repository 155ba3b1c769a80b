// Backs up a running store: its files, then its database at one point in time, then files added in between. The backup
// therefore contains every file that the database names, unless a customer deleted it during the backup.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, globSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sentence } from '@vitrine/contract/sentence'
import { type Db, isDatabaseAway } from '@vitrine/database/connection'
import { migrate, programLevel, readLevel } from '@vitrine/database/migrate'
import { copyIn, copyOut, type DatabaseCopy, isUnused } from '@vitrine/database/table-copy'
import type { SealedSecrets } from '@vitrine/providers/recovery-key'
import { FileMissing, getContentType, type ListedFile, type Storage } from '@vitrine/providers/storage'
import { describeBackupSize, recordMaintenance } from '@vitrine/store/monitoring/maintenance'
import { LaunchError } from './settings.ts'

interface BackupOptions extends SaveOptions {
  readonly db: Db
}

interface SaveOptions {
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

// The manifest of a backup lists its contents, file by file. It is written last: a folder without a manifest is not a backup.

const FORMAT = 1

export interface BackupManifest {
  readonly format: typeof FORMAT
  /** Version of the program that wrote the backup. */
  readonly version: string
  readonly startedAt: string
  readonly database: DatabaseCopy
  /** Undefined for a backup of the database alone. */
  readonly media: readonly SavedFile[] | undefined
  /** Undefined when the owner has created no recovery key. */
  readonly secrets?: SealedSecrets | undefined
}

interface SavedFile {
  readonly key: string
  readonly sizeBytes: number
  readonly modifiedAt: string
  readonly sha256: string
}

const databaseFolder = (folder: string) => join(folder, 'database')
export const mediaFile = (folder: string, key: string) => join(folder, 'media', key)

export async function writeManifest(folder: string, manifest: Omit<BackupManifest, 'format'>): Promise<void> {
  const temporary = join(folder, 'manifest.json.part')
  await writeFile(temporary, `${JSON.stringify({ format: FORMAT, ...manifest })}\n`, { mode: 0o600, flush: true })
  await rename(temporary, join(folder, 'manifest.json'))
}

/** Throws `LaunchError` for an incomplete backup or an unknown format. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  let text: string
  try {
    text = await readFile(join(folder, 'manifest.json'), 'utf8')
  } catch {
    throw new LaunchError(`${folder} is not a complete backup: it has no manifest.json.`)
  }
  const manifest = JSON.parse(text) as BackupManifest
  if (manifest.format !== FORMAT) {
    throw new LaunchError(
      `${folder} was written by version ${manifest.version}, in a format that this one cannot read.`,
    )
  }
  return manifest
}

// Restores a backup into an empty installation, at the backup's migration level, and then migrates it.

interface RestoreOptions {
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

// The backup before every upgrade: migrations only go forward, so the backup is the only way back.

/** How many upgrade backups are stored. */
const MAX_BACKUPS = 3

export interface UpgradeOptions {
  readonly databaseUrl: string
  readonly storage: Storage
  /** False for files in a bucket, which no upgrade changes: only the database is saved then. */
  readonly isLocal: boolean
  readonly dataFolder: string
  /** Folder of this version's migrations. */
  readonly migrations: string
  readonly version: string
}

interface UpgradeBackup {
  readonly folder: string
  readonly startedAt: Date
  readonly manifest: BackupManifest
}

/**
 * Backs up a store of an earlier version to `backups` in its data folder. Files are hard-linked. Returns undefined when there
 * is nothing to migrate. Throws `LaunchError` when the backup fails, before anything is changed.
 */
export async function backUpBeforeUpgrade(options: UpgradeOptions): Promise<UpgradeBackup | undefined> {
  const { databaseUrl, dataFolder, migrations, version, isLocal } = options
  const level = await readLevel(databaseUrl)
  if (level === 0 || level >= programLevel(migrations)) return undefined
  const startedAt = new Date()
  const folder = join(dataFolder, 'backups', `${startedAt.toISOString().replaceAll(':', '')}-before-${version}`)
  console.log(`Backing up to ${folder} before the upgrade…`)
  try {
    const [previous] = listBackups(dataFolder)
    const manifest = await save({ ...options, folder, previous, withMedia: isLocal, sharesDisk: isLocal }, startedAt)
    for (const old of listBackups(dataFolder).slice(MAX_BACKUPS)) await rm(old, { recursive: true })
    return { folder, startedAt, manifest }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw new LaunchError(
      `The upgrade to ${version} has not begun, because the backup before it failed: ${(error as Error).message}\n` +
        'Make room, or make a backup of your own and then run the command migrate, which makes none.',
    )
  }
}

/** The complete backups, newest first. */
function listBackups(dataFolder: string): string[] {
  const manifests = globSync('backups/*-before-*/manifest.json', { cwd: dataFolder })
  return manifests
    .map((file) => join(dataFolder, dirname(file)))
    .sort()
    .reverse()
}
