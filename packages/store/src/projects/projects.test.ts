import { randomUUID } from 'node:crypto'
import { projectLimitBytes, project as projectSchema } from '@vitrine/contract/projects'
import { transaction } from '@vitrine/database/connection'
import { MAX_PROJECT_BYTES } from '@vitrine/project/edit'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import {
  addCatalogueFiles,
  addMember,
  addTemplate,
  addUserFile,
  catchApiError,
  hashText,
  newDocument,
  newName,
  newTemplate,
} from '../../testing/store.ts'
import { COMMAND_LINE } from '../admin/audit-log.ts'
import { publishTemplate } from '../admin/template-action.ts'
import { listFonts } from '../catalogue/font-library.ts'
import { deleteAsset } from '../media/media.ts'
import {
  createProject,
  deleteProject,
  duplicateProject,
  getProject,
  listProjects,
  type ProjectSave,
  saveProject,
} from './projects.ts'
import { toProject } from './record.ts'

const database = useDatabase({ max: 12 })
beforeAll(() => addCatalogueFiles(database.db))

const sign = (key: string) => `/files/${key}?signed`
const create = (userId: string, templateId: string) =>
  transaction(database.db, (tx) => createProject(tx, { userId, templateId }))
const save = (changes: Partial<ProjectSave> & Pick<ProjectSave, 'userId' | 'projectId'>) =>
  transaction(database.db, (tx) => saveProject(tx, { values: {}, ...changes }, sign))

async function begin() {
  const userId = await addMember(database.db)
  const templateId = await addTemplate(database.db)
  const { row } = await create(userId, templateId)
  return { userId, templateId, projectId: row.id }
}

describe('a large save', () => {
  it('does not block other requests, and names the layer that is wrong', async () => {
    const { userId, projectId } = await begin()
    const items = () => Array.from({ length: 1000 }, () => ({ ty: 'rc', s: [4, 4] }))
    const ids = Array.from({ length: 30 }, (_, n) => `own-${n}`)
    const shape = (id: string) => ({ id, type: 'shape', in: 0, out: 30, shapes: items() })
    const difference = { added: [...ids.map(shape), { ...shape('own-x'), in: 40 }], order: { '': [...ids, 'own-x'] } }
    // Other requests have their turn whenever this does.
    let turns = 0
    let isOver = false
    const takeTurns = () => {
      turns++
      if (!isOver) setImmediate(takeTurns)
    }
    takeTurns()
    const { code, details } = await catchApiError(save({ userId, projectId, difference }))
    isOver = true
    expect(code).toBe('field-value-invalid')
    expect(details).toMatchObject({ field: 'difference.added[30]', reason: 'invalid-value' })
    expect(turns).toBeGreaterThan(20)
  })

  it('is rejected before validation when it holds more values than any editor produces', async () => {
    const { userId, projectId } = await begin()
    const { code } = await catchApiError(
      save({ userId, projectId, difference: { added: Array.from({ length: 300_000 }, () => 0) } }),
    )
    expect(code).toBe('invalid-input')
  })
})

describe('a project', () => {
  it('begins empty with the present version of its template', async () => {
    const { userId, templateId, projectId } = await begin()
    const project = toProject(await getProject(database.db, userId, projectId), sign)
    expect(projectSchema.parse(project)).toEqual(project)
    expect(project).toMatchObject({
      templateId,
      name: 'Royal Invitation',
      values: {},
      difference: {},
      revision: 0,
      warnings: [],
    })
    expect((await catchApiError(create(userId, newName()))).code).toBe('template-not-found')
  })

  it('keeps its version when the template is published again', async () => {
    const userId = await addMember(database.db)
    const template = newTemplate()
    const first = await transaction(database.db, (tx) => publishTemplate(tx, COMMAND_LINE, template))
    const { row } = await create(userId, `${template.id}-template`)
    await transaction(database.db, (tx) =>
      publishTemplate(tx, COMMAND_LINE, { ...template, document: newDocument({ name: 'New' }) }),
    )
    expect((await getProject(database.db, userId, row.id)).version.documentHash).toBe(first.documentHash)
  })

  it('holds what was filled in, with the files it uses', async () => {
    const { userId, projectId } = await begin()
    const [photo, clip] = [await addUserFile(database.db, userId), await addUserFile(database.db, userId, 'video')]
    const values = {
      title: 'आशा और रोहन',
      hero: { asset: photo, crop: { x: 0.1, y: -0.2, zoom: 1.5, rotate: 90 } },
      clip: { asset: clip, trim: { startSeconds: 1.5, endSeconds: 4 }, mute: true },
      brand: '#00aa66',
      showDate: false,
      mood: 'cool',
      music: { asset: clip },
    }
    const project = toProject(await save({ userId, projectId, values, revision: 0 }), sign)
    expect(project).toMatchObject({ values, revision: 1 })
    expect(Object.keys(project.assets).sort()).toEqual([photo, clip].sort())
    expect(project.assets[photo]?.url).toMatch(/^\/files\/private\/.*proxy\?signed$/)
    expect(toProject(await getProject(database.db, userId, projectId), sign)).toEqual(project)
  })

  it('is seen by its owner alone', async () => {
    const { userId, projectId } = await begin()
    const stranger = await addMember(database.db)
    expect((await catchApiError(getProject(database.db, stranger, projectId))).code).toBe('project-not-found')
    expect((await catchApiError(save({ userId: stranger, projectId }))).code).toBe('project-not-found')
    expect((await catchApiError(getProject(database.db, userId, 'not-an-id'))).code).toBe('project-not-found')
    expect(await listProjects(database.db, stranger)).toEqual([])
  })

  it('is listed with the last edited first, by template if asked', async () => {
    const { userId, templateId, projectId } = await begin()
    const second = (await create(userId, templateId)).row.id
    const elsewhere = (await create(userId, await addTemplate(database.db))).row.id
    await save({ userId, projectId, values: { title: 'Edited' } })
    const ids = async (of?: string) => (await listProjects(database.db, userId, of)).map((project) => project.projectId)
    expect(await ids(templateId)).toEqual([projectId, second])
    expect(await ids()).toEqual([projectId, elsewhere, second])
  })
})

