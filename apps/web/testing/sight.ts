// Controls which elements are visible in a component test, by the margin with which they are observed.
import { onTestFinished, vi } from 'vitest'
import { until } from './clock.ts'

interface Sight {
  isWatching: (rootMargin: string) => boolean
  /**
   * Once an element is observed with this `rootMargin`, reports that it became visible or invisible: all of them, or
   * one element.
   */
  cross: (rootMargin: string, isIntersecting: boolean, target?: Element) => Promise<void>
}

/**
 * Replaces the intersection observers until the test ends. Real ones see nothing outside the frame of the test, however
 * large their margin.
 */
export function controlSight(): Sight {
  const watched = new Map<IntersectionObserver, { callback: IntersectionObserverCallback; targets: Set<Element> }>()
  class ControlledObserver {
    readonly rootMargin: string
    constructor(callback: IntersectionObserverCallback, { rootMargin = '' }: IntersectionObserverInit = {}) {
      this.rootMargin = rootMargin
      watched.set(this as unknown as IntersectionObserver, { callback, targets: new Set() })
    }
    observe(target: Element) {
      watched.get(this as unknown as IntersectionObserver)?.targets.add(target)
    }
    disconnect() {
      watched.get(this as unknown as IntersectionObserver)?.targets.clear()
    }
  }
  vi.stubGlobal('IntersectionObserver', ControlledObserver)
  onTestFinished(() => void vi.unstubAllGlobals())
  const find = (rootMargin: string, target?: Element) =>
    [...watched].filter(
      ([observer, { targets }]) =>
        observer.rootMargin === rootMargin && (target ? targets.has(target) : targets.size > 0),
    )
  return {
    isWatching: (rootMargin) => find(rootMargin).length > 0,
    async cross(rootMargin, isIntersecting, target) {
      await until(() => find(rootMargin, target).length > 0)
      for (const [observer, { callback }] of find(rootMargin, target))
        callback([{ isIntersecting } as IntersectionObserverEntry], observer)
    },
  }
}
