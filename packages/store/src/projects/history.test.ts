import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import {
  addCatalogueFiles,
  addMember,
  addTemplate,
  catchApiError,
  newDocument,
  newTemplate,
} from '../../testing/store.ts'
import { COMMAND_LINE } from '../admin/audit-log.ts'
import { publishTemplate } from '../admin/template-action.ts'
import { createRender } from '../renders/renders.ts'
import {
  deleteVersion,
  listVersions,
  MAX_NAMED,
  MAX_UNNAMED,
  nameVersion,
  readProjectBytes,
  renameVersion,
} from './history.ts'
import {
  createProject,
  deleteProject,
  duplicateProject,
  getProject,
  listProjects,
  type ProjectSave,
  purgeDeletedProjects,
  renameProject,
  restoreProject,
  saveNamedVersion,
  saveProject,
} from './projects.ts'

const database = useDatabase({ max: 12 })
beforeAll(() => addCatalogueFiles(database.db))

const sign = (key: string) => `/files/${key}?signed`
type Place = { userId: string; projectId: string }

async function begin(templateId?: string): Promise<Place> {
  const userId = await addMember(database.db)
  const template = templateId ?? (await addTemplate(database.db))
  const { row } = await transaction(database.db, (tx) => createProject(tx, { userId, templateId: template }))
  return { userId, projectId: row.id }
}
const save = (place: Place, title: string, more: Partial<ProjectSave> = {}) =>
  transaction(database.db, (tx) => saveProject(tx, { ...place, values: { title }, difference: {}, ...more }, sign))
const readVersions = async (place: Place) => (await listVersions(database.db, place, sign)).versions
const titles = async (place: Place) => (await readVersions(place)).map(({ values }) => values.title)

/** Moves everything about a project into the past. */
async function letPass({ projectId }: Place, minutes: number): Promise<void> {
  const ago = sql`make_interval(mins => ${minutes})`
  await database.db.execute(sql`
    update projects set created_at = created_at - ${ago}, updated_at = updated_at - ${ago} where id = ${projectId}`)
  await database.db.execute(
    sql`update project_versions set created_at = created_at - ${ago}, kept_at = kept_at - ${ago}
     where project_id = ${projectId}`,
  )
}

