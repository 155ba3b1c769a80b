import type { Page } from '@playwright/test'

/** What the browser makes of a colour of the design, such as `bad` for `--color-bad`: the computed value to compare with. */
export async function tokenColor(page: Page, name: string): Promise<string> {
  return await page.evaluate((variable) => {
    const probe = document.createElement('span')
    probe.style.color = `var(${variable})`
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, `--color-${name}`)
}
