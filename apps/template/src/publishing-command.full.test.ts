// Publishing from the command line: the real database, the real renderer, and no running worker.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCatalogue, templatesFolder } from '@vitrine/samples/catalogue'
import { findTemplate } from '@vitrine/store/catalogue'
import { getTemplateRow } from '@vitrine/store/catalogue/edit'
import { findPreview } from '@vitrine/store/catalogue/preview'
import { getCurrentVersion } from '@vitrine/store/catalogue/template-version'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../tests/database.ts'
import { groundAnimation } from '../testing/animation.ts'
import { isPublishingCommand, PUBLISHING_USAGE, runPublishingCommand } from './publishing-command.ts'

const database = useDatabase()
let folder = ''
let said: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-publishing-command-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(() => {
  said = []
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((line) => void said.push(String(line)))
})
afterEach(() => vi.restoreAllMocks())

const run = (...words: string[]) =>
  runPublishingCommand(words, {
    environment: { DATABASE_URL: database.url, VITRINE_DATA: join(folder, 'data') },
    folder,
  })

async function writePackage(path: string, content: object, settings?: object): Promise<void> {
  await mkdir(join(folder, path), { recursive: true })
  await writeFile(join(folder, path, 'data.json'), JSON.stringify(content))
  if (settings) await writeFile(join(folder, path, 'template.json'), JSON.stringify(settings))
}

const words = { description: 'A ground', sections: ['Grounds'], categories: ['Plain'] }

describe('import-templates', () => {
  test('imports every package of a folder as a draft, which is not on sale', async () => {
    await writePackage('spring/green-ground', groundAnimation('#206030'), words)
    await writePackage('spring/blue-ground', groundAnimation('#203060'))
    expect(await run('import-templates', 'spring')).toBe(0)
    expect(said).toEqual(['blue-ground: stored, not on sale', 'green-ground: stored, not on sale'])
    expect(await getTemplateRow(database.db, 'green-ground')).toMatchObject({ status: 'draft', sections: ['Grounds'] })
    expect(await findTemplate(database.db, 'green-ground')).toBeUndefined()
  })

  test('--publish publishes complete drafts, names what the others lack, and ends with 1 for them', async () => {
    await writePackage('summer/red-ground', groundAnimation('#602030'), words)
    await writePackage('summer/bare-ground', groundAnimation('#603020'))
    await writePackage('summer/styled-ground', groundAnimation('#303020', { sy: [{ ty: 5 }] }), words)
    expect(await run('import-templates', 'summer', '--publish')).toBe(1)
    expect(said.join('\n')).toContain('red-ground: on sale')
    expect(said.join('\n')).toMatch(/bare-ground: It has no description\. It is in no section\. It is in no category\./)
    expect(said.join('\n')).toMatch(/styled-ground: One part of the file cannot be drawn/)
    expect(await findTemplate(database.db, 'red-ground')).toBeDefined()
    expect(await findTemplate(database.db, 'bare-ground')).toBeUndefined()
  })

  test('of a template that is on sale stores a version beside it, and --publish puts that on sale', async () => {
    await writePackage('autumn/gold-ground', groundAnimation('#c09030'), words)
    expect(await run('import-templates', 'autumn/gold-ground', '--publish')).toBe(0)
    const first = await getCurrentVersion(database.db, 'gold-ground')
    await writePackage('autumn/gold-ground', groundAnimation('#d0a040'), words)
    expect(await run('import-templates', 'autumn/gold-ground')).toBe(0)
    expect((await getCurrentVersion(database.db, 'gold-ground')).versionId).toBe(first.versionId)
    expect(await run('import-templates', 'autumn/gold-ground', '--publish')).toBe(0)
    expect((await getCurrentVersion(database.db, 'gold-ground')).versionId).not.toBe(first.versionId)
  })

  test('takes the poster and preview that lie in the package of a sample, and renders no frame', async () => {
    expect(await run('import-templates', join(templatesFolder, 'terracotta-day'), '--publish')).toBe(0)
    expect(said).toEqual(['terracotta-day: on sale'])
    const { versionId } = await getCurrentVersion(database.db, 'terracotta-day')
    const sample = readCatalogue().find(({ id }) => id === 'terracotta-day')
    expect(await findPreview(database.db, versionId)).toMatchObject({ posterAssetId: sample?.poster.id })
  })

  test('reports why a package is rejected, and continues with the next', async () => {
    await writePackage('winter/broken', {})
    await writeFile(join(folder, 'winter/broken/data.json'), 'no JSON')
    await writePackage('winter/white-ground', groundAnimation('#e0e0e0'))
    expect(await run('import-templates', 'winter/broken', 'winter/white-ground', 'nowhere')).toBe(1)
    expect(said).toEqual([
      expect.stringMatching(/broken: data\.json cannot be read as JSON$/),
      'white-ground: stored, not on sale',
      expect.stringMatching(/nowhere: There is nothing at/),
    ])
  })
})

describe('render-previews', () => {
  const attempts = async (versionId: string) => {
    const { rows } = await database.db.$client.query('select attempt from operations where id = $1', [versionId])
    return Number(rows[0]?.attempt)
  }

  test('renders them again, by itself where no worker runs', async () => {
    await writePackage('plum-ground', groundAnimation('#5b2a4e'))
    await run('import-templates', 'plum-ground')
    const { versionId } = await getCurrentVersion(database.db, 'plum-ground', { anyStatus: true })
    const before = await findPreview(database.db, versionId)
    const attemptsBefore = await attempts(versionId)
    expect(await run('render-previews', 'plum-ground', 'no-such-template')).toBe(1)
    expect(said.slice(1)).toEqual(['no-such-template: there is no such template', 'plum-ground: made'])
    const after = await findPreview(database.db, versionId)
    expect(after).toMatchObject({ status: 'succeeded', posterAssetId: before?.posterAssetId })
    expect(await attempts(versionId)).toBeGreaterThan(attemptsBefore)
  })

  test('needs either ids or --all', async () => {
    expect(await run('render-previews')).toBe(2)
    expect(await run('render-previews', 'plum-ground', '--all')).toBe(2)
    expect(said.at(-1)).toContain(PUBLISHING_USAGE)
    expect([isPublishingCommand('render-previews'), isPublishingCommand('erase-user')]).toEqual([true, false])
  })
})
