// Endless lists: the first page comes with the HTML, the others when the end scrolls into view. Pages stay in memory
// while the visitor browses, and in session storage when the tab leaves the site, so that Back and Reload restore
// length and scroll position.

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

/** `ahead`: the shapes of the next items, if the list reserves places for them. */
type ListPage = { items: readonly Template[]; nextCursor: string | null; ahead?: readonly Shape[] }
export type Shape = Pick<Template, 'templateId' | 'width' | 'height' | 'dominantColor'>
type EndlessList = {
  /** Identifies a list by everything that was requested. */
  key: string
  first: ListPage
  fetchPage: (cursor: string, signal: AbortSignal) => Promise<ListPage>
  /** How far below the window the end may be when the next page is requested. */
  marginPixels: number
}

const cache = new Map<string, ListPage>()

/**
 * The initial pages of a list. Back restores the earlier list, even if sales have changed its order, with current data
 * of its templates; a new visit shows the server's list.
 */
function restoreList(known: ListPage | undefined, first: ListPage, isWayBack: boolean): ListPage {
  // An empty list may be the result of a failure.
  if (!known?.items.length || !(isWayBack || continues(known, first))) return first
  const fresh = new Map(first.items.map((item) => [item.templateId, item]))
  return { ...known, items: known.items.map((item) => fresh.get(item.templateId) ?? item) }
}

/** Whether these pages start like the server's new first page: otherwise the list has changed. */
function continues(pages: ListPage, first: ListPage): boolean {
  return first.items.every((item, index) => pages.items[index]?.templateId === item.templateId)
}

/**
 * All loaded pages of one list. Put the ref `end` on the element after the last item. Key the calling component by
 * `key`, because another key is another list. `fetchPage` must be stable.
 */
export function useEndlessList({ key, first, fetchPage, marginPixels }: EndlessList) {
  const isWayBack = useNavigationType() === 'POP'
  const [pages, setPages] = useState(() => restoreList(cache.get(key), first, isWayBack))
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const { nextCursor } = pages
  useEffect(() => void cache.set(key, pages), [key, pages])
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

/** Stores the list when the tab leaves the page, and restores it after a reload or a return from another site. */
function useStoredList(key: string, first: ListPage, pages: ListPage, setPages: (pages: ListPage) => void): void {
  const scrollTo = useRef<number>(undefined)
  const opening = useRef(first)
  useLayoutEffect(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (entry?.type !== 'reload' && entry?.type !== 'back_forward') return
    const found = takeStored(key)
    if (!found) return
    scrollTo.current = found.scrollY
    // Items in the HTML stay; those loaded later follow.
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

/** Takes the stored list; it is used once. */
function takeStored(key: string): StoredList | undefined {
  const found = stored.read()
  if (found?.key !== key) return undefined
  stored.write(undefined)
  return found
}

/** Removes duplicates: a template can move from one page to another between requests. */
function appendPage(pages: ListPage, page: ListPage): ListPage {
  const known = new Set(pages.items.map((item) => item.templateId))
  return {
    ...page,
    items: [...pages.items, ...page.items.filter((item) => !known.has(item.templateId))],
  }
}

/**
 * Calls `onSeen` once, when the element comes within the margin of the window. Returns a function that stops watching.
 */
function watchEnd(end: Element, marginPixels: number, onSeen: () => void): () => void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      onSeen()
    },
    // The large upper margin includes an element that was scrolled past.
    { rootMargin: `1000000px 0px ${marginPixels}px` },
  )
  observer.observe(end)
  return () => observer.disconnect()
}
