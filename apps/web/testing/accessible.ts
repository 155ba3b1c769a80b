// Expects axe to report nothing for the parts of a page in a component test.
import type { AxeResults, RunOptions } from 'axe-core'
import { expect } from 'vitest'
import { commands } from 'vitest/browser'

interface AxeWindow {
  axe?: { run(context: Element, options: RunOptions): Promise<AxeResults> }
}

/** A part of a page has no landmarks and headings of its own; journeys check whole pages. */
const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }

/**
 * Waits until all fade-ins have finished, because half-faded text has half of its contrast, and expects no violations.
 */
export async function expectAccessible(): Promise<void> {
  const running = document.getAnimations().filter((it) => it.effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(running.map((animation) => animation.finished))
  const page = window as AxeWindow
  // A script element and not `eval`, so that it runs like a page's script.
  if (!page.axe) {
    const script = document.createElement('script')
    script.textContent = await commands.readAxe()
    document.head.append(script)
  }
  const results = await page.axe?.run(document.body, { resultTypes: ['violations'], rules })
  expect(results?.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
