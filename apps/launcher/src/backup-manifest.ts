// The manifest of a backup lists its contents, file by file. It is written last: a folder without a manifest is not a backup.
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseCopy } from '@vitrine/database/table-copy'
import type { SealedSecrets } from '@vitrine/providers/recovery-key'
import { LaunchError } from './settings.ts'

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

export interface SavedFile {
  readonly key: string
  readonly sizeBytes: number
  readonly modifiedAt: string
  readonly sha256: string
}

export const databaseFolder = (folder: string) => join(folder, 'database')
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
