// Delays the scripts of a page. A page that is mostly read does not need them before it is visible and complete, so
// they are fetched after the page's load event, or at once for a visitor who interacts or is signed in. Until then
// links and the search work as plain HTML, and other presses are repeated as soon as they have an effect. The window
// listens for presses, because no component runs yet, and stops as soon as the components listen themselves.
import { createContext } from 'react'

/** As `handle` of a route: a page that is empty or unusable without scripts, which therefore start at once. */
export const startsAtOnce = { startsAtOnce: true }

/** Dispatched on the window when the components of the page listen. */
const readyEvent = 'vitrine-ready'

/** The type of scripts and script links until they are needed; browsers ignore both. */
const lateType = 'vitrine/late'

/**
 * Disables the scripts in the HTML from React Router: `waitForPerson` enables them again. If the router's format
 * changes, they start at once, like those of other pages.
 */
export function withLateScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload" ', `<link rel="${lateType}" `)
    .replace(' type="module" async=""', ` type="${lateType}"`)
}

/** Announces that the page can be used: earlier presses are repeated now. */
export function announceReady(): void {
  dispatchEvent(new Event(readyEvent))
}

/** Runs as text in the head, so it may use nothing from outside. */
export function waitForPerson(lateType: string, readyEvent: string): void {
  const waiting: (() => void)[] = []
  const pressed = new Set<Element>()
  let mustStart = false
  const begin = () => {
    mustStart = true
    const script = document.querySelector<HTMLScriptElement>(`script[type="${lateType}"]`)
    // The HTML is still loading, or the scripts have started.
    if (!script || document.readyState === 'loading') return
    for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel="${lateType}"]`)) link.rel = 'modulepreload'
    script.type = 'module'
    // Without scripts nothing is better than a button that stays busy.
    script.onerror = stop
    // A browser reads a script again when it is inserted.
    document.body.append(script)
  }
  const signs = ['pointerdown', 'keydown', 'scroll'] as const
  const onClick = (event: Event) => {
    const control = event.target instanceof Element && event.target.closest<HTMLElement>('button[type="button"]')
    if (!control) return
    event.preventDefault()
    event.stopImmediatePropagation()
    begin()
    pressed.add(control)
    control.setAttribute('aria-busy', 'true')
    waiting.push(() => control.click())
  }
  const onChange = ({ target }: Event) => {
    begin()
    if (target instanceof HTMLSelectElement)
      waiting.push(() => target.dispatchEvent(new Event('change', { bubbles: true })))
  }
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true })
  addEventListener('click', onClick, true)
  addEventListener('change', onChange, true)
  addEventListener('DOMContentLoaded', () => mustStart && begin())
  // A page whose pictures and videos keep the browser busy is never idle, so the wait is limited.
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(begin, { timeout: 1000 }) : setTimeout(begin)
  addEventListener('load', whenIdle)
  const stop = () => {
    for (const sign of signs) removeEventListener(sign, begin, true)
    removeEventListener('click', onClick, true)
    removeEventListener('change', onChange, true)
    for (const control of pressed) control.removeAttribute('aria-busy')
  }
  const repeatPresses = () => {
    stop()
    for (const press of waiting.splice(0)) press()
  }
  // Deferred, because React handles no click while it is still working.
  addEventListener(readyEvent, () => setTimeout(repeatPresses))
  try {
    mustStart = [localStorage, sessionStorage].some((storage) => storage.getItem('vitrine-token') !== null)
  } catch {
    // Without storage nobody is signed in.
  }
}

/** For the head of every page; the text never changes. The browser's bundle does not need it. */
export const startScript = import.meta.env.SSR
  ? `(${waitForPerson.toString()})(${JSON.stringify(lateType)},${JSON.stringify(readyEvent)})`
  : ''

/** Marks the inline scripts of a rendering; the server replaces it by hashes in the policy. Empty in the browser. */
export const NonceContext = createContext<string | undefined>(undefined)

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
