import type { TemplateDocument } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import type { Difference } from '@vitrine/project/difference'
import { describe, expect, it } from 'vitest'
import { documentWith, textLayer } from '../../../testing/document.ts'
import type { EditorModel } from '../model/editor-model.ts'
import { getTextName, isTouched, layerTextNotices, listOwnPhotos, ownPhotoNotices } from './layer-check.ts'

const document: TemplateDocument = {
  tdoc: 1,
  id: 'test',
  name: 'Test',
  canvas: { width: 2000, height: 1000, fps: 30, duration: 1 },
  fields: [{ id: 'hero', type: 'media', label: 'Photo', accept: ['image'] }],
  fonts: [],
  assets: { 'sha256:leaf': { kind: 'image', width: 10, height: 10 } } as unknown as TemplateDocument['assets'],
  layers: [
    { id: 'framed', type: 'media', in: 0, out: 1, source: { $field: 'hero' }, box: [0, 0, 2000, 1000] },
    { id: 'leaf', type: 'media', in: 0, out: 1, source: { asset: 'sha256:leaf' }, box: [0, 0, 2000, 1000] },
  ],
}

/** An editor with one added photo of 600 × 400 pixels whose layer is drawn at a scale. */
function editorWith(box: [number, number, number, number], scale: number, crop?: object): EditorModel {
  const layer = { id: 'own-a', type: 'media', in: 0, out: 1, source: { asset: 'u_photo' as AssetId, ...crop }, box }
  const difference: Difference = { added: [layer as Layer], order: { '': [layer.id] } }
  const painter = { placeOf: () => ({ matrix: [0, scale, -scale, 0, 0, 0] }) }
  return {
    document,
    store: { getContent: () => ({ values: { hero: { asset: 'u_photo' } }, difference, aspect: null }) },
    library: { find: () => ({ assetId: 'u_photo', kind: 'image', width: 600, height: 400, fileName: 'us.jpg' }) },
    player: { getFrame: () => 0 },
    preview: { get: () => ({ status: 'ready', painting: { getPainter: () => painter } }) },
  } as unknown as EditorModel
}

const wordsOf = (model: EditorModel) =>
  listOwnPhotos(model).flatMap((photo) => ownPhotoNotices(photo).map(({ text }) => text))

// It is judged by the pixels that its place on the picture needs.
describe('an added photo', () => {
  it('is sharp where its place has no more pixels than it has, however it is turned', () => {
    expect(wordsOf(editorWith([0, 0, 600, 400], 1))).toEqual([])
    expect(wordsOf(editorWith([0, 0, 1200, 800], 0.5))).toEqual([])
  })

  it('is soft, then blurred, where it is larger or zoomed into', () => {
    expect(wordsOf(editorWith([0, 0, 900, 600], 1))[0]).toMatch(/may look soft/)
    expect(wordsOf(editorWith([0, 0, 600, 400], 3))[0]).toMatch(/will look blurred/)
    const zoomed = { crop: { x: 0, y: 0, zoom: 3, rotate: 0 } }
    expect(wordsOf(editorWith([0, 0, 600, 400], 1, zoomed))[0]).toMatch(/will look blurred/)
  })

  it('is the only kind that is checked: fields have their own check, and designers need none', () => {
    expect(listOwnPhotos(editorWith([0, 0, 600, 400], 1)).map(({ layerId, name }) => [layerId, name])).toEqual([
      ['own-a', 'us.jpg'],
    ])
  })
})

const layer = textLayer('designed')
const template = documentWith([layer, textLayer('other')])
const modelWith = (difference: Difference) =>
  ({
    document: template,
    store: { getContent: () => ({ values: {}, difference, aspect: null }) },
  }) as unknown as EditorModel

it('checks only texts that the customer has added or changed', () => {
  const changed = modelWith({
    layers: { other: { text: 'Hi' } },
    added: [{ ...layer, id: 'own-1' }],
    order: { '': ['own-1'] },
  })
  expect(['designed', 'other', 'own-1'].filter((id) => isTouched(changed, id))).toEqual(['other', 'own-1'])
  expect(isTouched(modelWith({}), 'designed')).toBe(false)
})

it('a character without a font blocks the export; a long or clipped text is a warning', () => {
  const own = { ...layer, id: 'own-1' }
  const notices = (more: object) =>
    layerTextNotices({ layer: own, fits: true, missing: [], isOutside: false, ...more }).map(({ tone, blocks }) => [
      tone,
      blocks ?? false,
    ])
  expect(notices({})).toEqual([])
  expect(notices({ missing: ['漢'] })).toEqual([['bad', true]])
  expect(notices({ fits: false, isOutside: true })).toEqual([
    ['warn', false],
    ['warn', false],
  ])
  expect(notices({ layer, isOutside: true })).toEqual([])
})

it('decorated letters that no font has come with plain ones', () => {
  const plain = (text: string, missing: string[]) =>
    layerTextNotices({ layer: { ...layer, text }, fits: true, missing, isOutside: false }).map((notice) => notice.plain)
  expect(plain('𝓡𝓪𝓱𝓾𝓵 & 漢', ['𝓡', '𝓪'])).toEqual(['Rahul & 漢'])
  expect(plain('𝓡𝓪𝓱𝓾𝓵 & 漢', ['漢'])).toEqual([undefined])
  expect(plain('𐎠', ['𐎠'])).toEqual([undefined])
})

it('a text is called by its name, else by its first words', () => {
  expect(getTextName({ name: 'Title', text: 'Hello' })).toBe('Title')
  expect(getTextName({ text: 'Hello  dear\nfriends of the house' })).toBe('Hello dear friends of th…')
})
