// When the scripts of a page begin. A page that is mostly read has no use for them before it is seen and complete, so they
// are fetched after the page's load event, or at once for somebody who does something or is signed in. Links and the search work
// as plain HTML until then; what is pressed meanwhile is pressed again as soon as it does something. The window listens for
// that, and not the buttons: no component runs yet. It stops as soon as the components listen themselves.

/** As `handle` of a route: a page that is empty or cannot be used without scripts, which therefore begin at once. */
export const startsAtOnce = { startsAtOnce: true }

/** Told to the window when the components of the page listen. */
const readyEvent = 'vitrine-ready'

/** What a script and a link to a script are until they are wanted; browsers pass over both. */
const lateType = 'vitrine/late'

/**
 * Takes the scripts out of the HTML of a page as React Router writes it: `waitForPerson` puts them in again. Should the router
 * write something else one day, they begin at once, as those of other pages do.
 */
export function withLateScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload" ', `<link rel="${lateType}" `)
    .replace(' type="module" async=""', ` type="${lateType}"`)
}

/** Says that the page can be used: what was pressed meanwhile happens now. */
export function announceReady(): void {
  dispatchEvent(new Event(readyEvent))
}

/** Runs as text in the head, so it may use nothing from outside. */
export function waitForPerson(lateType: string, readyEvent: string): void {
  const waiting: (() => void)[] = []
  const pressed = new Set<Element>()
  let isWanted = false
  const begin = () => {
    isWanted = true
    const script = document.querySelector<HTMLScriptElement>(`script[type="${lateType}"]`)
    // The HTML has not come so far, or the scripts have begun.
    if (!script || document.readyState === 'loading') return
    for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel="${lateType}"]`)) link.rel = 'modulepreload'
    script.type = 'module'
    // As without scripts: better nothing than a button that is busy for ever.
    script.onerror = stop
    // A script is looked at again when it is put somewhere.
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
  addEventListener('DOMContentLoaded', () => isWanted && begin())
  // A page whose pictures and videos keep the browser busy is never idle, but shall not wait for ever.
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
  // After the work that tells of it: React answers no click while it is at work itself.
  addEventListener(readyEvent, () => setTimeout(repeatPresses))
  try {
    isWanted = [localStorage, sessionStorage].some((storage) => storage.getItem('vitrine-token') !== null)
  } catch {
    // Without storage nobody is signed in.
  }
}

/** For the head of every page; the same text always. The browser's copy of the page needs no copy of it. */
export const startScript = import.meta.env.SSR
  ? `(${waitForPerson.toString()})(${JSON.stringify(lateType)},${JSON.stringify(readyEvent)})`
  : ''
