// A page of Chromium or Firefox, driven by Puppeteer: through Chromium's own protocol, and through WebDriver BiDi, which Firefox
// speaks without a program between.
import type { Browser, ElementHandle, Frame, Page } from 'puppeteer-core'
import { type DrivenPage, findElement, type Target, until } from './driven-page.ts'

/** How Firefox tells of a request that a service worker passed on without a network; scripts handle it as any lost request. */
const LOST_IN_WORKER = /FetchEvent\.respondWith\(\) that rejected with .TypeError: NetworkError/

/** The browser is closed with its page. */
export async function puppeteerPage(browser: Browser): Promise<DrivenPage> {
  const page: Page = await browser.newPage()
  const failures: string[] = []
  page.on('pageerror', (error) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    if (!LOST_IN_WORKER.test(text)) failures.push(text)
  })
  // A page with unsent data asks for confirmation before it is left.
  page.on('dialog', (dialog) => void dialog.accept())
  let frame: Frame = page.mainFrame()

  const find = async ({ kind, name }: Target): Promise<ElementHandle<Element> | undefined> =>
    (await frame.evaluateHandle(findElement, kind, name)).asElement() as ElementHandle<Element> | undefined
  const locate = async (target: Target): Promise<ElementHandle<Element>> => {
    let found: ElementHandle<Element> | undefined
    await until(`${target.kind} ${target.name}`, async () => {
      found = (await find(target)) ?? undefined
      return found
    })
    return found as ElementHandle<Element>
  }
  return {
    failures,
    async open(url) {
      frame = page.mainFrame()
      await page.goto(url, { waitUntil: 'load', timeout: 90_000 })
    },
    run: (script, ...args) => frame.evaluate(script as never, ...(args as unknown as never[])) as never,
    has: async (target) => Boolean(await find(target)),
    async click(target) {
      // The page may draw the element anew between the look and the press.
      await until(`a press of ${target.name}`, async () => {
        await (await locate(target)).click()
        return true
      })
    },
    async type(target, text) {
      const field = await locate(target)
      await field.evaluate((element) => (element as HTMLInputElement).select?.())
      await field.type(text)
    },
    async press(key, held) {
      for (const name of held) await page.keyboard.down(name)
      await page.keyboard.press(key as 'z')
      for (const name of held) await page.keyboard.up(name)
    },
    async chooseFile(target, path) {
      const field = (await locate(target)) as ElementHandle<HTMLInputElement>
      await field.uploadFile(path)
    },
    async enterFrame(title) {
      frame = page.mainFrame()
      if (title === undefined) return
      await until(`the frame ${title}`, async () => {
        const inner = await (await page.$(`iframe[title="${title}"]`))?.contentFrame()
        if (inner) frame = inner
        return inner
      })
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  }
}
