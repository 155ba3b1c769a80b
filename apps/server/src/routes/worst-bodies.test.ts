// The most expensive body of each route. `npm run bench -- worst-bodies` measures their cost; here no route may fail, and
// none may block the event loop for long.
import { beforeAll, describe, expect, it } from 'vitest'
import { listWorstBodies, listWorstSaves, type OpenApi } from '../../../../tests/worst-body.ts'
import { type AdminForTest, signInAsAdmin } from '../../testing/admin.ts'
import { useApp } from '../../testing/app.ts'
import { insertMember, type MemberForTest } from '../../testing/member.ts'
import { addTemplate } from '../../testing/template.ts'

/** Of one thread, for one request: a slow machine under load takes a few hundred. */
const MAX_CPU_MS = 3000

const store = useApp()
let member: MemberForTest
let admin: AdminForTest
let projectId: string
let api: OpenApi

beforeAll(async () => {
  member = await insertMember(store)
  admin = await signInAsAdmin(store)
  const templateId = await addTemplate(store.db)
  const project = await store.call('POST', '/api/projects', { token: member.token, body: { templateId } })
  projectId = String(project.body.projectId)
  api = (await store.call('GET', '/api/openapi.json')).body as unknown as OpenApi
})

interface Measured {
  readonly status: number
  readonly bytes: number
  readonly cpuMs: number
}

async function ask(method: string, path: string, body: string): Promise<Measured> {
  const before = process.cpuUsage()
  const answer = await store.app.inject({
    method: method as 'POST',
    url: path.replace('{projectId}', projectId).replaceAll(/\{\w+\}/g, 'none'),
    payload: body,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${member.token}`, cookie: admin.cookie },
  })
  return { status: answer.statusCode, bytes: answer.payload.length, cpuMs: process.cpuUsage(before).user / 1000 }
}

describe('the worst body', () => {
  it('of every route gets a fast, short answer that is never a server error', { tags: ['full'] }, async () => {
    const bodies = listWorstBodies(api)
    expect(new Set(bodies.map(({ route }) => route)).size).toBeGreaterThan(40)
    for (const { route, method, path, kind, body } of bodies) {
      expect(body.length, `${route}, ${kind}`).toBeLessThan(1_050_000)
      const { status, bytes, cpuMs } = await ask(method, path, body)
      const label = `${route}, ${kind}: ${status}, ${bytes} bytes, ${Math.round(cpuMs)} ms`
      // 502 and 503 come from the gateway of these tests, which is unreachable.
      expect([200, 201, 204, 400, 401, 402, 403, 404, 409, 410, 413, 415, 422, 429, 502, 503], label).toContain(status)
      if (status >= 400) expect(bytes, label).toBeLessThan(20_000)
      expect(cpuMs, label).toBeLessThan(MAX_CPU_MS)
    }
  })

  it.each(listWorstSaves())('of a project with $kind is answered fast', async ({ kind, body }) => {
    const { status, cpuMs } = await ask('PUT', '/api/projects/{projectId}', body)
    expect([200, 422], `${kind}: ${status}`).toContain(status)
    expect(cpuMs, kind).toBeLessThan(2 * MAX_CPU_MS)
  })
})
