import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Draft } from './autosave.ts'
import { createDraftStore } from './draft-store.ts'

const draft: Draft = { content: { values: { title: 'mine' }, difference: {}, aspect: null }, revision: 1 }

/** An IndexedDB whose writes succeed as requests; whether their transaction does is told by `end`. */
function createDevice(end: 'complete' | 'abort', error: DOMException | null = null) {
  const store = {
    put: () => ({ result: 'key', error }),
    delete: () => ({ result: undefined }),
    get: () => ({ result: draft }),
  }
  const transaction = () => {
    const made = {
      objectStore: () => store,
      error: new DOMException('The disk is full', 'QuotaExceededError'),
      oncomplete: undefined as (() => void) | undefined,
      onabort: undefined as (() => void) | undefined,
      commit: () => undefined,
    }
    queueMicrotask(() => (end === 'complete' ? made.oncomplete?.() : made.onabort?.()))
    return made
  }
  const open = () => {
    const request = { result: { transaction }, onsuccess: undefined as (() => void) | undefined }
    queueMicrotask(() => request.onsuccess?.())
    return request
  }
  return { open }
}

afterEach(() => vi.unstubAllGlobals())

describe('the draft store', () => {
  it('reports a draft as stored once its transaction is complete', async () => {
    vi.stubGlobal('indexedDB', createDevice('complete'))
    const store = createDraftStore()
    expect(await store.keepDraft('project', draft)).toBe(true)
    expect(await store.findDraft('project')).toEqual(draft)
  })

  it('does not mistake the success of a request for that of its transaction', async () => {
    vi.stubGlobal('indexedDB', createDevice('abort'))
    const store = createDraftStore()
    expect(await store.keepDraft('project', draft)).toBe(false)
    const file = { localId: 'u_local_1', projectId: 'project', file: new File(['x'], 'x.png') } as const
    expect(await store.keepFile(file as unknown as Parameters<typeof store.keepFile>[0])).toBe(false)
    expect(await store.findDraft('project')).toBeUndefined()
  })

  it('does not mistake the end of a transaction for the success of a request that has failed', async () => {
    vi.stubGlobal('indexedDB', createDevice('complete', new DOMException('no files here', 'UnknownError')))
    expect(await createDraftStore().keepDraft('project', draft)).toBe(false)
  })

  it('stores nothing, and never rejects, without IndexedDB', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const store = createDraftStore()
    expect(await store.keepDraft('project', draft)).toBe(false)
    expect(await store.listFiles('project')).toEqual([])
  })
})
