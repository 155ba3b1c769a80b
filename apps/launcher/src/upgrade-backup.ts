// The backup that every upgrade of a started store begins with: migrations only go forward, so it is the way back.
import { globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { programLevel, readLevel } from '@vitrine/database/migrate'
import type { Storage } from '@vitrine/providers/storage'
import { save } from './backup.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { LaunchError } from './settings.ts'

/** How many of its own are kept. */
const KEPT = 3

export interface UpgradeOptions {
  readonly databaseUrl: string
  readonly storage: Storage
  /** False where the files are in a bucket, which no upgrade changes: only the database is saved then. */
  readonly isLocal: boolean
  readonly dataFolder: string
  /** Of this version. */
  readonly migrations: string
  readonly version: string
}

export interface UpgradeBackup {
  readonly folder: string
  readonly startedAt: Date
  readonly manifest: BackupManifest
}

/**
 * Backs up a store of an earlier version to `backups` in its data folder. Files share their place on the disk with the backup.
 * Undefined when there is nothing to migrate. Throws `LaunchError` when there is and the backup fails: nothing has been changed then.
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
    for (const old of listBackups(dataFolder).slice(KEPT)) await rm(old, { recursive: true })
    return { folder, startedAt, manifest }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw new LaunchError(
      `The upgrade to ${version} has not begun, because the backup before it failed: ${(error as Error).message}\n` +
        'Make room, or make a backup of your own and then run the command migrate, which makes none.',
    )
  }
}

/** The whole ones, newest first. */
function listBackups(dataFolder: string): string[] {
  const manifests = globSync('backups/*-before-*/manifest.json', { cwd: dataFolder })
  return manifests
    .map((file) => join(dataFolder, dirname(file)))
    .sort()
    .reverse()
}
