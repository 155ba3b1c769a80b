// Catalogue JSON and server-rendered pages, compared with raw node:http sending the same bytes and headers. The server is
// measured on one core and the client runs on another (with `taskset`, if available).
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { ClientResult, ClientTask } from './http-client.ts'
import { readCpuSeconds } from './process-time.ts'
import { record, summarise } from './report.ts'

export interface HttpFigure {
  requestsPerSecond: number
  cpuMsPerRequest: number
  p50Ms: number
  p99Ms: number
}

interface Target {
  port: number
  path: string
  pid: number
}

/** The headers of a browser; `revalidates`: it has the response already and checks whether it is current. */
export interface HttpCase {
  readonly name: string
  readonly path: string
  readonly encoding: 'br' | 'gzip' | 'identity'
  readonly revalidates?: boolean
}

interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Buffer
}

const CONNECTIONS = 20
const DURATION_MS = 4000
const ROUNDS = 3
const SERVER_CORE = 0
const CLIENT_CORE = 1

function getOnce({ port, path }: Target, headers: Record<string, string>): Promise<Answer> {
  return new Promise((done, fail) => {
    get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { statusCode: status = 0 } = response
        if (status !== 200 && status !== 304) return fail(new Error(`${path} answered ${status}`))
        // The yardstick's own node:http adds these.
        const { date, connection, 'keep-alive': keepAlive, ...own } = response.headers
        done({ status, headers: own as Record<string, string>, body: Buffer.concat(chunks) })
      })
    }).on('error', fail)
  })
}

/** Keeps a process, with all its threads, on one core; without `taskset` or a second core it stays where it likes. */
function pin(pid: number | undefined, core: number): void {
  if (cpus().length < 2) return
  try {
    execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { stdio: 'ignore' })
  } catch {
    // Not Linux: both sides are measured alike, only less steadily.
  }
}

/** Sends requests from a client in a process of its own; the same one drives both sides. */
async function drive(target: Target, headers: Record<string, string>): Promise<HttpFigure> {
  const client = fork(join(import.meta.dirname, 'http-client.ts'), { stdio: 'inherit' })
  pin(client.pid, CLIENT_CORE)
  const task: ClientTask = { ...target, headers, connections: CONNECTIONS, durationMs: DURATION_MS }
  client.send(task)
  const failed = once(client, 'exit').then(([code]) => Promise.reject(new Error(`the client ended with ${code}`)))
  failed.catch(() => {})
  const receive = async <T>() => (await Promise.race([once(client, 'message'), failed]))[0] as T
  await receive<'counting'>()
  const cpuBefore = readCpuSeconds(target.pid)
  const { answers, seconds, p50Ms, p99Ms } = await receive<ClientResult>()
  const cpuSeconds = readCpuSeconds(target.pid) - cpuBefore
  return { requestsPerSecond: answers / seconds, cpuMsPerRequest: (cpuSeconds * 1000) / answers, p50Ms, p99Ms }
}

async function startYardstick({ status, headers, body }: Answer): Promise<{ process: ChildProcess; port: number }> {
  const yardstick = fork(join(import.meta.dirname, 'yardstick-server.ts'), { stdio: 'inherit' })
  pin(yardstick.pid, SERVER_CORE)
  yardstick.send({ status, headers, bytes: body.toString('base64') })
  const [port] = (await once(yardstick, 'message')) as [number]
  return { process: yardstick, port }
}

/** Measures one path of the running store and the yardstick alternately, and prints both and their ratio. */
export async function benchPath(
  server: Omit<Target, 'path'>,
  { name, path, encoding, revalidates }: HttpCase,
): Promise<void> {
  const target = { ...server, path }
  pin(target.pid, SERVER_CORE)
  const asked = { accept: 'text/html,application/json', 'accept-encoding': encoding }
  const first = await getOnce(target, asked)
  const headers = { ...asked, ...(revalidates && { 'if-none-match': first.headers.etag ?? '' }) }
  const answer = await getOnce(target, headers)
  const yardstick = await startYardstick(answer)
  const raw = { port: yardstick.port, path, pid: yardstick.process.pid as number }
  const ours: HttpFigure[] = []
  const theirs: HttpFigure[] = []
  // In turns, so that a slow minute of the machine hits both.
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await drive(raw, headers))
    ours.push(await drive(target, headers))
  }
  yardstick.process.disconnect()
  const a = median(ours)
  const b = median(theirs)
  const figure = `${name}, ${encoding}`
  const rates = summarise(ours.map(({ requestsPerSecond }) => requestsPerSecond))
  const rateRatio = a.requestsPerSecond / b.requestsPerSecond
  record({ name: figure, ...rates, unit: 'requests/s', better: 'higher', ratio: rateRatio })
  const costs = summarise(ours.map(({ cpuMsPerRequest }) => cpuMsPerRequest))
  const costRatio = b.cpuMsPerRequest / a.cpuMsPerRequest
  record({ name: `${figure}: CPU`, ...costs, unit: 'ms', better: 'lower', ratio: costRatio })
  console.log(
    `${name} (${answer.status}, ${encoding}, ${(answer.body.length / 1024).toFixed(1)} kB, ${CONNECTIONS} connections)\n` +
      `  vitrine    ${row(a)}\n  node:http  ${row(b)}\n` +
      `  ratio      ${rateRatio.toFixed(2)} by requests per second, ${costRatio.toFixed(2)} by CPU`,
  )
}

function median(figures: HttpFigure[]): HttpFigure {
  return figures.toSorted((a, b) => a.cpuMsPerRequest - b.cpuMsPerRequest)[Math.floor(figures.length / 2)] as HttpFigure
}

function row(figure: HttpFigure): string {
  return (
    `${Math.round(figure.requestsPerSecond).toString().padStart(6)} requests/s  ` +
    `${figure.cpuMsPerRequest.toFixed(3)} ms CPU/request  p50 ${figure.p50Ms.toFixed(1)} ms  p99 ${figure.p99Ms.toFixed(1)} ms`
  )
}
