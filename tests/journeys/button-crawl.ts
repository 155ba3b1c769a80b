// Finds the buttons of a page by their role, presses each twice in quick succession, and says which of them sent a request
// that changes something twice. Nothing reaches the store: requests that change something are held until the page is left, or
// refused at once.
import { errors, type Locator, type Page, type Request } from '@playwright/test'
import { waitForTwoFrames } from './two-frames.ts'

export type Way = 'double click' | 'double tap' | 'Enter twice'

export interface Crawl {
  way: Way
  /** Of the page that is crawled. */
  changes: HeldChanges
  /** Buttons that were pressed on another page already, by their names; what is pressed is added. */
  known: Set<string>
  /** Words in names that differ from one card to the next, such as the names of templates. */
  variable: readonly string[]
}

export interface CrawlResult {
  pressed: number
  /** Buttons whose press sent at least one request. */
  senders: string[]
  /** What was sent twice. */
  faults: string[]
}

/** A button by the names of those that must be pressed before, each with its place among equals. */
type Target = { path: readonly Place[]; name: string }
type Place = { name: string; place: number }

/**
 * What becomes of a request that would change something: it is answered only when the page is left, so that the second press
 * finds the first under way; or refused at once, so that the second press finds it over.
 */
export type Outcome = 'held' | 'refused'

/** The requests of a page that change something: intercepted and counted. */
export interface HeldChanges {
  /** Those since the last `begin`, as method and path. */
  readonly sent: readonly string[]
  /** False while a page is being opened: what it sends by itself passes, such as the project that an editor begins. */
  isHolding: boolean
  begin(): void
  /** The page is being left: responses no longer matter. */
  release(): void
}

/** How many presses may lead to a button: the second reaches those of a dialog, the third those of a dialog above it. */
const MAX_DEPTH = 3

/** What is there is there at once: nothing is waited for. */
const soon = { timeout: 2000 }

const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** Sent by pages, not by presses: visits are counted, projects saved and files sent on when their time has come. */
const BY_ITSELF = /^(POST \/api\/visits?\b|(PUT|PATCH|POST) \/api\/(projects|uploads)\b)/
/** Each press of these means one more or one less. */
const REPEATABLE = /^(In|De)crease quantity/
/** Dialogs of the system, and the frame of the payment provider, which does not belong to the store. */
const LEFT_OUT = /^(Skip to content|Choose (a )?file)/

/** Presses the buttons of one address twice each. */
export async function crawlButtons(page: Page, address: string, crawl: Crawl): Promise<CrawlResult> {
  const result: CrawlResult = { pressed: 0, senders: [], faults: [] }
  const { changes } = crawl
  const answers = watchAnswers(page)
  /** Whether the page is as it was opened, or at least nothing covers it. */
  let isUsable = false
  const open = async () => {
    changes.release()
    changes.isHolding = false
    await page.goto(address)
    // Who is signed in, and what stands in the lists.
    await answers.arrive()
    await findButtons(page)
      .first()
      .waitFor({ timeout: 20_000 })
      .catch(() => undefined)
    await comeToRest(page)
    changes.isHolding = true
    isUsable = true
  }
  await open()
  const listed = new Set<string>()
  const targets = await findTargets(page, [], crawl, listed)
  while (targets.length > 0) {
    const target = targets.shift() as Target
    const key = normalise(target.name, crawl.variable)
    if (crawl.known.has(key)) continue
    crawl.known.add(key)
    if (!isUsable) await open()
    let button = await goTo(page, target.path, crawl.way)
    if (!button) {
      await open()
      button = await goTo(page, target.path, crawl.way)
    }
    const before = await readState(page)
    changes.begin()
    if (!button || !(await pressTwice(page, button, crawl.way))) {
      isUsable = false
      continue
    }
    await comeToRest(page)
    result.pressed += 1
    const where = `${address} › ${target.path.map(({ name }) => name).join(' › ')} (${crawl.way})`
    const faults = judge(changes.sent, target.name)
    if (changes.sent.length > 0) result.senders.push(where)
    result.faults.push(...faults.map((fault) => `${where}: ${fault}`))
    const after = await readState(page)
    isUsable = changes.sent.length === 0 && after.place === before.place && target.path.length === 1
    const isStillHere = new URL(page.url()).pathname === new URL(address, page.url()).pathname
    if (after.all !== before.all && changes.sent.length === 0 && isStillHere && target.path.length < MAX_DEPTH) {
      targets.unshift(...(await findTargets(page, target.path, crawl, listed)))
    }
  }
  changes.release()
  answers.stop()
  return result
}

