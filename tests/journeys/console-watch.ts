// A page of ours prints nothing: any console error or warning, or uncaught exception, fails the journey.
import { expect, type Page } from '@playwright/test'

/** Collects what a page complains about; call the returned function at the end of the journey. */
export function watchConsole(page: Page): () => void {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return () => expect(complaints).toEqual([])
}
