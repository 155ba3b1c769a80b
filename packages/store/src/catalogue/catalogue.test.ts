import { transaction } from '@vitrine/database/connection'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import {
  addCatalogueFiles,
  addTemplate,
  catchApiError,
  hashText,
  newDocument,
  newName,
  newTemplate,
} from '../../testing/store.ts'
import { COMMAND_LINE } from '../admin/audit-log.ts'
import { publishTemplate } from '../admin/template-action.ts'
import { hashJson } from '../hash.ts'
import { countPurchases, findTemplate, getTemplate, listTemplates } from './catalogue.ts'
import { type CatalogueQuery, listSections, pageTemplates } from './page.ts'
import { rankTemplates } from './publish.ts'
import { withdrawTemplate } from './sale.ts'
import { templates, templateVersions } from './tables.ts'
import { getCurrentVersion, getDocumentAssets, getVersion } from './template-version.ts'
import { aspectRatio } from './wire.ts'

const database = useDatabase()
beforeAll(() => addCatalogueFiles(database.db))

const publish = (template = newTemplate()) =>
  transaction(database.db, (tx) => publishTemplate(tx, COMMAND_LINE, template))

describe('publishing', () => {
  it('puts a template on sale with everything the specification names', async () => {
    const id = await addTemplate(database.db)
    const template = await getTemplate(database.db, `${id}-template`)
    expect(template).toMatchObject({
      templateId: id,
      templateLink: `/media/${hashText('preview').slice(7)}.mp4`,
      thumbnail: `/media/${hashText('poster').slice(7)}.webp`,
      templateName: 'Royal Invitation',
      templatePrice: 120,
      templatePriceIND: 80,
      purchaseCount: 0,
      templateJson: `/api/template/${id}/document`,
      videoLayout: '16:9',
      videoDimensions: '1920x1080',
      fps: 30,
      durationSeconds: 5,
      editable: {
        text: 1,
        photo: 1,
        video: 0,
        photoOrVideo: 1,
        color: 1,
        audio: 1,
        choice: 1,
        toggle: 1,
        slider: 0,
        point: 0,
      },
      license: { name: 'Standard', summary: 'Personal and commercial use' },
    })
    expect(template.jsonSize).toBe(Buffer.byteLength(JSON.stringify(newDocument())))
    expect((await listTemplates(database.db, 'video')).map((listed) => listed.templateId)).toContain(id)
    expect(await listTemplates(database.db, 'image')).toEqual([])
  })

  it('adds no version for the same document and one for a changed document, and keeps the old one readable', async () => {
    const template = newTemplate()
    const first = await publish(template)
    const reordered = Object.fromEntries(Object.entries(newDocument()).reverse())
    expect(await publish({ ...template, document: reordered })).toMatchObject({
      versionId: first.versionId,
      documentHash: first.documentHash,
      isNewVersion: false,
    })

    const changed = await publish({ ...template, name: 'Renamed', document: newDocument({ name: 'Second cut' }) })
    expect(changed.isNewVersion).toBe(true)
    expect(changed.documentHash).not.toBe(first.documentHash)
    expect((await getCurrentVersion(database.db, template.id)).versionId).toBe(changed.versionId)
    expect((await getVersion(database.db, first.versionId)).document).toEqual(template.document)
    expect((await getTemplate(database.db, template.id)).templateName).toBe('Renamed')
  })

  it('by many at the same time creates one version', async () => {
    const template = newTemplate()
    const results = await Promise.all(Array.from({ length: 6 }, () => publish(template)))
    expect(results.filter((result) => result.isNewVersion)).toHaveLength(1)
    expect(await database.db.$count(templateVersions, eq(templateVersions.templateId, template.id))).toBe(1)
  })

  it('keeps a fractional frame rate exact', async () => {
    const document = newDocument({ canvas: { width: 1080, height: 1920, fps: [30000, 1001], duration: 300 } })
    const template = await getTemplate(database.db, await addTemplate(database.db, { document }))
    expect(template).toMatchObject({ fps: 30000 / 1001, videoLayout: '9:16' })
    expect(template.durationSeconds).toBeCloseTo(10.01, 5)
  })

  it('fails without its files, and with an id that no address could contain', async () => {
    const { assets } = newDocument()
    const document = newDocument({ assets: { ...assets, [hashText('nowhere')]: { kind: 'image', w: 1, h: 1 } } })
    await expect(publish(newTemplate({ document }))).rejects.toThrow(/not in the catalogue/)
    for (const id of ['Royal', 'royal invitation', 'royal-template', '']) {
      await expect(publish(newTemplate({ id }))).rejects.toMatchObject({ cause: { constraint: 'templates_id' } })
    }
  })

  it('refuses a document that is not valid and says where', async () => {
    const document = {
      ...newDocument(),
      layers: [{ id: 'x', type: 'solid', in: 0, out: 10, color: { $field: 'nothing' } }],
    }
    const apiError = await catchApiError(publish(newTemplate({ document })))
    expect(apiError.code).toBe('invalid-input')
    expect(JSON.stringify(apiError.details.issues)).toContain('layers[0].color')
  })

  it('lists the public files of a document', async () => {
    const { document } = await getCurrentVersion(database.db, await addTemplate(database.db))
    expect(await getDocumentAssets(database.db, document)).toEqual({
      [hashText('photo')]: {
        url: `/media/${hashText('photo').slice(7)}.jpg`,
        mime: 'image/jpeg',
        kind: 'image',
        width: 1600,
        height: 1067,
      },
      [hashText('song')]: {
        url: `/media/${hashText('song').slice(7)}.m4a`,
        mime: 'audio/mp4',
        kind: 'audio',
        durationSeconds: 42.5,
      },
      [hashText('font')]: { url: `/media/${hashText('font').slice(7)}.ttf`, mime: 'font/ttf', kind: 'font' },
    })
  })
})

