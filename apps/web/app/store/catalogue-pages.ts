// Owns the endless list: the first page comes with the HTML, the others when the end of the list is seen. Pages stay in
// memory while the visitor looks around, so that Back finds the list as long as it was, and the scroll where it was.
import type { CataloguePage, Template } from '@vitrine/contract/catalogue'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { CatalogueRequest } from '../api.ts'
import { api } from './browser-api.ts'

export const pageSize = 8
const loadMoreDelayMs = 500
const endMarginPixels = 20

type Pages = { items: readonly Template[]; nextCursor: string | null }

const kept = new Map<string, Pages>()

/** The kept pages of a list, unless its beginning has changed since. Never filled on the server. */
function findKept(key: string, first: CataloguePage): Pages | undefined {
  const pages = kept.get(key)
  const isSame = pages && first.items.every((item, index) => pages.items[index]?.templateId === item.templateId)
  return isSame ? pages : undefined
}

/**
 * All pages of one request that were loaded so far. Put `end` on an element after the list. The component that calls
 * this must be keyed by the request: a changed request is another list.
 */
export function useCataloguePages(request: CatalogueRequest, first: CataloguePage) {
  const key = JSON.stringify(request)
  const [pages, setPages] = useState<Pages>(() => findKept(key, first) ?? first)
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const end = useRef<HTMLDivElement>(null)
  const { nextCursor } = pages

  useEffect(() => void kept.set(key, pages), [key, pages])

  const loadMore = useCallback(
    async (cursor: string, signal: AbortSignal) => {
      try {
        const page = await api.getVideoPage({ ...JSON.parse(key), cursor, limit: pageSize }, signal)
        setPages((present) => appendPage(present, page))
        setState('idle')
      } catch {
        if (!signal.aborted) setState('failed')
      }
    },
    [key],
  )

  const isWaiting = nextCursor !== null && state !== 'failed'
  useEffect(() => {
    if (!isWaiting || nextCursor === null) return
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const unwatch = watchEnd(end, () => {
      setState('loading')
      timer = setTimeout(() => void loadMore(nextCursor, stop.signal), loadMoreDelayMs)
    })
    return () => {
      stop.abort()
      clearTimeout(timer)
      unwatch()
    }
  }, [isWaiting, nextCursor, loadMore])

  return { items: pages.items, hasMore: nextCursor !== null, state, end, retry: () => setState('idle') }
}

/** A template that moved between two pages while they were read is shown once. */
function appendPage(pages: Pages, page: CataloguePage): Pages {
  const known = new Set(pages.items.map((item) => item.templateId))
  return {
    items: [...pages.items, ...page.items.filter((item) => !known.has(item.templateId))],
    nextCursor: page.nextCursor,
  }
}

/** Calls `onSeen` once, when the element comes within the margin of the window. Returns how to stop watching. */
function watchEnd(end: RefObject<HTMLElement | null>, onSeen: () => void): () => void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      onSeen()
    },
    { rootMargin: `${endMarginPixels}px` },
  )
  if (end.current) observer.observe(end.current)
  return () => observer.disconnect()
}
