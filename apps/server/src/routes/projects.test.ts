import { randomUUID } from 'node:crypto'
import { projectVersion, versionList } from '@vitrine/contract/projects'
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

type Body = Record<string, unknown>
const call = (method: string, path: string, body?: unknown, { token } = member) =>
  store.call(method, path, { token, ...(body !== undefined && { body }) })

async function newProject(title = 'Asha'): Promise<string> {
  const created = await call('POST', '/api/projects', { templateId })
  const path = `/api/projects/${created.body.projectId}`
  expect((await call('PUT', path, { values: { title }, difference: {} })).status).toBe(200)
  return path
}

describe('versions of a project', () => {
  it('are saved, listed, named and deleted', async () => {
    const path = await newProject('first')
    const saved = await call('POST', `${path}/versions`, { name: ' For mother ' })
    expect(saved.status).toBe(201)
    expect(projectVersion.parse(saved.body)).toMatchObject({ name: 'For mother', values: { title: 'first' } })
    await call('PUT', path, { values: { title: 'second' }, difference: {}, keepsReplaced: true })
    await call('PUT', path, { values: { title: 'third' }, difference: {}, keepsReplaced: true })
    const { versions } = versionList.parse((await call('GET', `${path}/versions`)).body)
    expect(versions.map(({ values, reason }) => [values.title, reason]).sort()).toEqual([
      ['first', 'named'],
      ['second', 'replaced'],
    ])
    const at = `${path}/versions/${versions.find(({ name }) => name === null)?.versionId}`
    expect((await call('PATCH', at, { name: 'Draft' })).body).toMatchObject({ name: 'Draft', reason: 'replaced' })
    expect((await call('PATCH', at, { name: '  ' })).status).toBe(400)
    expect((await call('DELETE', at)).status).toBe(200)
    expect(await call('DELETE', at)).toMatchObject({ status: 404, body: { code: 'version-not-found' } })
  })

  it('may hold unsaved content, checked like a save', async () => {
    const path = await newProject('theirs')
    const keep = (values: Body) =>
      call('POST', `${path}/versions`, { name: 'From this device', content: { values, difference: {}, aspect: null } })
    expect(await keep({ title: 'mine' })).toMatchObject({ status: 201, body: { values: { title: 'mine' } } })
    expect(await keep({ nothing: 'x' })).toMatchObject({ status: 422, body: { field: 'nothing' } })
    expect((await call('GET', path)).body).toMatchObject({ values: { title: 'theirs' } })
  })
})

describe('the timeline of a project', () => {
  const clip = { id: 'own-a', asset: 'u_nobody', kind: 'video', frames: 30, startSeconds: 0 }

  it('is refused in whatever way it is wrong, and nothing is stored then', async () => {
    const path = await newProject('kept')
    const put = async (timeline: unknown) => {
      const { status, body } = await call('PUT', path, { values: { title: 'lost' }, difference: {}, timeline })
      return [status, body.field ?? body.code, body.reason]
    }
    expect(await put('clips')).toEqual([400, 'invalid-input', undefined])
    expect(await put({ clips: {}, sounds: [] })).toEqual([400, 'invalid-input', undefined])
    expect(await put({ clips: Array(501).fill(clip), sounds: [] })).toEqual([400, 'invalid-input', undefined])
    expect(await put({ clips: [null], sounds: [] })).toEqual([422, 'timeline.clips[0]', 'wrong-type'])
    expect(await put({ clips: [clip], sounds: [] })).toEqual([422, 'timeline.clips[0].asset', 'unknown-asset'])
    expect(await put({ clips: [{ ...clip, frames: 1e308 }], sounds: [] })).toEqual([
      422,
      'timeline.clips[0].frames',
      'out-of-range',
    ])
    expect(
      await put({ clips: [], sounds: [{ id: 'own-s', asset: 'u_x', at: -1, frames: 1, startSeconds: 0 }] }),
    ).toEqual([422, 'timeline.sounds[0].at', 'out-of-range'])
    expect((await call('GET', path)).body).toMatchObject({ values: { title: 'kept' }, timeline: null })
  })

  it('may be empty, is unchanged by saves that do not name it, and is removed by null', async () => {
    const path = await newProject()
    const empty = { clips: [], sounds: [] }
    const put = (body: Body) => call('PUT', path, { values: {}, difference: {}, ...body })
    expect((await put({ timeline: empty })).body).toMatchObject({ timeline: empty })
    expect((await put({ values: { title: 'More' } })).body).toMatchObject({ timeline: empty })
    expect((await put({ timeline: null })).body).toMatchObject({ timeline: null })
  })
})

describe('projects of one template', () => {
  it('are renamed, copied, deleted and restored', async () => {
    const path = await newProject()
    const renamed = await call('PATCH', path, { name: 'For Asha' })
    expect(renamed).toMatchObject({ status: 200, body: { name: 'For Asha', revision: 1 } })
    const copy = await call('POST', `${path}/duplicate`)
    expect(copy).toMatchObject({ status: 201, body: { name: 'For Asha (copy)', values: { title: 'Asha' } } })
    expect((await call('DELETE', path)).status).toBe(200)
    expect((await call('GET', path)).status).toBe(404)
    const list = async () =>
      ((await call('GET', `/api/projects?templateId=${templateId}`)).body.projects as Body[]).map(({ name }) => name)
    expect(await list()).not.toContain('For Asha')
    expect(await call('POST', `${path}/restore`)).toMatchObject({ status: 200, body: { name: 'For Asha' } })
    expect(await list()).toContain('For Asha')
  })

  it('return their document, with its files', async () => {
    const path = await newProject()
    const { body } = await call('GET', `${path}/document`)
    const present = await call('GET', `/api/template/${templateId}/document`)
    expect(body).toEqual(present.body)
  })

  it('are not accessible to others by any route', async () => {
    const path = await newProject()
    const { body: version } = await call('POST', `${path}/versions`, { name: 'Mine' })
    const ways: [method: string, path: string, body?: unknown][] = [
      ['GET', `${path}/document`],
      ['PATCH', path, { name: 'Stolen' }],
      ['POST', `${path}/duplicate`],
      ['DELETE', path],
      ['POST', `${path}/restore`],
      ['GET', `${path}/versions`],
      ['POST', `${path}/versions`, { name: 'Stolen' }],
      ['PATCH', `${path}/versions/${version.versionId}`, { name: 'Stolen' }],
      ['DELETE', `${path}/versions/${version.versionId}`],
    ]
    for (const [method, at, body] of ways) {
      expect(await call(method, at, body, stranger), `${method} ${at}`).toMatchObject({
        status: 404,
        body: { code: 'project-not-found' },
      })
      expect((await store.call(method, at, body === undefined ? {} : { body })).status, `${method} ${at}`).toBe(401)
    }
    const other = await newProject('other')
    const elsewhere = `${other}/versions/${version.versionId}`
    expect((await call('DELETE', elsewhere)).body).toMatchObject({ code: 'version-not-found' })
    expect((await call('DELETE', `${path}/versions/${randomUUID()}`)).body).toMatchObject({ code: 'version-not-found' })
  })
})