describe('saving', () => {
  it('from an old revision is refused with what is there now', async () => {
    const { userId, projectId } = await begin()
    await save({ userId, projectId, values: { title: 'First tab' }, revision: 0 })
    const apiError = await catchApiError(save({ userId, projectId, values: { title: 'Second tab' }, revision: 0 }))
    expect(apiError).toMatchObject({
      code: 'project-changed',
      details: { revision: 1, project: { revision: 1, values: { title: 'First tab' } } },
    })
    await save({ userId, projectId, values: { title: 'Second tab' }, revision: 1 })
  })

  it('the same again is no conflict and no new revision', async () => {
    const { userId, projectId } = await begin()
    const change = { userId, projectId, values: { title: 'Once', brand: '#000000' }, revision: 0 }
    await save(change)
    const again = await save({ ...change, values: { brand: '#000000', title: 'Once' } })
    expect(again.row.revision).toBe(1)
  })

  it('continues from an attempt of its own whose response was lost, and from no other', async () => {
    const { userId, projectId } = await begin()
    const place = { userId, projectId, revision: 0 }
    const [lost, next, other] = [randomUUID(), randomUUID(), randomUUID()]
    await save({ ...place, values: { title: 'Lost' }, attemptId: lost })
    const own = await save({ ...place, values: { title: 'Lost and more' }, attemptId: next, unanswered: [lost] })
    expect(own.row).toMatchObject({ revision: 2, attemptId: next })
    // The first one arrives late: nothing new is lost to it.
    const late = save({ ...place, values: { title: 'Lost too late' }, attemptId: lost })
    expect((await catchApiError(late)).code).toBe('project-changed')
    await save({ ...place, revision: 2, values: { title: 'Theirs' }, attemptId: other })
    const mine = save({ ...place, values: { title: 'Mine' }, attemptId: randomUUID(), unanswered: [lost, next] })
    expect((await catchApiError(mine)).code).toBe('project-changed')
    // A save without an id belongs to no attempt.
    await save({ userId, projectId, values: { title: 'By another program' } })
    const after = save({ ...place, values: { title: 'Mine' }, unanswered: [lost, next, other] })
    expect((await catchApiError(after)).code).toBe('project-changed')
  })

  it('by many tabs from one revision lets exactly one through', async () => {
    const { userId, projectId } = await begin()
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, tab) => save({ userId, projectId, values: { title: `Tab ${tab}` }, revision: 0 })),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })

  it('keeps a text that is too long and says so', async () => {
    const { userId, projectId } = await begin()
    const title = 'Asha Rao and Rohan Mehta\ninvite you'
    const saved = await save({ userId, projectId, values: { title } })
    expect(saved.row.values).toEqual({ title })
    expect(saved.warnings).toEqual(
      expect.arrayContaining([
        { field: 'title', reason: 'too-long' },
        { field: 'title', reason: 'too-many-lines' },
      ]),
    )
  })

  it.each([
    ['nothing', { nothing: 'x' }, 'unknown-field'],
    ['__proto__ as a field', JSON.parse('{"__proto__": "x"}'), 'unknown-field'],
    ['constructor as a field', { constructor: 'x' }, 'unknown-field'],
    ['a number as text', { title: 5 }, 'wrong-type'],
    ['a word as a toggle', { showDate: 'yes' }, 'wrong-type'],
    ['an unknown choice', { mood: 'grumpy' }, 'not-an-option'],
    ['a colour by name', { brand: 'red; background: url(x)' }, 'not-a-color'],
    ['an address as a photo', { hero: 'https://example.test/a.jpg' }, 'wrong-type'],
    [
      'a crop of text',
      { hero: { asset: hashText('photo'), crop: { x: 'left', y: 0, zoom: 1, rotate: 0 } } },
      'crop-out-of-range',
    ],
    [
      'a trim that ends first',
      { clip: { asset: hashText('photo'), trim: { startSeconds: 5, endSeconds: 2 } } },
      'trim-out-of-range',
    ],
    ['a song as a photo', { hero: { asset: hashText('song') } }, 'wrong-kind'],
    ['a file of another template', { hero: { asset: hashText('poster') } }, 'unknown-asset'],
    ['a file that never was', { hero: 'u_00000000-0000-0000-0000-000000000000' }, 'unknown-asset'],
  ])('refuses %s', async (_what, values, reason) => {
    const { userId, projectId } = await begin()
    const apiError = await catchApiError(save({ userId, projectId, values }))
    expect(apiError).toMatchObject({ code: 'field-value-invalid', status: 422 })
    expect(apiError.details).toEqual({ field: Object.keys(values)[0], reason })
    expect((await getProject(database.db, userId, projectId)).row.revision).toBe(0)
  })

  it('rejects a photo of another customer, in fields and in layers, and a video where a photo belongs', async () => {
    const { userId, projectId } = await begin()
    const foreign = await addUserFile(database.db, await addMember(database.db))
    const clip = await addUserFile(database.db, userId, 'video')
    expect((await catchApiError(save({ userId, projectId, values: { hero: foreign } }))).details.reason).toBe(
      'unknown-asset',
    )
    expect((await catchApiError(save({ userId, projectId, values: { hero: clip } }))).details.reason).toBe('wrong-kind')
    const masked = async (cutout: string) =>
      (await catchApiError(save({ userId, projectId, values: { hero: { asset: hashText('photo'), cutout } } }))).details
    expect(await masked(foreign)).toEqual({ field: 'hero', reason: 'unknown-asset' })
    expect(await masked(clip)).toEqual({ field: 'hero', reason: 'wrong-kind' })
    const add = (asset: string) => ({
      added: [{ id: 'own-1', type: 'media', in: 0, out: 30, source: asset, box: [0, 0, 100, 100] }],
      order: { '': ['own-1'] },
    })
    const own = await addUserFile(database.db, userId)
    expect((await catchApiError(save({ userId, projectId, difference: add(foreign) }))).details).toEqual({
      field: 'difference.added[0]',
      reason: 'unknown-asset',
    })
    expect((await save({ userId, projectId, difference: add(own) })).row.difference).toEqual(add(own))
  })

  it('judges the files of layers as those of fields, wherever a difference names them', async () => {
    const { userId, projectId } = await begin()
    const [mine, clip, song] = [
      await addUserFile(database.db, userId),
      await addUserFile(database.db, userId, 'video'),
      await addUserFile(database.db, userId, 'audio'),
    ]
    const foreign = await addUserFile(database.db, await addMember(database.db))
    const photo = (source: unknown, id = 'own-1') => ({
      ...{ id, type: 'media', in: 0, out: 30, box: [0, 0, 100, 100] },
      source,
    })
    const add = (layer: { id: string }) => ({ added: [layer], order: { '': [layer.id] } })
    const inGroup = {
      added: [photo({ asset: foreign }, 'own-2'), { id: 'own-g', type: 'group', in: 0, out: 30, layers: [] }],
      order: { '': ['own-g'], 'own-g': ['own-2'] },
    }
    const local = `u_local-${foreign.slice(2)}`
    const cases: [difference: ReturnType<typeof add>, reason: string][] = [
      [add(photo({ asset: foreign })), 'unknown-asset'],
      [add(photo({ asset: foreign, crop: { x: 0, y: 0, zoom: 1, rotate: 0 } })), 'unknown-asset'],
      [inGroup, 'unknown-asset'],
      // Ids that are no customer's file: one known only to a browser, one in another case, one invented.
      [add(photo(local)), 'unknown-asset'],
      [add(photo(mine.toUpperCase().replace('U_', 'u_'))), 'unknown-asset'],
      [add(photo('u_1')), 'unknown-asset'],
      [add(photo({ asset: mine, cutout: foreign })), 'unknown-asset'],
      [add(photo({ asset: mine, cutout: song })), 'wrong-kind'],
      [add(photo(song)), 'wrong-kind'],
      [add({ ...photo(clip), type: 'image', source: undefined, asset: clip } as { id: string }), ''],
      [add({ id: 'own-3', type: 'audio', in: 0, out: 30, source: mine } as { id: string }), 'wrong-kind'],
      [add({ id: 'own-3', type: 'plate', in: 0, out: 30, asset: clip } as { id: string }), 'wrong-kind'],
    ]
    for (const [difference, reason] of cases) {
      const apiError = await catchApiError(save({ userId, projectId, difference }))
      expect(apiError.code, JSON.stringify(difference)).toBe('field-value-invalid')
      const field = 'difference.added[0]'
      expect(apiError.details, JSON.stringify(difference)).toMatchObject({ field, ...(reason ? { reason } : {}) })
    }
    const both = (source: unknown) => ({
      added: [photo(mine), photo(source, 'own-2')],
      order: { '': ['own-1', 'own-2'] },
    })
    const saved = toProject(await save({ userId, projectId, difference: both({ asset: clip, mute: true }) }), sign)
    expect(Object.keys(saved.assets).sort()).toEqual([mine, clip].sort())
    const copy = await transaction(database.db, (tx) => duplicateProject(tx, userId, projectId))
    expect(Object.keys(toProject(copy, sign).assets).sort()).toEqual([mine, clip].sort())
    await transaction(database.db, (tx) => deleteAsset(tx, userId, clip))
    const after = toProject(await save({ userId, projectId, difference: both({ asset: clip }) }), sign)
    expect(after.warnings).toEqual([{ field: 'difference.added[1]', reason: 'asset-deleted' }])
  })

  it('accepts only fonts of the library for text', async () => {
    const { userId, projectId } = await begin()
    const inter = { family: 'Inter', src: hashText('font'), license: 'OFL-1.1' } as const
    const face = { family: 'Baloo', weight: 600, src: hashText('font'), license: 'OFL-1.1' } as const
    const bought = { family: 'Private', src: hashText('song'), license: 'Commercial' } as const
    await addTemplate(database.db, { document: newDocument({ name: newName(), fonts: [inter, face, bought] }) })
    const library = (await listFonts(database.db)).map((font) => font.face)
    expect(library).toContainEqual(face)
    expect(library).not.toContainEqual(expect.objectContaining({ family: 'Private' }))
    const words = {
      id: 'own-w',
      type: 'text',
      in: 0,
      out: 30,
      text: 'Hi',
      font: 'Baloo',
      size: 40,
      box: [0, 0, 300, 80],
    }
    const difference = { fonts: [face], added: [words], order: { '': ['own-w'] } }
    expect((await save({ userId, projectId, difference })).row.difference).toEqual(difference)
    for (const other of [
      bought,
      { ...face, src: hashText('photo') },
      { ...face, weight: 700 },
      { ...face, license: 'MIT' },
    ]) {
      const apiError = await catchApiError(save({ userId, projectId, difference: { fonts: [other] } }))
      expect(apiError.details).toEqual({ field: 'difference.fonts[0]', reason: 'unknown-font' })
    }
  })

  it('refuses a difference that the template does not allow', async () => {
    const { userId, projectId } = await begin()
    for (const [difference, field, reason] of [
      [{ layers: { nothing: { size: 1 } } }, 'layers.nothing', 'no-such-layer'],
      [{ layers: { words: { id: 'x' } } }, 'layers.words.id', 'property-not-allowed'],
      [{ removed: ['words'] }, 'removed[0]', 'locked'],
      [{ format: 'disk' } as object, 'format', 'malformed'],
    ] as const) {
      const { details } = await catchApiError(save({ userId, projectId, difference: difference as object }))
      expect(details).toEqual({ field: `difference.${field}`, reason })
    }
  })

  it('accepts hundreds of layers, and no more than the limit of a project', async () => {
    const { userId, projectId } = await begin()
    const add = (n: number) => ({ id: `own-${n}`, type: 'shape', in: 0, out: 30, shapes: [{ ty: 'rc', s: [9, 9] }] })
    const added = Array.from({ length: 1000 }, (_, n) => add(n))
    const difference = { added, order: { '': added.map(({ id }) => id) } }
    expect((await save({ userId, projectId, difference })).row.difference).toEqual(difference)
    // The editors refuse what would not be stored before it is done.
    expect(MAX_PROJECT_BYTES).toBe(projectLimitBytes)
  })

  it('refuses what cannot be stored: too much, too deep, unreadable', async () => {
    const { userId, projectId } = await begin()
    const apiError = await catchApiError(save({ userId, projectId, values: { title: 'x'.repeat(projectLimitBytes) } }))
    expect(apiError).toMatchObject({ code: 'payload-too-large', status: 413 })
    let deep: unknown = 'x'
    for (let level = 0; level < 50_000; level++) deep = [deep]
    expect((await catchApiError(save({ userId, projectId, difference: { added: [deep] } }))).code).toBe('invalid-input')
    for (const title of ['a\0b', '\ud800']) {
      expect((await catchApiError(save({ userId, projectId, values: { title } }))).code).toBe('invalid-input')
    }
  })

  it('loads when a photo in it was deleted, and names it', async () => {
    const { userId, projectId } = await begin()
    const photo = await addUserFile(database.db, userId)
    await save({ userId, projectId, values: { hero: photo } })
    await transaction(database.db, (tx) => deleteAsset(tx, userId, photo))
    const saved = await save({ userId, projectId, values: { hero: photo, title: 'Still here' } })
    expect(saved.warnings).toEqual([{ field: 'hero', reason: 'asset-deleted' }])
    expect(toProject(saved, sign).assets).toEqual({})
  })
})

