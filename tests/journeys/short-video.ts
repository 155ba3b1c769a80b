// A ready-made video of one second for journeys that buy and download one: those of the samples take the worker half a
// minute each, and what is in them is looked at elsewhere.
import { test } from '@playwright/test'
import { transaction } from '../../packages/database/src/connection.ts'
import { storeTemplate } from '../../packages/shop/src/catalogue/publish.ts'
import { publishVersion, withdrawTemplate } from '../../packages/shop/src/catalogue/sale.ts'
import { templates } from '../../packages/shop/src/catalogue/tables.ts'
import { inShopDatabase } from './year-of-sales.ts'

/** Whose poster and preview it shows. */
const source = 'film-leader'
export const shortVideoId = 'short-video'

/** Puts the video on sale for the tests of a `describe`, as the shortest of its kind, and withdraws it afterwards. */
export function useShortVideo(): void {
  test.beforeAll(publishShortVideo)
  test.afterAll(() => inShopDatabase((db) => transaction(db, (tx) => withdrawTemplate(tx, shortVideoId))))
}

async function publishShortVideo(): Promise<void> {
  await inShopDatabase(async (db) => {
    const rows = await db.select().from(templates)
    const sample = rows.find(({ id }) => id === source)
    if (!sample?.posterAssetId || !sample.previewAssetId) throw new Error(`the sample ${source} is not on sale`)
    const { posterAssetId, previewAssetId } = sample
    await transaction(db, async (tx) => {
      const { versionId } = await storeTemplate(tx, {
        id: shortVideoId,
        kind: 'direct-sell',
        name: 'Short Video',
        description: 'A square that moves for a second.',
        categories: ['Overlay'],
        sections: ['Overlays'],
        compatibility: ['Any video editor'],
        priceCredits: 40,
        priceCreditsIndia: 40,
        license: { name: 'Standard', summary: 'Personal and commercial use.' },
        posterAssetId,
        previewAssetId,
        dominantColor: '#224466',
        document: {
          tdoc: 1,
          id: shortVideoId,
          name: 'Short Video',
          canvas: { width: 640, height: 360, fps: 30, duration: 30, background: '#224466' },
          assets: {},
          fonts: [],
          fields: [],
          layers: [
            {
              id: 'square',
              type: 'solid',
              in: 0,
              out: 30,
              color: '#d8c49a',
              box: [0, 0, 120, 120],
              ks: {
                p: {
                  a: 1,
                  k: [
                    { t: 0, s: [10, 20] },
                    { t: 30, s: [500, 200] },
                  ],
                },
              },
            },
          ],
        },
      })
      // An earlier journey may have withdrawn it.
      await publishVersion(tx, shortVideoId, { versionId, by: 'staff' })
    })
  })
}
