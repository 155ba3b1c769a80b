// What waits until the page has loaded everything it shows at first.

/** Runs `begin` after the page's load event, at once when that is over. Returns how to stop what it began. */
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
