import { expect, test } from 'vitest'
import { withLayerNames } from './layer-name.ts'

const json = {
  layers: [{ nm: 'Ground' }, { nm: 'Glow', ef: [{ nm: 'Blur' }] }],
  assets: [{ id: 'comp_1', nm: 'Scene', layers: [{ nm: 'Smoke', sy: [{}] }] }],
}
const line = (path: string) => ({ severity: 'error', code: 'effect', path, message: 'Not drawn' }) as const

test('names the layer in a line of the report, with the precomps around it', () => {
  const paths = ['layers[1].ef[0]', 'assets[0].layers[0].sy', 'layers[1]', '', 'layers[9].ef[0]', 'templateLink']
  expect(withLayerNames(paths.map(line), json).map(({ layer }) => layer)).toEqual([
    'Glow',
    'Scene / Smoke',
    'Glow',
    undefined,
    undefined,
    undefined,
  ])
})

test('rejects or reads every damaged file without crashing', () => {
  for (const odd of [null, 'text', { layers: 'x' }, { layers: [null, 7] }, []])
    expect(withLayerNames([line('layers[1].ef[0]'), line('layers[0]')], odd)).toEqual([
      line('layers[1].ef[0]'),
      line('layers[0]'),
    ])
})
