// Maintenance commands of `npm run vitrine -- …`: build, migrate, check, backup, restore, and secret rotation.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { fillSentence } from '@vitrine/contract/sentence'
import { connect, type Db, disconnect } from '@vitrine/database/connection'
import { MigrationRefused, migrate } from '@vitrine/database/migrate'
import { readOrCreateSecrets, rotateSecret, SecretUnreadable } from '@vitrine/providers/secret'
import { type Storage, StorageUnavailable } from '@vitrine/providers/storage'
import { openStorage, readStorageSettings } from '@vitrine/providers/storage/settings'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { checkInvariants, type Finding, type Installation } from '@vitrine/store/invariants/invariant'
import { checkMoney } from '@vitrine/store/invariants/ledger-check'
import manifest from '../../../package.json' with { type: 'json' }
import { backUp, describeBackup, readManifest, restore } from './backup.ts'
import {
  bringSecrets,
  findSecrets,
  makeRecoveryKey,
  reportUnreadableSecrets,
  requireStoppedOrigin,
  sealForBackup,
  WITHOUT_SECRET,
} from './backup-secret.ts'
import { build, isBuilt } from './build.ts'
import { LaunchError, type LauncherSettings, readLauncherSettings, root } from './settings.ts'
import { requireOwnFolder, withDatabase, withDatabaseUrl } from './with-database.ts'

export const MAINTENANCE_USAGE = `  build                                          builds the pages and the programs if the sources have changed
  migrate                                        migrates the database; servers and workers require it
  check                                          checks the invariants of the running store (docs/invariants.md)
  backup FOLDER [--previous FOLDER] [--no-media] backs up the running store; shares unchanged files with an earlier backup
  recovery-key [--replace]                       makes a key and shows it once: backups then contain the secret, sealed with it
  restore FOLDER [--recovery-key]                restores a backup into an empty installation; reads the key from standard input
          [--without-secret]                     without keys of outside services and authenticator apps
  rotate-secret                                  replaces the secret of the data folder; links signed with the old one keep working`

interface CommandOptions {
  readonly folder: string | undefined
  readonly previous: string | undefined
  readonly withMedia: boolean
  readonly replaces: boolean
  readonly hasRecoveryKey: boolean
  readonly withoutSecret: boolean
}

interface Place {
  readonly settings: LauncherSettings
  readonly environment: NodeJS.ProcessEnv
  /** Relative paths start here. */
  readonly folder: string
  readonly input: NodeJS.ReadableStream
}

const migrations = join(root, 'packages/store/migrations')

