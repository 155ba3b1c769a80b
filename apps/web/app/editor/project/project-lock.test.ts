import { describe, expect, it, vi } from 'vitest'
import { holdProject } from './project-lock.ts'

describe('a project that is open in a tab', () => {
  it('is taken over by the tab that opens it later, which the first one hears of', async () => {
    const [first, second] = [vi.fn(), vi.fn()]
    holdProject('taken', first)
    const release = holdProject('taken', second)
    await vi.waitFor(() => expect(first).toHaveBeenCalledOnce())
    expect(second).not.toHaveBeenCalled()
    release()
  })

  it('is not taken from an editor that has closed', async () => {
    const [first, second] = [vi.fn(), vi.fn()]
    const close = holdProject('closed', first)
    await vi.waitFor(async () => expect((await navigator.locks.query()).held).toHaveLength(1))
    close()
    const release = holdProject('closed', second)
    await vi.waitFor(async () => expect((await navigator.locks.query()).held).toHaveLength(1))
    release()
    expect(first).not.toHaveBeenCalled()
    expect(second).not.toHaveBeenCalled()
  })
})
