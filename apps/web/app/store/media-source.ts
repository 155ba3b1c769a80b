// Retries a video or image that does not load: three times, a second apart and past every cache, then on request.
import { useEffect, useRef, useState } from 'react'
import { bustCache } from './media-link.ts'
import { preloadMedia } from './media-preload.ts'

export const retryLimit = 3
const retryDelayMs = 1000

/**
 * `source` is what to show: null until it is known to be there. Give `onError` to the element that shows it. `link` is null
 * when the server could not resolve the file.
 */
export function useMediaSource(link: string | null) {
  const [retries, setRetries] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (link === null) return
    const stop = new AbortController()
    // Even a file that is not found is tried: then the element's own error leads on.
    void preloadMedia(link, { signal: stop.signal }).then(() => !stop.signal.aborted && setIsAsked(true))
    return () => {
      stop.abort()
      clearTimeout(timer.current)
    }
  }, [link])

  const retry = () => {
    setHasFailed(false)
    setRetries((count) => Math.min(count + 1, retryLimit))
  }
  const onError = () => {
    clearTimeout(timer.current)
    if (retries >= retryLimit) setHasFailed(true)
    else timer.current = setTimeout(retry, retryDelayMs)
  }
  // Another address, so that a broken copy in a cache is not the answer again.
  return { source: isAsked && link ? bustCache(link, retries) : null, retries, hasFailed, retry, onError }
}
