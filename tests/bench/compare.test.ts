import { expect, it } from 'vitest'
import { compareReports } from './compare.ts'
import { type Figure, type Report, summarise } from './report.ts'

const report = (commit: string, figures: readonly Figure[]): Report => ({
  ...{ commit, at: '2026-11-23T08:00:00.000Z', machine: '2 cores', load: 0.1 },
  figures,
})

it('compares the better round of each by the yardstick, or by the value in its direction', () => {
  const pages = (value: number, ratio: number): Figure => ({
    ...{ name: 'list page', unit: 'requests/s', better: 'higher', value, ratio },
  })
  const start = (value: number): Figure => ({ name: 'start', unit: 's', better: 'lower', value })
  const before = [report('aaa', [pages(400, 0.04), start(4)]), report('aaa', [pages(900, 0.05), start(5)])]
  const after = [report('bbb', [start(2), pages(300, 0.5)])]
  expect(compareReports(before, after)).toBe(
    '| figure | aaa | bbb | better by |\n| --- | --- | --- | --- |\n' +
      '| list page | 0.05 (900 requests/s) | 0.50 (300 requests/s) | +900.0 % |\n' +
      '| start | 4 s | 2 s | +100.0 % |\n',
  )
})

it('summarises rounds by their median and their ends', () => {
  expect(summarise([9, 1, 5])).toEqual({ value: 5, spread: [1, 9] })
})
