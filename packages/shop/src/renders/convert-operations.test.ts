// One project of each kind as version 0.2 has stored it: read and converted, it is the document that its operations have made.
import { randomUUID } from 'node:crypto'
import { applyDifference } from '@vitrine/composition/apply-difference'
import type { Timeline } from '@vitrine/composition/clip'
import type { TemplateDocument } from '@vitrine/composition/document'
import { toEditedTemplate } from '@vitrine/composition/edited-template'
import type { Layer } from '@vitrine/composition/layer'
import { everyLayer } from '@vitrine/composition/layer-list'
import { applyOperations, type Operation } from '@vitrine/composition/operation'
import { renderKey } from '@vitrine/composition/render-key'
import { validateDocument } from '@vitrine/composition/validate'
import { project as projectSchema, projectVersion } from '@vitrine/contract/projects'
import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { getVersion } from '../catalogue/template-version.ts'
import { hashJson } from '../hash.ts'
import { convertProjects } from '../projects/convert-operations.ts'
import { listVersions } from '../projects/history.ts'
import { createProject, getProject, saveProject } from '../projects/projects.ts'
import { toProject } from '../projects/record.ts'
import { shapedOf } from '../projects/stored-difference.ts'
import { getEditedTemplate } from '../projects/template-draft.ts'
import { addCatalogueFiles, addMember, addTemplate, addUserFile, hashOf, newDocument } from '../shop-fixture.ts'
import { beginRender, completeRender, type RenderWork } from './attempt.ts'
import { convertRenders } from './convert-operations.ts'
import { createRender, getRender } from './renders.ts'

const database = useDatabase({ max: 8 })
beforeAll(() => addCatalogueFiles(database.db))

const text = (id: string, more: object = {}) =>
  ({ id, type: 'text', in: 0, out: 150, text: 'Hi', font: 'Inter', size: 40, box: [0, 0, 300, 80], ...more }) as Layer
const shape = (id: string) => ({ id, type: 'shape', in: 0, out: 90, shapes: [{ ty: 'rc', s: [40, 40] }] }) as Layer
const group = (id: string, layers: Layer[], more: object = {}) =>
  ({ id, type: 'group', in: 0, out: 150, layers, ...more }) as Layer
const set = (layer: string, property: string, value: unknown): Operation => ({ op: 'set', layer, property, value })

const warmth = set('photo', 'effects', [{ type: 'warmth', amount: 40 }])
const onCanvas = [
  { op: 'add-font', face: { family: 'Baloo', weight: 600, src: hashOf('font'), license: 'OFL-1.1' } },
  { op: 'add-text', layer: text('own-a', { font: 'Baloo' }) },
  { op: 'add-shape', layer: shape('own-b') },
  set('own-a', 'ks.p', [7, 9]),
  { op: 'group', id: 'own-g', layers: ['own-b', 'own-a', 'words'], group: { name: 'Mine' } },
  set('words', 'fill', '#00ff00'),
  { op: 'duplicate', layer: 'own-g', id: 'own-h' },
  { op: 'reorder', layer: 'inner', above: null },
  { op: 'trim', layer: 'photo', in: 10, out: 60 },
  { op: 'hide', layer: 'photo', hidden: true },
  { op: 'insert', layer: shape('own-c'), above: 'photo', into: null },
  { op: 'lock', layer: 'own-h', locked: true },
  { op: 'remove', layer: 'own-c' },
] as Operation[]

const designed = newDocument({
  layers: [
    text('sign', { alwaysOnTop: true, locks: ['all'] }),
    ...newDocument().layers,
    group('pair', [shape('inner'), text('label')]),
  ],
  variants: { '9:16': { canvas: { width: 1080, height: 1920 }, layers: { words: { box: [40, 900, 1000, 200] } } } },
})

