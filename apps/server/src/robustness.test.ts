// What one caller can take from all others (database connections, memory, sockets), and malformed input.
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { signInAsAdmin } from '../testing/admin.ts'
import { useApp } from '../testing/app.ts'
import { insertMember, type MemberForTest } from '../testing/member.ts'
import { addTemplate } from '../testing/template.ts'

const deadlines = { bodyMs: 5000, restMs: 300, minimumUploadPace: { windowMs: 400, minBytes: 1000 } }
const patient = useApp()
const strict = useApp(() => ({ deadlines }))
const patience = { timeout: 60_000 }
const sockets: Socket[] = []
let asha: MemberForTest
let ben: MemberForTest

beforeAll(async () => {
  asha = await insertMember(patient)
  ben = await insertMember(patient)
  for (const { app } of [patient, strict]) await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
})

/** Buffers that have been read and forgotten are no memory that a request takes. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** Sends the head of a request, and answers the connection with all that came back over it. */
async function open(store: typeof patient, head: string[]): Promise<{ socket: Socket; heard: () => string }> {
  const { port } = store.app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let heard = ''
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text))
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write([...head, 'host: localhost', '', ''].join('\r\n'))
  return { socket, heard: () => heard }
}

/** However it was closed: a connection that is cut while bytes are on their way is reset. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

const tus = { 'tus-resumable': '1.0.0' }

async function beginUpload(store: typeof patient, { token }: MemberForTest, sizeBytes: number): Promise<string> {
  const answer = await store.call('POST', '/api/uploads', {
    token,
    headers: { ...tus, 'upload-length': String(sizeBytes), 'upload-metadata': `filename ${btoa('video.mp4')}` },
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.headers.location ?? ''
}

const patchHead = (location: string, { token }: MemberForTest, sizeBytes: number) => [
  `PATCH ${location} HTTP/1.1`,
  `authorization: Bearer ${token}`,
  'tus-resumable: 1.0.0',
  'upload-offset: 0',
  'content-type: application/offset+octet-stream',
  `content-length: ${sizeBytes}`,
]

describe('a customer with many simultaneous requests', () => {
  it('leaves database connections to others, and is rejected when too many wait', { tags: ['full'] }, async () => {
    const templateId = await addTemplate(patient.db)
    const pool = patient.db.$client
    const held = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = transaction(patient.db, async (tx) => {
      await tx.execute(sql`select from users where id = ${asha.userId} for update`)
      locked.resolve()
      await held.promise
    })
    await locked.promise
    const crowd = Array.from({ length: 150 }, () =>
      patient.call('POST', '/api/projects', { token: asha.token, body: { templateId } }),
    )
    await vi.waitUntil(() => pool.totalCount - pool.idleCount >= 4 && pool.waitingCount === 0, patience)
    for (let n = 0; n < 20; n++) {
      const { status } = await patient.call('POST', '/api/projects', { token: ben.token, body: { templateId } })
      expect(status).toBe(201)
      // One of the lock, and three that wait for it; Ben's own goes back a moment after his response.
      await vi.waitUntil(() => pool.totalCount - pool.idleCount <= 4, patience)
    }
    held.resolve()
    await holding
    const statuses = (await Promise.all(crowd)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(103)
    expect(statuses.filter((status) => status === 429)).toHaveLength(47)
  })
})

describe('stalled uploads', () => {
  it('take no memory, and only a few of one customer are read', { tags: ['full'] }, async () => {
    const sizeBytes = 9 * 2 ** 20
    const locations = await Promise.all(Array.from({ length: 12 }, () => beginUpload(patient, asha, sizeBytes)))
    const memory = () => {
      collectGarbage()
      return process.memoryUsage().arrayBuffers
    }
    const before = memory()
    const parked = Buffer.alloc(7 * 2 ** 20)
    const lines = await Promise.all(locations.map((location) => open(patient, patchHead(location, asha, sizeBytes))))
    for (const { socket } of lines) socket.write(parked)
    const partsOnDisk = async () => {
      const names = (await readdir(patient.deps.uploadFolder).catch(() => [])).filter((name) =>
        name.startsWith('part-'),
      )
      const files = await Promise.all(
        names.map((name) => stat(join(patient.deps.uploadFolder, name)).catch(() => undefined)),
      )
      return files.flatMap((file) => file?.size ?? [])
    }
    await vi.waitUntil(
      async () => (await partsOnDisk()).filter((size) => size === parked.length).length === 4,
      patience,
    )
    expect(await partsOnDisk()).toHaveLength(4)
    // Counts the memory of the process, including the eight waiting lines. Collected buffers count until a background thread has
    // swept them.
    await expect.poll(() => memory() - before, patience).toBeLessThan(parked.length + 20 * 2 ** 20)
    for (const { socket } of lines) socket.destroy()
    await vi.waitUntil(async () => (await partsOnDisk()).length === 0, patience)
    const countStarted = async () => {
      const heads = locations.map((url) => patient.call('HEAD', url, { token: asha.token, headers: tus }))
      return (await Promise.all(heads)).filter(({ headers }) => Number(headers['upload-offset']) > 0).length
    }
    await expect.poll(countStarted, patience).toBeGreaterThanOrEqual(4)
    await Promise.all(locations.map((url) => patient.call('DELETE', url, { token: asha.token, headers: tus })))
  })

  it('are ended when they are too slow, and keep the received bytes', { tags: ['full'] }, async () => {
    const member = await insertMember(strict)
    const location = await beginUpload(strict, member, 5000)
    const { socket, heard } = await open(strict, patchHead(location, member, 5000))
    socket.write(Buffer.alloc(700))
    await closed(socket)
    expect(heard()).toContain('HTTP/1.1 408')
    const { headers } = await strict.call('HEAD', location, { token: member.token, headers: tus })
    expect(headers['upload-offset']).toBe('700')
  })

  it('belong to their owner, whatever the query contains', async () => {
    const foreign = await beginUpload(patient, ben, 100)
    const own = await beginUpload(patient, asha, 100)
    const trick = `${own}?x=/${foreign.slice(-32)}`
    const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const sent = await patient.call('PATCH', trick, { token: asha.token, body: Buffer.alloc(40), headers })
    expect(sent).toMatchObject({ status: 204, headers: { 'upload-offset': '40' } })
    const answer = await patient.call('HEAD', trick, { token: asha.token, headers: tus })
    expect(answer.headers['upload-offset']).toBe('40')
    await patient.call('DELETE', trick, { token: asha.token, headers: tus })
    const left = await patient.call('HEAD', foreign, { token: ben.token, headers: tus })
    expect(left).toMatchObject({ status: 200, headers: { 'upload-offset': '0' } })
    expect((await patient.call('HEAD', own, { token: asha.token, headers: tus })).status).toBe(404)
  })
})

describe('a body that arrives byte by byte', () => {
  it.each([
    ['before the response', 'POST /api/login HTTP/1.1', '408'],
    ['after the response', 'POST /api/projects HTTP/1.1', '401'],
  ])('ends with its connection, %s', { tags: ['full'] }, async (_when, line, status) => {
    const { socket, heard } = await open(strict, [line, 'content-type: application/json', 'content-length: 9000'])
    const dribbling = setInterval(() => socket.write(' '), 20)
    await closed(socket)
    clearInterval(dribbling)
    expect(heard()).toContain(`HTTP/1.1 ${status}`)
  })
})

describe('invalid input', () => {
  const login = (body: unknown, headers: Record<string, string> = {}) =>
    patient.call('POST', '/api/login', { body, headers: { 'content-type': 'application/json', ...headers } })
  const word = JSON.stringify({ emailOrUsername: 'nobody@example.test', password: 'wrong' })

  it.each([
    ['packed', gzipSync(word), { 'content-encoding': 'gzip' }, 400],
    ['said to be packed', word, { 'content-encoding': 'br' }, 400],
    ['packed as nobody packs', word, { 'content-encoding': 'x-zoo' }, 400],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), {}, 400],
    ['nested without end', '['.repeat(50_000), {}, 400],
    ['of too many values', `[${'[],'.repeat(300_000)}0]`, {}, 413],
    ['with a prototype', '{"__proto__":{"x":1}}', {}, 400],
    ['with a lone surrogate and a NUL', JSON.stringify({ emailOrUsername: '\ud800\0', password: 'x' }), {}, 400],
  ])('is turned away: JSON %s', async (_what, body, headers, status) => {
    const answer = await login(body, headers as Record<string, string>)
    expect(answer.status, answer.text).toBe(status)
    expect(typeof answer.body.code).toBe('string')
  })

  it('gets a short answer, however much is wrong', async () => {
    const values = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`${'x'.repeat(201)}${n}`, 1]))
    const answer = await patient.call('PUT', '/api/projects/none', { token: asha.token, body: { values } })
    expect(answer.status).toBe(400)
    expect(answer.text.length).toBeLessThan(10_000)
  })

  it('is an error in an address of the API, and leads home in that of a page', async () => {
    expect(await patient.call('GET', '/api/template/a%00b')).toMatchObject({ status: 400 })
    expect(await patient.call('GET', '/api/template/%E0%A4%A')).toMatchObject({ status: 400 })
    for (const page of ['/%E0%A4%A', '/template/a%00b']) {
      expect(await patient.call('GET', page)).toMatchObject({ status: 302, headers: { location: '/' } })
    }
  })

  it('for an export is an error, not a partial file', async () => {
    const admin = await signInAsAdmin(patient)
    for (const name of ['users', 'templates', 'payments']) {
      expect(await admin.call('GET', `/${name}.csv?search=%00`), name).toMatchObject({ status: 400 })
      expect(await admin.call('GET', `/${name}.csv?search=%ED%A0%80`), name).toHaveProperty('status')
    }
  })
})
