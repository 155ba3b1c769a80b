// Drives one address as hard as it answers, in a process of its own: `node http-client.ts` gets its task by a message. It
// writes a constant request to sockets and counts the answers by their content-length. A client that parses headers and makes
// streams (node:http, fetch) needs more time for an answer than the server does, and would be what is measured.
import { connect, type Socket } from 'node:net'

export interface ClientTask {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  /** The first quarter more, for warming up, is not counted. */
  readonly durationMs: number
}

export interface ClientResult {
  readonly answers: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** The status and the whole length of the answer at the beginning of these bytes; undefined until its head is complete. */
export function measureAnswer(bytes: Buffer): { status: number; length: number } | undefined {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end + 2)
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(head)?.[1]
  if (length === undefined && status !== 304) throw new Error(`an answer without a length: ${head}`)
  return { status, length: end + HEAD_END.length + Number(length ?? 0) }
}

/** Sends one request after the other on one connection; calls `onAnswer` with what each took. */
function ask(
  socket: Socket,
  request: Buffer,
  onAnswer: (durationMs: number) => void,
  onFault: (why: Error) => void,
): void {
  let sentAt = performance.now()
  let missing = 0
  let begun: Buffer | undefined
  socket.setNoDelay(true)
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length
    } else {
      begun = begun ? Buffer.concat([begun, chunk]) : chunk
      const answer = measureAnswer(begun)
      if (!answer) return
      if (answer.status !== 200 && answer.status !== 304) return onFault(new Error(`answered ${answer.status}`))
      missing = answer.length - begun.length
      begun = undefined
    }
    if (missing > 0) return
    if (missing < 0) return onFault(new Error('more bytes than the answer has'))
    const now = performance.now()
    onAnswer(now - sentAt)
    sentAt = now
    socket.write(request)
  })
  socket.on('error', onFault)
  socket.write(request)
}

/** Resolves once the time is over. Rejects on an answer that is neither 200 nor 304, and when a connection breaks. */
async function drive({ port, path, headers, connections, durationMs }: ClientTask): Promise<ClientResult> {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const request = Buffer.from([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  const durations: number[] = []
  const fault = Promise.withResolvers<never>()
  const sockets = Array.from({ length: connections }, () => connect(port, '127.0.0.1'))
  let isCounting = false
  for (const socket of sockets) {
    const onAnswer = (tookMs: number) => {
      if (isCounting) durations.push(tookMs)
    }
    socket.once('connect', () => ask(socket, request, onAnswer, fault.reject))
    socket.once('error', fault.reject)
  }
  const pass = (ms: number) => Promise.race([fault.promise, new Promise<void>((done) => setTimeout(done, ms))])
  await pass(durationMs / 4)
  process.send?.('counting')
  isCounting = true
  const began = performance.now()
  await pass(durationMs)
  const seconds = (performance.now() - began) / 1000
  for (const socket of sockets) socket.destroy()
  durations.sort((a, b) => a - b)
  const at = (part: number) => durations[Math.floor(durations.length * part)] ?? 0
  return { answers: durations.length, seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

process.once('message', async (task: ClientTask) => {
  process.send?.(await drive(task))
  process.disconnect()
})