/** An animation as designers bring it; it becomes a group when it is read. */
const still = { o: { a: 0, k: 100 }, p: { a: 0, k: [50, 50] }, a: { a: 0, k: [0, 0] }, s: { a: 0, k: [100, 100] } }
const rectangle = [
  { ty: 'rc', p: { a: 0, k: [0, 0] }, s: { a: 0, k: [50, 50] }, r: { a: 0, k: 0 } },
  { ty: 'fl', c: { a: 0, k: [1, 0, 0, 1] }, o: { a: 0, k: 100 } },
]
const imported = (() => {
  const layers = ['Dot', 'Square'].map((nm, n) => {
    return { ty: 4, nm, ind: n + 1, ip: 0, op: 150, st: 0, ks: still, shapes: rectangle }
  })
  const animation = { v: '5.7.0', fr: 30, ip: 0, op: 150, w: 100, h: 100, layers }
  const lottie = { id: 'drawing', type: 'lottie', in: 0, out: 150, animation }
  const result = validateDocument({ ...newDocument(), layers: [lottie, ...newDocument().layers] })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.document
})()
const drawn = imported.layers.find(({ id }) => id === 'drawing')
const parts = everyLayer(drawn ? [drawn] : [])
  .slice(1)
  .map(({ id }) => id)

/** A project with operations, stored as servers of version 0.2 do. */
async function store(
  document: TemplateDocument,
  operations: readonly Operation[],
  {
    aspect = null,
    timeline = null,
    values = {},
  }: { aspect?: string | null; timeline?: object | null; values?: object } = {},
) {
  const userId = await addMember(database.db)
  const kind = document.canvas.duration === 1 ? 'image' : 'video'
  const templateId = await addTemplate(database.db, { document, kind })
  const { row, version } = await transaction(database.db, (tx) => createProject(tx, { userId, templateId }))
  await database.db.execute(sql`
    update projects set values = ${JSON.stringify(values)}, ops = ${JSON.stringify(operations)}, aspect = ${aspect},
           timeline = ${timeline && JSON.stringify(timeline)}, revision = 3 where id = ${row.id}`)
  const shaped = shapedOf(version.document, { aspect, timeline: timeline as never })
  return { userId, projectId: row.id, versionId: row.versionId, shaped, made: applyOperations(shaped, operations) }
}

const storedOf = async (table: string, id: string) => {
  const { rows } = await database.db.execute<{ ops: unknown }>(
    sql`select ops from ${sql.identifier(table)} where id = ${id}`,
  )
  return rows[0]?.ops
}
const convert = async () => [...(await convertProjects(database.db)), await convertRenders(database.db)]

const clips = [
  { id: 'own-c1', asset: 'u_one', kind: 'video', frames: 60, startSeconds: 0 },
  { id: 'own-c2', asset: 'u_two', kind: 'image', frames: 30, startSeconds: 0 },
]
const timelineOf = {
  clips,
  sounds: [{ id: 'own-s', asset: 'u_song', at: 0, frames: 30, startSeconds: 0 }],
} as unknown as Timeline

