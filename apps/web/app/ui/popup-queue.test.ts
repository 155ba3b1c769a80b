// Popups that open by themselves: one at a time, in their order, none while something important is under way.
import { describe, expect, it, vi } from 'vitest'
import { askForTurn, findTurn, pausePopups, watchTurn } from './popup-queue.ts'

describe('popups that open by themselves', () => {
  it('come one after the other, the cookie banner first', () => {
    const changed = vi.fn()
    const stop = watchTurn(changed)
    const endBanner = askForTurn('cookie-banner')
    const endSignIn = askForTurn('sign-in')
    const endProfile = askForTurn('complete-profile')
    expect(findTurn()).toBe('cookie-banner')
    endBanner()
    expect(findTurn()).toBe('complete-profile')
    endProfile()
    expect(findTurn()).toBe('sign-in')
    endSignIn()
    expect(findTurn()).toBeUndefined()
    expect(changed).toHaveBeenCalledTimes(4)
    stop()
  })

  it('are not closed by a later one', () => {
    const endProfile = askForTurn('complete-profile')
    const endBanner = askForTurn('cookie-banner')
    expect(findTurn()).toBe('complete-profile')
    endProfile()
    expect(findTurn()).toBe('cookie-banner')
    endBanner()
  })

  it('stay closed while an editor or a payment is open', () => {
    const resume = pausePopups()
    const end = askForTurn('sign-in')
    expect(findTurn()).toBeUndefined()
    resume()
    expect(findTurn()).toBe('sign-in')
    const resumeAgain = pausePopups()
    expect(findTurn()).toBeUndefined()
    end()
    resumeAgain()
    expect(findTurn()).toBeUndefined()
  })
})
