// Every sample in every shape with long words in three scripts: every collision is reported to the customer.
import type { TemplateDocument } from '@vitrine/document/document'
import type { TextLayer } from '@vitrine/document/layer'
import { type Bounds, intersect, mapBounds } from '@vitrine/document/matrix'
import { listTexts } from '@vitrine/document/shown-text'
import type { FontLibrary } from '@vitrine/painter/font'
import type { Painter } from '@vitrine/painter/painter'
import { findTextCollisions } from '@vitrine/painter/text-collision'
import { layoutTextLayer, measureInk } from '@vitrine/painter/text-layer'
import { resolveDocument } from '@vitrine/project/resolve'
import { applyVariant, listAspects } from '@vitrine/project/variant'
import { describe, expect, test } from 'vitest'
import { openPainter, samples } from '../testing/sample.ts'

const WORDS = {
  latin: 'Rohan Krishnan Venkataraman Wellington Marguerite Yamamoto Bartholomew Christopher',
  devanagari: 'श्रीमती आराध्या वेंकटरमण कृष्णमूर्ति लक्ष्मीनारायण द्विवेदी प्रियदर्शिनी राजेश्वरी',
  tamil: 'ரோஹன் கிருஷ்ணன் மீனாட்சி சுந்தரேஸ்வரர் வெங்கடராமன் திருநாவுக்கரசு லட்சுமிநாராயணன்',
}
type Script = keyof typeof WORDS
const SHARES = [0.8, 1]

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Words of a script with a number of graphemes. */
function repeatWords(script: Script, length: number): string {
  const text = `${WORDS[script]} `.repeat(Math.ceil(length / 40) + 1)
  const graphemes = Array.from(segmenter.segment(text), ({ segment }) => segment)
  return graphemes.slice(0, length).join('').trim()
}

/** All text fields filled to a share of their maximum length. */
function fillFields({ fields }: TemplateDocument, script: Script, share: number) {
  return Object.fromEntries(
    fields.flatMap((field) =>
      field.type === 'text'
        ? [[field.id, repeatWords(script, Math.floor((field.rules?.maxLength ?? 20) * share))]]
        : [],
    ),
  )
}

/** A painter with cached layer positions, which do not depend on the text. */
function withKnownPlaces(painter: Painter): Painter {
  const known = new Map<number, ReturnType<Painter['layerPlaces']>>()
  return {
    ...painter,
    layerPlaces(frame) {
      const places = known.get(frame) ?? painter.layerPlaces(frame)
      known.set(frame, places)
      return places
    },
  }
}

interface Reported {
  /** Texts that are reported as too long or colliding. */
  layerIds: ReadonlySet<string>
  texts: readonly TextLayer[]
  fonts: FontLibrary
}

async function reportTexts(
  shape: TemplateDocument,
  painter: Painter,
  values: Record<string, string>,
): Promise<Reported> {
  const { resolved, fonts } = await openPainter(shape, values)
  const texts = listTexts(resolved.layers)
  if (!fonts) throw new Error(`${shape.id} has no fonts`)
  const ids = new Set(texts.map(({ id }) => id))
  const collisions = findTextCollisions(painter, { resolved, plain: resolveDocument(shape, {}), fonts }, ids)
  const tooLong = texts.filter((layer) => !layoutTextLayer(layer, fonts).fits)
  const layerIds = new Set([
    ...collisions.flatMap(({ layerId, otherId }) => [layerId, otherId ?? layerId]),
    ...tooLong.map(({ id }) => id),
  ])
  return { layerIds, texts, fonts }
}

const area = ([left, top, right, bottom]: Bounds) => Math.max(1, (right - left) * (bottom - top))
/** How much of the smaller one the other covers, from 0 to 1. */
const overlap = (one: Bounds, other: Bounds) => {
  const both = intersect(one, other)
  return both ? area(both) / Math.min(area(one), area(other)) : 0
}

/** The maximum overlap of each pair of texts, and the part of a text outside the canvas, while it stands still. */
function findWorst(painter: Painter, { texts, fonts }: Pick<Reported, 'texts' | 'fonts'>): Map<string, number> {
  const worst = new Map<string, number>()
  const note = (key: string, share: number) => worst.set(key, Math.max(worst.get(key) ?? 0, share))
  const ink = new Map(
    texts.map((layer): [string, Bounds] => {
      const { left, top, width, height } = measureInk(layer, fonts)
      const [x, y] = [left - layer.box[0], top - layer.box[1]]
      return [layer.id, [x, y, x + width, y + height]]
    }),
  )
  for (let frame = 7; frame < Math.max(8, painter.duration - 3); frame += 30) {
    const later = new Map(painter.layerPlaces(frame + 2).map((one) => [one.layer.id, one.matrix]))
    const seen = painter.layerPlaces(frame).flatMap(({ layer, matrix, opacity, scene }) => {
      const [own, next] = [ink.get(layer.id), later.get(layer.id)]
      const isStill = next?.every((part, at) => Math.abs(part - (matrix[at] ?? 0)) < (at < 4 ? 0.005 : 2))
      return own && isStill && opacity > 0.6 ? [{ id: layer.id, scene, bounds: mapBounds(matrix, own) }] : []
    })
    for (const [n, one] of seen.entries()) {
      const inside = intersect(one.bounds, [0, 0, painter.width, painter.height])
      note(one.id, 1 - (inside ? area(inside) / area(one.bounds) : 0))
      for (const other of seen.slice(0, n))
        if (one.scene === other.scene) note(`${other.id} ${one.id}`, overlap(one.bounds, other.bounds))
    }
  }
  return worst
}