const COMMANDS: Readonly<Record<string, (commandOptions: CommandOptions, place: Place) => Promise<string | boolean>>> =
  {
    build: async () => {
      if (!import.meta.url.endsWith('.ts')) return 'A package is built.'
      if (isBuilt()) return 'Nothing has changed since the last build.'
      await build()
      return 'Built.'
    },
    migrate: async (_given, { settings }) => {
      await withDatabaseUrl(settings, (url) => migrate(url, { folder: migrations }), { mayCreate: true })
      return 'The database is up to date.'
    },
    check: async (_given, place) => {
      const storage = await openOwnStorage(place)
      const { settings, environment } = place
      const { VITRINE_PUBLIC_URL: publicUrl } = environment
      const addresses = [...(publicUrl ? [new URL(publicUrl).origin] : []), settings.address]
      return await withDatabase(settings, (db) => reportInvariants(db, { storage, addresses }))
    },
    backup: async (commandOptions, place) => {
      const folder = requireFolder(commandOptions, place)
      const { previous, withMedia } = commandOptions
      const storage = await openOwnStorage(place)
      return await withDatabaseUrl(place.settings, async (databaseUrl) => {
        const db = connect(databaseUrl, { max: 2, applicationName: 'vitrine-backup' })
        try {
          const secrets = sealForBackup(place.environment, place.settings.dataFolder)
          const options = { db, databaseUrl, storage, version: manifest.version, folder, withMedia, secrets }
          const earlier = previous === undefined ? {} : { previous: resolve(place.folder, previous) }
          const saved = await backUp({ ...options, ...earlier })
          if (!secrets && !place.environment.VITRINE_SECRET) console.error(WITHOUT_SECRET)
          return `Backed up to ${folder}: ${fillSentence(describeBackup(saved))}.`
        } finally {
          await disconnect(db)
        }
      })
    },
    'recovery-key': async ({ replaces }, { settings: { dataFolder } }) => {
      requireOwnFolder(dataFolder)
      return makeRecoveryKey(dataFolder, replaces)
    },
    restore: async (commandOptions, place) => {
      const folder = requireFolder(commandOptions, place)
      const { settings, environment } = place
      const { dataFolder } = settings
      await requireStoppedOrigin(folder)
      const recoveryKey = commandOptions.hasRecoveryKey ? await text(place.input) : undefined
      const found = findSecrets(await readManifest(folder), {
        ...commandOptions,
        folder,
        environment,
        dataFolder,
        recoveryKey,
      })
      const storage = await openOwnStorage(place)
      return await withDatabaseUrl(
        settings,
        async (databaseUrl) => {
          const saved = await restore({ databaseUrl, storage, folder, migrations })
          if (found) bringSecrets(dataFolder, found)
          console.log(
            `Restored from ${saved.startedAt}, version ${saved.version}: ${fillSentence(describeBackup(saved))}.`,
          )
          const db = connect(databaseUrl, { max: 2, applicationName: 'vitrine-restore' })
          try {
            const isGood = await reportLedgerCheck(db)
            await reportUnreadableSecrets(db, readOrCreateSecrets(setVariables(environment), dataFolder))
            return isGood
          } finally {
            await disconnect(db)
          }
        },
        { mayCreate: true, isExclusive: true },
      )
    },
    'rotate-secret': async (_given, { settings, environment }) => {
      if (environment.VITRINE_SECRET) {
        throw new LaunchError(
          'The secret is set by VITRINE_SECRET. Move its value to VITRINE_OLD_SECRET, put a new one into VITRINE_SECRET, and ' +
            `restart servers and workers. A new secret: ${randomBytes(32).toString('hex')}`,
        )
      }
      requireOwnFolder(settings.dataFolder)
      rotateSecret(settings.dataFolder)
      return 'The secret was replaced. Restart servers and workers; run this again in a day to remove the old one.'
    },
  }

const takesFolder = new Set(['backup', 'restore'])

export const isMaintenanceCommand = (name: string | undefined) => name !== undefined && Object.hasOwn(COMMANDS, name)

/** Runs one command and returns the exit code: 0 done, 1 refused or faults found, 2 invalid arguments. */
export async function runMaintenanceCommand(
  argv: readonly string[],
  terminal: Omit<Place, 'settings'>,
): Promise<number> {
  const [name = '', ...rest] = argv
  const command = COMMANDS[name]
  assert(command && isMaintenanceCommand(name), `${name} is none of these commands`)
  const commandOptions = readOptions(rest, takesFolder.has(name))
  if (typeof commandOptions === 'string') {
    console.error(notUnderstood(name, commandOptions, MAINTENANCE_USAGE))
    return 2
  }
  try {
    const done = await command(commandOptions, { ...terminal, settings: readLauncherSettings(terminal.environment) })
    if (typeof done === 'string') console.log(done)
    return done === false ? 1 : 0
  } catch (error) {
    const disk = describeDiskError(error)
    if (disk) {
      console.error(disk)
      return 1
    }
    const isForOwner = [LaunchError, MigrationRefused, SecretUnreadable, StorageUnavailable].some(
      (kind) => error instanceof kind,
    )
    if (!isForOwner) throw error
    console.error((error as Error).message)
    return 1
  }
}

