// Endless lists: the first page comes with the HTML, the others when the end scrolls into view. Pages stay in memory while
// the visitor browses, and in session storage when the tab leaves the site, so that Back and Reload restore length and scroll
// position.

import type { Template } from '@vitrine/contract/catalogue'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigationType } from 'react-router'
import { persisted, readFields } from '../../api/persisted.ts'

export const pageSize = 8
const loadMoreDelayMs = 500

interface StoredList {
  key: string
  pages: ListPage
  scrollY: number
}

const stored = persisted(
  'vitrine-list',
  (value) => (Array.isArray(readFields<StoredList>(value).pages?.items) ? (value as StoredList) : undefined),
  'sessionStorage',
)

/** `ahead`: the shapes of what comes next, where a list keeps places for it. */
export type ListPage = { items: readonly Template[]; nextCursor: string | null; ahead?: readonly Shape[] }
export type Shape = Pick<Template, 'templateId' | 'width' | 'height' | 'dominantColor'>
type EndlessList = {
  /** Identifies a list by everything that was requested. */
  key: string
  first: ListPage
  fetchPage: (cursor: string, signal: AbortSignal) => Promise<ListPage>
  /** How far below the window the end may be when the next page is requested. */
  marginPixels: number
}

const kept = new Map<string, ListPage>()

/**
 * The first page of the list. Back restores the list as it was left, even when sales have changed its order, with current
 * data of its templates; a new visit shows what the server has just sent.
 */
function opened(known: ListPage | undefined, first: ListPage, isWayBack: boolean): ListPage {
  // One that was empty may have failed.
  if (!known?.items.length || !(isWayBack || continues(known, first))) return first
  const fresh = new Map(first.items.map((item) => [item.templateId, item]))
  return { ...known, items: known.items.map((item) => fresh.get(item.templateId) ?? item) }
}

/** Whether these pages begin like the page the server has just sent: otherwise the list has changed since. */
function continues(pages: ListPage, first: ListPage): boolean {
  return first.items.every((item, index) => pages.items[index]?.templateId === item.templateId)
}

/**
 * All pages of one list that were loaded so far. Put `end`, a ref, on the element after the last item. The component that calls this must
 * be keyed by `key`: another key is another list. `fetchPage` must be stable.
 */
export function useEndlessList({ key, first, fetchPage, marginPixels }: EndlessList) {
  const isWayBack = useNavigationType() === 'POP'
  const [pages, setPages] = useState(() => opened(kept.get(key), first, isWayBack))
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const { nextCursor } = pages
  useEffect(() => void kept.set(key, pages), [key, pages])
  useStoredList(key, first, pages, setPages)

  const loadMore = useCallback(
    async (cursor: string, signal: AbortSignal) => {
      try {
        const page = await fetchPage(cursor, signal)
        if (signal.aborted) return
        setPages((present) => appendPage(present, page))
        setState('idle')
      } catch {
        if (!signal.aborted) setState('failed')
      }
    },
    [fetchPage],
  )

  const isWaiting = nextCursor !== null && state !== 'failed'
  const end = useCallback(
    (element: Element | null) => {
      if (!isWaiting || nextCursor === null || !element) return
      const stop = new AbortController()
      let timer: ReturnType<typeof setTimeout> | undefined
      const unwatch = watchEnd(element, marginPixels, () => {
        setState('loading')
        timer = setTimeout(() => void loadMore(nextCursor, stop.signal), loadMoreDelayMs)
      })
      return () => {
        stop.abort()
        clearTimeout(timer)
        unwatch()
      }
    },
    [isWaiting, nextCursor, loadMore, marginPixels],
  )

  const { items, ahead = [] } = pages
  return { items, ahead, hasMore: nextCursor !== null, state, end, retry: () => setState('idle') }
}

/** Writes the list down when the tab leaves the page, and takes it up again after a reload or a way back from elsewhere. */
function useStoredList(key: string, first: ListPage, pages: ListPage, setPages: (pages: ListPage) => void): void {
  const scrollTo = useRef<number>(undefined)
  const opening = useRef(first)
  useLayoutEffect(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (entry?.type !== 'reload' && entry?.type !== 'back_forward') return
    const found = takeStored(key)
    if (!found) return
    scrollTo.current = found.scrollY
    // What the HTML shows stays; what was loaded after it follows.
    setPages(appendPage(opening.current, found.pages))
  }, [key, setPages])
  useLayoutEffect(() => {
    if (scrollTo.current === undefined || pages.items.length <= opening.current.items.length) return
    window.scrollTo(0, scrollTo.current)
    scrollTo.current = undefined
  }, [pages])
  useEffect(() => {
    const store = () => stored.write({ key, pages, scrollY: window.scrollY })
    window.addEventListener('pagehide', store)
    return () => window.removeEventListener('pagehide', store)
  }, [key, pages])
}

/** What was written down for this list; it is used once. */
function takeStored(key: string): StoredList | undefined {
  const found = stored.read()
  if (found?.key !== key) return undefined
  stored.write(undefined)
  return found
}

/** A template that moved between two pages while they were read is shown once. */
function appendPage(pages: ListPage, page: ListPage): ListPage {
  const known = new Set(pages.items.map((item) => item.templateId))
  return {
    ...page,
    items: [...pages.items, ...page.items.filter((item) => !known.has(item.templateId))],
  }
}

/** Calls `onSeen` once, when the element comes within the margin of the window. Returns how to stop watching. */
function watchEnd(end: Element, marginPixels: number, onSeen: () => void): () => void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      onSeen()
    },
    // Whoever has scrolled past it has seen it, too.
    { rootMargin: `1000000px 0px ${marginPixels}px` },
  )
  observer.observe(end)
  return () => observer.disconnect()
}