/** What must not be among the requests of one double press. */
function judge(sent: readonly string[], name: string): string[] {
  if (REPEATABLE.test(name)) return []
  const own = sent.filter((what) => !BY_ITSELF.test(what))
  return [...new Set(own.filter((what, n) => own.indexOf(what) !== n))].map((what) => `sends ${what} twice`)
}

const REFUSAL = {
  responseCode: 400,
  responseHeaders: [{ name: 'content-type', value: 'application/json' }],
  body: Buffer.from(JSON.stringify({ error: 'Refused by the test', code: 'invalid-request' })).toString('base64'),
}

/** What carries requests that may change something; scripts, styles, pictures and videos come as always, from the cache. */
const CHANGE_CARRIERS = ['Document', 'XHR', 'Fetch', 'Ping', 'Other'] as const

/**
 * Blocks requests that change something, in every document that this page opens from now on. Uses the browser itself, because a
 * Playwright route intercepts all requests and disables the cache: every page would fetch and compile its scripts anew.
 */
export async function holdChanges(page: Page, outcome: Outcome): Promise<HeldChanges> {
  const session = await page.context().newCDPSession(page)
  const held: string[] = []
  let sent: string[] = []
  const changes: HeldChanges = {
    get sent() {
      return sent
    },
    isHolding: false,
    begin() {
      sent = []
    },
    release() {
      // Those of a page that was left have ended by that.
      const end = { errorReason: 'Aborted' } as const
      for (const requestId of held.splice(0)) session.send('Fetch.failRequest', { requestId, ...end }).catch(ignore)
    },
  }
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const what = `${request.method} ${new URL(request.url).pathname}`
    // Also while the next page is being opened: a press may send its request late, and would end the session by signing out.
    if (!CHANGING.has(request.method) || (!changes.isHolding && BY_ITSELF.test(what))) {
      session.send('Fetch.continueRequest', { requestId }).catch(ignore)
      return
    }
    if (outcome === 'held') held.push(requestId)
    else session.send('Fetch.fulfillRequest', { requestId, ...REFUSAL }).catch(ignore)
    sent.push(what)
  })
  await session.send('Fetch.enable', { patterns: CHANGE_CARRIERS.map((resourceType) => ({ resourceType })) })
  return changes
}

function ignore(): void {}

/** Knows which requests are not answered yet. Streams of events and videos are left out: they end when they like. */
function watchAnswers(page: Page) {
  const pending = new Set<Request>()
  const sent = (request: Request) => {
    const isLasting = request.resourceType() === 'media' || request.headers().accept === 'text/event-stream'
    if (!isLasting) pending.add(request)
  }
  const answered = (request: Request) => void pending.delete(request)
  page.on('request', sent).on('requestfinished', answered).on('requestfailed', answered)
  return {
    /** Resolves after a moment without requests, after three seconds at the latest. */
    async arrive() {
      let quietSince = Date.now()
      for (const deadline = Date.now() + 3000; Date.now() < deadline && Date.now() - quietSince < 300; ) {
        await page.waitForTimeout(50)
        if (pending.size > 0) quietSince = Date.now()
      }
      pending.clear()
    },
    stop: () => page.off('request', sent).off('requestfinished', answered).off('requestfailed', answered),
  }
}

/** The buttons in sight that were not pressed yet, in the order of the document; below a press only those that came by it. */
async function findTargets(page: Page, path: readonly Place[], crawl: Crawl, listed: Set<string>): Promise<Target[]> {
  const places = new Map<string, number>()
  const found: Target[] = []
  for (const { name, isDisabled } of await readButtons(page)) {
    const place = places.get(name) ?? 0
    places.set(name, place + 1)
    const key = normalise(name, crawl.variable)
    if (isDisabled || name === '' || LEFT_OUT.test(name) || crawl.known.has(key) || listed.has(key)) continue
    listed.add(key)
    found.push({ path: [...path, { name, place }], name })
  }
  return found
}

/** A name without what differs from card to card and from day to day. */
function normalise(name: string, variable: readonly string[]): string {
  let plain = name
  for (const word of variable) plain = plain.replaceAll(word, '…')
  return plain.replace(/\d[\d.,:]*/g, '#')
}

const findButtons = (page: Page) => page.getByRole('button').or(page.getByRole('menuitem')).filter({ visible: true })

type Shown = { name: string; isDisabled: boolean }

