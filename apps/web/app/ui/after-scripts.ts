// Preloads files that only the scripts of a page use. Concurrent requests share the bandwidth, so the scripts would
// arrive last, together with these; therefore they are preloaded when no more than one script is missing.

/** The `rel` of a link in the HTML that is preloaded after the scripts. Browsers ignore it until then. */
export const afterScripts = 'vitrine/after-scripts'

/** Runs as text in the head, so it may use nothing from outside. */
function preloadAfterScripts(rel: string): void {
  const look = () => {
    const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')]
    // A resource has an entry once it is loaded.
    const missing = scripts.filter(({ href }) => performance.getEntriesByName(href).length === 0)
    if (document.readyState === 'loading' || missing.length > 1) return
    document.removeEventListener('load', look, true)
    for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel="${rel}"]`)) link.rel = 'preload'
  }
  document.addEventListener('load', look, true)
  document.addEventListener('DOMContentLoaded', look)
}

/** For the head of every page; the text never changes. */
export const afterScriptsScript = import.meta.env.SSR
  ? `(${preloadAfterScripts.toString()})(${JSON.stringify(afterScripts)})`
  : ''
