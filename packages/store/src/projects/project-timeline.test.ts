// A project's timeline is stored, copied and versioned like the rest of the project, and invalid timelines are refused.
import { randomUUID } from 'node:crypto'
import { project as projectSchema } from '@vitrine/contract/projects'
import { transaction } from '@vitrine/database/connection'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import {
  addCatalogueFiles,
  addMember,
  addTemplate,
  addUserFile,
  catchApiError,
  newDocument,
  newName,
} from '../../testing/store.ts'
import { deleteAsset } from '../media/media.ts'
import { beginRender } from '../renders/attempt.ts'
import { createRender } from '../renders/renders.ts'
import { listVersions } from './history.ts'
import {
  createProject,
  duplicateProject,
  getProject,
  type ProjectSave,
  saveNamedVersion,
  saveProject,
} from './projects.ts'
import { toProject } from './record.ts'

const database = useDatabase({ max: 8 })
beforeAll(() => addCatalogueFiles(database.db))

const sign = (key: string) => `/files/${key}?signed`
const save = (changes: Partial<ProjectSave> & Pick<ProjectSave, 'userId' | 'projectId'>) =>
  transaction(database.db, (tx) => saveProject(tx, { values: {}, difference: {}, ...changes }, sign))

async function begin() {
  const userId = await addMember(database.db)
  const templateId = await addTemplate(database.db, { document: newDocument({ name: newName() }) })
  const { row } = await transaction(database.db, (tx) => createProject(tx, { userId, templateId }))
  const video = await addUserFile(database.db, userId, 'video')
  const photo = await addUserFile(database.db, userId)
  const place = { userId, projectId: row.id }
  const clip = { id: 'own-a', asset: video, kind: 'video', frames: 90, startSeconds: 1.5, speed: 0.5 }
  const next = {
    id: 'own-b',
    asset: photo,
    kind: 'image',
    frames: 60,
    startSeconds: 0,
    transition: { kind: 'fade', frames: 15 },
  }
  const sound = { id: 'own-s', asset: video, at: 10, frames: 50, startSeconds: 0, volume: 60 }
  return { place, video, photo, clip, next, timeline: { clips: [clip, next], sounds: [sound] } }
}

