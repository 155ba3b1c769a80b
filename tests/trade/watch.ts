// What is measured during a day of trade: every answer by its route, the memory of every process, and the queue.
import { readFileSync } from 'node:fs'
import type { Attempt } from '../client/store-client.ts'

export interface RouteFigures {
  readonly route: string
  readonly count: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

/** Path without what differs from request to request: ids, names of files, queries. */
export function toRoute({ method, path }: Pick<Attempt, 'method' | 'path'>): string {
  const plain = path
    .replace(/\?.*/, '')
    .replace(/^\/(assets|media|files)\/.*/, '/$1/*')
    .replace(
      /^(\/(?:api\/)?(?:template|image-template|direct-sell|suggestions|video-url|cart|unlike-template))\/(?!checkout).+?(\/document)?$/,
      '$1/*$2',
    )
    .replace(/^(\/api\/admin\/(?:templates|payments|imports))\/[^/]+/, '$1/*')
    .replaceAll(/\/(?=[^/]*\d)[\w-]{14,}/g, '/*')
  return `${method} ${plain}`
}

/** Collects answers: how long each route took, and what was refused or failed. */
export class AnswerLog {
  readonly #durations = new Map<string, number[]>()
  readonly #failures = new Map<string, number>()
  /** Answers so far. */
  count = 0

  readonly add = (attempt: Attempt): void => {
    const route = toRoute(attempt)
    const { status, durationMs } = attempt
    this.count++
    if (status >= 400 || status === 0) {
      const kind = `${route} ${status || 'no answer'}`
      this.#failures.set(kind, (this.#failures.get(kind) ?? 0) + 1)
    }
    if (status === 0) return
    const durations = this.#durations.get(route) ?? []
    durations.push(durationMs)
    this.#durations.set(route, durations)
  }

  /** Most used first. */
  routes(): RouteFigures[] {
    const figures = [...this.#durations].map(([route, durations]) => {
      const sorted = durations.toSorted((a, b) => a - b)
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
      return { route, count: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
    })
    return figures.toSorted((a, b) => b.count - a.count)
  }

  /** How many answers of each route were refusals or failures: `POST /api/renders 409`. */
  failures(): Record<string, number> {
    return Object.fromEntries([...this.#failures].toSorted(([, a], [, b]) => b - a))
  }
}

/** A process at one moment. */
export interface Sample {
  readonly seconds: number
  readonly residentMb: number
  /** Share of the JavaScript heap in use; undefined when unknown. */
  readonly heapMb?: number
}

/** A process over time. `slopes` are MB an hour, by the least squares of what it was after the first third. */
export interface MemoryFigures {
  readonly process: string
  readonly firstMb: number
  readonly lastMb: number
  readonly peakMb: number
  readonly residentSlope: number
  readonly heapSlope: number | undefined
  readonly samples: readonly Sample[]
}

export interface QueueSample {
  readonly seconds: number
  readonly waiting: number
  readonly running: number
}

interface Watched {
  readonly name: string
  readonly pid: () => number | undefined
  /** Address of its metrics. */
  readonly metrics?: string
}

/** Looks at processes and the queue every few seconds, until `stop`. */
export class ProcessWatch {
  readonly #watched: readonly Watched[]
  readonly #samples = new Map<string, Sample[]>()
  readonly #began = performance.now()
  readonly #timer: NodeJS.Timeout
  #looking: Promise<void> = Promise.resolve()
  readonly queue: QueueSample[] = []

  constructor(watched: readonly Watched[], everyMs: number) {
    this.#watched = watched
    this.#timer = setInterval(() => {
      this.#looking = this.#looking.then(() => this.#look())
    }, everyMs)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
    await this.#look()
  }

  async #look(): Promise<void> {
    const seconds = (performance.now() - this.#began) / 1000
    const texts = await Promise.all(this.#watched.map(({ metrics }) => readMetrics(metrics)))
    for (const [n, { name, pid }] of this.#watched.entries()) {
      const residentMb = readResidentMb(pid())
      if (residentMb === undefined) continue
      const heapMb = sumMetric(texts[n], 'nodejs_heap_size_used_bytes') / 2 ** 20
      const samples = this.#samples.get(name) ?? []
      samples.push({ seconds, residentMb, ...(heapMb > 0 && { heapMb }) })
      this.#samples.set(name, samples)
    }
    const jobs = texts.find((text) => text?.includes('vitrine_queue_jobs{'))
    if (!jobs) return
    const count = (state: string) => sumMetric(jobs, 'vitrine_queue_jobs', `state="${state}"`)
    this.queue.push({ seconds, waiting: count('waiting'), running: count('running') })
  }

  memory(): MemoryFigures[] {
    return [...this.#samples].map(([process, samples]) => {
      const warm = samples.slice(Math.floor(samples.length / 3))
      const resident = warm.map(({ residentMb }) => residentMb)
      return {
        process,
        firstMb: resident[0] ?? Number.NaN,
        lastMb: resident.at(-1) ?? Number.NaN,
        peakMb: Math.max(...samples.map(({ residentMb }) => residentMb)),
        residentSlope: slopePerHour(warm.map(({ seconds, residentMb }) => [seconds, residentMb])),
        heapSlope: warm[0]?.heapMb === undefined ? undefined : slopePerHour(findFloor(warm)),
        samples,
      }
    })
  }
}

/** The lowest heap of every ten samples: what is left when garbage was collected. */
function findFloor(samples: readonly Sample[]): [number, number][] {
  const floors: [number, number][] = []
  for (let from = 0; from + 10 <= samples.length; from += 10) {
    const lowest = samples.slice(from, from + 10).toSorted((a, b) => (a.heapMb ?? 0) - (b.heapMb ?? 0))[0]
    if (lowest) floors.push([lowest.seconds, lowest.heapMb ?? 0])
  }
  return floors
}

/** The slope of the line through points of seconds and values by least squares, per hour. NaN for fewer than two. */
export function slopePerHour(points: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const meanX = mean(points.map(([x]) => x))
  const meanY = mean(points.map(([, y]) => y))
  const covariance = mean(points.map(([x, y]) => (x - meanX) * (y - meanY)))
  return (covariance / mean(points.map(([x]) => (x - meanX) ** 2))) * 3600
}

async function readMetrics(address: string | undefined): Promise<string | undefined> {
  if (address === undefined) return undefined
  try {
    return await (await fetch(address, { signal: AbortSignal.timeout(5000) })).text()
  } catch {
    return undefined
  }
}

/** Adds up the figures of this name whose labels contain `label`. */
function sumMetric(metrics: string | undefined, name: string, label = ''): number {
  let sum = 0
  for (const line of metrics?.split('\n') ?? []) {
    if (/^\w+/.exec(line)?.[0] === name && line.includes(label)) sum += Number(line.slice(line.lastIndexOf(' ')))
  }
  return sum
}

function readResidentMb(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    // It has ended, or this is not Linux.
    return undefined
  }
}