it('a withdrawn or unknown template is not found', async () => {
  const id = await addTemplate(database.db)
  await transaction(database.db, (tx) => withdrawTemplate(tx, id))
  expect(await findTemplate(database.db, id)).toBeUndefined()
  expect((await catchApiError(getTemplate(database.db, id))).message).toBe('Template not found')
  expect((await catchApiError(getCurrentVersion(database.db, newName()))).code).toBe('template-not-found')
  expect((await catchApiError(transaction(database.db, (tx) => withdrawTemplate(tx, newName())))).code).toBe(
    'template-not-found',
  )
})

describe('paging', () => {
  // Image templates are this block's own, so that no other test changes what it counts.
  const query = (changes: Partial<CatalogueQuery> = {}): CatalogueQuery => ({
    kind: 'image',
    search: '',
    section: '',
    sort: 'popularity',
    limit: 4,
    synonyms: [],
    isIndianUser: false,
    ...changes,
  })
  const walk = async (changes: Partial<CatalogueQuery> = {}) => {
    const pages = []
    let cursor: string | undefined
    do {
      const page = await pageTemplates(database.db, query({ ...changes, cursor }))
      pages.push(page)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return pages
  }
  const names = async (search: string) =>
    (await pageTemplates(database.db, query({ search, limit: 48 }))).items.map((item) => item.templateName)

  beforeAll(async () => {
    for (let number = 0; number < 11; number++) {
      const id = await addTemplate(database.db, {
        kind: 'image',
        name: `Card ${number}`,
        description: number === 3 ? 'Lamps at DUSK, 100% yours' : 'Plain_card',
        categories: number % 2 ? ['Festival', 'Diwali दीवाली'] : ['Birthday'],
        sections: number < 4 ? ['Greetings', 'Festive'] : ['Greetings'],
        priceCredits: 50 + (number % 3) * 10,
        priceCreditsIndia: 90 - number,
      })
      for (let sold = 0; sold < number % 4; sold++) await transaction(database.db, (tx) => countPurchases(tx, [id]))
    }
  })

  it.each(['popularity', 'price-low-high', 'price-high-low'] as const)(
    'shows every template once in the order %s, also where values are equal',
    async (sort) => {
      const pages = await walk({ sort })
      expect(pages.map((page) => page.items.length)).toEqual([4, 4, 3])
      const items = pages.flatMap((page) => page.items)
      expect(new Set(items.map((item) => item.templateId)).size).toBe(11)
      const values = items.map((item) => (sort === 'popularity' ? item.purchaseCount : item.templatePrice))
      const sorted = values.toSorted((left, right) => (sort === 'price-low-high' ? left - right : right - left))
      expect(values).toEqual(sorted)
      expect(pages[0]).toMatchObject({ total: 11, sections: ['Festive', 'Greetings'] })
    },
  )

  it('orders templates with equal sales by their position, new ones last', async () => {
    const ids = (await walk()).flatMap((page) => page.items).filter((item) => item.purchaseCount === 0)
    const expected = ids.map((item) => item.templateId).toSorted()
    await transaction(database.db, (tx) => rankTemplates(tx, expected.slice(0, -1)))
    await transaction(database.db, (tx) => rankTemplates(tx, expected.toReversed().slice(1)))
    const shown = (await walk({ limit: 2 })).flatMap((page) => page.items).filter((item) => item.purchaseCount === 0)
    expect(shown.map((item) => item.templateId)).toEqual(expected)
    const listed = (await listTemplates(database.db, 'image')).filter((item) => item.purchaseCount === 0)
    expect(listed.map((item) => item.templateId)).toEqual(expected)
  })

  it('orders by the Indian price for visitors from India', async () => {
    const [first] = await walk({ sort: 'price-low-high', isIndianUser: true })
    expect(first?.items.map((item) => item.templatePriceIND)).toEqual([80, 81, 82, 83])
  })

  it('finds words in name, description and category, in any capitals and scripts', async () => {
    expect(await names('  card 10 ')).toEqual(['Card 10'])
    expect(await names('at dusk')).toEqual(['Card 3'])
    expect(await names('FESTIVAL')).toHaveLength(5)
    expect(await names('दीवाली')).toHaveLength(5)
    expect(await names('')).toHaveLength(11)
  })

  it('treats SQL wildcards as ordinary characters', async () => {
    expect(await names('100%')).toEqual(['Card 3'])
    expect(await names('0%y')).toEqual([])
    expect(await names('plain_card')).toHaveLength(10)
    expect(await names('p?ain')).toEqual([])
    expect(await names("'; drop table templates; --")).toEqual([])
    expect(await names('\\')).toEqual([])
  })

  it('never matches across a name and a description', async () => {
    expect(await names('ard 4 plain')).toEqual([])
    expect(await names('4\nplain')).toHaveLength(1)
  })

  it('keeps only the templates of a section', async () => {
    const page = await pageTemplates(database.db, query({ section: 'Festive', limit: 48 }))
    expect(page.total).toBe(4)
    expect(page.items.every((item) => item.templateSection.includes('Festive'))).toBe(true)
    expect(await listSections(database.db, 'image')).toEqual(['Festive', 'Greetings'])
  })

  it('counts what is on sale, as a whole and per section, whatever happens to a template', async () => {
    const counted = async () => {
      const { rows } = await database.db.execute(sql`
        select kind, section, count(*)::int as template_count
        from templates, lateral (select '' as section union select unnest(sections)) as places
        where status = 'published' group by kind, section order by kind, section`)
      return rows
    }
    const stored = async () =>
      (
        await database.db.execute(
          sql`select kind, section, template_count from catalogue_counts where template_count > 0 order by kind, section`,
        )
      ).rows
    expect(await stored()).toEqual(await counted())
    const id = await addTemplate(database.db, { kind: 'direct-sell', sections: ['Loops', 'Loops', 'Night'] })
    expect(await stored()).toEqual(await counted())
    for (const change of [
      sql`sections = array['Night', 'Dawn']`,
      sql`kind = 'video'`,
      sql`status = 'withdrawn'`,
      sql`sections = '{}'`,
      sql`status = 'published'`,
    ]) {
      await database.db.execute(sql`update templates set ${change} where id = ${id}`)
      expect(await stored()).toEqual(await counted())
    }
    await transaction(database.db, (tx) => withdrawTemplate(tx, id))
    expect(await stored()).toEqual(await counted())
  })

  it('rejects a cursor of another order', async () => {
    const [page] = await walk({ sort: 'price-low-high' })
    for (const cursor of [page?.nextCursor ?? '', 'made-up', btoa('[1]'), btoa('["popularity:popularity","x","y"]')]) {
      expect((await catchApiError(pageTemplates(database.db, query({ cursor })))).code).toBe('invalid-input')
    }
  })

  it('is answered from an index, in every order and for a search', async () => {
    const explain = (query: string) =>
      database.db.transaction(async (tx) => {
        // The few rows of a test are cheapest read whole; with that ruled out the plan shows whether an index would do.
        await tx.execute(sql`set local enable_seqscan = off`)
        await tx.execute(sql`set local enable_bitmapscan = off`)
        return JSON.stringify((await tx.execute(sql.raw(`explain ${query}`))).rows)
      })
    const page = (place: string, order: string) =>
      explain(
        `select id from templates where status = 'published' and kind = 'image' and ${place} order by ${order} limit 9`,
      )
    for (const [plan, index] of [
      [await page("(popularity, id) < (5, 'x')", 'popularity desc, id desc'), 'templates_popularity'],
      [await page("(price_credits, id) > (5, 'x')", 'price_credits, id'), 'templates_price_order'],
      [await page("(price_credits, id) < (5, 'x')", 'price_credits desc, id desc'), 'templates_price_order'],
      [await page("(price_credits_india, id) > (5, 'x')", 'price_credits_india, id'), 'templates_price_india_order'],
    ] as const) {
      expect(plan).toContain(`using ${index}`)
      expect(plan).not.toContain('Sort')
    }
    const search = await database.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      return JSON.stringify(
        (await tx.execute(sql`explain select id from ${templates} where search_text like lower('%diwali%')`)).rows,
      )
    })
    expect(search).toContain('templates_search')
  })
})

it('equal documents have equal hashes, whatever the order of their keys', () => {
  expect(hashJson({ a: 1, b: 2 })).toBe(hashJson({ b: 2, a: 1 }))
  expect(hashJson({ a: 1 })).not.toBe(hashJson({ a: '1' }))
})

it.each([
  [1920, 1080, '16:9'],
  [1080, 1080, '1:1'],
  [1080, 1350, '4:5'],
])('%d by %d is %s', (width, height, layout) => {
  expect(aspectRatio(width, height)).toBe(layout)
})
