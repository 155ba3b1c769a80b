import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Misbehaviour } from '../testing/misbehaving.ts'
import { findIsolation, isRequestFault, runBoundedChild, WorkFailed, type WorkLimits } from './bounded-child.ts'

const path = join(import.meta.dirname, '../testing/misbehaving.ts')
const generous: WorkLimits = { durationMs: 100_000, silenceMs: 100_000, memoryBytes: 400 * 2 ** 20 }

async function run(what: Misbehaviour, limits: Partial<WorkLimits> = {}, more: { port?: number } = {}) {
  let pid = 0
  const work = runBoundedChild<object, never, Record<string, unknown>>(
    { what, ...more },
    { path, name: 'test', limits: { ...generous, ...limits }, onStart: (id) => (pid = id) },
  )
  const outcome = await work.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )
  expect(existsSync(`/proc/${pid}`), 'the process is gone when the promise settles').toBe(false)
  return outcome
}

async function catchFailure(what: Misbehaviour, limits?: Partial<WorkLimits>): Promise<WorkFailed> {
  const outcome = await run(what, limits)
  if (!('error' in outcome) || !(outcome.error instanceof WorkFailed)) throw new Error(`${what} did not fail`)
  return outcome.error
}

test('a program that is missing is no fault of the request', async () => {
  const missing = runBoundedChild({}, { path: join(import.meta.dirname, 'missing.ts'), name: 'test', limits: generous })
  const failed = await missing.catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(WorkFailed)
  expect(isRequestFault(failed as WorkFailed)).toBe(false)
  expect(isRequestFault(await catchFailure('exit'))).toBe(true)
})

test('a child answers, with only the environment variables that it needs', async () => {
  process.env.VITRINE_SECRET_FOR_TEST = 'secret'
  const outcome = await run('answer')
  expect('result' in outcome && outcome.result.environment).toEqual([
    'MALLOC_MMAP_THRESHOLD_',
    'MALLOC_TOP_PAD_',
    'MALLOC_TRIM_THRESHOLD_',
    // Only set for tests: see tests/compile-cache.ts.
    'NODE_COMPILE_CACHE',
    'PATH',
    'PWD',
    'TMPDIR',
  ])
})

test('a child that is canceled while it starts is ended', async () => {
  const stop = new AbortController()
  const work = runBoundedChild({ what: 'silence' }, { path, name: 'test', limits: generous, signal: stop.signal })
  stop.abort('canceled')
  await expect(work).rejects.toBe('canceled')
})

test('a child that takes more memory than it may is ended', async () => {
  const failed = await catchFailure('buffers')
  expect(failed.message).toBe('the test process ended early (SIGKILL)')
  const [, took] = /took (\d+) MB; it may take 400 MB/.exec(String(failed.cause)) ?? []
  expect(Number(took)).toBeGreaterThan(400)
})

test('a child that fills its heap ends itself before it reaches its memory limit', async () => {
  const failed = await catchFailure('objects', { memoryBytes: 600 * 2 ** 20 })
  expect(String(failed.cause)).toContain('JavaScript heap out of memory')
})

test.runIf(process.platform === 'linux')('a child cannot reserve far more memory than it may take', async () => {
  const failed = await catchFailure('one-huge-block')
  expect(failed.message).toContain('Failed to allocate memory')
})

test('a child is ended at its deadline, whatever it does', async () => {
  expect((await catchFailure('loop', { durationMs: 1500 })).message).toContain('took longer than')
})

test('a silent child is ended', async () => {
  expect((await catchFailure('silence', { silenceMs: 1500 })).message).toContain('no sign of life')
})

test('a child that ends without an answer is distinguished from one that answers', async () => {
  expect((await catchFailure('exit')).message).toBe('the test process ended early (7)')
})

test('a child has no network where the system has namespaces', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const isIsolated = (await findIsolation()).length > 0
  const outcome = await run('network', {}, { port: (server.address() as AddressInfo).port })
  server.close()
  expect('result' in outcome && outcome.result.reached).toBe(!isIsolated)
})

test('distinguishes failures of the input from failures of the machine', () => {
  const failure = (options: ConstructorParameters<typeof WorkFailed>[1]) =>
    isRequestFault(new WorkFailed('failed', options))
  expect(failure({})).toBe(true)
  expect(failure({ code: 'media-damaged', cause: 'Error: the video ends early' })).toBe(true)
  expect(failure({ code: 'ENOSPC', cause: 'Error: no space left' })).toBe(false)
  expect(failure({ cause: new Error('spawn EAGAIN') })).toBe(false)
})
