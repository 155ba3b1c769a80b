// A page of WebKit, driven through WebDriver, a protocol of JSON over HTTP: https://www.w3.org/TR/webdriver2/. These are the
// eleven commands that the journeys need; clients from npm bring downloaders of browsers along.
import { type DrivenPage, findElement, type Target, until } from './driven-page.ts'

/** The key of a reference to an element, as the specification fixes it. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** Keys that are no letters, as the specification fixes them. */
/** Keys without a letter, as WebDriver writes them. */
const NAMED_KEYS: Readonly<Record<string, string>> = { Escape: '\uE00C', ArrowRight: '\uE014' }
const KEYS = { Control: '\ue009', Shift: '\ue008' } as const
type ElementReference = Record<typeof ELEMENT, string>

/** A page of the browser that the driver at `address` starts with these capabilities. `onClose` ends the driver. */
export async function webDriverPage(
  address: string,
  capabilities: Record<string, unknown>,
  onClose: () => Promise<void>,
): Promise<DrivenPage> {
  const send = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${address}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`WebDriver: ${value.error} ${value.message}`)
    return value
  }
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: capabilities },
  })
  const at = `/session/${sessionId}`
  await send('POST', `${at}/timeouts`, { script: 120_000, pageLoad: 90_000 })

  const run = async <T>(script: (...args: never[]) => unknown, args: readonly unknown[]): Promise<T> => {
    const body = `
      const done = arguments[arguments.length - 1]
      const args = [...arguments].slice(0, -1)
      Promise.resolve().then(() => (${script})(...args)).then(
        (value) => done({ value }),
        (error) => done({ problem: String(error) }))`
    const result = await send<{ value: T; problem?: string }>('POST', `${at}/execute/async`, { script: body, args })
    if (result.problem !== undefined) throw new Error(result.problem)
    return result.value
  }
  const find = ({ kind, name }: Target) => run<ElementReference | null>(findElement, [kind, name])
  const locate = async (target: Target): Promise<string> => {
    let found: ElementReference | null = null
    await until(`${target.kind} ${target.name}`, async () => {
      found = await find(target)
      return found
    })
    return (found as unknown as ElementReference)[ELEMENT]
  }
  return {
    failures: [],
    async open(url) {
      await send('POST', `${at}/frame`, { id: null })
      await send('POST', `${at}/url`, { url })
    },
    run: (script, ...args) => run(script as never, args),
    has: async (target) => Boolean(await find(target)),
    async click(target) {
      await until(`a press of ${target.name}`, async () => {
        const element = await locate(target)
        // Pages scroll smoothly, and the driver does not wait for it.
        const show = (found: Element) => found.scrollIntoView({ block: 'center', behavior: 'instant' })
        await run(show as never, [{ [ELEMENT]: element }])
        await send('POST', `${at}/element/${element}/click`, {})
        return true
      })
    },
    async type(target, text) {
      const element = await locate(target)
      // As people replace a text: an emptied field may show its default again before the first letter comes.
      const selectAll = (field: HTMLInputElement) => {
        field.focus()
        field.select?.()
      }
      await run(selectAll as never, [{ [ELEMENT]: element }])
      await send('POST', `${at}/element/${element}/value`, { text })
    },
    async press(key, held) {
      const keys = [...held.map((name) => KEYS[name]), NAMED_KEYS[key] ?? key]
      const down = keys.map((value) => ({ type: 'keyDown', value }))
      const up = keys.toReversed().map((value) => ({ type: 'keyUp', value }))
      await send('POST', `${at}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions: [...down, ...up] }] })
    },
    async chooseFile(target, path) {
      await send('POST', `${at}/element/${await locate(target)}/value`, { text: path })
    },
    async enterFrame(title) {
      await send('POST', `${at}/frame`, { id: null })
      if (title === undefined) return
      await until(`the frame ${title}`, async () => {
        const frame = await run<ElementReference | null>(
          ((wantedTitle: string) => document.querySelector(`iframe[title="${wantedTitle}"]`)) as never,
          [title],
        )
        if (frame) await send('POST', `${at}/frame`, { id: frame })
        return frame
      })
    },
    screenshot: async () => Buffer.from(await send<string>('GET', `${at}/screenshot`), 'base64'),
    async close() {
      await send('DELETE', at).catch(() => undefined)
      await onClose()
    },
  }
}
