import type { Project } from '@vitrine/contract/projects'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiResponseError } from '../../api/api.ts'
import {
  createAutosave,
  createHistoryStorage,
  type Draft,
  maxStoredLength,
  maxStoredSteps,
  type SaveState,
  type SaveTerms,
} from './autosave.ts'
import { createProjectStore, type History, type ProjectContent } from './project-store.ts'

const titled = (title: string): ProjectContent => ({ values: { title }, difference: {}, aspect: null })
const lost = () => new ApiResponseError(0, 'network', 'Network error')

/** A server that keeps one project, can be cut off, and can lose its answers. */
function createServer() {
  const server = {
    project: { ...titled('start'), revision: 1 } as unknown as Project,
    requests: 0,
    failure: undefined as ApiResponseError | undefined,
    losesAnswers: false,
    pending: undefined as (() => void) | undefined,
    waits: false,
    savedReplaced: 0,
    attemptId: undefined as string | undefined,
    async save(content: ProjectContent, terms: SaveTerms): Promise<Project> {
      const { revision, keepsReplaced, attemptId, unanswered } = terms
      server.requests += 1
      if (keepsReplaced) server.savedReplaced += 1
      if (server.waits) await new Promise<void>((resolve) => (server.pending = resolve))
      if (server.failure) throw server.failure
      if (attemptId === server.attemptId) return server.project
      const isOwn = server.attemptId !== undefined && unanswered.includes(server.attemptId)
      if (revision !== server.project.revision && !isOwn) {
        throw new ApiResponseError(409, 'project-changed', 'changed', {
          revision: server.project.revision,
          project: server.project,
        })
      }
      server.project = { ...content, revision: server.project.revision + 1 } as unknown as Project
      server.attemptId = attemptId
      if (server.losesAnswers) throw lost()
      return server.project
    },
  }
  return server
}

