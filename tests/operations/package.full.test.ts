// Installs the package into an empty folder, as its owner does, and runs it: start, sign-in, check, restart, an upgrade from an
// earlier version, and the way back.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BackupManifest } from '../../apps/launcher/src/backup.ts'
import { root } from '../../apps/launcher/src/settings.ts'
import { StoreClient } from '../client/store-client.ts'
import { findFreePort } from '../free-port.ts'
import { takePhoto } from '../purchase-flow/photo.ts'
import { addMigration } from './later-version.ts'

const run = promisify(execFile)
const running = new Set<ChildProcess>()
let folder: string
let tarball: string
let port: number

/** What a terminal has: where programs are, and how this network is reached. */
const TERMINAL = /^(PATH|HOME|NODE_EXTRA_CA_CERTS|(HTTPS?|NO)_PROXY)$/i

/** As in a terminal: nothing of the npm that runs the tests. */
const environment = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => TERMINAL.test(name))),
  PORT: String(port),
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-package-'))
  port = await findFreePort()
  await run(process.execPath, [join(root, 'scripts/package.ts'), '--quick', folder])
  tarball = globSync('vitrine-*.tgz', { cwd: folder })[0] ?? 'none was made'
  await install('store')
  // Packs and unpacks 100 MB and queries npm's registry: minutes while other tests run.
}, 900_000)
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** npx keeps what it installs in the cache of npm; a folder of its own can be deleted afterwards. */
async function install(name: string): Promise<void> {
  mkdirSync(join(folder, name))
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  // A connection that stalls is tried again after half a minute; npm itself waits five.
  const patience = ['--fetch-timeout=30000', '--fetch-retries=5']
  await run('npm', ['install', ...quiet, ...patience, join(folder, tarball)], {
    cwd: join(folder, name),
    env: environment(),
  })
}

/** A folder to stand in, and the package whose program is called there. */
interface Place {
  readonly data: string
  readonly program: string
}

const toProgramFile = (program: string) => join(folder, program, 'node_modules/vitrine/bin/vitrine.mjs')

function makeFolder({ data }: Place): string {
  const place = join(folder, data)
  mkdirSync(place, { recursive: true })
  return place
}

/** Runs a command and answers what it says. Rejects when it fails. */
async function command(place: Place, ...words: string[]): Promise<string> {
  const options = { cwd: makeFolder(place), env: environment() }
  return (await run(process.execPath, [toProgramFile(place.program), ...words], options)).stdout
}

async function start(place: Place) {
  const child = spawn(process.execPath, [toProgramFile(place.program)], { cwd: makeFolder(place), env: environment() })
  running.add(child)
  let output = ''
  const ready = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('Vitrine is at')) ready.resolve()
    })
  }
  const exit = once(child, 'exit').then(([code]) => {
    running.delete(child)
    ready.reject(new Error(`it ended (${code}): ${output}`))
    return code as number | null
  })
  await ready.promise
  return {
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      return await exit
    },
  }
}

async function call(path: string, token?: string, body?: object) {
  const answer = await fetch(`http://localhost:${port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

const demo = { email: 'demo@vitrine.test', password: 'demo-vitrine' }

async function signIn(): Promise<string> {
  const { text } = await call('/api/login', undefined, demo)
  return (JSON.parse(text) as { token: string }).token
}

test('contains what is built, and no sources', () => {
  const files = globSync('**/*', { cwd: join(folder, 'store/node_modules/vitrine') })
  expect(files.filter((file) => /\.(ts|tsx|mdx|map)$|\.test\./.test(file))).toEqual([])
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'THIRD-PARTY-LICENSES', 'npm-shrinkwrap.json']))
  const notices = readFileSync(join(folder, 'store/node_modules/vitrine/THIRD-PARTY-LICENSES'), 'utf8')
  for (const name of ['react-dom', 'fastify', 'node-av', 'SIL OPEN FONT LICENSE']) expect(notices).toContain(name)
})

test('installs the versions that were tested', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  const toPackageName = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const tested = new Set(Object.entries(packages).map(([path, { version }]) => `${toPackageName(path)} ${version}`))
  const modules = join(folder, 'store/node_modules')
  const installed = globSync(['*/package.json', '@*/*/package.json'], { cwd: modules }).map((file) => {
    const { name, version } = JSON.parse(readFileSync(join(modules, file), 'utf8')) as { name: string; version: string }
    return `${name} ${version}`
  })
  expect(installed.length).toBeGreaterThan(50)
  expect(installed.filter((one) => !tested.has(one) && !one.startsWith('vitrine '))).toEqual([])
})

/** An upload and a render use the native libraries, in the processes that the programs start. */
async function makeVideoWithPhoto(): Promise<void> {
  const client = new StoreClient({ baseUrl: `http://localhost:${port}` })
  await client.login(demo.email, demo.password)
  const { status, body: photo } = await client.upload(await takePhoto(), 'me.jpg', 'image/jpeg')
  expect(status).toBe(201)
  const { body: project } = await client.expect('POST', '/api/projects', [201], { templateId: 'ivory-letter' })
  const values = { photo: { asset: photo.assetId } }
  await client.expect('PUT', `/api/projects/${project.projectId}`, [200], { values, difference: {} })
  expect(await client.render(project.projectId, 'preview')).toMatchObject({ status: 'completed', errorMessage: null })
}

test('is a store in an empty folder, and the same one after a restart', async () => {
  const place = { data: 'first', program: 'store' }
  const first = await start(place)
  expect((await call('/template/rajwada-nights')).text).toContain('Rajwada Nights')
  expect((await call('/api/docs/')).status).toBe(200)
  const token = await signIn()
  expect(await command(place, 'check')).toContain('invariants hold')
  await makeVideoWithPhoto()
  expect(await first.stop()).toBe(0)

  const second = await start(place)
  expect((await call('/api/profile', token)).status).toBe(200)
  expect(await second.stop()).toBe(0)
})

test('upgrades with a backup, which leads back to the version before', async () => {
  await makeLaterVersion()
  await command({ data: 'upgraded', program: 'store' }, 'migrate')
  const later = await start({ data: 'upgraded', program: 'later' })
  expect(later.output()).toContain('before the upgrade…')
  await signIn()
  expect(await later.stop()).toBe(0)

  const [manifest = ''] = globSync('upgraded/vitrine-data/backups/*/manifest.json', { cwd: folder })
  const { database } = JSON.parse(readFileSync(join(folder, manifest), 'utf8')) as BackupManifest
  expect(database.level).toBe(readLevel('store'))
  await expect(command({ data: 'upgraded', program: 'store' }, 'migrate')).rejects.toThrow('newer version')
  const back = await command({ data: 'back', program: 'store' }, 'restore', join(folder, dirname(manifest)))
  expect(back).toContain('the ledger adds up')
})

function readLevel(name: string): number {
  const journal = join(folder, name, 'node_modules/vitrine/packages/store/migrations/meta/_journal.json')
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { when: number }[] }
  return Math.max(...entries.map(({ when }) => when))
}

async function makeLaterVersion(): Promise<void> {
  await run('cp', ['-al', join(folder, 'store'), join(folder, 'later')])
  addMigration(join(folder, 'later/node_modules/vitrine'))
}
