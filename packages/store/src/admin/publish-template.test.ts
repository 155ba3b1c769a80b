import { transaction } from '@vitrine/database/connection'
import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addCatalogueFiles, addMember, catchApiError, newDocument, newTemplate } from '../../testing/store.ts'
import { findTemplate } from '../catalogue/catalogue.ts'
import { getTemplateRow } from '../catalogue/edit.ts'
import type { TemplateToPublish } from '../catalogue/publish.ts'
import { publishVersion } from '../catalogue/sale.ts'
import { COMMAND_LINE, listAuditEvents, listAuditedTemplates, SAMPLES } from './audit-log.ts'
import { publish, publishTemplate, withdraw } from './template-action.ts'

const database = useDatabase()
beforeAll(() => addCatalogueFiles(database.db))

const put = (template: TemplateToPublish, actor = COMMAND_LINE) =>
  transaction(database.db, (tx) => publishTemplate(tx, actor, template))

async function actionsOn(templateId: string): Promise<string[]> {
  const { items } = await listAuditEvents(database.db, { subjectKind: 'template', subjectId: templateId, limit: 20 })
  return items.map(({ action }) => action)
}

it('records what the command line publishes and changes, and nothing when nothing changed', async () => {
  const template = newTemplate()
  await put(template)
  expect(await actionsOn(template.id)).toEqual(['template-published'])
  await put(template)
  expect(await actionsOn(template.id)).toEqual(['template-published'])
  await put({ ...template, priceCredits: 5, document: newDocument({ name: 'Another' }) })
  expect(await actionsOn(template.id)).toEqual(['template-published', 'template-edited', 'template-published'])
  expect(await findTemplate(database.db, template.id)).toMatchObject({ templatePrice: 5 })
})

it('rejects an incomplete template and stores nothing of it', async () => {
  const template = newTemplate({ sections: [], description: '' })
  const apiError = await catchApiError(put(template))
  expect(apiError).toMatchObject({ code: 'template-incomplete' })
  expect(apiError.message).toBe('It has no description. It is in no section.')
  await expect(getTemplateRow(database.db, template.id)).rejects.toMatchObject({ code: 'template-not-found' })
})

it('leaves a withdrawn template unchanged; only an owner can put it back on sale', async () => {
  const template = newTemplate()
  await put(template, SAMPLES)
  await transaction(database.db, (tx) => withdraw(tx, COMMAND_LINE, template.id))
  for (const actor of [COMMAND_LINE, SAMPLES]) {
    expect(await catchApiError(put({ ...template, priceCredits: 1 }, actor))).toMatchObject({
      code: 'template-withdrawn',
    })
    const alone = transaction(database.db, (tx) => publish(tx, actor, template.id))
    expect(await catchApiError(alone)).toMatchObject({ code: 'template-withdrawn' })
  }
  const unchanged = { status: 'withdrawn', priceCredits: template.priceCredits }
  expect(await getTemplateRow(database.db, template.id)).toMatchObject(unchanged)

  const owner = { userId: await addMember(database.db), name: 'asha', ip: '' }
  await transaction(database.db, (tx) => publish(tx, owner, template.id))
  expect(await findTemplate(database.db, template.id)).toBeDefined()
})

it('does not record the installation of samples as an action of an owner', async () => {
  const [sample, own] = [newTemplate(), newTemplate()]
  await put(sample, SAMPLES)
  await put(own)
  const actedOn = await listAuditedTemplates(database.db)
  expect([actedOn.has(sample.id), actedOn.has(own.id)]).toEqual([false, true])
  // What is brought up to date keeps the version that is on sale until the new one is published with it.
  const { versionId } = await put({ ...sample, document: newDocument({ name: 'Next' }) }, SAMPLES)
  const again = await transaction(database.db, (tx) => publishVersion(tx, sample.id, { versionId, by: 'program' }))
  expect(again.before).toEqual(again.after)
})
