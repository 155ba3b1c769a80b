// One open page of any engine, as the journeys of this folder use it: what a person does with real input, and what can be read in it.

/** A control to press, type into or look at. Patterns are regular expressions of its accessible name, or of its text. */
export interface Target {
  readonly kind: 'button' | 'link' | 'tab' | 'field' | 'radio' | 'file' | 'text'
  readonly name: string
}

export interface DrivenPage {
  /** Loads an address as a document. */
  open(url: string): Promise<void>
  /** Runs a function in the page, with arguments and a result of JSON. It must not use anything from around it. */
  run<Args extends unknown[], Result>(
    script: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Whether it is there, on the page or in the dialog that lies over it, and not disabled. */
  has(target: Target): Promise<boolean>
  click(target: Target): Promise<void>
  /** Replaces what a field holds. */
  type(target: Target, text: string): Promise<void>
  /** A key with others held down, wherever the focus is. */
  press(key: string, held: readonly ('Control' | 'Shift')[]): Promise<void>
  chooseFile(target: Target, path: string): Promise<void>
  /** Does the rest inside the first frame of this title, or in the page again. */
  enterFrame(title: string | undefined): Promise<void>
  screenshot(): Promise<Buffer>
  /** Uncaught script errors, if the engine reports them. */
  readonly failures: readonly string[]
  close(): Promise<void>
}

/** Runs in the page: the element that a target means, or null. A modal dialog hides what lies behind it. */
export function findElement(kind: string, name: string): Element | null {
  const selectors: Readonly<Record<string, string>> = {
    button: 'button, [role="button"], [type="submit"]',
    link: 'a[href]',
    tab: '[role="tab"]',
    field: 'input:not([type="file"], [type="radio"], [type="checkbox"]), textarea, select',
    radio: '[type="radio"]',
    file: '[type="file"]',
    text: 'h1, h2, h3, p, span, a, button, label, dt, dd, li, div, output',
  }
  const pattern = new RegExp(name)
  const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  const readName = (element: Element): string => {
    const labelledBy = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const named = labelledBy.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : []
    const label = labels.map(({ textContent }) => textContent).join(' ')
    const own = kind === 'field' || kind === 'file' ? '' : ((element as HTMLElement).innerText ?? '')
    return (element.getAttribute('aria-label') ?? (named || label || own)).replace(/\s+/g, ' ').trim()
  }
  const isShown = (element: Element) =>
    kind === 'file' ||
    kind === 'radio' ||
    (element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0)
  // A dialog takes no press for a moment after it has opened.
  const takesPresses = (element: Element) => kind === 'text' || getComputedStyle(element).pointerEvents !== 'none'
  const found = [...root.querySelectorAll(selectors[kind] ?? kind)].filter(
    (element) =>
      !element.matches(':disabled, [aria-disabled="true"]') &&
      isShown(element) &&
      takesPresses(element) &&
      pattern.test(readName(element)),
  )
  // Of texts the innermost one, which comes last in a chain of its ancestors.
  if (kind === 'text')
    return found.find((element) => !found.some((other) => other !== element && element.contains(other))) ?? null
  return found[0] ?? null
}

/** How long something may take that a busy machine does in seconds. */
const LIMIT_MS = 90_000

/** Waits until the condition holds. Rejects with what was waited for. */
export async function until(what: string, condition: () => Promise<unknown>, limitMs = LIMIT_MS): Promise<void> {
  const end = Date.now() + limitMs
  let problem: unknown
  while (Date.now() < end) {
    try {
      if (await condition()) return
      problem = undefined
    } catch (error) {
      problem = error
    }
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  const why = problem === undefined ? '' : `: ${problem instanceof Error ? problem.message : String(problem)}`
  throw new Error(`waited in vain for ${what}${why}`)
}
