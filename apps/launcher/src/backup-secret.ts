// Adds the secret of an installation to its backups. Without it a restored store cannot read the keys of external services and
// authenticator apps.
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Db } from '@vitrine/database/connection'
import { findRunningInstance } from '@vitrine/database/instance-lock'
import { toSecretPurpose } from '@vitrine/providers/choice'
import {
  createRecoveryKey,
  openSecrets,
  readPublicKey,
  type SealedSecrets,
  sealSecrets,
  writePublicKey,
} from '@vitrine/providers/recovery-key'
import { createTextCipher, readSecrets, replaceSecrets, type Secrets } from '@vitrine/providers/secret'
import { SECRET_FIELDS } from '@vitrine/providers/service/settings'
import { countUnreadableApps } from '@vitrine/store/admin/factor-code'
import { readSettings } from '@vitrine/store/settings'
import type { BackupManifest } from './backup.ts'
import { COMMAND, LaunchError } from './settings.ts'
import { describeRunning } from './with-database.ts'

export const WITHOUT_SECRET =
  'This backup does not contain the secret of the store: after a lost disk, keys of outside services would have to be entered again,\n' +
  `and authenticator apps set up again. ${COMMAND} recovery-key makes a key; the backups after it contain the secret, sealed with it.`

/** Creates a recovery key and returns the text that shows it to the owner, once. */
export function makeRecoveryKey(dataFolder: string, replaces: boolean): string {
  if (!existsSync(join(dataFolder, 'secret'))) {
    throw new LaunchError(
      `There is no secret in ${dataFolder}. Start the store once; VITRINE_DATA names another folder.`,
    )
  }
  if (!replaces && readPublicKey(dataFolder) !== undefined) {
    throw new LaunchError(
      'There is a recovery key already. --replace makes a new one; backups made until now need the old one.',
    )
  }
  const { recoveryKey, publicKey } = createRecoveryKey()
  writePublicKey(dataFolder, publicKey)
  return `${recoveryKey}

This is the recovery key. It is shown only now: write it down, and keep it apart from this machine and its backups. From now on every
backup contains the secret of the store, sealed with it, and restoring one on a new machine asks for it.`
}

/** Undefined without a recovery key. */
export function sealForBackup(environment: NodeJS.ProcessEnv, dataFolder: string): SealedSecrets | undefined {
  const publicKey = readPublicKey(dataFolder)
  if (publicKey === undefined) return undefined
  const { VITRINE_SECRET: secret, VITRINE_OLD_SECRET: old } = environment
  const fromEnvironment = { VITRINE_SECRET: secret || undefined, VITRINE_OLD_SECRET: old || undefined }
  return sealSecrets(publicKey, readSecrets(fromEnvironment, dataFolder))
}

interface FoundSecrets {
  readonly secrets: Secrets
  readonly publicKey: string | undefined
}

interface Restoring {
  /** The folder of the backup. */
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
  readonly dataFolder: string
  readonly recoveryKey: string | undefined
  readonly withoutSecret: boolean
}

/** The data folder whose upgrade wrote this backup. */
function findOrigin(backup: string): string | undefined {
  const parent = dirname(backup)
  return basename(parent) === 'backups' ? dirname(parent) : undefined
}

/** Refuses while the store that wrote the backup is running: its customers' current changes would be in neither database. */
export async function requireStoppedOrigin(backup: string): Promise<void> {
  const origin = findOrigin(backup)
  const running = origin && (await findRunningInstance(origin))
  if (running) throw new LaunchError(describeRunning(origin, running))
}

/**
 * The secret that a backup needs: the one of the data folder that contains it, or the one in the backup, opened with the
 * recovery key. Undefined when the installation has a secret, or is to be restored without one. Throws `LaunchError` before
 * anything is changed.
 */
export function findSecrets(manifest: BackupManifest, restoring: Restoring): FoundSecrets | undefined {
  const { folder, environment, dataFolder, recoveryKey, withoutSecret } = restoring
  if (environment.VITRINE_SECRET || withoutSecret) return undefined
  const { secrets: sealed } = manifest
  if (recoveryKey !== undefined) {
    if (!sealed) throw new LaunchError('This backup was made without a recovery key. Leave out --recovery-key.')
    const secrets = openSecrets(recoveryKey, sealed)
    if (!secrets) throw new LaunchError('This is not the recovery key of this backup. Nothing was changed.')
    return { secrets, publicKey: sealed.publicKey }
  }
  const origin = findOrigin(folder)
  if (origin !== undefined && existsSync(join(origin, 'secret'))) {
    return { secrets: readSecrets({}, origin), publicKey: readPublicKey(origin) }
  }
  if (!sealed || existsSync(join(dataFolder, 'secret'))) return undefined
  throw new LaunchError(
    `The secret in this backup is sealed: echo 'THE RECOVERY KEY' | ${COMMAND} restore … --recovery-key\n` +
      'Without it, --without-secret restores the rest; keys of outside services and authenticator apps are lost then.',
  )
}

export function bringSecrets(dataFolder: string, { secrets, publicKey }: FoundSecrets): void {
  replaceSecrets(dataFolder, secrets)
  if (publicKey !== undefined) writePublicKey(dataFolder, publicKey)
}

const SERVICES: Readonly<Record<string, string>> = { mail: 'email', sms: 'text messages', payment: 'payments' }

/** Prints which keys a restored store cannot read, and how to replace them. */
export async function reportUnreadableSecrets(db: Db, secrets: Secrets): Promise<void> {
  const cipher = createTextCipher(secrets)
  const authenticatorApps = await countUnreadableApps(db, cipher)
  const { providers } = (await readSettings(db)).values
  const providerKeys = SECRET_FIELDS.filter(([service, field]) => {
    const text = providers[service][field]
    return (
      typeof text === 'string' && text !== '' && cipher.decrypt(toSecretPurpose(service, field), text) === undefined
    )
  })
  if (providerKeys.length === 0 && authenticatorApps === 0) {
    console.log('All keys of outside services and authenticator apps can be read.')
    return
  }
  console.error('This store does not have the secret under which these were encrypted:')
  for (const [service, keys] of Map.groupBy(providerKeys, ([service]) => service)) {
    const count = `${keys.length} ${keys.length === 1 ? 'key' : 'keys'}`
    console.error(`  ${count} of ${SERVICES[service] ?? service}: enter again under Settings, Providers`)
  }
  if (authenticatorApps > 0) {
    console.error(
      `  ${authenticatorApps} ${authenticatorApps === 1 ? 'authenticator app' : 'authenticator apps'}: enter with a recovery code or a passkey and set the app up again, or ${COMMAND} remove-second-factors`,
    )
  }
  console.error('With the secret or the recovery key, restore the backup once more into an empty data folder.')
}