it.each([
  ['a video filled in by its form', newDocument(), [], { values: { title: 'Meera' } }],
  ['a video with a warmer photo', newDocument(), [warmth], {}],
  [
    'a picture',
    newDocument({ canvas: { width: 800, height: 600, fps: 30, duration: 1 } }),
    [warmth, { op: 'add-sticker', layer: shape('own-s') }],
    {},
  ],
  ['a video of the canvas editor', designed, onCanvas, {}],
  ['a video of the canvas editor in another shape', designed, onCanvas, { aspect: '9:16' }],
  [
    'a video of clips',
    newDocument(),
    [
      set('photo', 'crop', { x: 0, y: 0, zoom: 2, rotate: 0 }),
      set('photo', 'box', [0, 0, 400, 900]),
      { op: 'add-shape', layer: shape('own-x') },
    ],
    { timeline: timelineOf },
  ],
  [
    'a video of an imported template',
    imported,
    [
      set(parts[0] ?? '', 'ks.o', 40),
      { op: 'reorder', layer: parts[0] ?? '', above: null },
      { op: 'hide', layer: parts[1] ?? '', hidden: true },
      { op: 'group', id: 'own-g', layers: ['drawing', 'words'] },
    ],
    {},
  ],
  [
    'an edit of the owner, who has unlocked the template',
    designed,
    [
      { op: 'unlock' },
      { op: 'remove', layer: 'sign' },
      set('ground', 'color', '#000000'),
      { op: 'ungroup', layer: 'pair' },
    ],
    {},
  ],
] as [string, TemplateDocument, Operation[], Parameters<typeof store>[2]][])(
  '%s is the same afterwards',
  async (_, document, operations, more) => {
    const { userId, projectId, shaped, made } = await store(document, operations, more)
    await database.db.execute(sql`
    insert into project_versions (project_id, reason, values, ops, aspect, timeline, content_hash, created_at)
    select id, 'automatic', values, ops, aspect, timeline, 'of version 0.2', updated_at from projects where id = ${projectId}`)
    const look = async () => {
      const project = await getProject(database.db, userId, projectId)
      const { versions } = await listVersions(database.db, { userId, projectId }, String)
      expect(projectSchema.safeParse(toProject(project, String)).error).toBeUndefined()
      expect(versions.map((version) => projectVersion.safeParse(version).error)).toEqual([undefined])
      expect(applyDifference(shaped, project.row.difference)).toEqual(made)
      expect(versions[0]?.difference).toEqual(project.row.difference)
      return project
    }
    const before = await look()
    for (const { faults } of await convert()) expect(faults).toEqual([])
    const { row } = await look()
    expect(row).toEqual({ ...before.row, sizeBytes: row.sizeBytes })
    expect(await storedOf('projects', projectId)).toEqual(operations.length === 0 ? [] : row.difference)
    // Once is enough.
    expect(await convert()).toMatchObject([{ converted: 0 }, { converted: 0 }, { converted: 0 }])
  },
)

it('the draft that an owner makes of a project is the same', async () => {
  const operations = [{ op: 'unlock' }, { op: 'remove', layer: 'sign' }, ...onCanvas.slice(1, 3)].map((operation) =>
    'layer' in operation && typeof operation.layer === 'object'
      ? { ...operation, layer: { ...operation.layer, font: 'Inter' } as Layer }
      : operation,
  ) as Operation[]
  const { userId, projectId, versionId } = await store(
    designed,
    operations.filter((one) => one.op !== 'add-shape'),
  )
  const { document } = await getVersion(database.db, versionId)
  const expected = toEditedTemplate(
    document,
    applyOperations(
      document,
      operations.filter((one) => one.op !== 'add-shape'),
    ),
  )
  expect((await getEditedTemplate(database.db, userId, projectId)).document).toEqual(expected)
  await convert()
  expect((await getEditedTemplate(database.db, userId, projectId)).document).toEqual(expected)
})

it('a version has the hash that the same content has now', async () => {
  const { userId, projectId } = await store(newDocument(), [warmth], { values: { title: 'Meera' } })
  await database.db.execute(sql`
    insert into project_versions (project_id, reason, values, ops, content_hash, created_at)
    select id, 'automatic', values, ops, ${hashJson([{ title: 'Meera' }, [warmth], null])}, now() from projects where id = ${projectId}`)
  await convert()
  const save = (title: string) =>
    transaction(database.db, async (tx) => {
      const { difference } = (await getProject(tx, userId, projectId)).row
      return saveProject(
        tx,
        { userId, projectId, values: { title }, difference: difference as object, keepsReplaced: true },
        String,
      )
    })
  await save('Asha')
  expect((await listVersions(database.db, { userId, projectId }, String)).versions).toHaveLength(1)
})

const full = { kind: 'full', region: { isIndianUser: false }, expectedCredits: 120 } as const
const order = (userId: string, projectId: string) =>
  transaction(database.db, (tx) => createRender(tx, { ...full, userId, projectId, idempotencyKey: randomUUID() }))
const finished = {
  width: 1920,
  height: 1080,
  durationMs: 5000,
  sizeBytes: 9,
  fileKey: 'private/films/one.mp4',
  posterKey: null,
}

