import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OperationEvent, operationEvent } from '@vitrine/contract/operations'
import { transaction } from '@vitrine/database/connection'
import { recordOperationProgress } from '@vitrine/store/operations'
import { beginRender, completeRender, type RenderWork } from '@vitrine/store/renders/attempt'
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { insertMember, type MemberForTest } from '../../testing/member.ts'
import { addTemplate } from '../../testing/template.ts'

const store = useApp()
let templateId: string
let member: MemberForTest
let stranger: MemberForTest

beforeAll(async () => {
  templateId = await addTemplate(store.db)
  member = await insertMember(store)
  stranger = await insertMember(store)
})

async function newProject(values: Record<string, unknown> = { title: randomUUID().slice(0, 12) }): Promise<string> {
  const { token } = member
  const created = await store.call('POST', '/api/projects', { token, body: { templateId } })
  const projectId = String(created.body.projectId)
  const saved = await store.call('PUT', `/api/projects/${projectId}`, { token, body: { values, difference: {} } })
  expect(saved.status).toBe(200)
  return projectId
}

async function newRender(kind = 'preview'): Promise<string> {
  const projectId = await newProject()
  const body = { projectId, kind, idempotencyKey: randomUUID() }
  const { status, body: answer } = await store.call('POST', '/api/renders', { token: member.token, body })
  expect(status).toBe(202)
  return String(answer.jobId)
}

async function begin(renderId: string): Promise<RenderWork> {
  const work = await transaction(store.db, (tx) => beginRender(tx, renderId))
  assert(work, 'the render waits to be begun')
  return work
}

describe('projects', () => {
  it('are created, saved on top of the revision they were read at, listed and found', async () => {
    const { token } = member
    const created = await store.call('POST', '/api/projects', { token, body: { templateId: `${templateId}-template` } })
    expect(created).toMatchObject({ status: 201, body: { templateId, values: {}, difference: {} } })
    const path = `/api/projects/${created.body.projectId}`
    const { revision } = created.body

    const save = (values: unknown, more: object = {}) =>
      store.call('PUT', path, { token, body: { values, difference: {}, ...more } })
    const saved = await save({ title: 'Namaste' }, { revision })
    expect(saved).toMatchObject({ status: 200, body: { values: { title: 'Namaste' }, revision: Number(revision) + 1 } })
    const stale = await save({ title: 'Older' }, { revision })
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'project-changed', revision: Number(revision) + 1, project: { values: { title: 'Namaste' } } },
    })
    const long = await save({ title: 'x'.repeat(50) })
    expect(long).toMatchObject({ status: 200, body: { values: { title: 'x'.repeat(50) } } })
    expect(long.body.warnings).toMatchObject([{ field: 'title' }])
    expect(await save({ nothing: 'x' })).toMatchObject({
      status: 422,
      body: { code: 'field-value-invalid', field: 'nothing' },
    })
    expect(await save({ photo: { asset: `u_${randomUUID()}` } })).toMatchObject({
      status: 422,
      body: { field: 'photo' },
    })
    expect(await save('not an object')).toMatchObject({ status: 400, body: { code: 'invalid-input' } })

    const list = await store.call('GET', `/api/projects?templateId=${templateId}`, { token })
    expect((list.body.projects as { projectId: string }[])[0]?.projectId).toBe(created.body.projectId)
    expect((await store.call('GET', path, { token })).body).toEqual(long.body)
  })

  it('are not accessible to others, and malformed ids are not found', async () => {
    const projectId = await newProject()
    for (const [method, path, token] of [
      ['GET', `/api/projects/${projectId}`, stranger.token],
      ['GET', `/api/projects/${randomUUID()}`, member.token],
      ['GET', '/api/projects/nonsense', member.token],
    ] as const) {
      expect(await store.call(method, path, { token }), path).toMatchObject({
        status: 404,
        body: { code: 'project-not-found' },
      })
    }
    const foreign = await store.call('PUT', `/api/projects/${projectId}`, {
      token: stranger.token,
      body: { values: {}, difference: {} },
    })
    expect(foreign.status).toBe(404)
    expect((await store.call('GET', `/api/projects/${projectId}`)).status).toBe(401)
    const unknown = await store.call('POST', '/api/projects', { token: member.token, body: { templateId: 'none' } })
    expect(unknown).toMatchObject({ status: 404, body: { code: 'template-not-found' } })
  })
})

