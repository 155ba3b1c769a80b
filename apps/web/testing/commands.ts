// What a component test asks of Playwright: a finger, and axe.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserCommand } from 'vitest/node'
import '@vitest/browser-playwright'

/** Taps the middle of an element, as a finger does: only in a browser that has touch. */
export const tap: BrowserCommand<[selector: string]> = ({ iframe }, selector) => iframe.locator(selector).tap()

/** The source of axe, which judges a page in its own window. */
export const readAxe: BrowserCommand<[]> = () =>
  readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare module 'vitest/browser' {
  interface BrowserCommands {
    tap: (selector: string) => Promise<void>
    readAxe: () => Promise<string>
  }
}