const finish = (work: RenderWork | undefined) =>
  transaction(database.db, async (tx) => work && (await completeRender(tx, work, finished)))

/** A render as version 0.2 has left it: with the operations, and with the key of a list of them. */
async function orderAsBefore(
  { userId, projectId, versionId }: Awaited<ReturnType<typeof store>>,
  operations: readonly Operation[],
  earlierKey: (document: TemplateDocument) => Promise<string>,
) {
  const { render } = await order(userId, projectId)
  const { document } = await getVersion(database.db, versionId)
  await database.db.execute(sql`
    update renders set ops = ${JSON.stringify(operations)}, render_key = ${await earlierKey(document)} where id = ${render.id}`)
  return render.id
}

it('a render that waits is made of the same document, and found again once it is converted', async () => {
  const project = await store(designed, onCanvas)
  const { userId, projectId, shaped, made } = project
  // The key of version 0.2: the list of operations where the difference stands now.
  const keyOf = (document: TemplateDocument) =>
    renderKey(document, {}, onCanvas as object, { width: 1920, height: 1080, watermark: false })
  const renderId = await orderAsBefore(project, onCanvas, keyOf)
  // What is under way is left to the worker, which reads it like everything else.
  expect((await convertRenders(database.db)).converted).toBe(0)
  const work = await transaction(database.db, (tx) => beginRender(tx, renderId))
  expect(work && applyDifference(shaped, work.difference)).toEqual(made)
  await finish(work)
  expect(await convert()).toMatchObject([{}, {}, { converted: 1, faults: [] }])
  const again = await order(userId, projectId)
  expect(again).toMatchObject({ charged: 0, alreadyPurchased: true, render: { id: renderId, status: 'completed' } })
})

it('a render of an earlier painter keeps its key', async () => {
  const project = await store(newDocument(), [warmth])
  const renderId = await orderAsBefore(project, [warmth], async () => 'of another engine')
  await finish(await transaction(database.db, (tx) => beginRender(tx, renderId)))
  await convert()
  expect(await getRender(database.db, project.userId, renderId)).toMatchObject({
    renderKey: 'of another engine',
    difference: { layers: { photo: { effects: [{ type: 'warmth', amount: 40 }] } } },
  })
})

it('what cannot be converted is reported, keeps its operations, and is a version once it is saved over', async () => {
  const { userId, projectId } = await store(newDocument(), [])
  const broken = [warmth, { op: 'remove', layer: 'own-gone' }, set('words', 'size', 50)]
  await database.db.execute(sql`update projects set ops = ${JSON.stringify(broken)} where id = ${projectId}`)
  const [projects] = await convert()
  expect(projects?.faults).toEqual([
    `project ${projectId}: operation 1 of 3 cannot be applied (no-such-layer): There is no layer "own-gone"`,
  ])
  expect(await storedOf('projects', projectId)).toEqual(broken)
  const { row } = await getProject(database.db, userId, projectId)
  expect(Object.keys(row.difference.layers ?? {}).sort()).toEqual(['photo', 'words'])
  await transaction(database.db, (tx) => saveProject(tx, { userId, projectId, values: {}, difference: {} }, String))
  const { rows } = await database.db.execute(sql`select ops from project_versions where project_id = ${projectId}`)
  expect(rows).toEqual([{ ops: broken }])
  expect(await storedOf('projects', projectId)).toEqual([])
  await database.db.execute(sql`delete from project_versions where project_id = ${projectId}`)
})

it('the files of a customer are known by the operations, too', async () => {
  const { userId, projectId } = await store(newDocument(), [])
  const photo = await addUserFile(database.db, userId)
  const layer = { id: 'own-p', type: 'media', in: 0, out: 30, source: { asset: photo }, box: [0, 0, 9, 9] }
  await database.db.execute(
    sql`update projects set ops = ${JSON.stringify([{ op: 'add-media', layer }])} where id = ${projectId}`,
  )
  expect(Object.keys(toProject(await getProject(database.db, userId, projectId), String).assets)).toEqual([photo])
})