function readButtons(page: Page): Promise<Shown[]> {
  return readPage(page, () =>
    findButtons(page).evaluateAll((elements) =>
      elements.map((element) => ({
        name: (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim(),
        isDisabled: element.matches(':disabled, [aria-disabled="true"]'),
      })),
    ),
  )
}

/** What `read` says, or what it says of the next page where a press has led there meanwhile. */
async function readPage<T>(page: Page, read: () => Promise<T>): Promise<T> {
  const address = page.url()
  try {
    return await read()
  } catch (error) {
    await comeToRest(page)
    if (page.url() === address) throw error
    return read()
  }
}

/** What shows that a click has changed the page. */
async function readState(page: Page): Promise<{ place: string; all: string }> {
  const buttons = await readButtons(page)
  const dialogs = page.locator('dialog[open], [popover]:popover-open:not([data-toasts])')
  const place = `${page.url()} ${await readPage(page, () => dialogs.count())}`
  return { place, all: JSON.stringify([place, buttons]) }
}

/** Presses what leads to a button, and answers it; undefined when the page is no longer as it was. */
async function goTo(page: Page, path: readonly Place[], way: Way): Promise<Locator | undefined> {
  for (const [step, { name, place }] of path.entries()) {
    const index = await findPlace(page, name, place)
    if (index === undefined) return undefined
    const button = findButtons(page).nth(index)
    if (step === path.length - 1) return button
    await fillForm(button).catch(() => undefined)
    await (way === 'double tap' ? button.tap(soon) : button.click(soon)).catch(() => undefined)
    await comeToRest(page)
    // A new dialog ignores presses until a key shows that the user has seen it.
    await page.keyboard.press('Shift')
    await page.mouse.move(1, 1)
  }
  return undefined
}

async function findPlace(page: Page, name: string, place: number): Promise<number | undefined> {
  const buttons = await readButtons(page)
  const equal = buttons.flatMap((button, index) => (button.name === name ? [index] : []))
  return equal[place]
}

/** False when the button has disappeared meanwhile, like those of a fading message. */
async function pressTwice(page: Page, button: Locator, way: Way): Promise<boolean> {
  try {
    await fillForm(button)
    await button.scrollIntoViewIfNeeded(soon)
    await activateTwice(page, button, way)
    return true
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false
    throw error
  }
}

async function activateTwice(page: Page, button: Locator, way: Way): Promise<void> {
  if (way === 'Enter twice') {
    await button.focus(soon)
    await page.keyboard.press('Enter')
    await waitForTwoFrames(page).catch(() => undefined)
    await page.keyboard.press('Enter')
    return
  }
  const box = await button.boundingBox(soon)
  if (!box) return
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  if (way === 'double tap') {
    await page.touchscreen.tap(x, y)
    await waitForTwoFrames(page).catch(() => undefined)
    await page.touchscreen.tap(x, y)
    return
  }
  await page.mouse.move(x, y)
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
    await waitForTwoFrames(page).catch(() => undefined)
  }
}

/** Puts something plausible into every empty field of the form or dialog that a button belongs to. */
async function fillForm(button: Locator): Promise<void> {
  await button.evaluate(
    (element) => {
      const scope = element.closest('form') ?? element.closest('dialog')
      for (const field of scope?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? []) {
        if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) {
          if (!field.checked) field.click()
          continue
        }
        if (field.value !== '' || ['file', 'hidden'].includes(field.type) || field.disabled || field.readOnly) continue
        const values: Record<string, string> = {
          email: 'somebody@example.org',
          tel: '9812345678',
          number: field.getAttribute('min') || '1',
          date: '2026-11-01',
          password: 'a-long-passphrase',
          url: 'https://example.org',
        }
        const isCode = field.getAttribute('autocomplete') === 'one-time-code'
        const value = isCode ? '123456' : (values[field.type] ?? 'Something')
        const owner = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
        // Past the setter that React has put on the field, so that React notices.
        Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(field, value)
        field.dispatchEvent(new Event('input', { bubbles: true }))
        field.dispatchEvent(new Event('change', { bubbles: true }))
      }
    },
    undefined,
    soon,
  )
}

/** Until the page has drawn what came of a press, and has fetched the script that it needed. */
async function comeToRest(page: Page): Promise<void> {
  await page.waitForLoadState().catch(() => undefined)
  await waitForTwoFrames(page).catch(() => undefined)
  await page.evaluate(() => new Promise<void>((done) => setTimeout(done, 60))).catch(() => undefined)
  await waitForTwoFrames(page).catch(() => undefined)
}
