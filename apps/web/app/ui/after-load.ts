// Delays work until the page has loaded its initial content.

/**
 * Runs `begin` after the page's load event, or at once if that is past. Returns a function that stops what it started.
 */
export function afterLoad(begin: () => () => void): () => void {
  if (document.readyState === 'complete') return begin()
  let stop: (() => void) | undefined
  const onLoad = () => {
    stop = begin()
  }
  window.addEventListener('load', onLoad, { once: true })
  return () => {
    window.removeEventListener('load', onLoad)
    stop?.()
  }
}
