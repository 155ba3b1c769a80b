// `npm run vitrine -- COMMAND …`: what the operator of the machine can do in addition to the admin area. Every action is
// recorded in the audit log.

import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { emailAddress, username } from '@vitrine/contract/accounts'
import { ApiError } from '@vitrine/contract/api-error'
import { type Db, transaction } from '@vitrine/database/connection'
import { hashPassword } from '@vitrine/store/accounts/password'
import { setAdminPassword } from '@vitrine/store/admin/admin-password'
import { createOwner, eraseMember, exportMember, resetOwnerPassword } from '@vitrine/store/admin/member'
import { endSetupByCommand } from '@vitrine/store/admin/setup'
import { resetFactorsByEmail } from '@vitrine/store/admin/staff'
import { MAINTENANCE_USAGE, notUnderstood, reportLedgerCheck } from './maintenance-command.ts'
import { COMMAND, LaunchError, readLauncherSettings } from './settings.ts'
import { withDatabase } from './with-database.ts'

export const USAGE = `${COMMAND} COMMAND

  create-owner --email ADDRESS --username NAME   creates an owner account, or makes an existing account one
  reset-owner-password --email ADDRESS           sets a new password and signs every device out
  set-admin-password                             sets the admin password, switches it on and signs out of the admin who used it
  remove-second-factors --email ADDRESS          removes the authenticator app and passkeys of somebody who lost them
  ledger-check                                   checks the ledger
  export-user --email ADDRESS [--out FILE]       writes all data of a user as JSON
  erase-user --email ADDRESS --yes               deletes an account as its owner could; cannot be taken back
${MAINTENANCE_USAGE}

Passwords are read from standard input: echo 'the password' | ${COMMAND} create-owner …`

interface CommandOptions {
  readonly email: string | undefined
  readonly username: string | undefined
  readonly out: string | undefined
  readonly yes: boolean | undefined
}

interface Terminal {
  readonly environment: NodeJS.ProcessEnv
  /** Relative paths start here. */
  readonly folder: string
  readonly input: NodeJS.ReadableStream
  /** Usage lines of commands that are defined elsewhere, for unknown commands. */
  readonly otherCommands?: string
}

type Command = (db: Db, commandOptions: CommandOptions, terminal: Terminal) => Promise<string | boolean>

const COMMANDS: Readonly<Record<string, Command>> = {
  'create-owner': async (db, commandOptions, terminal) => {
    const account = {
      email: requireEmail(commandOptions),
      username: requireUsername(commandOptions),
      passwordHash: await readPassword(terminal),
    }
    const { isNew } = await transaction(db, async (tx) => {
      const created = await createOwner(tx, account)
      await endSetupByCommand(tx)
      return created
    })
    return `${account.email} ${isNew ? 'is a new owner account' : 'had an account, which is now an owner account; its password is unchanged'}.`
  },
  'reset-owner-password': async (db, commandOptions, terminal) => {
    const passwordHash = await readPassword(terminal)
    await transaction(db, (tx) => resetOwnerPassword(tx, requireEmail(commandOptions), passwordHash))
    return 'The password was set, and every device was signed out.'
  },
  'set-admin-password': async (db, _given, terminal) => {
    const passwordHash = await readPassword(terminal)
    await transaction(db, (tx) => setAdminPassword(tx, passwordHash))
    return 'The admin password was set.'
  },
  'remove-second-factors': async (db, commandOptions) => {
    const hadAny = await transaction(db, (tx) => resetFactorsByEmail(tx, requireEmail(commandOptions)))
    return hadAny
      ? 'The authenticator app, the passkeys and the recovery codes were removed. The next admin sign-in asks for new ones.'
      : 'This account has no second factors.'
  },
  'ledger-check': (db) => reportLedgerCheck(db),
  'export-user': async (db, commandOptions, { folder }) => {
    const data = JSON.stringify(await exportMember(db, requireEmail(commandOptions)), null, 2)
    if (commandOptions.out === undefined) return data
    await writeFile(resolve(folder, commandOptions.out), `${data}\n`, { mode: 0o600 })
    return `Written to ${resolve(folder, commandOptions.out)}.`
  },
  'erase-user': async (db, commandOptions) => {
    if (commandOptions.yes !== true) throw new LaunchError('This cannot be undone. Add --yes to confirm.')
    await transaction(db, (tx) => eraseMember(tx, requireEmail(commandOptions)))
    return 'The account was deleted. A worker will remove its files.'
  },
}

/** Runs one command and returns the exit code: 0 done, 1 refused or faults found, 2 invalid arguments. */
export async function runOwnerCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '', ...rest] = argv
  const usage = [USAGE, terminal.otherCommands].filter(Boolean).join('\n\n')
  if (['help', '--help', '-h'].includes(name)) {
    console.log(usage)
    return 0
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    console.error(name === '' ? usage : `Unknown command: ${name}.\n\n${usage}`)
    return 2
  }
  const commandOptions = readOptions(rest)
  if (typeof commandOptions === 'string') {
    console.error(notUnderstood(name, commandOptions, USAGE))
    return 2
  }
  try {
    const settings = readLauncherSettings(terminal.environment)
    const done = await withDatabase(settings, (db) => command(db, commandOptions, terminal))
    if (typeof done === 'string') console.log(done)
    return done === false ? 1 : 0
  } catch (error) {
    if (!(error instanceof LaunchError || error instanceof ApiError)) throw error
    console.error(error.message)
    return 1
  }
}

/** The parsed options, or an error message. */
function readOptions(args: string[]): CommandOptions | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: 'string' },
        username: { type: 'string' },
        out: { type: 'string' },
        yes: { type: 'boolean' },
      },
    })
    return { email: values.email, username: values.username, out: values.out, yes: values.yes }
  } catch (error) {
    return (error as Error).message
  }
}

function requireEmail({ email }: CommandOptions): string {
  const checked = emailAddress.safeParse(email ?? '')
  if (!checked.success) throw new LaunchError('--email must be an e-mail address.')
  return checked.data
}

function requireUsername({ username: input }: CommandOptions): string {
  const checked = username.safeParse(input ?? '')
  if (!checked.success) throw new LaunchError(`--username: ${checked.error.issues[0]?.message}`)
  return checked.data
}

/** Reads the first line of the input. A password on the command line would appear in the shell's history and the process list. */
async function readPassword({ input }: Terminal) {
  const [password = ''] = (await text(input)).split(/\r?\n/, 1)
  if (password === '') throw new LaunchError('The password is read from standard input, which was empty.')
  return hashPassword(password)
}
