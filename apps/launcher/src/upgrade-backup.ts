// The backup before every upgrade: migrations only go forward, so the backup is the only way back.
import { globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { programLevel, readLevel } from '@vitrine/database/migrate'
import type { Storage } from '@vitrine/providers/storage'
import { save } from './backup.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { LaunchError } from './settings.ts'

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

export interface UpgradeBackup {
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
