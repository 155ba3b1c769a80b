// Drafts of pages: for whom and for how long they are there.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pageDraft } from './persisted.ts'

const draftOf = (version: number) =>
  pageDraft('story', {
    ...{ version, keptIn: 'device', lifeMs: 1000 },
    check: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
  })
const kept = new Map<string, string>()

beforeEach(() => {
  vi.useFakeTimers()
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a draft is there until its time is over or it is dropped, under a key of its own', () => {
  const draft = draftOf(1)
  draft.save('once')
  expect([...kept.keys()]).toEqual(['vitrine-story'])
  vi.advanceTimersByTime(999)
  expect(draft.find()).toBe('once')
  vi.advanceTimersByTime(1)
  expect(draft.find()).toBeUndefined()
  draft.save('again')
  draft.drop()
  expect([draft.find(), kept.size]).toEqual([undefined, 0])
})

it('a draft of one account is nobody else’s', () => {
  const draft = draftOf(1)
  draft.save('mine', 'asha')
  expect([draft.find('asha'), draft.find('ravi'), draft.find()]).toEqual(['mine', undefined, undefined])
})

it('a draft of another version, and what is none, is not there', () => {
  draftOf(1).save('old')
  expect(draftOf(2).find()).toBeUndefined()
  draftOf(2).save('')
  expect(draftOf(2).find()).toBeUndefined()
  for (const text of ['{', 'null', '7', '{"version":2}']) {
    kept.set('vitrine-story', text)
    expect(draftOf(2).find(), text).toBeUndefined()
  }
})
