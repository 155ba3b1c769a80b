// Small templates of a second for journeys that do not test their content, because those of the samples take the worker half a
// minute each. Derived from a sample's parts.
import { test } from '@playwright/test'
import { type Db, transaction } from '../../packages/database/src/connection.ts'
import { storeTemplate } from '../../packages/store/src/catalogue/publish.ts'
import { publishVersion, withdrawTemplate } from '../../packages/store/src/catalogue/sale.ts'
import { templates } from '../../packages/store/src/catalogue/tables.ts'
import { getCurrentVersion } from '../../packages/store/src/catalogue/template-version.ts'
import { inStoreDatabase } from './store-database.ts'

/** Whose files are used, and whose poster and preview are shown. */
const source = 'confetti-birthday'

export interface TemplateFixture {
  readonly id: string
  readonly kind: 'video' | 'image' | 'direct-sell'
  readonly name: string
  readonly priceCredits: number
  /** All of the document but its id, name and files. */
  content(files: SampleFiles): object
}

export interface SampleFiles {
  readonly font: { readonly family: string; readonly weight?: number | undefined }
  /** Ids of assets. */
  readonly song: string
  readonly picture: string
}

/** Puts a template on sale for the tests of a `describe`, and withdraws it afterwards: other journeys count what is on sale. */
export function useTemplate(fixture: TemplateFixture): void {
  test.beforeAll(() => inStoreDatabase((db) => publish(db, fixture)))
  test.afterAll(() => inStoreDatabase((db) => transaction(db, (tx) => withdrawTemplate(tx, fixture.id))))
}

async function publish(db: Db, { content, ...listing }: TemplateFixture): Promise<void> {
  const { id, name, priceCredits } = listing
  const rows = await db.select().from(templates)
  const sample = rows.find((row) => row.id === source)
  const { document } = await getCurrentVersion(db, source)
  const find = (kind: string) => Object.entries(document.assets).find(([, asset]) => asset.kind === kind)?.[0]
  const [font, song, picture] = [document.fonts[0], find('audio'), find('image')]
  if (!sample?.posterAssetId || !sample.previewAssetId) throw new Error(`the sample ${source} is not on sale`)
  if (!font || !song || !picture) throw new Error(`the sample ${source} brings no font, song or picture`)
  const { posterAssetId, previewAssetId } = sample
  const assets = Object.fromEntries(Object.entries(document.assets).filter(([key]) => [song, picture].includes(key)))
  await transaction(db, async (tx) => {
    const { versionId } = await storeTemplate(tx, {
      ...listing,
      description: 'A small template for trying the store.',
      categories: ['Overlay'],
      sections: ['Overlays'],
      compatibility: ['Any video editor'],
      priceCreditsIndia: priceCredits,
      license: { name: 'Standard', summary: 'Personal and commercial use.' },
      posterAssetId,
      previewAssetId,
      dominantColor: '#224466',
      document: { tdoc: 1, id, name, assets, fonts: [font], ...content({ font, song, picture }) },
    })
    // An earlier journey may have withdrawn it.
    await publishVersion(tx, id, { versionId, by: 'staff' })
  })
}

/** A photo and two lines of words: a video of a second with a song, or an image. */
function createCard(kind: 'video' | 'image'): TemplateFixture {
  const isVideo = kind === 'video'
  const [width, height, duration] = [640, 360, isVideo ? 24 : 1]
  const time = { in: 0, out: duration }
  const words = { ...time, type: 'text', size: 48, fill: '#ffffff' }
  const line = { type: 'text', rules: { maxLength: 24, maxLines: 1 }, fit: { mode: 'shrink', min: 10 } }
  return {
    id: `small-${kind}-card`,
    kind,
    name: `Small ${kind} card`,
    priceCredits: 40,
    content: ({ font: { family, weight }, song, picture }) => ({
      canvas: { width, height, fps: 24, duration, background: '#224466' },
      output: { poster: { frame: Math.floor(duration / 2) } },
      fields: [
        { ...line, id: 'name', label: 'Name', required: true, default: 'Zoya', order: 0 },
        { ...line, id: 'place', label: 'Place', default: 'Udaipur', order: 1 },
        {
          id: 'photo',
          type: 'media',
          label: 'Photo',
          accept: isVideo ? ['image', 'video'] : ['image'],
          default: picture,
          fit: 'cover',
          edit: ['crop', 'zoom', 'rotate', ...(isVideo ? ['trim', 'mute'] : [])],
          order: 2,
        },
        { id: 'color', type: 'color', label: 'Ground', default: '#d8c49a', palette: ['#d8c49a', '#2f4858'], order: 3 },
        { id: 'badge', type: 'toggle', label: 'Badge', default: true, order: 5 },
        ...(isVideo ? [{ id: 'music', type: 'audio', label: 'Music', default: song, order: 4 }] : []),
      ],
      layers: [
        { ...words, id: 'name', text: { $field: 'name' }, box: [8, 8, width / 2 - 16, 80], font: family, weight },
        { ...words, id: 'place', text: { $field: 'place' }, box: [8, 100, width / 2 - 16, 80], font: family, weight },
        { ...time, id: 'badge', type: 'solid', color: '#ff3366', visible: { $field: 'badge' }, box: [8, 300, 60, 40] },
        { ...time, id: 'photo', type: 'media', source: { $field: 'photo' }, box: [width / 2, 0, width / 2, height] },
        { ...time, id: 'ground', type: 'solid', color: { $field: 'color' }, box: [0, 0, width, height] },
        ...(isVideo
          ? [{ ...time, id: 'music', type: 'audio', source: { $field: 'music' }, audio: { loop: true } }]
          : []),
      ],
    }),
  }
}

export const videoCard = createCard('video')
export const imageCard = createCard('image')
