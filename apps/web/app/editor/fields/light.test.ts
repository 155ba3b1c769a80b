// Adjust: what the sliders say is what the document keeps, and designers' own effects stay.

import { validateDocument } from '@vitrine/after-effects/validate'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Effect } from '@vitrine/document/effect'
import type { Difference } from '@vitrine/project/difference'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyCommand } from '../project/command.ts'
import {
  canLight,
  createLightEdits,
  createLightEffects,
  daylight,
  filters,
  findFieldLight,
  type Light,
  readLight,
} from './light.ts'

const shadow: Effect = { type: 'shadow', color: '#000000', blur: 10 }

function documentWith(photo: object): TemplateDocument {
  const result = validateDocument({
    tdoc: 1,
    id: 'test',
    name: 'Test',
    canvas: { width: 400, height: 300, fps: 30, duration: 1 },
    fields: [{ id: 'hero', type: 'media', label: 'Photo', accept: ['image'] }],
    fonts: [],
    assets: {},
    layers: [
      {
        id: 'frame',
        type: 'group',
        in: 0,
        out: 1,
        layers: [
          { id: 'photo', type: 'media', in: 0, out: 1, source: { $field: 'hero' }, box: [0, 0, 200, 100], ...photo },
        ],
      },
    ],
  })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.document
}

const whole: fc.Arbitrary<Light> = fc.record({
  brightness: fc.integer({ min: -100, max: 100 }),
  contrast: fc.integer({ min: -100, max: 100 }),
  saturation: fc.integer({ min: -100, max: 100 }),
  hue: fc.integer({ min: -180, max: 180 }),
  warmth: fc.integer({ min: -100, max: 100 }),
  blur: fc.integer({ min: 0, max: 100 }),
})

describe('light', () => {
  it('is read back from its effects unchanged', () => {
    fc.assert(
      fc.property(whole, fc.integer({ min: 100, max: 4000 }), (light, side) => {
        expect(readLight(createLightEffects(light, side), side)).toEqual(light)
      }),
    )
  })

  it('is allowed by the document at every end of every slider', () => {
    fc.assert(
      fc.property(whole, (light) => {
        expect(() => documentWith({ effects: createLightEffects(light, 100) })).not.toThrow()
      }),
    )
  })

  it('has no effects by default, and every filter has its own', () => {
    expect(createLightEffects(daylight, 100)).toEqual([])
    const looks = filters.map(({ light }) => JSON.stringify(createLightEffects(light, 100)))
    expect(new Set(looks).size).toBe(filters.length)
  })

  it("keeps the designer's effects, and goes when the photo is as designed again", () => {
    const document = documentWith({ effects: [shadow] })
    const light = { ...daylight, warmth: 40, contrast: 10 }
    const put = (difference: Difference, next: Light) => {
      const edits = createLightEdits(document, 'hero', next)
      const result = applyCommand(document, { values: {}, difference, aspect: null }, { type: 'editLayers', edits })
      if ('problem' in result) throw new Error(result.problem.message)
      return result.content.difference
    }
    const difference = put({}, light)
    expect(difference).toMatchObject({ layers: { photo: { effects: [{}, {}, shadow] } } })
    expect(findFieldLight(document, difference, 'hero')).toEqual(light)
    expect(put(difference, daylight)).toEqual({})
  })

  it('is not offered where the designer has locked it, or no photo is shown', () => {
    expect(canLight(documentWith({}), 'hero')).toBe(true)
    expect(canLight(documentWith({ locks: ['style'] }), 'hero')).toBe(false)
    expect(canLight(documentWith({}), 'other')).toBe(false)
  })
})
