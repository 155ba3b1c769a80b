// `npm run test:install`: does in an empty folder what README.md and docs/operating.md tell an owner to do, command by command as it
// stands there: installation, start, backup, upgrade, way back, a lost disk with the keys of services and authenticator apps, and the
// steps of the container image. Minutes, and a network for npm.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedUrl } from '@vitrine/database/embedded'
import { Secret, TOTP } from 'otpauth'
import { build, isBuilt } from '../../apps/launcher/src/build.ts'
import { root } from '../../apps/launcher/src/settings.ts'
import { findFreePort } from '../free-port.ts'
import { InstallPlace, readBlock } from './install-place.ts'
import { addMigration } from './later-version.ts'

const README = join(root, 'README.md')
const OPERATING = join(root, 'docs/operating.md')
const OWNER = { email: 'owner@example.com', password: 'a long password', adminPassword: 'another one' }

const port = await findFreePort()
const address = `http://127.0.0.1:${port}`
const place = new InstallPlace({ '127.0.0.1:3000': `127.0.0.1:${port}`, '3999': String(await findFreePort()) })

async function step(name: string, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  await work()
  console.log(`ok  ${name}  ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
}

/** 0.3.0 has one migration more than 0.2.0, so that the way from one to the other is an upgrade. */
async function makePackages(): Promise<void> {
  if (!isBuilt()) await build()
  execFileSync(process.execPath, [join(root, 'scripts/package.ts'), '--quick', place.folder], { stdio: 'inherit' })
  const [made = ''] = globSync('vitrine-*.tgz', { cwd: place.folder })
  const unpacked = place.path('unpacked')
  mkdirSync(unpacked)
  execFileSync('tar', ['xzf', place.path(made), '-C', unpacked, '--strip-components=1'])
  rmSync(place.path(made))
  const pack = (version: string) => {
    for (const file of ['package.json', 'npm-shrinkwrap.json']) {
      const path = join(unpacked, file)
      const content = JSON.parse(readFileSync(path, 'utf8'))
      if (content.packages) content.packages[''].version = version
      writeFileSync(path, JSON.stringify({ ...content, version }))
    }
    execFileSync('npm', ['pack', unpacked, '--silent'], { cwd: place.path('root') })
  }
  pack('0.2.0')
  addMigration(unpacked)
  pack('0.3.0')
}

/** The settings that the documents tell their reader to edit. */
function editSettings(): void {
  const file = place.path('etc/vitrine/vitrine.env')
  const text = readFileSync(file, 'utf8')
    .replace('VITRINE_DATA=/', `VITRINE_DATA=${place.folder}/`)
    .replace('PORT=3000', `PORT=${port}`)
    .replace(/^(VITRINE_(WORKER_)?METRICS_PORT=)/gm, '#$1')
  writeFileSync(file, text)
}

async function call(
  method: string,
  path: string,
  { token, cookie, body }: { token?: string; cookie?: string; body?: object } = {},
) {
  const answer = await fetch(`${address}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  assert(answer.ok, `${method} ${path} answered ${answer.status}: ${text}`)
  const set = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  return { body: text ? JSON.parse(text) : undefined, cookie: set.join('; ') }
}

const signIn = async () =>
  String((await call('POST', '/login', { body: { email: OWNER.email, password: OWNER.password } })).body.token)
const generateTotp = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Enters keys of payments, and sets up an authenticator app. Answers the app's secret. */
async function enterKeys(): Promise<string> {
  const token = await signIn()
  const { cookie } = await call('POST', '/admin/login', { token, body: { password: OWNER.adminPassword } })
  const { providers } = (await call('GET', '/admin/settings', { cookie })).body
  const payment = {
    ...providers.value.payment,
    mode: 'live',
    keyId: 'rzp_live_AbCdEfGhIjKlMn',
    keySecret: 'a key',
    webhookSecret: 'another',
  }
  const value = { ...providers.value, payment }
  await call('PUT', '/admin/settings/providers', { cookie, body: { value, revision: providers.revision } })
  await requirePayments(cookie)
  const { secret } = (await call('POST', '/admin/factors/totp/setup', { cookie })).body
  await call('POST', '/admin/factors/totp', { cookie, body: { code: generateTotp(secret) } })
  return secret
}

async function requirePayments(cookie: string): Promise<void> {
  const { providerStates } = (await call('GET', '/admin/settings', { cookie })).body
  const { mode, problem } = providerStates.payment
  assert.deepEqual({ mode, problem }, { mode: 'live', problem: null }, 'payments work with the keys that were entered')
}

/** Opens the admin area with the app's code, and looks whether payments still work. */
async function requireKeys(secret: string): Promise<void> {
  const token = await signIn()
  // The present step may have been used up.
  const { cookie } = await call('POST', '/admin/login/code', { token, body: { code: generateTotp(secret, 1) } })
  await requirePayments(cookie)
}

const findLine = (text: string, pattern: RegExp) =>
  text.match(pattern)?.[0] ?? assert.fail(`${pattern} is not in: ${text}`)
let totp = ''
let recoveryKey = ''

try {
  await step('the packages are made', makePackages)

  for (const npm of ['10', '11']) {
    await step(`npm ci of npm ${npm} in an unpacked package`, async () => {
      await place.run(`mkdir npm${npm} && cd npm${npm}
tar xzf /root/vitrine-0.2.0.tgz --strip-components=1 && npx npm@${npm} ci --no-audit --no-fund
node bin/vitrine.mjs help && cd .. && rm -r npm${npm}`)
    })
  }

  await step('one machine: installation, start and the first owner', async () => {
    const block = readBlock(OPERATING, 'One machine')
    const [before, after] = block.split(/(?<=# then edit it)\n/)
    assert(before && after, 'the block says where the settings are edited')
    await place.run(before)
    editSettings()
    const health = await place.run(`cd /opt/vitrine\n${after}`)
    assert.match(health, /"status":"ok"/)
    await place.run(readBlock(OPERATING, 'One machine', 1))
    totp = await enterKeys()
  })

  await step('backups, with a recovery key', async () => {
    const said = await place.run(readBlock(OPERATING, 'Backups'))
    recoveryKey = findLine(said, /^([A-Z2-7]{4}-){7}[A-Z2-7]{4}$/m)
  })

  await step('an upgrade', async () => {
    const said = await place.run(readBlock(OPERATING, 'Upgrades'))
    assert.match(said, /invariants hold/)
    await requireKeys(totp)
  })

  await step('the way back', async () => {
    const [backup = ''] = globSync('var/lib/vitrine/backups/*-before-*', { cwd: place.folder })
    const name = backup.split('/').at(-1) ?? ''
    const block = readBlock(OPERATING, 'Upgrades', 1)
    const said = await place.run(block.replace(/2026-[\w.-]+-before-0\.3\.0/, name))
    assert.match(said, /the ledger adds up.*All keys of outside services and authenticator apps can be read/s)
    await requireKeys(totp)
  })

  await step('a lost disk', async () => {
    const block = readBlock(OPERATING, 'Backups', 3)
    await assert.rejects(
      place.run(findLine(block, /^echo .*$/m).replace('THE RECOVERY KEY', recoveryKey)),
      /A store runs in .* Stop it first/,
      'a restore refuses while the store runs',
    )
    const said = await place.run(block.replace('THE RECOVERY KEY', recoveryKey))
    assert.match(said, /the ledger adds up.*All keys of outside services and authenticator apps can be read/s)
    await requireKeys(totp)
  })

  await step('the monthly trial of a backup', async () => {
    const [restore = '', start = ''] = readBlock(OPERATING, 'Backups', 2).split('\n')
    const cwd = place.path('opt/vitrine')
    assert.match(await place.run(restore.replace('THE RECOVERY KEY', recoveryKey), { cwd }), /can be read/)
    await (await place.start(`env ${start}`, 'Vitrine is at', { cwd }))()
  })

  await step('the container image: its installation, and a server of what it contains', async () => {
    const dockerfile = readFileSync(join(root, 'deploy/container/Dockerfile'), 'utf8')
    const install = findLine(dockerfile.replaceAll('\\\n', ''), /^RUN npm ci .*$/m).slice('RUN '.length)
    const app = place.path('app')
    mkdirSync(app)
    const copy = (line: string) => {
      const words = line.split(' ').slice(1)
      const to = join(app, words.at(-1) === './' ? '' : (words.at(-1) ?? ''))
      for (const from of words.slice(0, -1)) {
        cpSync(place.path(`opt/vitrine/${from}`), words.length > 2 ? join(app, from) : to, { recursive: true })
      }
    }
    const copies = dockerfile.split('\n').filter((line) => /^COPY (?!--from)/.test(line))
    assert(copies.length > 5, 'the image copies what the package has')
    copy(copies[0] ?? '')
    await place.run(install, { cwd: app })
    for (const line of copies.slice(1)) copy(line)
    const environment = {
      DATABASE_URL: embeddedUrl(place.path('var/lib/vitrine/db'), 'vitrine'),
      NODE_ENV: 'production',
      VITRINE_DATA: place.path('container-data'),
      VITRINE_PUBLIC_URL: 'https://store.example.com',
      VITRINE_SECRET: 's'.repeat(64),
      VITRINE_LOG_LEVEL: 'info',
      PORT: String(await findFreePort()),
    }
    const stop = await place.start('node bin/vitrine.mjs server', 'listening', { cwd: app, environment })
    await stop()
  })

  await step('run as a package: start, upgrade, way back, recovery key', async () => {
    await place.run('systemctl stop vitrine')
    const store = place.path('store')
    mkdirSync(store)
    for (const version of ['0.2.0', '0.3.0'])
      cpSync(place.path(`root/vitrine-${version}.tgz`), join(store, `vitrine-${version}.tgz`))
    const environment = { PORT: String(port) }
    const run = readBlock(README, 'Run it as a package')
    await (await place.start(run, 'Vitrine is at', { cwd: store, environment }))()
    const upgrade = await place.start(run.replace('0.2.0', '0.3.0'), 'Vitrine is at', { cwd: store, environment })
    const [backup = ''] = globSync('vitrine-data/backups/*-before-*', { cwd: store })
    const [move = '', restore = '', start = ''] = readBlock(README, 'Run it as a package', 1)
      .replace(/2026-[\w.-]+-before-0\.3\.0/, backup.split('/').at(-1) ?? '')
      .split('\n')
    await upgrade()
    await place.run(move, { cwd: store })
    assert.match(await place.run(restore, { cwd: store, environment }), /can be read/)
    const stop = await place.start(start, 'Vitrine is at', { cwd: store, environment })
    await place.run(readBlock(README, 'Run it as a package', 2), { cwd: store, environment })
    await stop()
  })
  console.log('What the documents say works.')
} finally {
  await place.remove()
}
