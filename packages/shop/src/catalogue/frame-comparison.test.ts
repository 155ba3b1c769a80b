import { ENGINE_VERSION } from '@vitrine/composition/document'
import { transaction } from '@vitrine/database/connection'
import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { COMMAND_LINE } from '../admin/audit-log.ts'
import { acceptDifferentFrames, changeFields, publish, storeDraft } from '../admin/template-action.ts'
import { addCatalogueFiles, addMember, errorCodeOf, newTemplate } from '../shop-fixture.ts'
import {
  type DrawnFrames,
  describeFrameComparison,
  recordDrawnFrames,
  recordFrameComparison,
} from './frame-comparison.ts'

const database = useDatabase()
let owner = { userId: '', name: 'asha', ip: '' }
beforeAll(async () => {
  await addCatalogueFiles(database.db)
  owner = { ...owner, userId: await addMember(database.db) }
})

const drawn: DrawnFrames = {
  engineVersion: ENGINE_VERSION,
  frames: [
    { frame: 0, storageKey: 'private/frames/0.webp' },
    { frame: 75, storageKey: 'private/frames/75.webp' },
  ],
}

async function addDraft(changes: { drawnFrames?: undefined } = {}) {
  const template = newTemplate({ drawnFrames: drawn, ...changes })
  const { versionId } = await transaction(database.db, (tx) => storeDraft(tx, COMMAND_LINE, template))
  return { templateId: template.id, versionId }
}

const compare = (versionId: string, psnrs: readonly [number, number], engineVersion = ENGINE_VERSION) =>
  transaction(database.db, (tx) =>
    recordFrameComparison(tx, versionId, {
      engineVersion,
      frames: [
        { frame: 0, psnr: psnrs[0] },
        { frame: 75, psnr: psnrs[1] },
      ],
    }),
  )
const statusOf = async (versionId: string) =>
  (await describeFrameComparison(database.db, versionId, (key) => key)).status
const sell = (templateId: string, actor: typeof owner | typeof COMMAND_LINE = owner) =>
  transaction(database.db, (tx) => publish(tx, actor, templateId))

it('keeps a version from sale until its frames are compared, and then while one is below 45 dB', async () => {
  const { templateId, versionId } = await addDraft()
  expect(await errorCodeOf(sell(templateId))).toMatchObject({
    code: 'template-incomplete',
    details: { missing: [{ part: 'comparison' }] },
  })
  await compare(versionId, [100, 44.9])
  expect(await statusOf(versionId)).toBe('refused')
  expect(await errorCodeOf(sell(templateId))).toMatchObject({ details: { missing: [{ part: 'frames' }] } })
  await compare(versionId, [100, 45])
  expect(await statusOf(versionId)).toBe('passed')
  await sell(templateId)
})

it('lets programs sell what was not compared, but not what differs', async () => {
  const waiting = await addDraft()
  await sell(waiting.templateId, COMMAND_LINE)
  const different = await addDraft()
  await compare(different.versionId, [30, 100])
  expect(await errorCodeOf(sell(different.templateId, COMMAND_LINE))).toMatchObject({ code: 'template-incomplete' })
})

it('asks nothing of a version without frames, such as those of earlier releases', async () => {
  const { templateId, versionId } = await addDraft({ drawnFrames: undefined })
  expect(await statusOf(versionId)).toBe('none')
  await sell(templateId)
})

it('rejects results of other frames, of another painter, and of a version without frames', async () => {
  const { versionId } = await addDraft()
  expect(await errorCodeOf(compare(versionId, [100, 100], 'older'))).toMatchObject({ code: 'frames-changed' })
  const other = transaction(database.db, (tx) =>
    recordFrameComparison(tx, versionId, { engineVersion: ENGINE_VERSION, frames: [{ frame: 0, psnr: 100 }] }),
  )
  expect(await errorCodeOf(other)).toMatchObject({ code: 'frames-changed' })
  const none = await addDraft({ drawnFrames: undefined })
  expect(await errorCodeOf(compare(none.versionId, [100, 100]))).toMatchObject({ code: 'frames-changed' })
  expect(await statusOf(versionId)).toBe('waiting')
})

it('forgets a result when the frames are drawn anew, and asks for new frames after an upgrade of the painter', async () => {
  const { templateId, versionId } = await addDraft()
  await compare(versionId, [100, 100])
  await transaction(database.db, (tx) => recordDrawnFrames(tx, versionId, drawn))
  expect(await statusOf(versionId)).toBe('waiting')
  await transaction(database.db, (tx) => recordDrawnFrames(tx, versionId, { ...drawn, engineVersion: '1' }))
  expect(await statusOf(versionId)).toBe('outdated')
  expect(await errorCodeOf(sell(templateId))).toMatchObject({ details: { missing: [{ part: 'comparison' }] } })
})

it('is accepted by the staff where frames differ, once, and nowhere else', async () => {
  const { templateId, versionId } = await addDraft()
  const accept = () => transaction(database.db, (tx) => acceptDifferentFrames(tx, owner, { templateId, versionId }))
  expect(await errorCodeOf(accept())).toMatchObject({ code: 'difference-not-found' })
  await compare(versionId, [100, 38.25])
  await accept()
  expect(await statusOf(versionId)).toBe('accepted')
  expect(await errorCodeOf(accept())).toMatchObject({ code: 'difference-not-found' })
  await sell(templateId)
})

it('goes with a version of other field texts, which is drawn the same', async () => {
  const { templateId, versionId } = await addDraft()
  await compare(versionId, [100, 52.5])
  const { fields } = newTemplate().document as { fields: { id: string }[] }
  const revisions = fields.map(({ id }) => ({ id, ...(id === 'title' && { label: 'Your names' }) }))
  const added = await transaction(database.db, (tx) =>
    changeFields(tx, owner, { templateId, versionId }, { fields: revisions, removed: [] }),
  )
  expect(added.isNewVersion).toBe(true)
  const comparison = await describeFrameComparison(database.db, added.versionId, (key) => key)
  expect(comparison).toEqual({
    status: 'passed',
    frames: [
      { frame: 0, url: 'private/frames/0.webp', psnr: 100 },
      { frame: 75, url: 'private/frames/75.webp', psnr: 52.5 },
    ],
  })
})
