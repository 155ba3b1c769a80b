// A page of ours prints nothing: any console error or warning, or uncaught exception, fails the journey.
import { expect, type Page } from '@playwright/test'

/** What the browser itself says about an answer that is an error, on every page of the world. */
const refusedRequest = /^Failed to load resource:/

/**
 * What it says where a machine is so busy that a page needs seconds to use what it has fetched, or to change into the next one:
 * Chromium then shows it without the transition.
 */
const slowMachine =
  /was preloaded using link preload but not used within a few seconds|Transition was aborted because of timeout in DOM update/

/** What Playwright says where it keeps a page from having a service worker (playwright.config.ts). */
const noWorker = /^Service Worker registration blocked by Playwright/

/**
 * Collects what a page complains about; call the returned function at the end of the journey. `expectsErrorResponses`: the
 * journey makes the server say no, or cuts the network, and the browser's own line about that does not count. `expected` is
 * the complaint that the journey provokes.
 */
export function watchConsole(
  page: Page,
  { expectsErrorResponses = false, expected }: { expectsErrorResponses?: boolean; expected?: RegExp } = {},
): () => void {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (slowMachine.test(message.text()) || noWorker.test(message.text())) return
    if (expectsErrorResponses && refusedRequest.test(message.text())) return
    if (!expected?.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => {
    if (!slowMachine.test(String(error)) && !expected?.test(String(error))) complaints.push(String(error))
  })
  return () => expect(complaints).toEqual([])
}