describe('versions of a project', () => {
  it('are saved automatically after a while of work, as the project was before the change', async () => {
    const place = await begin()
    await save(place, 'one')
    await save(place, 'two')
    expect(await titles(place)).toEqual([])
    await letPass(place, 11)
    await save(place, 'three')
    await save(place, 'four')
    expect(await readVersions(place)).toMatchObject([{ values: { title: 'two' }, reason: 'automatic', name: null }])
    await letPass(place, 60)
    await save(place, 'five')
    expect(await titles(place)).toEqual(['four', 'two'])
  })

  it('are saved when a save replaces the whole content, and the same content only once', async () => {
    const place = await begin()
    await save(place, 'mine')
    await save(place, 'restored', { keepsReplaced: true })
    expect(await readVersions(place)).toMatchObject([{ values: { title: 'mine' }, reason: 'replaced' }])
    await save(place, 'mine', { keepsReplaced: true })
    await save(place, 'mine', { keepsReplaced: true })
    expect(await titles(place)).toEqual(['restored', 'mine'])
  })

  it('are saved for every render that is requested', async () => {
    const place = await begin()
    await save(place, 'exported')
    const request = { ...place, kind: 'preview', region: { isIndianUser: true } } as const
    for (const idempotencyKey of ['first-key', 'second-key'])
      await transaction(database.db, (tx) => createRender(tx, { ...request, idempotencyKey }))
    expect(await readVersions(place)).toMatchObject([{ values: { title: 'exported' }, reason: 'export' }])
  })

  it('stay when they are named; of the others only the newest stay', async () => {
    const place = await begin()
    await save(place, 'first')
    const named = await transaction(database.db, (tx) => saveNamedVersion(tx, { ...place, name: 'For mother' }))
    expect(named).toMatchObject({ name: 'For mother', reason: 'named', values: { title: 'first' } })
    for (let n = 0; n <= MAX_UNNAMED + 2; n++) await save(place, `try ${n}`, { keepsReplaced: true })
    const versions = await readVersions(place)
    expect(versions).toHaveLength(MAX_UNNAMED + 1)
    expect(versions.at(-1)).toMatchObject({ name: 'For mother' })
    expect(versions[0]?.values).toEqual({ title: `try ${MAX_UNNAMED + 1}` })
  })

  it('can be named later and deleted, by their owner alone', async () => {
    const place = await begin()
    await save(place, 'one')
    await save(place, 'two', { keepsReplaced: true })
    const versionId = (await readVersions(place))[0]?.versionId ?? ''
    const stranger = await addMember(database.db)
    const rename = (userId: string) =>
      transaction(database.db, (tx) => renameVersion(tx, { ...place, userId, versionId }, 'Draft'))
    expect((await catchApiError(rename(stranger))).code).toBe('project-not-found')
    expect(await rename(place.userId)).toMatchObject({ name: 'Draft', values: { title: 'one' } })
    const remove = () => transaction(database.db, (tx) => deleteVersion(tx, { ...place, versionId }))
    await remove()
    expect((await catchApiError(remove())).code).toBe('version-not-found')
    expect((await catchApiError(listVersions(database.db, { ...place, userId: stranger }, sign))).code).toBe(
      'project-not-found',
    )
  })

  it('hold other content than the stored one when asked to, checked like a save', async () => {
    const place = await begin()
    await save(place, 'theirs')
    const keep = (values: Record<string, unknown>) =>
      transaction(database.db, (tx) =>
        saveNamedVersion(tx, {
          ...place,
          name: 'From this device',
          content: { values, difference: {}, aspect: null, timeline: null },
        }),
      )
    expect(await keep({ title: 'mine' })).toMatchObject({ values: { title: 'mine' } })
    expect((await catchApiError(keep({ nothing: 1 }))).code).toBe('field-value-invalid')
    expect((await getProject(database.db, place.userId, place.projectId)).row.values).toEqual({ title: 'theirs' })
  })

  it('are limited in number also with names', async () => {
    const place = await begin()
    const keep = (n: number) =>
      transaction(database.db, (tx) => saveNamedVersion(tx, { ...place, name: `Version ${n}` }))
    for (let n = 0; n < MAX_NAMED; n++) await keep(n)
    expect((await catchApiError(keep(MAX_NAMED))).code).toBe('too-many-versions')
  })
})

describe('storage of projects and versions', () => {
  /** About 860 kB. */
  const added = Array.from({ length: 33 }, (_, n) => ({
    id: `own-${n}`,
    type: 'shape',
    in: 0,
    out: 9,
    shapes: Array.from({ length: 1000 }, () => ({ ty: 'rc', s: [4, 4] })),
  }))
  const difference = { added, order: { '': added.map(({ id }) => id) } }

  it('is bounded for each project: the oldest unnamed versions go, and too large named ones are refused', {
    tags: ['full'],
  }, async () => {
    const place = await begin()
    for (let n = 0; n < 8; n++) await save(place, `${n}`, { difference, keepsReplaced: true })
    const list = async () => (await listVersions(database.db, place, sign)).versions
    expect((await list()).map(({ values }) => values.title)).toEqual(['6', '5', '4', '3', '2'])
    const name = (title: string) => transaction(database.db, (tx) => nameVersion(tx, { ...place, name: title }))
    for (const title of ['one', 'two', 'three', 'four', 'five']) await name(title)
    expect((await list()).map((version) => version.name).filter(Boolean)).toHaveLength(5)
    expect(await list()).toHaveLength(5)
    expect((await catchApiError(name('six'))).code).toBe('too-many-versions')
    expect(await list()).toHaveLength(5)
    expect(await readProjectBytes(database.db, place.userId)).toBeGreaterThan(5_000_000)
  })

  it('is freed by deleting: unnamed versions at once, projects when many more are deleted', {
    tags: ['full'],
  }, async () => {
    const place = await begin()
    const { userId, projectId } = place
    const before = await readProjectBytes(database.db, userId)
    for (let n = 0; n < 4; n++) await save(place, `${n}`, { difference, keepsReplaced: true })
    await transaction(database.db, (tx) => deleteProject(tx, userId, projectId))
    const deleted = await readProjectBytes(database.db, userId)
    expect(deleted - before).toBeLessThan(1_000_000)
    const { templateId } = (
      await database.db.execute(sql`select template_id as "templateId" from projects where id = ${projectId}`)
    ).rows[0] as { templateId: string }
    for (let n = 0; n < 20; n++) {
      const { row } = await transaction(database.db, (tx) => createProject(tx, { userId, templateId }))
      await transaction(database.db, (tx) => deleteProject(tx, userId, row.id))
    }
    expect(await readProjectBytes(database.db, userId)).toBeLessThan(10_000)
    const restore = transaction(database.db, (tx) => restoreProject(tx, userId, projectId))
    expect((await catchApiError(restore)).code).toBe('project-not-found')
  })
})

