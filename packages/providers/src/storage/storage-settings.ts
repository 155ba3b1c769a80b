// Selects the storage: an S3-compatible bucket when one is configured, otherwise the local disk. Server, worker and commands
// all use this file.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Variables } from '../configuration/configuration.ts'
import { createLocalDiskStorage } from './local-disk.ts'
import type { S3Settings } from './s3.ts'
import type { SignedLinks } from './signed-link.ts'
import type { Storage } from './storage.ts'

export type StorageSettings = { readonly kind: 'disk' } | S3Settings

/** The variables of storage, unvalidated; empty ones must be left out. */
type StorageVariables = Partial<Pick<Variables, Extract<keyof Variables, `VITRINE_S3_${string}`> | 'VITRINE_SECRET'>>

const isOrigin = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.search === ''
const ORIGIN_EXAMPLE = 'must be an address such as https://s3.example.com'

/** Reads the variables of storage; adds a sentence to `problems` for each invalid one. */
export function readStorageSettings(variables: StorageVariables, problems: string[]): StorageSettings {
  const bucket = variables.VITRINE_S3_BUCKET
  if (!bucket) {
    for (const [name, value] of Object.entries(variables)) {
      if (name.startsWith('VITRINE_S3_') && value) problems.push(`VITRINE_S3_BUCKET must be set when ${name} is`)
    }
    return { kind: 'disk' }
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    problems.push(
      'VITRINE_S3_BUCKET must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens',
    )
  }
  for (const name of ['VITRINE_S3_ENDPOINT', 'VITRINE_S3_PUBLIC_ENDPOINT'] as const) {
    const value = variables[name]
    if (value !== undefined && !isOrigin(value)) problems.push(`${name} ${ORIGIN_EXAMPLE}`)
  }
  const { VITRINE_S3_ACCESS_KEY_ID: accessKeyId, VITRINE_S3_SECRET_ACCESS_KEY: secretAccessKey } = variables
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    problems.push('VITRINE_S3_ACCESS_KEY_ID and VITRINE_S3_SECRET_ACCESS_KEY must be set together')
  }
  if (accessKeyId === undefined && variables.VITRINE_S3_ENDPOINT !== undefined) {
    problems.push('VITRINE_S3_ACCESS_KEY_ID must be set when VITRINE_S3_ENDPOINT is')
  }
  const prefix = variables.VITRINE_S3_PREFIX ?? ''
  if (!/^([A-Za-z0-9_][A-Za-z0-9_.-]*\/)*$/.test(prefix)) {
    problems.push('VITRINE_S3_PREFIX must be folder names that end in a slash, such as vitrine/')
  }
  // Otherwise each machine would create its own secret and reject the links of the others.
  if (!variables.VITRINE_SECRET) problems.push('VITRINE_SECRET must be set when VITRINE_S3_BUCKET is')
  return {
    kind: 's3',
    endpoint: variables.VITRINE_S3_ENDPOINT,
    region: variables.VITRINE_S3_REGION ?? 'us-east-1',
    bucket,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    prefix,
    publicEndpoint: variables.VITRINE_S3_PUBLIC_ENDPOINT,
  }
}

/**
 * The storage of these settings. `dataFolder` holds the files themselves, or temporary copies of a bucket's files; `links` signs
 * the URLs of private files.
 */
export async function openStorage(
  settings: StorageSettings,
  { dataFolder, links }: { dataFolder: string; links: SignedLinks },
): Promise<Storage> {
  if (settings.kind === 'disk') {
    const directory = join(dataFolder, 'files')
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    return createLocalDiskStorage({ directory, links })
  }
  // Loaded on demand, because the client costs every process 35 MB.
  const { createS3Storage } = await import('./s3.ts')
  return createS3Storage({ ...settings, links, cacheFolder: join(dataFolder, 'cache') })
}
