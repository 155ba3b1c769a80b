import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHistoryStorage, maxStoredLength, maxStoredSteps } from './autosave.ts'
import { createProjectStore, type History, type ProjectContent } from './project-store.ts'

const titled = (title: string): ProjectContent => ({ values: { title }, difference: {}, aspect: null })
const titlesOf = (steps: History['past'] | undefined) => steps?.map(({ content }) => content.values.title)

/** An open editor over what the device has of an earlier visit; `keep` counts what is stored. */
function open(content: ProjectContent, kept?: History) {
  const store = createProjectStore(content, kept)
  const device = { kept, writes: 0 }
  const keeping = createHistoryStorage(store, (history) => {
    device.kept = history
    device.writes += 1
  })
  const type = (title: string) => store.change({ fieldId: 'title', value: title })
  return { store, device, keeping, type }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the history on this device', () => {
  it('is undone and done again after a reload, and an edit after an undo drops what could be done again', () => {
    const before = open(titled('a'))
    before.type('b')
    before.type('c')
    before.keeping.flush()
    const { store, device, keeping, type } = open(titled('c'), before.device.kept)
    expect(store.undo()).toBe('title')
    expect(store.getContent()).toEqual(titled('b'))
    keeping.flush()
    const again = open(titled('b'), device.kept)
    again.store.redo()
    expect(again.store.getContent()).toEqual(titled('c'))
    type('d')
    keeping.flush()
    expect(titlesOf(device.kept?.past)).toEqual(['a', 'b'])
    expect(device.kept?.future).toEqual([])
  })

  it('is none of the content that another device has made', () => {
    const before = open(titled('a'))
    before.type('b')
    before.keeping.flush()
    const { past, future } = open(titled('theirs'), before.device.kept).store.getHistory()
    expect([past, future]).toEqual([[], []])
  })

  it('is stored when edits pause, not with each of them', () => {
    const { device, type } = open(titled('a'))
    for (let n = 0; n < 20; n++) {
      type(`letter ${n}`)
      vi.advanceTimersByTime(200)
    }
    expect(device.writes).toBe(0)
    vi.advanceTimersByTime(1000)
    expect(device.writes).toBe(1)
    expect(device.kept?.present).toEqual(titled('letter 19'))
    vi.advanceTimersByTime(60_000)
    expect(device.writes).toBe(1)
  })

  it('is stored at once when the page is left, and not once another tab goes on', () => {
    const { device, keeping, type } = open(titled('a'))
    keeping.flush()
    expect(device.writes).toBe(0)
    type('b')
    keeping.flush()
    expect(device.writes).toBe(1)
    type('c')
    keeping.stop()
    keeping.flush()
    vi.advanceTimersByTime(60_000)
    expect(device.writes).toBe(1)
  })

  it('gets the id of a file that has arrived, also where steps alone name it', () => {
    const { store, device } = open(titled('a'))
    store.change({ fieldId: 'hero', value: { asset: 'u_local-1' } })
    store.change({ fieldId: 'hero', value: undefined })
    vi.advanceTimersByTime(1000)
    store.rewrite((content) => (content.values.hero ? { ...content, values: { hero: { asset: 'u_1' } } } : content))
    vi.advanceTimersByTime(1000)
    expect(device.kept?.past.at(-1)?.content.values.hero).toEqual({ asset: 'u_1' })
  })

  it('is bounded in steps and in length, and keeps those next to the present', () => {
    const { store, device, keeping, type } = open(titled('start'))
    for (let n = 0; n < maxStoredSteps + 10; n++) type(`${n}`)
    store.undo()
    keeping.flush()
    expect(device.kept?.past).toHaveLength(maxStoredSteps)
    expect(titlesOf(device.kept?.past)?.at(-1)).toBe(`${maxStoredSteps + 7}`)
    expect(titlesOf(device.kept?.future)).toEqual([`${maxStoredSteps + 9}`])
    const long = (letter: string) => letter.repeat(maxStoredLength / 4)
    for (const letter of ['v', 'w', 'x', 'y', 'z']) type(long(letter))
    keeping.flush()
    expect(titlesOf(device.kept?.past)).toEqual([long('x'), long('y')])
  })

  it('counts what steps share once', () => {
    const difference = { added: [{ id: 'long', text: 'x'.repeat(maxStoredLength / 2) }] } as never
    const { device, keeping, type } = open({ ...titled('start'), difference })
    for (let n = 0; n < 10; n++) type(`${n}`)
    keeping.flush()
    expect(device.kept?.past).toHaveLength(10)
  })
})