describe('projects of one template', () => {
  it('are renamed, copied with everything in them, deleted and restored', async () => {
    const place = await begin()
    const { userId, projectId } = place
    await save(place, 'Asha')
    await transaction(database.db, (tx) => renameProject(tx, { ...place, name: 'For Asha' }))
    const copy = await transaction(database.db, (tx) => duplicateProject(tx, userId, projectId))
    expect(copy.row).toMatchObject({ name: 'For Asha (copy)', values: { title: 'Asha' } })
    const listed = async () => (await listProjects(database.db, userId)).map(({ name }) => name).sort()
    expect(await listed()).toEqual(['For Asha', 'For Asha (copy)'])

    await transaction(database.db, (tx) => deleteProject(tx, userId, projectId))
    expect(await listed()).toEqual(['For Asha (copy)'])
    expect((await catchApiError(save(place, 'late'))).code).toBe('project-not-found')
    const stranger = await addMember(database.db)
    const restore = (owner: string) => transaction(database.db, (tx) => restoreProject(tx, owner, projectId))
    expect((await catchApiError(restore(stranger))).code).toBe('project-not-found')
    expect((await restore(userId)).row).toMatchObject({ name: 'For Asha', values: { title: 'Asha' }, revision: 1 })
    expect((await restore(userId)).row.deletedAt).toBeNull()
  })

  it('are removed weeks after they were deleted, unless they were rendered', async () => {
    const [bare, rendered] = [await begin(), await begin()]
    const request = {
      ...rendered,
      kind: 'preview',
      region: { isIndianUser: true },
      idempotencyKey: 'some-key',
    } as const
    await transaction(database.db, (tx) => createRender(tx, request))
    for (const { userId, projectId } of [bare, rendered])
      await transaction(database.db, (tx) => deleteProject(tx, userId, projectId))
    await purgeDeletedProjects(database.db)
    for (const { projectId } of [bare, rendered])
      await database.db.execute(
        sql`update projects set deleted_at = now() - interval '31 days' where id = ${projectId}`,
      )
    await purgeDeletedProjects(database.db)
    const restore = ({ userId, projectId }: Place) =>
      transaction(database.db, (tx) => restoreProject(tx, userId, projectId))
    expect((await catchApiError(restore(bare))).code).toBe('project-not-found')
    expect((await restore(rendered)).row.id).toBe(rendered.projectId)
  })

  it('store the chosen aspect ratio, and are rendered in it', async () => {
    const variants = { '9:16': { canvas: { width: 1080, height: 1920 } } }
    const template = newTemplate({ document: newDocument({ variants }) })
    await transaction(database.db, (tx) => publishTemplate(tx, COMMAND_LINE, template))
    const place = await begin(template.id)
    expect((await catchApiError(save(place, 'x', { aspect: '21:9' }))).details).toMatchObject({ field: 'aspect' })
    const saved = await save(place, 'tall', { aspect: '9:16' })
    expect(saved.row).toMatchObject({ aspect: '9:16', revision: 1 })
    expect((await save(place, 'taller')).row.aspect).toBe('9:16')
    const request = { ...place, kind: 'preview', region: { isIndianUser: true }, idempotencyKey: 'tall-key' } as const
    const { render } = await transaction(database.db, (tx) => createRender(tx, request))
    expect(render.aspect).toBe('9:16')
    await save(place, 'taller', { aspect: null })
    const wide = await transaction(database.db, (tx) => createRender(tx, { ...request, idempotencyKey: 'wide-key' }))
    expect(wide.render.renderKey).not.toBe(render.renderKey)
  })
})
