// The cost of the worst body of each route for other clients: how long it blocks the server's thread, its memory, and the slowest
// response to a second client meanwhile. The server runs in its own process.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { listWorstBodies, listWorstSaves, type OpenApi, type WorstBody } from '../worst-body.ts'

/** What the server of `worst-bodies-server.ts` says of itself. */
export interface WorstReady {
  readonly port: number
  readonly token: string
  readonly cookie: string
  readonly projectId: string
}
export interface WorstFigures {
  /** The longest time in which the thread did nothing else, in milliseconds. */
  readonly stoodMs: number
  readonly rssMb: number
}

interface Row extends WorstFigures {
  readonly route: string
  readonly kind: string
  readonly status: number
  readonly tookMs: number
  readonly slowestOtherMs: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

function send(
  { port }: WorstReady,
  { method, path, headers = {}, body }: { method: string; path: string; headers?: object; body?: string },
): Promise<{ status: number; text: string; tookMs: number }> {
  return new Promise((done, fail) => {
    const began = performance.now()
    const call = request({ host: '127.0.0.1', port, method, path, agent, headers: { ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        done({ status: response.statusCode ?? 0, text, tookMs: performance.now() - began })
      })
    })
    call.on('error', fail)
    call.end(body)
  })
}

export async function benchWorstBodies(): Promise<void> {
  const server = fork(join(import.meta.dirname, 'worst-bodies-server.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  try {
    const [ready] = (await once(server, 'message')) as [WorstReady]
    const figures = async (): Promise<WorstFigures> => {
      server.send('figures')
      const [figures] = (await once(server, 'message')) as [WorstFigures]
      return figures
    }
    const api = JSON.parse((await send(ready, { method: 'GET', path: '/api/openapi.json' })).text) as OpenApi
    const save = { route: 'put /api/projects/{projectId}', method: 'PUT', path: '/api/projects/{projectId}' }
    const saves = listWorstSaves().map((body): WorstBody => ({ ...save, needs: 'member', ...body }))
    const rows: Row[] = []
    for (const one of [...listWorstBodies(api), ...saves]) rows.push(await measure(ready, one, figures))
    printRows(rows)
  } finally {
    server.disconnect()
    agent.destroy()
  }
}

async function measure(ready: WorstReady, one: WorstBody, figures: () => Promise<WorstFigures>): Promise<Row> {
  await figures()
  let isOver = false
  let slowestOtherMs = 0
  const other = (async () => {
    while (!isOver) {
      const { tookMs } = await send(ready, { method: 'GET', path: '/api/health' })
      slowestOtherMs = Math.max(slowestOtherMs, tookMs)
    }
  })()
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${ready.token}`,
    cookie: ready.cookie,
    'content-length': Buffer.byteLength(one.body),
  }
  const path = one.path.replace('{projectId}', ready.projectId).replaceAll(/\{\w+\}/g, 'none')
  const { status, tookMs } = await send(ready, { method: one.method, path, headers, body: one.body })
  isOver = true
  await other
  return { route: one.route, kind: one.kind, status, tookMs, slowestOtherMs, ...(await figures()) }
}

/** For each route the body during which the thread stood still the longest. */
function printRows(rows: readonly Row[]): void {
  console.log('| route | worst body | status | took ms | thread stood ms | slowest other ms | peak MB |')
  console.log('| --- | --- | --- | --- | --- | --- | --- |')
  for (const of of Map.groupBy(rows, ({ route }) => route).values()) {
    const worst = of.toSorted((a, b) => b.stoodMs - a.stoodMs)[0] as Row
    const other = Math.max(...of.map(({ slowestOtherMs }) => slowestOtherMs))
    const memory = Math.max(...of.map(({ rssMb }) => rssMb))
    const cells = [
      worst.route,
      worst.kind,
      worst.status,
      worst.tookMs.toFixed(0),
      worst.stoodMs.toFixed(0),
      other.toFixed(0),
    ]
    console.log(`| ${cells.join(' | ')} | ${memory.toFixed(0)} |`)
  }
}
