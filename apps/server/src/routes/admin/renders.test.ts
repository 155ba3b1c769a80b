// Renders of all customers as the owner sees them, and retrying or stopping one.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { transaction } from '@vitrine/database/connection'
import { failOperation } from '@vitrine/store/operations'
import { beginRender } from '@vitrine/store/renders/attempt'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, signInAsAdmin } from '../../../testing/admin.ts'
import { useApp } from '../../../testing/app.ts'
import { insertMember, type MemberForTest } from '../../../testing/member.ts'
import { addTemplate } from '../../../testing/template.ts'

const store = useApp()
let admin: AdminForTest
let templateId: string
let first: MemberForTest
let second: MemberForTest

type Body = Record<string, unknown>

beforeAll(async () => {
  admin = await signInAsAdmin(store)
  templateId = await addTemplate(store.db, { name: 'Lamps' })
  first = await insertMember(store)
  second = await insertMember(store)
})

async function askForVideo({ token }: MemberForTest): Promise<string> {
  const project = await store.call('POST', '/api/projects', { token, body: { templateId } })
  const { projectId } = project.body
  const values = { title: randomUUID().slice(0, 12) }
  await store.call('PUT', `/api/projects/${projectId}`, { token, body: { values, difference: {} } })
  const body = { projectId, kind: 'preview', idempotencyKey: randomUUID() }
  const answer = await store.call('POST', '/api/renders', { token, body })
  expect(answer.status).toBe(202)
  return String(answer.body.jobId)
}

async function failVideo(jobId: string): Promise<void> {
  await transaction(store.db, async (tx) => {
    const work = await beginRender(tx, jobId)
    assert(work, 'the video waits to be begun')
    const why = { code: 'out-of-memory', message: 'The video needs more memory than there is.' }
    await failOperation(tx, work.operation, why)
  })
}

const list = async (query = '') => {
  const { status, body } = await admin.call('GET', `/renders?${query}`)
  expect(status).toBe(200)
  return body as { items: Body[]; nextCursor: string | null }
}
const listIds = ({ items }: { items: Body[] }) => items.map(({ jobId }) => jobId)

describe('the videos of all customers', () => {
  it('are listed newest first, in pages, by status, customer and id', async () => {
    const jobs = [await askForVideo(first), await askForVideo(second), await askForVideo(first)]
    const [oldest = '', middle = '', newest = ''] = jobs
    await failVideo(middle)
    expect(listIds(await list())).toEqual([newest, middle, oldest])
    const page = await list('limit=2')
    expect(listIds(page)).toEqual([newest, middle])
    expect(listIds(await list(`limit=2&cursor=${page.nextCursor}`))).toEqual([oldest])
    expect((await list('status=failed')).items).toMatchObject([
      {
        jobId: middle,
        templateName: 'Lamps',
        status: 'failed',
        errorCode: 'out-of-memory',
        errorMessage: 'The video needs more memory than there is.',
        userId: second.userId,
        email: second.email,
        isStuck: false,
      },
    ])
    expect(listIds(await list(`search=${encodeURIComponent(first.email)}`))).toEqual([newest, oldest])
    expect(listIds(await list(`search=${oldest}`))).toEqual([oldest])
    expect(listIds(await list(`search=${templateId}&status=queued`))).toEqual([newest, oldest])
    const { body } = await admin.call('GET', `/users/${second.userId}/renders`)
    expect(listIds(body as { items: Body[] })).toEqual([middle])

    expect(await list('status=stuck')).toEqual({ items: [], nextCursor: null })
    await store.db.execute(sql`update renders set created_at = now() - interval '16 minutes' where id = ${oldest}`)
    expect((await list('status=stuck')).items).toMatchObject([{ jobId: oldest, status: 'queued', isStuck: true }])
    expect((await admin.call('GET', '/renders?cursor=nonsense')).status).toBe(400)
    expect((await admin.call('GET', '/renders?status=lost')).status).toBe(400)
    expect((await store.call('GET', '/api/admin/renders', { token: first.token })).status).toBe(401)
  })

  it('are exported as CSV, filtered as the list is', async () => {
    const customer = await insertMember(store)
    const failed = await askForVideo(customer)
    const waiting = await askForVideo(customer)
    await failVideo(failed)
    const { text, headers } = await admin.call('GET', `/renders.csv?search=${encodeURIComponent(customer.email)}`)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const rows = text.trimEnd().split('\r\n')
    expect(rows[0]).toContain('jobId,createdAt,completedAt,kind,status,stuck,attempts,errorCode')
    expect(rows.slice(1).map((row) => row.split(',')[0])).toEqual([waiting, failed])
    expect(rows[2]).toContain(`,preview,failed,false,1,out-of-memory,The video needs more memory than there is.,`)
    expect(
      (await admin.call('GET', `/renders.csv?search=${failed}&status=queued`)).text.trimEnd().split('\r\n'),
    ).toHaveLength(1)
    expect((await store.call('GET', '/api/admin/renders.csv', { token: customer.token })).status).toBe(401)
  })

  it('are retried or stopped by the owner, and the audit log has the reason', async () => {
    const jobId = await askForVideo(first)
    await failVideo(jobId)
    const act = (path: string, body: Body = {}) => admin.call('POST', `/renders/${jobId}/${path}`, body)
    const retried = await act('retry', { reason: 'The disk was full' })
    expect(retried).toMatchObject({ status: 200, body: { render: { jobId, status: 'queued', errorCode: null } } })
    expect(await act('retry')).toMatchObject({ status: 409, body: { code: 'render-not-retryable' } })
    expect((await act('stop', { reason: '' })).body).toMatchObject({ render: { status: 'cancelled' } })
    expect((await act('stop')).body).toMatchObject({ render: { status: 'cancelled' } })
    expect((await admin.call('POST', `/renders/${randomUUID()}/retry`, {})).body.code).toBe('render-not-found')
    const { items } = (await admin.call('GET', `/audit?subjectId=${first.userId}`)).body
    expect((items as Body[]).map(({ action, reason, before, after }) => ({ action, reason, before, after }))).toEqual([
      {
        action: 'render-stopped',
        reason: '',
        before: { render: jobId, status: 'queued' },
        after: { render: jobId, status: 'cancelled' },
      },
      {
        action: 'render-retried',
        reason: 'The disk was full',
        before: { render: jobId, status: 'failed', error: 'out-of-memory' },
        after: { render: jobId, status: 'queued' },
      },
    ])
  })
})