/** The parsed options, or an error message. */
function readOptions(args: string[], isAboutFolder: boolean): CommandOptions | string {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: isAboutFolder,
      options: {
        previous: { type: 'string' },
        'no-media': { type: 'boolean' },
        replace: { type: 'boolean' },
        'recovery-key': { type: 'boolean' },
        'without-secret': { type: 'boolean' },
      },
    })
    if (positionals.length > 1) return `Name only one folder, not ${positionals.join(', ')}`
    return {
      folder: positionals[0],
      previous: values.previous,
      withMedia: values['no-media'] !== true,
      replaces: values.replace === true,
      hasRecoveryKey: values['recovery-key'] === true,
      withoutSecret: values['without-secret'] === true,
    }
  } catch (error) {
    return (error as Error).message
  }
}

/** The message for invalid arguments of a command, with its line of the usage. */
export function notUnderstood(name: string, fault: string, usage: string): string {
  const line = usage.split('\n').find((line) => line.trimStart().startsWith(`${name} `))
  return `${fault}\n\n${line ?? usage}`
}

function requireFolder({ folder }: CommandOptions, place: Place): string {
  if (folder === undefined) throw new LaunchError('Name the folder of the backup.')
  return resolve(place.folder, folder)
}

async function openOwnStorage({ settings, environment }: Place): Promise<Storage> {
  requireOwnFolder(settings.dataFolder)
  const commandOptions = setVariables(environment)
  const problems: string[] = []
  // This process creates no links, so the secret can be temporary.
  const links = createSignedLinks(randomBytes(32))
  const storage = readStorageSettings({ VITRINE_SECRET: 'not needed here', ...commandOptions }, problems)
  if (problems.length > 0) throw new LaunchError(problems.join('\n'))
  return await openStorage(storage, { dataFolder: settings.dataFolder, links })
}

/** The variables that are set; an empty value counts as not set. */
function setVariables(environment: NodeJS.ProcessEnv) {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}

const DISK_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Make room, or choose another disk.',
  EDQUOT: 'The quota of this user on the disk is used up. Make room, or choose another disk.',
  EROFS: 'The disk can only be read. Choose another one.',
  EACCES: 'This user may not write there.',
  EPERM: 'This user may not write there.',
  EIO: 'The disk reports a fault. Choose another one, and have this one checked.',
}

/** Describes a disk error in words; undefined for any other error. */
function describeDiskError(error: unknown): string | undefined {
  const { code = '', path, message } = error as NodeJS.ErrnoException
  const words = Object.hasOwn(DISK_ERRORS, code) ? DISK_ERRORS[code] : undefined
  return words && `${words} (${path ?? message})`
}

const MAX_REPORTED = 20

/** Checks all invariants and prints the results. Returns whether all hold; a check that could not run is no violation. */
async function reportInvariants(db: Db, installation: Installation): Promise<boolean> {
  const findings = await checkInvariants(db, installation)
  for (const finding of findings) report(finding)
  const broken = findings.filter(({ violations }) => violations && violations.length > 0)
  if (broken.length > 0) console.error(`${broken.length} of ${findings.length} invariants are violated.`)
  else console.log(`${findings.length} invariants hold.`)
  return broken.length === 0
}

function report({ name, says, violations }: Finding): void {
  if (violations === undefined) console.log(`skipped   ${name}: the store does not answer. ${says}`)
  else if (violations.length === 0) console.log(`holds     ${name}: ${says}`)
  else {
    console.error(`VIOLATED  ${name}: ${says}`)
    for (const violation of violations.slice(0, MAX_REPORTED)) console.error(`          ${violation}`)
    if (violations.length > MAX_REPORTED) console.error(`          and ${violations.length - MAX_REPORTED} more`)
  }
}

// Prints whether the ledger of an installation adds up.

/** Checks the ledger and prints the result. Returns whether it adds up. */
export async function reportLedgerCheck(db: Db): Promise<boolean> {
  const { transfers, entries, faults } = await checkMoney(db)
  for (const fault of faults) console.error(fault)
  const size = `${count(transfers, 'transfer', 'transfers')} and ${count(entries, 'entry', 'entries')}`
  if (faults.length === 0) console.log(`${size}: the ledger adds up.`)
  else console.error(`${size}: ${count(faults.length, 'fault', 'faults')}.`)
  return faults.length === 0
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}
