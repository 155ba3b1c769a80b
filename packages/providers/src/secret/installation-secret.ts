// The installation's secret, which signs its links. It comes from the configuration or from a file in the data folder that
// is created at the first start. During a rotation there are two: the new one signs, both verify.
import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MIN_CHARACTERS = 32

/** Newest first; never empty. */
export type Secrets = readonly [string, ...string[]]

/** The environment variables from the env.ts files; empty ones must be left out. */
export interface SecretVariables {
  readonly VITRINE_SECRET?: string | undefined
  readonly VITRINE_OLD_SECRET?: string | undefined
}

/** The secret's file is unusable; the message tells the owner why. */
export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable'
}

/** The secrets of an existing installation. Throws `SecretUnreadable`. */
export function readSecrets(variables: SecretVariables, dataFolder: string): Secrets {
  if (variables.VITRINE_SECRET !== undefined) {
    return variables.VITRINE_OLD_SECRET === undefined
      ? [variables.VITRINE_SECRET]
      : [variables.VITRINE_SECRET, variables.VITRINE_OLD_SECRET]
  }
  const path = join(dataFolder, 'secret')
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new SecretUnreadable(`VITRINE_SECRET is not set and ${path} cannot be read: ${(error as Error).message}`)
  }
  const [newest = '', ...older] = text.split('\n').map((line) => line.trim())
  const secrets: Secrets = [newest, ...older.filter(Boolean)]
  if (secrets.some(({ length }) => length < MIN_CHARACTERS)) {
    throw new SecretUnreadable(`${path} is damaged: each line must hold at least ${MIN_CHARACTERS} characters`)
  }
  return secrets
}

/** The same; creates a missing secret of 32 random bytes, readable by its owner only. */
export function readOrCreateSecrets(variables: SecretVariables, dataFolder: string): Secrets {
  if (variables.VITRINE_SECRET !== undefined) return readSecrets(variables, dataFolder)
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const path = join(dataFolder, 'secret')
  // A hard link appears whole and fails when the name is taken, so processes that start together agree on one secret.
  const candidate = `${path}.${randomUUID()}`
  try {
    writeFileSync(candidate, makeSecret(), { mode: 0o600, flush: true })
    linkSync(candidate, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(candidate, { force: true })
  }
  return readSecrets(variables, dataFolder)
}

/** Adds a new secret before the current one, which still verifies; older ones are dropped. */
export function rotateSecret(dataFolder: string): void {
  const [present] = readSecrets({}, dataFolder)
  replaceSecrets(dataFolder, [makeSecret(), present])
}

/** Gives a new installation the secrets of another one, as a restored backup needs them. */
export function replaceSecrets(dataFolder: string, secrets: Secrets): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const path = join(dataFolder, 'secret')
  const candidate = `${path}.${randomUUID()}`
  writeFileSync(candidate, `${secrets.join('\n')}\n`, { mode: 0o600, flush: true })
  renameSync(candidate, path)
}

const makeSecret = () => randomBytes(32).toString('hex')
