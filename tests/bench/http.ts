// Catalogue JSON and the server-rendered list page, beside raw node:http answering the very same bytes.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { readCpuSeconds } from './process-time.ts'

export interface HttpFigure {
  requestsPerSecond: number
  cpuMsPerRequest: number
  p99Ms: number
}

interface Target {
  port: number
  path: string
  pid: number
}

const requestHeaders = { 'accept-encoding': 'br, gzip', accept: 'text/html,application/json' }

function getOnce(target: Target, agent: Agent): Promise<{ body: Buffer; headers: Record<string, string> }> {
  return new Promise((done, fail) => {
    const call = request(
      { host: '127.0.0.1', port: target.port, path: target.path, agent, headers: requestHeaders },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          if (response.statusCode !== 200) return fail(new Error(`${target.path} answered ${response.statusCode}`))
          const headers: Record<string, string> = {}
          for (const name of ['content-type', 'content-encoding', 'cache-control', 'vary']) {
            const value = response.headers[name]
            if (typeof value === 'string') headers[name] = value
          }
          done({ body: Buffer.concat(chunks), headers })
        })
      },
    )
    call.on('error', fail)
    call.end()
  })
}

/** Sends requests from `clients` keep-alive connections for a while; the same client drives both sides. */
async function drive(target: Target, clients: number, durationMs: number): Promise<HttpFigure> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const latencies: number[] = []
  const run = async (untilMs: number, count: boolean) => {
    while (performance.now() < untilMs) {
      const began = performance.now()
      await getOnce(target, agent)
      if (count) latencies.push(performance.now() - began)
    }
  }
  const everyone = (durationOfRunMs: number, count: boolean) => {
    const until = performance.now() + durationOfRunMs
    return Promise.all(Array.from({ length: clients }, () => run(until, count)))
  }
  await everyone(durationMs / 4, false)
  const cpuBefore = readCpuSeconds(target.pid)
  const began = performance.now()
  await everyone(durationMs, true)
  const seconds = (performance.now() - began) / 1000
  const cpuSeconds = readCpuSeconds(target.pid) - cpuBefore
  agent.destroy()
  latencies.sort((a, b) => a - b)
  return {
    requestsPerSecond: latencies.length / seconds,
    cpuMsPerRequest: (cpuSeconds * 1000) / latencies.length,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
  }
}

/** Measures one path of the running shop against the yardstick, in turns, and prints both and their ratio. */
export async function benchPath(name: string, target: Target, clients = 20, durationMs = 4000): Promise<void> {
  const agent = new Agent({ keepAlive: false })
  const { body, headers } = await getOnce(target, agent)
  const yardstick = fork(join(import.meta.dirname, 'yardstick-server.ts'), { stdio: 'inherit' })
  yardstick.send({ bytes: body.toString('base64'), headers })
  const [port] = (await once(yardstick, 'message')) as [number]
  const raw = { port, path: target.path, pid: yardstick.pid as number }
  const ours: HttpFigure[] = []
  const theirs: HttpFigure[] = []
  // In turns, so that a slow minute of the machine hits both.
  for (let round = 0; round < 3; round++) {
    theirs.push(await drive(raw, clients, durationMs))
    ours.push(await drive(target, clients, durationMs))
  }
  yardstick.disconnect()
  const a = median(ours)
  const b = median(theirs)
  console.log(
    `${name} (${(body.length / 1024).toFixed(1)} kB on the wire, ${clients} connections)\n` +
      `  vitrine    ${row(a)}\n  node:http  ${row(b)}\n` +
      `  ratio      ${(a.requestsPerSecond / b.requestsPerSecond).toFixed(2)} of the requests per second, ` +
      `${(a.cpuMsPerRequest / b.cpuMsPerRequest).toFixed(1)} x the CPU per request`,
  )
}

function median(figures: HttpFigure[]): HttpFigure {
  return figures.toSorted((a, b) => a.cpuMsPerRequest - b.cpuMsPerRequest)[Math.floor(figures.length / 2)] as HttpFigure
}

function row(figure: HttpFigure): string {
  return (
    `${Math.round(figure.requestsPerSecond).toString().padStart(6)} requests/s  ` +
    `${figure.cpuMsPerRequest.toFixed(3)} ms CPU/request  p99 ${figure.p99Ms.toFixed(1)} ms`
  )
}
