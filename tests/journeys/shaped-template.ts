// A small template for journeys: every kind of field, in groups and an order of their own, in two shapes. It is made
// from what a sample brings along, and published into the shop that the journeys run against.
import { openInstallation } from '../../apps/template/src/installation.ts'
import { transaction } from '../../packages/database/src/connection.ts'
import { storeTemplate } from '../../packages/shop/src/catalogue/publish.ts'
import { publishVersion, withdrawTemplate } from '../../packages/shop/src/catalogue/sale.ts'
import { templates } from '../../packages/shop/src/catalogue/tables.ts'
import { getCurrentVersion } from '../../packages/shop/src/catalogue/template-version.ts'
import { ownInstallation } from './stores.ts'

const source = 'confetti-birthday'
export const shapedTemplateId = 'every-kind-of-field'

/** Three seconds of 640 × 360, or 360 × 640. */
export async function publishShapedTemplate(): Promise<void> {
  const shop = await openInstallation(ownInstallation())
  try {
    const rows = await shop.db.select().from(templates)
    const sample = rows.find(({ id }) => id === source)
    if (!sample?.posterAssetId || !sample.previewAssetId) throw new Error(`the sample ${source} is not on sale`)
    const { document } = await getCurrentVersion(shop.db, source)
    const font = document.fonts[0]
    const song = Object.entries(document.assets).find(([, asset]) => asset.kind === 'audio')?.[0]
    const picture = Object.entries(document.assets).find(([, asset]) => asset.kind === 'image')?.[0]
    if (!font || !song || !picture) throw new Error(`the sample ${source} brings no font, song or picture`)
    const kept = [song, picture] as const
    await transaction(shop.db, async (tx) => {
      const { versionId } = await storeTemplate(tx, {
        id: shapedTemplateId,
        kind: 'video',
        name: 'Every Kind Of Field',
        description: 'A small video for trying the editor.',
        categories: ['Birthday'],
        sections: ['Birthday'],
        compatibility: [],
        priceCredits: 10,
        priceCreditsIndia: 10,
        license: { name: 'Standard', summary: 'Personal and commercial use.' },
        posterAssetId: sample.posterAssetId ?? '',
        previewAssetId: sample.previewAssetId ?? '',
        dominantColor: '#224466',
        document: {
          tdoc: 1,
          id: shapedTemplateId,
          name: 'Every Kind Of Field',
          canvas: { width: 640, height: 360, fps: 30, duration: 90, background: '#224466' },
          assets: Object.fromEntries(
            kept.map((id) => [id, Object.entries(document.assets).find(([one]) => one === id)?.[1]]),
          ),
          fonts: [font],
          fields: listFields(song),
          layers: listLayers(font.family, font.weight),
          variants: {
            '9:16': {
              canvas: { width: 360, height: 640 },
              layers: { title: { box: [20, 60, 320, 120] }, clip: { box: [20, 220, 320, 320] } },
            },
          },
          output: { poster: { frame: 45 } },
        },
      })
      // An earlier journey may have withdrawn it.
      await publishVersion(tx, shapedTemplateId, { versionId, by: 'staff' })
    })
  } finally {
    await shop.close()
  }
}

/** Withdraws it again: other journeys count what is on sale. */
export async function withdrawShapedTemplate(): Promise<void> {
  const shop = await openInstallation(ownInstallation())
  try {
    await transaction(shop.db, (tx) => withdrawTemplate(tx, shapedTemplateId))
  } finally {
    await shop.close()
  }
}

function listFields(song: string) {
  return [
    { id: 'song', type: 'audio', label: 'Song', group: 'Sound', order: 6, default: song },
    { id: 'badge', type: 'toggle', label: 'Badge', group: 'Look', order: 5, default: true },
    {
      id: 'mood',
      type: 'choice',
      label: 'Mood',
      group: 'Look',
      order: 4,
      default: 'warm',
      options: [
        { value: 'warm', label: 'Warm' },
        { value: 'cool', label: 'Cool' },
      ],
    },
    { id: 'paint', type: 'color', label: 'Paint', group: 'Look', order: 3, default: '#ffcc00', palette: ['#00aaff'] },
    {
      id: 'clip',
      type: 'media',
      label: 'Clip',
      group: 'Pictures',
      order: 2,
      required: true,
      accept: ['image', 'video'],
    },
    {
      id: 'title',
      type: 'text',
      label: 'Title',
      group: 'Words',
      order: 1,
      required: true,
      default: 'Hello',
      rules: { maxLength: 24, maxLines: 1 },
      fit: { mode: 'shrink', min: 24 },
    },
  ]
}

function listLayers(font: string, weight: number | undefined) {
  const time = { in: 0, out: 90 }
  return [
    {
      ...time,
      id: 'title',
      type: 'text',
      text: { $field: 'title' },
      box: [20, 20, 300, 120],
      font,
      ...(weight !== undefined && { weight }),
      size: 64,
      fill: { $field: 'paint' },
    },
    { ...time, id: 'badge', type: 'solid', box: [20, 300, 60, 40], color: '#ff3366', visible: { $field: 'badge' } },
    {
      ...time,
      id: 'mood',
      type: 'solid',
      box: [100, 300, 60, 40],
      color: { $field: 'mood', map: { warm: '#ff8800', cool: '#0088ff' } },
    },
    {
      ...time,
      id: 'clip',
      type: 'media',
      source: { $field: 'clip' },
      box: [340, 20, 280, 320],
      fit: 'cover',
      audio: { volume: 80, fadeOut: 15 },
    },
    { ...time, id: 'song', type: 'audio', source: { $field: 'song' }, audio: { volume: 60, fadeIn: 10, loop: true } },
  ]
}