describe('renders', () => {
  it('are rejected before payment when no font has a character of a text, and made of every supported script', async () => {
    const buyer = await insertMember(store)
    const call = (method: string, path: string, body?: unknown) =>
      store.call(method, path, { token: buyer.token, body })
    const { body: project } = await call('POST', '/api/projects', { templateId })
    const request = { projectId: project.projectId, kind: 'full', expectedCredits: 120 }
    await call('PUT', `/api/projects/${project.projectId}`, { values: { title: 'Asha 𒀀𒁀' }, difference: {} })
    for (const kind of ['full', 'preview']) {
      const refused = await call('POST', '/api/renders', { ...request, kind, idempotencyKey: randomUUID() })
      expect(refused).toMatchObject({
        status: 422,
        body: { code: 'field-value-invalid', layer: 'words', reason: 'characters-missing', characters: '𒀀 𒁀' },
      })
      expect(refused.body.error).toContain('𒀀 𒁀')
    }
    expect((await call('GET', '/api/user-credits')).body).toMatchObject({ credits: 500 })

    await call('PUT', `/api/projects/${project.projectId}`, { values: { title: 'শুভ বিবাহ 🎉 ♥' }, difference: {} })
    const created = await call('POST', '/api/renders', { ...request, idempotencyKey: randomUUID() })
    expect(created).toMatchObject({ status: 202, body: { charged: 120 } })
  })

  it('charge a full video once, and the same key always returns the same job', async () => {
    const buyer = await insertMember(store)
    const call = (method: string, path: string, body?: unknown) =>
      store.call(method, path, { token: buyer.token, body })
    const { body: project } = await call('POST', '/api/projects', { templateId })
    const request = { projectId: project.projectId, kind: 'full', idempotencyKey: randomUUID(), expectedCredits: 120 }
    const wrongPrice = await call('POST', '/api/renders', { ...request, expectedCredits: 80 })
    expect(wrongPrice).toMatchObject({ status: 409, body: { code: 'price-changed', credits: 120 } })
    const first = await call('POST', '/api/renders', request)
    expect(first).toMatchObject({
      status: 202,
      body: { status: 'queued', charged: 120, alreadyPurchased: false, remainingCredits: 380 },
    })
    const again = await call('POST', '/api/renders', request)
    expect(again.body).toEqual(first.body)

    const jobId = String(first.body.jobId)
    const { body: cancelled } = await call('DELETE', `/api/renders/${jobId}`)
    expect(cancelled).toMatchObject({ jobId, status: 'cancelled' })
    const retried = await call('POST', `/api/renders/${jobId}/retry`)
    expect(retried).toMatchObject({
      status: 202,
      body: { jobId, status: 'queued', charged: 0, alreadyPurchased: true, remainingCredits: 380 },
    })
    expect(await call('POST', `/api/renders/${jobId}/retry`)).toMatchObject({
      status: 409,
      body: { code: 'render-not-retryable' },
    })
    const { body } = await call('GET', '/api/user-generated-videos')
    expect(body.videos).toMatchObject([{ jobId, templateId, status: 'queued', signedUrl: null, errorMessage: null }])
  })

  it('are rejected when the credits do not suffice, and leave no job behind', async () => {
    const dear = await addTemplate(store.db, { priceCredits: 9000 })
    const poor = await insertMember(store)
    const call = (method: string, path: string, body?: unknown) => store.call(method, path, { token: poor.token, body })
    const { body: project } = await call('POST', '/api/projects', { templateId: dear })
    const refused = await call('POST', '/api/renders', {
      projectId: project.projectId,
      kind: 'full',
      idempotencyKey: randomUUID(),
    })
    expect(refused).toMatchObject({ status: 402, body: { creditsRequired: 9000, userCredits: 500 } })
    expect((await call('GET', '/api/user-generated-videos')).body.videos).toEqual([])
  })

  it('return the finished video by signed links that play or save it', async () => {
    const jobId = await newRender()
    const attempt = await begin(jobId)
    const fileKey = `private/renders/${jobId}.mp4`
    await store.deps.storage.put(fileKey, Buffer.from('video'), { contentType: 'video/mp4' })
    const video = { fileKey, posterKey: null, width: 960, height: 540, durationMs: 4000, sizeBytes: 4 }
    await transaction(store.db, (tx) => completeRender(tx, attempt, video))
    const { body } = await store.call('GET', `/api/renders/${jobId}`, { token: member.token })
    expect(body).toMatchObject({ status: 'completed', percent: 100, durationSeconds: 4 })
    const shown = await store.app.inject({ url: String(body.signedUrl) })
    expect([shown.payload, shown.headers['content-disposition']]).toEqual(['video', 'inline'])
    const saved = await store.app.inject({ url: String(body.downloadUrl) })
    expect(saved.headers['content-disposition']).toContain('attachment; filename="Greeting-preview.mp4"')
  })

  it('are not accessible to others', async () => {
    const jobId = await newRender()
    for (const [method, path] of [
      ['GET', `/api/renders/${jobId}`],
      ['DELETE', `/api/renders/${jobId}`],
      ['POST', `/api/renders/${jobId}/retry`],
      ['GET', '/api/renders/nonsense'],
    ] as const) {
      expect(await store.call(method, path, { token: stranger.token }), `${method} ${path}`).toMatchObject({
        status: 404,
        body: { code: 'render-not-found' },
      })
      expect((await store.call(method, path)).status).toBe(401)
    }
    await store.call('DELETE', `/api/renders/${jobId}`, { token: member.token })
  })
})

