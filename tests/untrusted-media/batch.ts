// Has broken files read by a process that is watched: which files it opens, how much memory it takes, and whether it answers.
import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import type { BatchAnswer, BatchOrder } from './batch-process.ts'
import { makeCorpus, type Seed } from './corpus.ts'
import { createRandom, mutateBytes, mutateJson, type Random } from './mutation.ts'

export interface Broken extends Pick<Seed, 'name' | 'entry' | 'bytes'> {
  /** Makes the same file again. */
  readonly number: number
}

export interface Finding extends Pick<Broken, 'number' | 'name'> {
  readonly what: string
}

export interface FuzzReport {
  readonly files: number
  readonly read: number
  readonly refused: number
  /** Errors that no reader throws on purpose. A child answers them with media-damaged all the same. */
  readonly unexpected: readonly Finding[]
  /** The process ended: a decoder crashed. */
  readonly crashed: readonly Finding[]
  /** No answer in time. */
  readonly late: readonly Finding[]
  /** Paths that a reader opened and that are none of its business; undefined where nothing can watch that. */
  readonly opened: readonly string[] | undefined
  readonly peakBytes: number
  readonly slowest: Finding & { readonly milliseconds: number }
}

export interface FuzzOptions {
  readonly files: number
  /** The number of the first file. */
  readonly from?: number
  /** Ends a process that has not answered for so long. */
  readonly deadlineMs: number
  readonly onProgress?: (done: number) => void
}

const root = resolve(import.meta.dirname, '../..')
const BATCH = resolve(import.meta.dirname, 'batch-process.ts')
const STRACE = '/usr/bin/strace'

