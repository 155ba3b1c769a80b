// Walks through an editor, one control after another, and reports after each step what moved, changed or lost the focus without a
// press. It runs in the page, so that every engine can use it (tests/browsers).

export type WalkStep = { key: string; kind: 'press' | 'choose' | 'slide' | 'write'; x: number; y: number }

/** The editors, of a video and of an image that have every kind of control. */
export const listEditors = (video: string, image: string) =>
  Object.entries({
    form: `/template/${video}/server-render`,
    image: `/template/${image}/direct-upload-image`,
    canvas: `/${video}`,
    timeline: `/template/${video}/direct-upload`,
  })

/** What `installWalk` puts on the window of a page. */
export interface Walk {
  /** The next control that was not visited, scrolled into view; null after the last one. `isFocused`: the focus goes to it. */
  next(isFocused: boolean): WalkStep | null
  /** Sentences about what the step did beyond its control; empty when all is well. */
  check(needsFocus: boolean): string[]
}

/** Self-contained: its source is sent to the page. */
export function installWalk(): void {
  const selector = 'button, input:not([type="file"]), select, textarea, summary, [role="slider"], [role="tab"]'
  const visited = new Set<string>()
  let pressed: Element | undefined
  let own = new Set<string | undefined>()
  let before = new Map<string, { key: string | undefined; value: string }>()

  const scope = () => document.querySelector('main') ?? document.body
  const isUsable = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[inert], [hidden]') &&
    !element.matches(':disabled, [aria-disabled="true"]') &&
    element.getBoundingClientRect().width > 0
  const readName = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent ?? '').trim()
  const findRegion = (element: Element) =>
    element.closest('[data-field], fieldset, section, details, [role="group"], [role="toolbar"], dialog, nav, header')
  /** A fold belongs to its section: a filter is chosen only while the values in the fold below it are its own. */
  const findOwnRegion = (element: Element) => {
    const region = findRegion(element)
    return region?.matches('section > details') ? region.parentElement : region
  }
  const toElementKey = (element: Element) => {
    const list = element.closest('ul, ol')
    // Of a list of equal things two are enough.
    if (list && list.querySelectorAll('li').length > 4) {
      const item = element.closest('li')
      const place = item ? [...list.children].indexOf(item) : 0
      if (place > 1) return undefined
      return `${element.tagName} ${place} ${[...(item?.querySelectorAll(selector) ?? [])].indexOf(element)} of ${list.getAttribute('aria-label') ?? findRegion(element)?.getAttribute('aria-label') ?? readName(list).slice(0, 20)}`
    }
    const region = findRegion(element)
    const place = region?.getAttribute('data-field') ?? region?.getAttribute('aria-label') ?? ''
    return `${element.tagName} ${element.getAttribute('role') ?? ''} ${place}: ${readName(element).slice(0, 40)}`
  }
  const readValues = () => {
    const values: typeof before = new Map()
    const isPlaying = [...scope().querySelectorAll('button')].some((button) => readName(button) === 'Pause')
    for (const element of scope().querySelectorAll(
      'input:not([type="file"]), select, textarea, [role="slider"], [role="switch"]',
    )) {
      // The form's preview plays by itself when it has opened, and a field that is chosen shows the moment in which it is seen.
      const isTimeFree = isPlaying || pressed?.closest('[data-field]')
      if (!element.checkVisibility() || (isTimeFree && element.closest('[data-transport]'))) continue
      const input = element as HTMLInputElement
      const value = input.type === 'radio' || input.type === 'checkbox' ? String(input.checked) : input.value
      const key = toElementKey(element)
      values.set(input.type === 'radio' ? `${key} ${input.value}` : `${key}`, {
        key,
        value: element.getAttribute('aria-valuenow') ?? element.getAttribute('aria-checked') ?? value,
      })
    }
    return values
  }
  const chooseStepKind = (element: Element): WalkStep['kind'] => {
    if (element.matches('input[type="range"], [role="slider"]')) return 'slide'
    if (element.matches('input[type="radio"], select')) return 'choose'
    return element.matches('textarea, input:not([type="checkbox"])') ? 'write' : 'press'
  }

  const walk: Walk = {
    next(isFocused) {
      // Controls that lead elsewhere, require an account, or end the walk.
      const isLeft = (element: Element) => /^(Back|Close|Sign|Log|Delete|Remove|Export|Save)/.test(readName(element))
      for (const element of scope().querySelectorAll(selector)) {
        if (!isUsable(element) || isLeft(element)) continue
        const key = toElementKey(element)
        if (key === undefined || visited.has(key)) continue
        visited.add(key)
        if (isFocused) (element as HTMLElement).focus()
        // At once, where the page would scroll smoothly.
        element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
        const box = element.getBoundingClientRect()
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
        pressed = element
        own = new Set([...(findOwnRegion(element) ?? element).querySelectorAll('*'), element].map(toElementKey))
        before = readValues()
        return { key, kind: chooseStepKind(element), x, y }
      }
      return null
    },
    check(needsFocus) {
      const found: string[] = []
      const root = document.documentElement
      if (visualViewport && visualViewport.scale !== 1) found.push(`the page grew ${visualViewport.scale} times`)
      if (scrollX !== 0 || scrollY !== 0) found.push(`the page scrolled to ${scrollX}, ${scrollY}`)
      if (root.scrollHeight > innerHeight + 1) found.push(`the page is ${root.scrollHeight} px high`)
      if (root.scrollWidth > innerWidth + 1) found.push(`the page is ${root.scrollWidth} px wide`)
      const main = document.querySelector('main')
      if (main && (main.scrollTop !== 0 || main.getBoundingClientRect().top !== 0)) found.push('the editor moved')
      const focused = document.activeElement
      const box = focused?.getBoundingClientRect()
      if (focused && box && focused !== document.body && focused.checkVisibility()) {
        const isInSight = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
        if (!isInSight) found.push(`the focus is out of sight, on ${toElementKey(focused)}`)
      } else if (needsFocus) found.push('the focus is lost')
      // A button may do what its words say; what only has a value of its own changes that value.
      const isValue = pressed?.matches('input, select, textarea, summary, [role="slider"], [role="tab"]')
      if (isValue || pressed?.matches('[aria-expanded]')) {
        for (const [name, { key, value }] of readValues()) {
          const old = before.get(name)?.value
          if (old !== undefined && old !== value && !own.has(key)) found.push(`${name} changed from ${old} to ${value}`)
        }
      }
      return found
    },
  }
  Object.assign(window, { walk })
}