function start(server = createServer(), storable: (content: ProjectContent) => ProjectContent = (content) => content) {
  const seen: SaveState['status'][] = []
  const device: { draft: Draft | undefined; isFull: boolean } = { draft: undefined, isFull: false }
  const autosave = createAutosave({
    saved: titled('start'),
    revision: 1,
    save: server.save,
    keep: async (draft) => {
      if (!device.isFull) device.draft = draft
      return !device.isFull
    },
    storable,
    onState: ({ status }) => seen.push(status),
  })
  return { autosave, server, device, seen }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('autosave', () => {
  it('sends one request for continuous typing', async () => {
    const { autosave, server, seen } = start()
    for (const title of ['a', 'ab', 'abc']) {
      autosave.changed(titled(title))
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(server.requests).toBe(0)
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.requests).toBe(1)
    expect(server.project).toMatchObject({ values: { title: 'abc' }, revision: 2 })
    expect(seen.at(-1)).toBe('saved')
  })

  it('saves during typing without pauses', async () => {
    const { autosave, server } = start()
    for (let n = 0; n < 20; n++) {
      autosave.changed(titled(`letter ${n}`))
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(server.requests).toBeGreaterThanOrEqual(1)
  })

  it('stores a draft on the device from the first change until the server has it', async () => {
    const { autosave, device } = start()
    autosave.changed(titled('mine'))
    expect(device.draft).toEqual({ content: titled('mine'), revision: 1, unanswered: [] })
    await vi.advanceTimersByTimeAsync(1000)
    expect(device.draft).toBeUndefined()
  })

  it('saves changes made during a request, with the new revision', async () => {
    const { autosave, server } = start()
    server.waits = true
    autosave.changed(titled('first'))
    await vi.advanceTimersByTimeAsync(1000)
    autosave.changed(titled('second'))
    server.waits = false
    server.pending?.()
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.requests).toBe(2)
    expect(server.project).toMatchObject({ values: { title: 'second' }, revision: 3 })
    expect(autosave.getState().status).toBe('saved')
  })

  it('goes offline, keeps the draft, retries with increasing delays and recovers by itself', async () => {
    const { autosave, server, device } = start()
    server.failure = lost()
    autosave.changed(titled('mine'))
    await vi.advanceTimersByTimeAsync(800)
    expect(autosave.getState().status).toBe('offline')
    expect(device.draft?.content).toEqual(titled('mine'))
    await vi.advanceTimersByTimeAsync(1000 + 2000 + 4000)
    expect(server.requests).toBe(4)
    server.failure = undefined
    await vi.advanceTimersByTimeAsync(8000)
    expect(server.project.values).toEqual({ title: 'mine' })
    expect(autosave.getState().status).toBe('saved')
    expect(device.draft).toBeUndefined()
  })

  it('flushes at once when the network returns', async () => {
    const { autosave, server } = start()
    server.failure = lost()
    autosave.changed(titled('mine'))
    await vi.advanceTimersByTimeAsync(800)
    server.failure = undefined
    expect(await autosave.flush()).toEqual({ status: 'saved' })
    expect(server.project.values).toEqual({ title: 'mine' })
  })
})

describe('autosave after lost responses and earlier visits', () => {
  it('recognises its own save when the response was lost', async () => {
    const { autosave, server } = start()
    server.losesAnswers = true
    autosave.changed(titled('mine'))
    await vi.advanceTimersByTimeAsync(800)
    server.losesAnswers = false
    await vi.advanceTimersByTimeAsync(1000)
    expect(autosave.getState().status).toBe('saved')
    expect(server.project).toMatchObject({ values: { title: 'mine' }, revision: 2 })
  })

  it('continues from its own save when the response was lost and more was typed', async () => {
    const { autosave, server, seen } = start()
    server.losesAnswers = true
    autosave.changed(titled('m'))
    await vi.advanceTimersByTimeAsync(800)
    autosave.changed(titled('mi'))
    await vi.advanceTimersByTimeAsync(1000)
    autosave.changed(titled('mine'))
    server.losesAnswers = false
    await vi.advanceTimersByTimeAsync(2000)
    expect(seen).not.toContain('conflict')
    expect(autosave.getState().status).toBe('saved')
    expect(server.project).toMatchObject({ values: { title: 'mine' }, revision: 4 })
  })

  it('sends the same content under the same name, and other content under another', async () => {
    const server = createServer()
    const save = vi.spyOn(server, 'save')
    const { autosave } = start(server)
    server.failure = lost()
    autosave.changed(titled('a'))
    await vi.advanceTimersByTimeAsync(1800)
    autosave.changed(titled('b'))
    await vi.advanceTimersByTimeAsync(2000)
    const [first, second, third] = save.mock.calls.map(([, { attemptId }]) => attemptId)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
    expect(save.mock.calls[2]?.[1].unanswered).toEqual([first])
  })

  it('leaves the draft to the tab that has taken the project over, also when its own answer comes', async () => {
    const { autosave, server, device } = start()
    server.waits = true
    autosave.changed(titled('mine'))
    await vi.advanceTimersByTimeAsync(800)
    const draft = device.draft
    expect(draft?.content).toEqual(titled('mine'))
    autosave.handOver()
    server.pending?.()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(device.draft).toBe(draft)
    autosave.changed(titled('typed too late'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(device.draft).toBe(draft)
    expect(server.requests).toBe(1)
  })

  it('continues from its own save after a reload, too', async () => {
    const { autosave, server, device } = start()
    server.losesAnswers = true
    autosave.changed(titled('mine'))
    await vi.advanceTimersByTimeAsync(800)
    autosave.changed(titled('mine, reloaded'))
    autosave.stop()
    const draft = device.draft
    server.losesAnswers = false
    const states: SaveState['status'][] = []
    const reloaded = createAutosave({
      saved: titled('mine'),
      revision: draft?.revision ?? 0,
      unanswered: draft?.unanswered,
      save: server.save,
      keep: async () => true,
      storable: (content) => content,
      onState: ({ status }) => states.push(status),
    })
    reloaded.changed(draft?.content ?? titled('nothing'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(states).not.toContain('conflict')
    expect(server.project.values).toEqual({ title: 'mine, reloaded' })
  })

  it('stores draft and attempt before the attempt is sent', async () => {
    const server = createServer()
    let stored: Draft | undefined
    let known: readonly string[] | undefined
    const autosave = createAutosave({
      saved: titled('start'),
      revision: 1,
      save: (content, terms) => {
        known = stored?.unanswered
        return server.save(content, terms)
      },
      keep: async (draft) => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        stored = draft
        return true
      },
      storable: (content) => content,
      onState: () => undefined,
    })
    autosave.changed(titled('mine'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(known).toEqual([server.attemptId])
  })

  it('saves although the device never confirms the draft', async () => {
    const server = createServer()
    const autosave = createAutosave({
      saved: titled('start'),
      revision: 1,
      save: server.save,
      keep: () => new Promise(() => undefined),
      storable: (content) => content,
      onState: () => undefined,
    })
    autosave.changed(titled('mine'))
    await vi.advanceTimersByTimeAsync(2000)
    expect(server.project.values).toEqual({ title: 'mine' })
  })

  it('does not ask about an older draft that turned out to be what the server has', async () => {
    const server = createServer()
    server.project = { ...titled('photo that arrived'), revision: 2 } as unknown as Project
    const states: SaveState['status'][] = []
    const drafts: (Draft | undefined)[] = []
    const autosave = createAutosave({
      saved: titled('photo that arrived'),
      revision: 2,
      draftRevision: 1,
      save: server.save,
      keep: async (draft) => drafts.push(draft) > 0,
      storable: (content) => (content.values.title === 'photo on its way' ? titled('photo that arrived') : content),
      onState: ({ status }) => states.push(status),
    })
    autosave.changed(titled('photo on its way'))
    expect(drafts.at(-1)?.revision).toBe(1)
    autosave.changed(titled('photo that arrived'))
    autosave.changed(titled('words since'))
    expect(drafts.at(-1)?.revision).toBe(2)
    await vi.advanceTimersByTimeAsync(1000)
    expect(states).not.toContain('conflict')
    expect(server.project.values).toEqual({ title: 'words since' })
  })

  it('still asks when another device saved on top of the lost attempt', async () => {
    const { autosave, server } = start()
    server.losesAnswers = true
    autosave.changed(titled('mine'))
    await vi.advanceTimersByTimeAsync(800)
    server.losesAnswers = false
    server.project = { ...titled('theirs'), revision: 3 } as unknown as Project
    server.attemptId = 'of-another-device'
    autosave.changed(titled('mine too'))
    await vi.advanceTimersByTimeAsync(2000)
    expect(autosave.getState().status).toBe('conflict')
  })
})

describe('autosave, conflicts and rejections', () => {
  it('reports an error when sending fails inside the page', async () => {
    const { autosave, server } = start()
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    server.failure = new TypeError('a mistake') as unknown as ApiResponseError
    autosave.changed(titled('mine'))
    expect(await autosave.flush()).toMatchObject({ status: 'refused' })
    expect(log).toHaveBeenCalledOnce()
    server.failure = undefined
    expect(await autosave.flush()).toEqual({ status: 'saved' })
    log.mockRestore()
  })

  it('does not report a draft as stored when the device is full', async () => {
    const { autosave, server, device } = start()
    server.failure = lost()
    device.isFull = true
    autosave.changed(titled('mine'))
    await vi.advanceTimersByTimeAsync(800)
    expect(autosave.getState()).toEqual({ status: 'offline', hasDeviceCopy: false })
    device.isFull = false
    autosave.changed(titled('mine too'))
    await vi.advanceTimersByTimeAsync(0)
    expect(autosave.getState()).toEqual({ status: 'offline', hasDeviceCopy: true })
  })

  it('asks when another device saved, and keeps the own version on request', async () => {
    const { autosave, server, device } = start()
    server.project = { ...titled('theirs'), revision: 5 } as unknown as Project
    autosave.changed(titled('mine'))
    await vi.advanceTimersByTimeAsync(800)
    expect(autosave.getState()).toMatchObject({ status: 'conflict', theirs: { values: { title: 'theirs' } } })
    expect(device.draft?.content).toEqual(titled('mine'))
    autosave.changed(titled('mine too'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.requests).toBe(1)
    autosave.resolveConflict('mine')
    await vi.advanceTimersByTimeAsync(0)
    expect(server.project).toMatchObject({ values: { title: 'mine too' }, revision: 6 })
    expect(autosave.getState().status).toBe('saved')
  })

  it('loads the newer version on request, and continues from its revision', async () => {
    const { autosave, server, device } = start()
    server.project = { ...titled('theirs'), revision: 5 } as unknown as Project
    autosave.changed(titled('mine'))
    await vi.advanceTimersByTimeAsync(800)
    autosave.resolveConflict('theirs')
    expect(autosave.getState().status).toBe('saved')
    expect(device.draft).toBeUndefined()
    autosave.changed(titled('theirs and mine'))
    await vi.advanceTimersByTimeAsync(800)
    expect(server.project).toMatchObject({ values: { title: 'theirs and mine' }, revision: 6 })
  })

  it('reports what the server rejects, does not repeat it, and retries after the next change', async () => {
    const { autosave, server } = start()
    server.failure = new ApiResponseError(422, 'field-value-invalid', 'One of the values does not fit its field')
    autosave.changed(titled('bad'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(autosave.getState()).toEqual({ status: 'refused', message: 'One of the values does not fit its field' })
    expect(server.requests).toBe(1)
    server.failure = undefined
    autosave.changed(titled('good'))
    await vi.advanceTimersByTimeAsync(800)
    expect(server.project.values).toEqual({ title: 'good' })
  })

  it('sends nothing when a change was undone before it was sent', async () => {
    const { autosave, server, device } = start()
    autosave.changed(titled('mine'))
    autosave.changed(titled('start'))
    await vi.advanceTimersByTimeAsync(5000)
    expect(server.requests).toBe(0)
    expect(autosave.getState().status).toBe('saved')
    expect(device.draft).toBeUndefined()
  })

  it('keeps the draft of a file that is still on its way although the rest is saved', async () => {
    const withoutLocal = ({ values, ...rest }: ProjectContent): ProjectContent => {
      const { hero: _, ...others } = values
      return { ...rest, values: others }
    }
    const { autosave, server, device } = start(createServer(), withoutLocal)
    const content: ProjectContent = {
      values: { title: 'mine', hero: { asset: 'u_local_1' } },
      difference: {},
      aspect: null,
    }
    autosave.changed(content)
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.project.values).toEqual({ title: 'mine' })
    expect(device.draft?.content).toEqual(content)
  })

  it('sends the last change when the editor is left', async () => {
    const { autosave, server } = start()
    autosave.changed(titled('last'))
    autosave.stop()
    await vi.advanceTimersByTimeAsync(0)
    expect(server.project.values).toEqual({ title: 'last' })
  })

  it('asks the server once to save the replaced version after content was loaded as a whole', async () => {
    const { autosave, server } = start()
    autosave.keepReplaced()
    autosave.changed(titled('restored'))
    await vi.advanceTimersByTimeAsync(1000)
    autosave.changed(titled('typed'))
    await vi.advanceTimersByTimeAsync(1000)
    expect([server.requests, server.savedReplaced]).toEqual([2, 1])
  })

  it('saves the other version when a conflict is resolved with the own one', async () => {
    const { autosave, server } = start()
    server.project = { ...titled('theirs'), revision: 2 } as unknown as Project
    autosave.changed(titled('mine'))
    await vi.advanceTimersByTimeAsync(1000)
    expect([autosave.getState().status, server.savedReplaced]).toEqual(['conflict', 0])
    autosave.resolveConflict('mine')
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.project.values).toEqual({ title: 'mine' })
    expect(server.savedReplaced).toBe(1)
  })
})

describe('the autosave of a visitor', () => {
  function visit(server = createServer()) {
    const device: { draft: Draft | undefined; isFull: boolean } = { draft: undefined, isFull: false }
    const states: SaveState[] = []
    const autosave = createAutosave({
      saved: titled('start'),
      revision: 1,
      isHeld: true,
      save: server.save,
      keep: async (draft) => {
        if (!device.isFull) device.draft = draft
        return !device.isFull
      },
      storable: (content) => content,
      onState: (state) => states.push(state),
    })
    return { autosave, server, device, states }
  }

  it('keeps every change on the device and sends nothing, however long it takes', async () => {
    const { autosave, server, device } = visit()
    autosave.changed(titled('mine'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await autosave.flush()).toEqual({ status: 'on-device', hasDeviceCopy: true })
    autosave.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(device.draft?.content).toEqual(titled('mine'))
    expect(server.requests).toBe(0)
  })

  it('says when the device does not keep it', async () => {
    const { autosave, device } = visit()
    device.isFull = true
    autosave.changed(titled('mine'))
    expect(await autosave.flush()).toEqual({ status: 'on-device', hasDeviceCopy: false })
  })

  it('sends everything at the sign-in, and is an ordinary one from then on', async () => {
    const { autosave, server, device } = visit()
    autosave.changed(titled('mine'))
    autosave.release()
    expect(await autosave.flush()).toEqual({ status: 'saved' })
    expect(server.project.values).toEqual(titled('mine').values)
    await vi.advanceTimersByTimeAsync(0)
    expect(device.draft).toBeUndefined()
    autosave.changed(titled('more'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.project.values).toEqual(titled('more').values)
  })

  it('makes the project at the sign-in also where nothing was changed', async () => {
    const { autosave, server } = visit()
    autosave.release()
    expect(await autosave.flush()).toEqual({ status: 'saved' })
    expect(server.requests).toBe(1)
  })

  it('tries again while the server does not answer', async () => {
    const { autosave, server } = visit()
    autosave.changed(titled('mine'))
    server.failure = lost()
    autosave.release()
    expect((await autosave.flush()).status).toBe('offline')
    server.failure = undefined
    await vi.advanceTimersByTimeAsync(2000)
    expect(autosave.getState()).toEqual({ status: 'saved' })
    expect(server.project.values).toEqual(titled('mine').values)
  })
})

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
