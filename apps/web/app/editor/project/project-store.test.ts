import type { FieldValues } from '@vitrine/document/field'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createProjectStore, gesturePrefix, groupPauseMs, stepLimit } from './project-store.ts'

function storeAt(values: FieldValues = {}) {
  const clock = { nowMs: 0 }
  const store = createProjectStore({ values, difference: {}, aspect: null }, undefined, () => clock.nowMs)
  return { store, clock, values: () => store.getContent().values }
}

describe('history of a project', () => {
  it('undoes and redoes each change of different fields', () => {
    const { store, values } = storeAt()
    store.change({ fieldId: 'title', value: 'Asha' })
    store.change({ fieldId: 'brand', value: '#ff0000' })
    expect(store.undo()).toBe('brand')
    expect(values()).toEqual({ title: 'Asha' })
    expect(store.undo()).toBe('title')
    expect(values()).toEqual({})
    expect(store.undo()).toBeUndefined()
    expect(store.redo()).toBe('title')
    expect(store.redo()).toBe('brand')
    expect(values()).toEqual({ title: 'Asha', brand: '#ff0000' })
  })

  it('makes one step of continuous typing, and two across a pause', () => {
    const { store, clock, values } = storeAt({ title: 'A' })
    for (const title of ['As', 'Ash', 'Asha']) {
      store.change({ fieldId: 'title', value: title, group: 'title' })
      clock.nowMs += groupPauseMs / 2
    }
    clock.nowMs += groupPauseMs
    store.change({ fieldId: 'title', value: 'Asha!', group: 'title' })
    store.undo()
    expect(values().title).toBe('Asha')
    store.undo()
    expect(values().title).toBe('A')
  })

  it('does not join typing across an undo, another field or an ended gesture', () => {
    const { store, values } = storeAt()
    store.change({ fieldId: 'title', value: 'A', group: 'title' })
    store.endGroup()
    store.change({ fieldId: 'title', value: 'AB', group: 'title' })
    store.undo()
    expect(values().title).toBe('A')
    store.change({ fieldId: 'title', value: 'AC', group: 'title' })
    store.undo()
    expect(values().title).toBe('A')
  })

  it('joins a drag into one step, however long it pauses', () => {
    const { store, clock, values } = storeAt({ title: '100' })
    const group = `${gesturePrefix}volume`
    for (const title of ['80', '60', '50']) {
      store.change({ fieldId: 'title', value: title, group })
      clock.nowMs += groupPauseMs * 3
    }
    store.endGroup()
    store.change({ fieldId: 'title', value: '40', group })
    store.undo()
    expect(values().title).toBe('50')
    store.undo()
    expect(values().title).toBe('100')
  })

  it('forgets what was undone once something else changes', () => {
    const { store, values } = storeAt()
    store.change({ fieldId: 'title', value: 'one' })
    store.undo()
    store.change({ fieldId: 'title', value: 'two' })
    expect(store.redo()).toBeUndefined()
    expect(values().title).toBe('two')
  })

  it('takes no step for a value that is already there', () => {
    const { store } = storeAt({ hero: { asset: 'u_1', crop: { x: 0, y: 0, zoom: 1, rotate: 0 } } })
    store.change({ fieldId: 'hero', value: { crop: { zoom: 1, rotate: 0, y: 0, x: 0 }, asset: 'u_1' } })
    expect(store.getHistory().past).toHaveLength(0)
  })

  it('keeps a limited number of steps, the newest', () => {
    const { store, values } = storeAt()
    for (let n = 0; n < stepLimit + 20; n++) store.change({ fieldId: 'title', value: String(n) })
    expect(store.getHistory().past).toHaveLength(stepLimit)
    store.undo()
    expect(values().title).toBe(String(stepLimit + 18))
  })

  it('changes every step without taking one', () => {
    const { store, values } = storeAt()
    store.change({ fieldId: 'title', value: 'one' })
    store.change({ fieldId: 'title', value: 'two' })
    store.undo()
    store.rewrite((content) => ({ ...content, values: { ...content.values, brand: '#ff0000' } }))
    expect(values()).toEqual({ title: 'one', brand: '#ff0000' })
    store.redo()
    expect(values()).toEqual({ title: 'two', brand: '#ff0000' })
    expect(store.getHistory().past).toHaveLength(2)
  })

  it('undoes the choice of a shape, and choosing the present one is no step', () => {
    const { store } = storeAt()
    store.setAspect(null, {})
    expect(store.getHistory().past).toEqual([])
    store.setAspect('9:16', {})
    store.setAspect('1:1', {})
    store.undo()
    expect(store.getContent().aspect).toBe('9:16')
    store.undo()
    expect(store.getContent().aspect).toBeNull()
  })

  it('can undo the loading of other content', () => {
    const { store, values } = storeAt({ title: 'mine' })
    store.load({ values: { title: 'theirs' }, difference: {}, aspect: null })
    expect(values().title).toBe('theirs')
    store.undo()
    expect(values().title).toBe('mine')
  })

  it('returns to the same state after any changes are undone and redone', () => {
    const change = fc.record({
      fieldId: fc.constantFrom('a', 'b', 'c'),
      value: fc.option(fc.string({ maxLength: 3 }), { nil: undefined }),
      group: fc.constantFrom('a', 'b'),
      pauseMs: fc.constantFrom(0, groupPauseMs),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const { store, clock, values } = storeAt({ a: 'start' })
        for (const { pauseMs, ...one } of changes) {
          clock.nowMs += pauseMs
          store.change(one)
        }
        const end = values()
        const steps = store.getHistory().past.length
        for (let n = 0; n < steps; n++) store.undo()
        expect(values()).toEqual({ a: 'start' })
        for (let n = 0; n < steps; n++) store.redo()
        expect(values()).toEqual(end)
        store.jump(0)
        expect(values()).toEqual({ a: 'start' })
        store.jump(steps + 5)
        expect(values()).toEqual(end)
      }),
    )
  })
})

describe('a gesture', () => {
  const gesture = { fieldId: 'zoom', group: `${gesturePrefix}zoom` }

  it('that is cancelled never happened, and what could be redone still can', () => {
    const { store, values } = storeAt({ zoom: '1' })
    store.change({ fieldId: 'title', value: 'Asha' })
    store.undo()
    store.change({ ...gesture, value: '2' })
    store.change({ ...gesture, value: '3' })
    store.rewrite((content) => ({ ...content, values: { ...content.values, hero: 'arrived' } }))
    store.cancelGesture()
    expect(values()).toEqual({ zoom: '1', hero: 'arrived' })
    expect(store.undo()).toBeUndefined()
    expect(store.redo()).toBe('title')
    expect(values()).toEqual({ title: 'Asha', hero: 'arrived', zoom: '1' })
  })

  it('that ends where it began is no step', () => {
    const { store, values } = storeAt({ zoom: '1' })
    store.change({ ...gesture, value: '2' })
    store.change({ ...gesture, value: '1' })
    expect(store.getHistory().past).toEqual([])
    store.change({ ...gesture, value: '3' })
    store.undo()
    expect(values()).toEqual({ zoom: '1' })
  })

  it('that is over is not cancelled, and typing never is', () => {
    const { store, values } = storeAt()
    store.change({ ...gesture, value: '2' })
    store.endGroup()
    store.change({ fieldId: 'title', value: 'A', group: 'title' })
    store.cancelGesture()
    expect(values()).toEqual({ zoom: '2', title: 'A' })
  })
})
