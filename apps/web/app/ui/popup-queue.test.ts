// Popups that open by themselves: one at a time, in their order, none while something important is under way.
import { describe, expect, it, vi } from 'vitest'
import { holdPopups, pausePopups, popupTurn, requestPopupSlot } from './popup-queue.ts'

describe('popups that open by themselves', () => {
  it('come one after the other, the cookie banner first', () => {
    const changed = vi.fn()
    const stop = popupTurn.subscribe(changed)
    const endBanner = requestPopupSlot('cookie-banner')
    const endSignIn = requestPopupSlot('sign-in')
    const endProfile = requestPopupSlot('complete-profile')
    expect(popupTurn.get()).toBe('cookie-banner')
    endBanner()
    expect(popupTurn.get()).toBe('complete-profile')
    endProfile()
    expect(popupTurn.get()).toBe('sign-in')
    endSignIn()
    expect(popupTurn.get()).toBeUndefined()
    expect(changed).toHaveBeenCalledTimes(4)
    stop()
  })

  it('are not closed by a later one', () => {
    const endProfile = requestPopupSlot('complete-profile')
    const endBanner = requestPopupSlot('cookie-banner')
    expect(popupTurn.get()).toBe('complete-profile')
    endProfile()
    expect(popupTurn.get()).toBe('cookie-banner')
    endBanner()
  })

  it('wait until toasts are gone, and are not closed by one', () => {
    const release = holdPopups()
    const end = requestPopupSlot('complete-profile')
    expect(popupTurn.get()).toBeUndefined()
    release()
    expect(popupTurn.get()).toBe('complete-profile')
    holdPopups()()
    const releaseAgain = holdPopups()
    expect(popupTurn.get()).toBe('complete-profile')
    end()
    releaseAgain()
  })

  it('stay closed while an editor or a payment is open', () => {
    const resume = pausePopups()
    const end = requestPopupSlot('sign-in')
    expect(popupTurn.get()).toBeUndefined()
    resume()
    expect(popupTurn.get()).toBe('sign-in')
    const resumeAgain = pausePopups()
    expect(popupTurn.get()).toBeUndefined()
    end()
    resumeAgain()
    expect(popupTurn.get()).toBeUndefined()
  })
})