const listShapes = (document: TemplateDocument) =>
  listAspects(document).map(({ aspect }) => ({ name: aspect ?? 'own', shape: applyVariant(document, aspect) }))

const written = samples.filter(({ document }) => document.fields.some(({ type }) => type === 'text'))

describe('long words', () => {
  test.each(written.map(({ id, document }) => ({ id, document })))(
    'are reported where they run into each other or out of the picture: $id',
    { timeout: 120_000 },
    async ({ document }) => {
      const silent: string[] = []
      for (const { name, shape } of listShapes(document)) {
        const plain = await openPainter(shape)
        const painter = withKnownPlaces(plain.painter)
        if (!plain.fonts) continue
        const designed = findWorst(painter, { texts: listTexts(plain.resolved.layers), fonts: plain.fonts })
        for (const script of Object.keys(WORDS) as Script[])
          for (const share of SHARES) {
            const report = await reportTexts(shape, painter, fillFields(document, script, share))
            for (const [key, worst] of findWorst(painter, report)) {
              const isNew = worst > (designed.get(key) ?? 0) + 0.15
              if (isNew && !key.split(' ').some((id) => report.layerIds.has(id)))
                silent.push(`${name}, ${script} at ${share}: ${key}`)
            }
          }
      }
      expect(silent).toEqual([])
    },
  )

  test.each(written.map(({ id, document }) => ({ id, document })))(
    'as the designer wrote them are never reported: $id',
    { timeout: 60_000 },
    async ({ document }) => {
      for (const { name, shape } of listShapes(document)) {
        const { painter } = await openPainter(shape)
        expect({ name, layerIds: [...(await reportTexts(shape, painter, {})).layerIds] }).toEqual({
          name,
          layerIds: [],
        })
      }
    },
  )

  test.each([
    { id: 'marigold-mandap', aspect: '1:1', layers: ['first', 'second', 'occasion'] },
    { id: 'marigold-mandap', aspect: '9:16', layers: ['first', 'second', 'occasion'] },
    { id: 'rakhi-thread', aspect: '16:9', layers: ['from'] },
    { id: 'sage-vows', aspect: '16:9', layers: ['one', 'two', 'weekday', 'invite'] },
    { id: 'corner-cafe', aspect: '1:1', layers: ['cafe', 'kind', 'heading', 'dish1', 'price1'] },
  ])('have room of their own: $id in $aspect', async ({ id, aspect, layers }) => {
    const document = written.find((sample) => sample.id === id)?.document as TemplateDocument
    const shape = applyVariant(document, aspect)
    const { painter } = await openPainter(shape)
    for (const script of ['latin', 'devanagari'] as const) {
      const { layerIds } = await reportTexts(shape, painter, fillFields(document, script, 0.8))
      expect({ script, reported: layers.filter((layer) => layerIds.has(layer)) }).toEqual({ script, reported: [] })
    }
  })

  test('of the length of a name stand in one or two lines beside the arch', async () => {
    const document = written.find(({ id }) => id === 'marigold-mandap')?.document as TemplateDocument
    for (const { name, shape } of listShapes(document)) {
      const { painter } = await openPainter(shape)
      const report = await reportTexts(shape, painter, { first: 'ரோஹன் கிருஷ்ணன்' })
      expect({ name, layerIds: [...report.layerIds] }).toEqual({ name, layerIds: [] })
    }
  })

  test('behind a photo are reported', async () => {
    const document = written.find(({ id }) => id === 'marigold-mandap')?.document as TemplateDocument
    const shape = applyVariant(document, '1:1')
    const first = shape.layers.find(({ id }) => id === 'first') as TextLayer
    const [x, y, width, height] = first.box
    const wider: TextLayer = { ...first, box: [x - 220, y, width + 220, height] }
    const wide = { ...shape, layers: shape.layers.map((layer) => (layer === first ? wider : layer)) }
    const { painter, resolved, fonts } = await openPainter(wide, { first: 'Bartholomew Christ' })
    if (!fonts) throw new Error('no fonts')
    const plain = resolveDocument(wide, {})
    const found = findTextCollisions(painter, { resolved, plain, fonts }, new Set(['first', 'second']))
    expect(found).toContainEqual({ layerId: 'first', kind: 'covered', otherId: 'photo' })
    expect(found.filter(({ layerId }) => layerId === 'second')).toEqual([])
  })
})