describe('a timeline', () => {
  it('is stored with its project, its copies and its versions, which list its files', async () => {
    const { place, timeline, video, photo } = await begin()
    const project = toProject(await save({ ...place, timeline }), sign)
    expect(projectSchema.parse(project)).toMatchObject({ timeline, revision: 1 })
    expect(Object.keys(project.assets).toSorted()).toEqual([video, photo].toSorted())
    // What says nothing of it leaves it; the same again is no new revision.
    expect((await save({ ...place, values: { title: 'More' } })).row).toMatchObject({ timeline, revision: 2 })
    expect((await save({ ...place, values: { title: 'More' }, timeline })).row.revision).toBe(2)
    const copy = await transaction(database.db, (tx) => duplicateProject(tx, place.userId, place.projectId))
    expect(copy.row.timeline).toEqual(timeline)
    const content = { values: {}, difference: {}, aspect: null, timeline }
    await transaction(database.db, (tx) => saveNamedVersion(tx, { ...place, name: 'Cut', content: content }))
    const { versions, assets } = await listVersions(database.db, place, sign)
    expect(versions[0]).toMatchObject({ name: 'Cut', timeline })
    expect(Object.keys(assets)).toHaveLength(2)
    expect((await save({ ...place, timeline: null })).row).toMatchObject({ timeline: null, revision: 3 })
  })

  it('replaces the value of the field whose place it takes, and warns of deleted files', async () => {
    const { place, timeline, photo } = await begin()
    const empty = await save({ ...place, values: { title: 'A' } })
    const with_ = await save({ ...place, values: { title: 'A' }, timeline })
    const required = (record: typeof empty) => record.warnings.filter(({ reason }) => reason === 'required').length
    expect(required(with_)).toBeLessThanOrEqual(required(empty))
    await transaction(database.db, (tx) => deleteAsset(tx, place.userId, photo))
    const { warnings } = await getProject(database.db, place.userId, place.projectId)
    expect(warnings).toContainEqual({ field: 'timeline.clips[1]', reason: 'asset-deleted' })
  })

  it('is refused with a path for whatever is wrong in it', async () => {
    const { place, clip, next, photo } = await begin()
    const stranger = await addMember(database.db)
    const theirs = await addUserFile(database.db, stranger, 'video')
    const refused = async (timeline: { clips: unknown[]; sounds: unknown[] }) => {
      const { code, details } = await catchApiError(save({ ...place, timeline }))
      return `${code} ${details.field} ${details.reason}`
    }
    const clips = (change: object) => refused({ clips: [{ ...clip, ...change }], sounds: [] })
    expect(await clips({ asset: theirs })).toBe('field-value-invalid timeline.clips[0].asset unknown-asset')
    expect(await clips({ asset: `u_${randomUUID()}` })).toBe(
      'field-value-invalid timeline.clips[0].asset unknown-asset',
    )
    expect(await clips({ asset: 'u_local-1' })).toBe('field-value-invalid timeline.clips[0].asset unknown-asset')
    expect(await clips({ asset: photo })).toBe('field-value-invalid timeline.clips[0].asset wrong-kind')
    expect(await clips({ asset: 'https://evil.test/x.mp4' })).toBe(
      'field-value-invalid timeline.clips[0].asset remote-url',
    )
    expect(await clips({ asset: 'sha256:../../etc' })).toBe('field-value-invalid timeline.clips[0].asset not-allowed')
    expect(await clips({ frames: 1e9 })).toBe('field-value-invalid timeline.clips[0].frames out-of-range')
    expect(await clips({ frames: '90' })).toBe('field-value-invalid timeline.clips[0].frames wrong-type')
    expect(await clips({ speed: 0 })).toBe('field-value-invalid timeline.clips[0].speed out-of-range')
    expect(await clips({ id: 'title' })).toBe('field-value-invalid timeline.clips[0].id not-allowed')
    expect(await clips({ onload: 'x' })).toBe('field-value-invalid timeline.clips[0].onload unknown-property')
    expect(await clips({ crop: { x: 0, y: 0, zoom: 1e9, rotate: 0 } })).toBe(
      'field-value-invalid timeline.clips[0].crop.zoom out-of-range',
    )
    expect(await refused({ clips: [clip, { ...next, transition: { kind: 'fade', frames: 61 } }], sounds: [] })).toBe(
      'field-value-invalid timeline.clips[1].transition.frames out-of-range',
    )
    expect(
      await refused({ clips: Array.from({ length: 501 }, (_, n) => ({ ...clip, id: `own-${n}` })), sounds: [] }),
    ).toBe('field-value-invalid timeline.clips too-many')
    let deep: unknown = 1
    for (let n = 0; n < 60; n++) deep = [deep]
    expect((await catchApiError(save({ ...place, timeline: { clips: [deep], sounds: [] } }))).code).toBe(
      'invalid-input',
    )
    const large = { clips: [{ ...clip, id: `own-${'x'.repeat(1_000_000)}` }], sounds: [] }
    expect((await catchApiError(save({ ...place, timeline: large }))).code).toBe('payload-too-large')
    const unreadable = { clips: [{ ...clip, id: 'own-\u0000' }], sounds: [] }
    expect((await catchApiError(save({ ...place, timeline: unreadable }))).code).toBe('invalid-input')
    // Clips are changed through the timeline, not behind its back.
    const difference = { layers: { 'clip-own-a': { visible: false } } }
    const both = { ...place, timeline: { clips: [clip], sounds: [] }, difference }
    const field = 'difference.layers.clip-own-a.visible'
    expect(await catchApiError(save(both))).toMatchObject({ details: { field, reason: 'locked' } })
    expect((await getProject(database.db, place.userId, place.projectId)).row.revision).toBe(0)
  })

  it('may refer to files of one device, reports them, and cannot be rendered before they are uploaded', async () => {
    const { place, clip, next, photo } = await begin()
    const local = `u_local-${randomUUID()}`
    const unsentFile = { asset: local, kind: 'video', name: 'beach.mp4', seconds: 12, mark: 'ff-0123456789abcdef' }
    const timeline = { clips: [{ ...clip, asset: local }, next], sounds: [], unsent: [unsentFile] }
    const project = toProject(await save({ ...place, timeline }), sign)
    expect(projectSchema.parse(project).timeline).toEqual(timeline)
    expect(project.warnings).toContainEqual({ field: 'timeline.clips[0]', reason: 'asset-unsent' })
    expect(Object.keys(project.assets)).toEqual([photo])
    const ask = () =>
      transaction(database.db, (tx) =>
        createRender(tx, { ...place, kind: 'preview', idempotencyKey: randomUUID(), region: { isIndianUser: false } }),
      )
    const apiError = await catchApiError(ask())
    expect(apiError.details).toEqual({ field: 'timeline.clips[0]', reason: 'asset-unsent' })
    expect(apiError.message).toContain('beach.mp4')
    const wrong = async (unsent: unknown[]) =>
      (await catchApiError(save({ ...place, timeline: { ...timeline, unsent } }))).details
    expect(await wrong([])).toMatchObject({ field: 'timeline.clips[0].asset', reason: 'unknown-asset' })
    expect(await wrong([{ ...unsentFile, kind: 'audio' }])).toMatchObject({ reason: 'wrong-kind' })
    expect(await wrong([{ ...unsentFile, picture: 'https://evil.test/x.png' }])).toMatchObject({
      field: 'timeline.unsent[0].picture',
    })
    expect(await wrong([{ ...unsentFile, asset: photo }])).toMatchObject({ field: 'timeline.unsent[0].asset' })
    await save({ ...place, timeline: { clips: [clip], sounds: [] } })
    expect((await ask()).render.status).toBe('queued')
  })

  it('is part of the render key: another timeline is another render', async () => {
    const { place, timeline, photo } = await begin()
    const ask = () =>
      transaction(database.db, (tx) =>
        createRender(tx, { ...place, kind: 'preview', idempotencyKey: randomUUID(), region: { isIndianUser: false } }),
      )
    const bare = await ask()
    await save({ ...place, timeline })
    const cut = await ask()
    expect(cut.render.renderKey).not.toBe(bare.render.renderKey)
    expect((await ask()).render.id).toBe(cut.render.id)
    await save({ ...place, timeline: null })
    expect((await ask()).render.renderKey).toBe(bare.render.renderKey)
    const work = await transaction(database.db, (tx) => beginRender(tx, cut.render.id))
    expect(work).toMatchObject({ timeline })
    expect(work?.assets.has(photo)).toBe(true)
  })
})