describe('events of all operations', () => {
  it('name what the caller waits for, and nothing of others', async () => {
    const watcher = await watch('/api/operations/events')
    const foreign = await watch('/api/operations/events', stranger.token)
    expect(await watcher.next()).toEqual({ operations: [] })
    expect(await foreign.next()).toEqual({ operations: [] })
    const [first, second] = [await newRender(), await newRender()]
    const attempt = await begin(first)
    await recordOperationProgress(store.db, attempt.operation, { percent: 40, stage: 'drawing', secondsLeft: 3 })
    const running = { kind: 'render', status: 'running', stage: 'drawing', percent: 40, secondsLeft: 3 }
    const waiting = { kind: 'render', status: 'queued', stage: null, percent: 0, secondsLeft: null }
    const both = [
      { operationId: first, ...running },
      { operationId: second, ...waiting },
    ]
    let event = await watcher.next()
    while (event && JSON.stringify(event.operations[0]) !== JSON.stringify(both[0])) event = await watcher.next()
    expect(operationEvent.parse(event)).toEqual({ operations: both })
    for (const jobId of [first, second]) await store.call('DELETE', `/api/renders/${jobId}`, { token: member.token })
    while (event && event.operations.length > 0) event = await watcher.next()
    expect(event).toEqual({ operations: [] })
    watcher.stop()
    foreign.stop()
    expect(await foreign.next().catch(() => undefined)).toBeUndefined()
  })

  it('are limited to thirty connections of one user, without affecting others', async () => {
    const path = '/api/operations/events'
    const watchers = await Promise.all(Array.from({ length: 30 }, () => watch(path)))
    expect(await store.call('GET', path, { token: member.token })).toMatchObject({
      status: 429,
      body: { code: 'rate-limited', limit: 30 },
    })
    const foreign = await watch(path, stranger.token)
    expect(await foreign.next()).toEqual({ operations: [] })
    for (const { stop } of [...watchers, foreign]) stop()
    const isOpen = async () => {
      const response = await connect(path)
      response.destroy()
      return response.statusCode === 200
    }
    await expect.poll(isOpen).toBe(true)
  })

  it('never step back, however fast changes come', async () => {
    const jobId = await newRender()
    const attempt = await begin(jobId)
    const watcher = await watch('/api/operations/events')
    const recorded = Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        recordOperationProgress(store.db, attempt.operation, { percent: n + 1, stage: 'drawing' }),
      ),
    )
    const seen: number[] = []
    for (let event = await watcher.next(); event; event = await watcher.next()) {
      seen.push(event.operations[0]?.percent ?? 0)
      if (seen.at(-1) === 40) break
    }
    await recorded
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    watcher.stop()
    await store.call('DELETE', `/api/renders/${jobId}`, { token: member.token })
  })

  it('go on after the connection to the database was lost', async () => {
    await store.deps.operationFeed.listening
    const watcher = await watch('/api/operations/events')
    expect(await watcher.next()).toEqual({ operations: [] })
    await store.db.$client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'vitrine-progress' and datname = current_database()`,
    )
    const jobId = await newRender()
    let event = await watcher.next()
    while (event && event.operations.length === 0) event = await watcher.next()
    expect(event).toMatchObject({ operations: [{ operationId: jobId, status: 'queued' }] })
    watcher.stop()
    await store.call('DELETE', `/api/renders/${jobId}`, { token: member.token })
  })

  it('are for those who are signed in', async () => {
    expect((await store.call('GET', '/api/operations/events')).status).toBe(401)
    expect((await store.call('GET', '/api/admin/operations/events', { token: member.token })).status).toBe(401)
  })
})

/** Uses a real connection, because injected responses only arrive whole. */
async function connect(path: string, token = member.token): Promise<IncomingMessage> {
  if (!store.app.server.listening) await store.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = store.app.server.address() as AddressInfo
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip' }
  return new Promise((resolve, reject) => {
    httpRequest({ port, path, headers }).once('error', reject).once('response', resolve).end()
  })
}

/** Follows events. */
async function watch(
  path: string,
  token = member.token,
): Promise<{ next(): Promise<OperationEvent | undefined>; stop(): void }> {
  const response = await connect(path, token)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toContain('text/event-stream')
  expect(response.headers['content-encoding']).toBeUndefined()
  const events: AsyncIterator<OperationEvent> = readEvents(response.setEncoding('utf8'))
  return {
    async next() {
      const { value, done } = await events.next()
      return done ? undefined : value
    },
    stop: () => response.destroy(),
  }
}

async function* readEvents<State>(text: AsyncIterable<string>): AsyncGenerator<State> {
  let buffered = ''
  for await (const chunk of text) {
    buffered += chunk
    for (let end = buffered.indexOf('\n\n'); end >= 0; end = buffered.indexOf('\n\n')) {
      const block = buffered.slice(0, end)
      buffered = buffered.slice(end + 2)
      const data = /^event: progress\ndata: (.*)$/.exec(block)?.[1]
      if (data !== undefined) yield JSON.parse(data) as State
    }
  }
}
