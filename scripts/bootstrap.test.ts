// Tools install their dependencies next to a running store, but never under it: `npm ci` deletes all modules before it installs
// them.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = promisify(execFile)
const scripts = resolve(import.meta.dirname)
let root: string
let store: ChildProcess | undefined

/** A repository whose lock file names one tool, which is not installed; npm is a program that says that it was called. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vitrine-bootstrap-'))
  for (const folder of ['scripts/node', 'apps/launcher/src', 'node_modules', 'bin']) {
    mkdirSync(join(root, folder), { recursive: true })
  }
  for (const file of ['bootstrap.mjs', 'node/find-node.mjs', 'node/package.json']) {
    cpSync(join(scripts, file), join(root, 'scripts', file))
  }
  const packages = { 'node_modules/a-tool': { version: '1.0.0', dev: true } }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  const call = (options: object, then: string) =>
    `import { prepareRuntime } from './bootstrap.mjs'\nif (await prepareRuntime(import.meta.url, ${JSON.stringify(options)})) ${then}\n`
  writeFileSync(
    join(root, 'scripts/store.mjs'),
    call({ isStore: true }, "{ console.log('it runs'); setInterval(() => {}, 1000) }"),
  )
  writeFileSync(join(root, 'scripts/tool.mjs'), call({ needsTools: true }, "console.log('the tool runs')"))
  writeFileSync(join(root, 'bin/npm'), `#!/bin/sh\ntouch ${join(root, 'npm-was-called')}\n`, { mode: 0o755 })
})
afterEach(async () => {
  store?.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

const env = () => ({ PATH: `${join(root, 'bin')}:${process.env.PATH}` })
const runTool = () => run(process.execPath, [join(root, 'scripts/tool.mjs')], { env: env() })
const wasInstalled = () => existsSync(join(root, 'npm-was-called'))

async function startStore(): Promise<ChildProcess> {
  store = spawn(process.execPath, [join(root, 'scripts/store.mjs')], {
    env: env(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(store.stdout as NodeJS.ReadableStream, 'data')
  return store
}

test('a tool that would install stops while a store runs from the folder, and says which', async () => {
  const { pid } = await startStore()
  await expect(runTool()).rejects.toThrow(`the store that runs from this folder (process ${pid})`)
  expect(wasInstalled()).toBe(false)
})

test.each(['SIGTERM', 'SIGKILL'] as const)('after %s to the store it installs', async (signal) => {
  const child = await startStore()
  child.kill(signal)
  await once(child, 'exit')
  expect((await runTool()).stdout).toContain('the tool runs')
  expect(wasInstalled()).toBe(true)
})

test('a process that has the number of a store that was killed is none', async () => {
  mkdirSync(join(root, '.running'))
  writeFileSync(join(root, '.running', String(process.pid)), 'another start')
  await runTool()
  expect(wasInstalled()).toBe(true)
})
