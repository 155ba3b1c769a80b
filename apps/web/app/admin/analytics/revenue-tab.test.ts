import type { AdminFunnel } from '@vitrine/contract/admin'
import { expect, it } from 'vitest'
import { listBars } from './revenue-tab.tsx'

const countedFrom = '2026-11-21T10:00:00.000Z'
const funnelOf = (covers: AdminFunnel['visits']['covers'], visited: number) => ({
  visits: { countedFrom, covers },
  steps: [
    { step: 'visited' as const, users: visited },
    { step: 'signed-up' as const, users: 50 },
    { step: 'purchase' as const, users: 10 },
  ],
})
const textsOf = (...funnel: Parameters<typeof funnelOf>) =>
  listBars(funnelOf(...funnel)).map(({ label, text }) => `${label} ${text}`)

it('begins with visitors when they are known for the whole period, else with accounts', () => {
  expect(textsOf('all', 1000)).toEqual(['Visited 1,000 · 100%', 'Signed up 50 · 5%', 'Bought a template 10 · 1%'])
  expect(textsOf('part', 1000)).toEqual(['Signed up 50 · 100%', 'Bought a template 10 · 20%'])
  expect(textsOf('all', 20)).toEqual(['Signed up 50 · 100%', 'Bought a template 10 · 20%'])
})

it('leaves visitors out of periods before they were counted', () => {
  expect(textsOf('none', 0)).toEqual(['Signed up 50 · 100%', 'Bought a template 10 · 20%'])
})