describe('a project that a visitor began on a device', () => {
  const claim = (userId: string, templateId: string, projectId: string, documentHash?: string) =>
    transaction(database.db, (tx) => createProject(tx, { userId, templateId, projectId, documentHash, name: 'Mine' }))

  it('is one project, however often it is claimed, and keeps what was saved in between', async () => {
    const [userId, templateId, projectId] = [
      await addMember(database.db),
      await addTemplate(database.db),
      randomUUID(),
    ] as const
    const first = await claim(userId, templateId, projectId)
    expect(first.row).toMatchObject({ id: projectId, userId, name: 'Mine', revision: 0 })
    await save({ userId, projectId, values: { title: 'Asha' } })
    const claims = await Promise.all([1, 2, 3].map(() => claim(userId, templateId, projectId)))
    expect(claims.map(({ row }) => [row.id, row.values])).toEqual([1, 2, 3].map(() => [projectId, { title: 'Asha' }]))
    expect(await listProjects(database.db, userId)).toHaveLength(1)
  })

  it('goes to the first account alone, also when two ask at the same time', async () => {
    const templateId = await addTemplate(database.db)
    const accounts = [await addMember(database.db), await addMember(database.db)]
    const projectId = randomUUID()
    const claims = await Promise.allSettled(accounts.map((userId) => claim(userId, templateId, projectId)))
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const loser = accounts[claims.findIndex(({ status }) => status === 'rejected')] ?? ''
    expect((await catchApiError(claim(loser, templateId, projectId))).code).toBe('project-not-found')
    expect(await listProjects(database.db, loser)).toEqual([])
  })

  it('is added to what the account has of the same template', async () => {
    const { userId, templateId, projectId } = await begin()
    await save({ userId, projectId, values: { title: 'Asha' } })
    const [laptop, phone] = [randomUUID(), randomUUID()]
    await claim(userId, templateId, laptop)
    await claim(userId, templateId, phone)
    const listed = (await listProjects(database.db, userId)).map((project) => project.projectId)
    expect(listed.toSorted()).toEqual([projectId, laptop, phone].toSorted())
    expect((await getProject(database.db, userId, projectId)).row.values).toEqual({ title: 'Asha' })
  })

  it('stays gone for an account that has deleted it', async () => {
    const { userId, templateId } = await begin()
    const projectId = randomUUID()
    await claim(userId, templateId, projectId)
    await transaction(database.db, (tx) => deleteProject(tx, userId, projectId))
    expect((await catchApiError(claim(userId, templateId, projectId))).code).toBe('project-not-found')
  })

  it('keeps the document that it was begun with, and gets the current one where there is no such document', async () => {
    const userId = await addMember(database.db)
    const template = newTemplate()
    const publish = (published: typeof template) =>
      transaction(database.db, (tx) => publishTemplate(tx, COMMAND_LINE, published))
    await publish(template)
    const begun = (await create(userId, template.id)).version.documentHash
    const changed = newDocument()
    await publish({ ...template, document: { ...changed, canvas: { ...changed.canvas, duration: 77 } } })
    const older = await claim(userId, template.id, randomUUID(), begun)
    expect(older.version.documentHash).toBe(begun)
    const newest = await claim(userId, template.id, randomUUID(), 'no-such-document')
    expect(newest.version.document.canvas.duration).toBe(77)
  })
})
