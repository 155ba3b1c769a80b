import { clause, Lint, type LintLine } from '@vitrine/document/lint'
import { expect, test } from 'vitest'
import { composeReport } from './report.ts'

const json = {
  nm: 'Main',
  layers: [
    { nm: 'Ground', ks: { p: { k: [0, 0] }, ry: { k: 1 } } },
    { nm: 'Glow', ef: [{ nm: 'Soft', ef: [{ nm: 'Radius', v: { k: 1 } }] }, { nm: 'CC Sphere' }] },
  ],
  assets: [
    { id: 'comp_1', nm: 'Scene', layers: [{ nm: 'Smoke', shapes: [{ nm: 'Group 1', it: [{ nm: 'Path 1' }] }] }] },
  ],
}
const line = (path: string, message = path): LintLine => ({ severity: 'error', code: 'effect', path, message })

test('names comp, layer and property as After Effects does', () => {
  const paths = [
    'layers[0].ks.ry',
    'layers[1].ef[0].ef[0].v',
    'assets[0].layers[0].shapes[0].it[0]',
    'layers[1]',
    '',
    'layers[9].ef[0]',
    'templateLink',
  ]
  expect(
    composeReport(
      paths.map((path) => line(path)),
      json,
    ).map(({ layer, property }) => [layer, property]),
  ).toEqual([
    ['Main / Ground', 'Transform › Y Rotation'],
    ['Main / Glow', 'Effects › Soft › Radius'],
    ['Scene / Smoke', 'Contents › Group 1 › Path 1'],
    ['Main / Glow', undefined],
    [undefined, undefined],
    ['Main', undefined],
    [undefined, undefined],
  ])
})

test('names properties of our own documents as they are written there', () => {
  const document = { tdoc: 1, layers: [{ name: 'Snow', life: 2, ks: { p: 1 }, layers: [{ id: 'inner' }] }] }
  const paths = [
    'layers[0].life',
    'layers[0].size',
    'layers[0].sway.amount',
    'layers[0].ks.p',
    'layers[0].layers[0].in',
    'layers[0]',
  ]
  expect(
    composeReport(
      paths.map((path) => line(path)),
      document,
    ).map(({ layer, property }) => [layer, property]),
  ).toEqual([
    ['Snow', 'life'],
    ['Snow', 'size'],
    ['Snow', 'sway.amount'],
    ['Snow', 'Transform › Position'],
    ['Snow / inner', 'in'],
    ['Snow', undefined],
  ])
})

test('a remark keeps its values apart from its English text', () => {
  const lint = new Lint()
  lint.error('effect', 'a', [clause('The effect "{effect}" is not drawn', { effect: '{b}' }), clause('use {b} or 2')])
  lint.warn('mask-mode', 'b', 'Only the first {most} masks are drawn', { most: 3 })
  lint.info('empty-layer', 'c', 'The layer is never shown')
  expect(composeReport(lint.lines, {}).map(({ message, clauses }) => ({ message, clauses }))).toEqual([
    {
      message: 'The effect "{b}" is not drawn; use {b} or 2',
      clauses: [
        { text: 'The effect "{effect}" is not drawn', values: { effect: '{b}' } },
        { text: 'use {b} or 2', values: {} },
      ],
    },
    {
      message: 'Only the first 3 masks are drawn',
      clauses: [{ text: 'Only the first {most} masks are drawn', values: { most: 3 } }],
    },
    { message: 'The layer is never shown', clauses: undefined },
  ])
})

test('one cause is one line with a count, at its first place', () => {
  const lines = [line('layers[0]', 'same'), line('layers[1]', 'same'), line('layers[1]', 'other')]
  expect(composeReport(lines, json)).toEqual([
    { ...line('layers[0]', 'same'), layer: 'Main / Ground', acceptable: true, count: 2 },
    { ...line('layers[1]', 'other'), layer: 'Main / Glow', acceptable: true },
  ])
})

test('what the designer accepts by the name of a layer or effect is a warning; broken files stay errors', () => {
  const lines = [line('layers[1].ef[1]'), line('layers[0]'), { ...line('layers[1]'), code: 'file-missing' as const }]
  const severities = (accepted: string[]) => composeReport(lines, json, accepted).map(({ severity }) => severity)
  expect(severities([])).toEqual(['error', 'error', 'error'])
  expect(severities(['CC Sphere'])).toEqual(['warning', 'error', 'error'])
  expect(severities(['Glow', 'Ground'])).toEqual(['warning', 'warning', 'error'])
})

test('rejects or reads every damaged file without crashing', () => {
  for (const odd of [null, 'text', { layers: 'x' }, { layers: [null, 7] }, []])
    expect(composeReport([line('layers[1].ef[0]'), line('layers[0]')], odd)).toEqual([
      { ...line('layers[1].ef[0]'), acceptable: true },
      { ...line('layers[0]'), acceptable: true },
    ])
})