/** Breaks and reads so many files. The same numbers make the same files. */
export async function fuzz({ files, from = 0, deadlineMs, onProgress }: FuzzOptions): Promise<FuzzReport> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-fuzz-'))
  const canary = join(folder, 'private', 'catalogue', 'canary.mp4')
  try {
    // A real video in a folder that only the broken files refer to.
    const seeds = await makeCorpus(canary)
    await mkdir(join(canary, '..'), { recursive: true })
    await writeFile(canary, seeds.find((seed) => seed.name === 'video.mp4')?.bytes ?? '')
    const reader = new WatchedReader(folder, deadlineMs)
    try {
      for (let number = from; number < from + files; number++) {
        await reader.read(breakOne(seeds, number))
        onProgress?.(number - from + 1)
      }
    } finally {
      await reader.end()
    }
    return await reader.report()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The broken file of this number. Each kind of file is as frequent as any other. */
export function breakOne(seeds: readonly Seed[], number: number): Broken {
  const random = createRandom(number)
  const seed = seeds[number % seeds.length]
  const other = seeds[random(seeds.length)]
  if (!seed || !other) throw new Error('there is nothing to break')
  const { name, entry } = seed
  const isText = name.endsWith('.json')
  const bytes = isText && random(3) > 0 ? breakJson(seed, other, random) : mutateBytes(seed.bytes, other.bytes, random)
  return { name, entry, number, bytes }
}

function breakJson(seed: Seed, other: Seed, random: Random): Buffer {
  const donor = other.name.endsWith('.json') ? other : seed
  const parse = ({ bytes }: Seed): unknown => JSON.parse(bytes.toString('utf8'))
  return Buffer.from(JSON.stringify(mutateJson(parse(seed), parse(donor), random)))
}

/** One process at a time, restarted when it ends. */
class WatchedReader {
  readonly #folder: string
  readonly #deadlineMs: number
  readonly #logs: string[] = []
  #child: ChildProcess | undefined
  #counts = { files: 0, read: 0, refused: 0, peakBytes: 0 }
  readonly #unexpected: Finding[] = []
  readonly #crashed: Finding[] = []
  readonly #late: Finding[] = []
  #slowest = { number: -1, name: '', what: '', milliseconds: 0 }

  constructor(folder: string, deadlineMs: number) {
    this.#folder = folder
    this.#deadlineMs = deadlineMs
  }

  async read({ name, entry, bytes, number }: Broken): Promise<void> {
    const path = join(this.#folder, `file-${number}`)
    await writeFile(path, bytes)
    this.#counts.files++
    const order: BatchOrder = { path, name, entry, folder: join(this.#folder, `made-${number}`) }
    const answer = await this.#ask(order)
    await rm(path)
    if (typeof answer === 'string') {
      const list = answer === 'late' ? this.#late : this.#crashed
      list.push({ number, name, what: answer })
      return
    }
    const { outcome, detail, milliseconds, peakBytes } = answer
    if (outcome === 'unexpected') this.#unexpected.push({ number, name, what: detail })
    else this.#counts[outcome]++
    this.#counts.peakBytes = Math.max(this.#counts.peakBytes, peakBytes)
    if (milliseconds > this.#slowest.milliseconds) this.#slowest = { number, name, what: detail, milliseconds }
  }

  async end(): Promise<void> {
    const child = this.#child
    if (!child?.connected) return
    const gone = new Promise((done) => child.once('exit', done))
    child.disconnect()
    await gone
  }

  async report(): Promise<FuzzReport> {
    const lists = await Promise.all(this.#logs.map((log) => findForeignPaths(log, this.#folder)))
    return {
      ...this.#counts,
      unexpected: this.#unexpected,
      crashed: this.#crashed,
      late: this.#late,
      opened: this.#logs.length > 0 ? [...new Set(lists.flat())] : undefined,
      slowest: this.#slowest,
    }
  }

  /** What came of it, or how the process ended. */
  async #ask(order: BatchOrder): Promise<BatchAnswer | string> {
    this.#child ??= await this.#start()
    const child = this.#child
    return await new Promise((resolve) => {
      const finish = (answer: BatchAnswer | string) => {
        clearTimeout(clock)
        child.off('message', onAnswer)
        child.off('exit', onExit)
        resolve(answer)
      }
      const onAnswer = (answer: BatchAnswer) => finish(answer)
      const onExit = (code: number | null, by: string | null) => {
        this.#child = undefined
        finish(`ended by ${by ?? code}`)
      }
      const clock = setTimeout(() => {
        this.#child = undefined
        child.kill('SIGKILL')
        finish('late')
      }, this.#deadlineMs)
      child.on('message', onAnswer)
      child.on('exit', onExit)
      child.send(order)
    })
  }

  async #start(): Promise<ChildProcess> {
    const log = join(this.#folder, `opened-${this.#logs.length}.log`)
    const isWatched = existsSync(STRACE)
    if (isWatched) this.#logs.push(log)
    const watch = ['-f', '-qq', '--seccomp-bpf', '-e', 'trace=open,openat,openat2,connect,execve', '-o', log]
    const child = fork(BATCH, [], {
      env: { PATH: process.env.PATH, TMPDIR: tmpdir() },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      ...(isWatched
        ? { execPath: STRACE, execArgv: [...watch, process.execPath, '--max-old-space-size=512'] }
        : { execArgv: ['--max-old-space-size=512'] }),
    })
    await new Promise((ready, fail) => {
      child.once('message', ready)
      child.once('exit', (code) => fail(new Error(`the reading process does not start (${code})`)))
    })
    child.removeAllListeners('exit')
    return child
  }
}

/** Where the program itself, its libraries and the system lie. */
const OWN_PLACES = ['/proc', '/sys', '/dev', '/etc', '/usr', '/lib', '/lib64', root, resolve(process.execPath, '../..')]

/** Paths opened for real that lie neither with the program nor with the file in work; and every connection. */
async function findForeignPaths(log: string, folder: string): Promise<string[]> {
  const foreign: string[] = []
  for (const line of (await readFile(log, 'utf8')).split('\n')) {
    if (/ connect\(.*AF_INET/.test(line) || / execve\("(?!.*node)/.test(line)) foreign.push(line)
    // What another thread interrupts stands in two lines, and may have succeeded.
    const [, path, outcome] = / open(?:at2?)?\((?:AT_FDCWD, )?"([^"]*)"(.*)$/.exec(line) ?? []
    if (
      path === undefined ||
      outcome?.includes(' = -1 ') ||
      OWN_PLACES.some((place) => path === place || path.startsWith(place + sep))
    )
      continue
    if (!new RegExp(`^${folder}/(file|made)-\\d+(/|$)`).test(path) && path !== tmpdir()) foreign.push(path)
  }
  return foreign
}
