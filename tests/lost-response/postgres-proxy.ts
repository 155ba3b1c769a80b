// Stands between one of our processes and PostgreSQL and loses the response of a chosen commit: PostgreSQL has committed, and
// the connection dies before the client receives it. Speaks as much of the protocol (PostgreSQL manual, "Frontend/Backend
// Protocol", version 3) as it takes to see where a response to a commit begins.
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface PostgresProxy {
  /** The connection string of the same database, through the proxy. */
  readonly url: string
  /** The statements whose commits were seen since `watch`, in order: `commit`, or a write outside a transaction. */
  readonly commits: readonly string[]
  /** Whether the response chosen by `watch` was lost. */
  readonly hasLost: boolean
  /** Counts commits from now on, and loses the response of the `lose`-th (from 1); of none without it. */
  watch(lose?: number): void
  close(): Promise<void>
}

/** How far something is happens often and at any time: counting it would make the count another one each time. */
const PROGRESS = /\bpercent\b/i
const WRITE = /\b(insert into|update|delete from)\b/i

export function startPostgresProxy(databaseUrl: string): PostgresProxy {
  const target = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-proxy-'))
  const upstreamPath = join(target.searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const commits: string[] = []
  const sockets = new Set<Socket>()
  let wanted: number | undefined
  let hasLost = false
  const isToBeLost = (statement: string): boolean => {
    if (commits.push(statement) !== wanted) return false
    hasLost = true
    return true
  }
  const server = createServer((client) => {
    const upstream = createConnection(upstreamPath)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.end()
      })
    }
    relay(client, upstream, isToBeLost)
  })
  server.listen(join(folder, '.s.PGSQL.5432'))
  target.searchParams.set('host', folder)

  return {
    url: target.href,
    commits,
    get hasLost() {
      return hasLost
    },
    watch(lose) {
      commits.length = 0
      wanted = lose
      hasLost = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Hands on what both sides say. A response is held from its CommandComplete to its ReadyForQuery, after which the commit has
 * happened whichever way the statement was sent, and is dropped together with the connection if it is to be lost.
 */
function relay(client: Socket, upstream: Socket, isToBeLost: (statement: string) => boolean): void {
  let statement = ''
  let isInTransaction = false
  let held: Buffer[] | undefined
  let isCommit = false
  readMessages(client, { hasStartup: true }, (type, message) => {
    if (type === 'Q') statement = textAt(message, 5)
    if (type === 'P') statement = textAt(message, message.indexOf(0, 5) + 1)
    upstream.write(message)
  })
  readMessages(upstream, { hasStartup: false }, (type, message) => {
    if (type === 'C') {
      held ??= []
      const isWrite = !isInTransaction && WRITE.test(statement) && !PROGRESS.test(statement)
      isCommit = textAt(message, 5) === 'COMMIT' || isWrite
    }
    if (type === 'E') isCommit = false
    if (type !== 'Z') {
      if (held) held.push(message)
      else client.write(message)
      return
    }
    isInTransaction = String.fromCharCode(message[5] ?? 0) !== 'I'
    if (isCommit && !isInTransaction && isToBeLost(statement.trim())) {
      client.destroy()
      upstream.destroy()
      return
    }
    isCommit = false
    client.write(Buffer.concat([...(held ?? []), message]))
    held = undefined
  })
}

/** The zero-terminated text that begins at `start`. */
function textAt(message: Buffer, start: number): string {
  return message.toString('utf8', start, message.indexOf(0, start))
}

/** Cuts a stream into messages: a type, the length of the rest in four bytes, the rest. The first of a client has no type. */
function readMessages(
  socket: Socket,
  { hasStartup }: { hasStartup: boolean },
  onMessage: (type: string, message: Buffer) => void,
): void {
  let gathered: Buffer = Buffer.alloc(0)
  let isStartup = hasStartup
  socket.on('data', (chunk) => {
    gathered = gathered.length === 0 ? chunk : Buffer.concat([gathered, chunk])
    for (;;) {
      const typeBytes = isStartup ? 0 : 1
      if (gathered.length < typeBytes + 4) return
      const length = typeBytes + gathered.readUInt32BE(typeBytes)
      if (gathered.length < length) return
      const message = gathered.subarray(0, length)
      gathered = gathered.subarray(length)
      onMessage(isStartup ? '' : String.fromCharCode(message[0] ?? 0), message)
      isStartup = false
    }
  })
}
