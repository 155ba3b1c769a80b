// The main journeys through the store, the same in every engine: browsing, editing as a visitor, signing in from the editor,
// uploading, rendering in the browser, and buying credits.
import assert from 'node:assert/strict'
import { StoreClient } from '../client/store-client.ts'
import { installWalk, listEditors, type Walk } from '../journeys/editor-walk.ts'
import { type DrivenPage, until } from './driven-page.ts'
import type { Network } from './network.ts'

export interface World {
  readonly page: DrivenPage
  /** URL of the store, without a trailing slash. */
  readonly address: string
  readonly photo: string
  readonly clip: string
  /** The connection to the store, if this program started it. */
  readonly network: Network | undefined
  /** Remarks for the report, such as what an engine cannot do. */
  note(fact: string): void
}

export interface Journey {
  readonly name: string
  run(world: World): Promise<void>
}

const VIDEO = 'confetti-birthday'
const IMAGE = 'terracotta-day'
const CLIPS = 'aurora-launch'

/** More controls than the largest editor has. */
const WALK_LIMIT = 300

/** Each goes on where the one before ended, in the same browser. */
export const journeys: readonly Journey[] = [
  { name: 'store', run: lookAround },
  { name: 'guest edit', run: editAsGuest },
  { name: 'sign in', run: signIn },
  { name: 'upload', run: expectUploaded },
  { name: 'image made in the browser', run: exportImage },
  { name: 'video made in the browser', run: exportVideo },
  { name: 'canvas', run: editOnCanvas },
  { name: 'editors by keyboard', run: walkEditors },
  { name: 'without a network', run: reopenOffline },
  { name: 'purchase', run: buyCredits },
]

/** The visitor has answered what opens by itself. */
async function answerQuestions({ page, address }: World): Promise<void> {
  await page.open(`${address}/login`)
  await page.run(() => {
    const consent = { version: 1, essential: true, analytics: false, marketing: false, personalization: false }
    // biome-ignore lint/suspicious/noDocumentCookie: not every engine has the store of cookies
    document.cookie = `vitrine-consent=${encodeURIComponent(JSON.stringify(consent))}; path=/`
    localStorage.setItem('vitrine-sign-in-popup', String(Date.now()))
  })
}

async function lookAround(world: World): Promise<void> {
  const { page, address } = world
  await answerQuestions(world)
  await page.open(`${address}/`)
  await until('the pictures of the first screen', () =>
    page.run(() => {
      const shown = [...document.images].filter((image) => {
        const { top, bottom, left, width } = image.getBoundingClientRect()
        return width > 40 && bottom > 0 && top < innerHeight && left < innerWidth
      })
      return shown.length > 0 && shown.every((image) => image.complete && image.naturalWidth > 0)
    }),
  )
  await page.open(`${address}/templates-list`)
  await until('the list', () => page.run(() => document.querySelectorAll('main a[href^="/template/"]').length > 5))
  await page.open(`${address}/template/${VIDEO}`)
  await page.click({ kind: 'link', name: '^Add Photo or Video' })
  await until('the editor', () => page.has({ kind: 'field', name: '^Name' }))
}

async function editAsGuest(world: World): Promise<void> {
  const { page } = world
  await until('the first picture', () => hasStage(page))
  const before = await stageHash(page)
  await page.type({ kind: 'field', name: '^Name' }, 'Asha & Ravi')
  await page.chooseFile({ kind: 'file', name: '' }, world.photo)
  await until('the photo in its field', () => page.has({ kind: 'button', name: '^Replace' }))
  await until('the changed picture', async () => (await stageHash(page)) !== before)
  await until('the note that it is kept', () => page.has({ kind: 'text', name: '^Saved on this device$' }))
  const bar = await page.run(() => {
    const style = getComputedStyle(document.querySelector('main') ?? document.body)
    return { scheme: style.colorScheme, scrollbar: style.scrollbarColor }
  })
  assert.match(`${bar.scheme} ${bar.scrollbar}`, /dark|rgb/, 'scrollbars of a dark editor are dark')
  await page.open(await page.run(() => location.href))
  await until('what was typed', async () => (await readField(page, '^Name')) === 'Asha & Ravi')
  await until('the photo', () => page.has({ kind: 'button', name: '^Replace' }))
}

async function signIn(world: World): Promise<void> {
  const { page } = world
  const email = `engine-${Date.now()}-${process.hrtime()[1]}@example.org`
  await page.click({ kind: 'button', name: '^Export · \\d+ credits' })
  await page.type({ kind: 'field', name: '^Email' }, email)
  await page.click({ kind: 'button', name: '^Email me a code' })
  await until('the field for the code', () => page.has({ kind: 'field', name: '^One-time code' }))
  // The field is there once the code has been sent.
  const code = await new StoreClient({ baseUrl: world.address }).readOtp(email)
  await page.type({ kind: 'field', name: '^One-time code' }, code)
  await until('the export', () => page.has({ kind: 'text', name: '^Balance after export' }))
  await page.click({ kind: 'button', name: '^Close' })
  await until('the project in the account', () => page.has({ kind: 'text', name: '^Saved$' }))
}

async function expectUploaded({ page }: World): Promise<void> {
  await until('the photo on the server', async () => {
    const values = await page.run(async () => {
      const stored = localStorage.getItem('vitrine-token') ?? sessionStorage.getItem('vitrine-token') ?? '{}'
      const headers = { authorization: `Bearer ${JSON.parse(stored).token}` }
      const ask = async (path: string) => (await fetch(path, { headers })).json()
      const { projects } = await ask('/api/projects')
      return JSON.stringify((await ask(`/api/projects/${projects[0]?.projectId}`)).values)
    })
    return values.includes('Asha') && /"asset":"u_(?!local)/.test(values)
  })
}

async function exportImage(world: World): Promise<void> {
  const { page, address } = world
  await page.open(`${address}/template/${IMAGE}/direct-upload-image`)
  await until('the first picture', () => hasStage(page))
  const before = await stageHash(page)
  await page.chooseFile({ kind: 'file', name: '' }, world.photo)
  await until('the changed picture', async () => (await stageHash(page)) !== before)
  await page.click({ kind: 'button', name: '^Export' })
  await page.click({ kind: 'button', name: '^Free preview with watermark' })
  const file = await readExported(page)
  assert.equal(file.slice(0, 8), '89504e47', 'a PNG')
  await page.click({ kind: 'button', name: '^Close' })
}

async function exportVideo(world: World): Promise<void> {
  const { page, address } = world
  await page.open(`${address}/template/${CLIPS}/direct-upload`)
  await until('the editor', () => page.has({ kind: 'text', name: '^Drop your videos, photos and music here' }))
  await page.chooseFile({ kind: 'file', name: '' }, world.clip)
  await until('the clip on the timeline', () => page.has({ kind: 'text', name: '^wide\\.mp4$' }))
  await until('the first picture', () => hasStage(page))
  await page.click({ kind: 'button', name: '^Export' })
  const isAnswered = (name: string) => page.has({ kind: 'text', name })
  await until(
    'where videos are made',
    async () => (await isAnswered('^Exports on this device')) || (await isAnswered('^This browser cannot export')),
  )
  if (await isAnswered('^This browser cannot export')) {
    world.note('makes no videos itself: the store has made it')
    // A clip that the browser cannot play either was sent when it was chosen, so that the store converts it.
    const upload = { kind: 'button', name: '^Upload 1 clip' } as const
    if (await page.has(upload)) await page.click(upload)
  }
  await page.click({ kind: 'button', name: '^Free preview with watermark' })
  const file = await readExported(page)
  assert.equal(file.slice(8, 16), Buffer.from('ftyp').toString('hex'), 'an MP4')
  await page.click({ kind: 'button', name: '^Close' })
}

async function editOnCanvas({ page, address }: World): Promise<void> {
  await page.open(`${address}/${IMAGE}-template`)
  const before = await settledPicture(page)
  await page.click({ kind: 'tab', name: '^Text$' })
  await page.click({ kind: 'button', name: '^Add a heading' })
  await until('the words of the heading', () =>
    page.run(() => document.activeElement?.matches('[data-stage-editing] textarea') === true),
  )
  await page.press('Escape', [])
  await until('the changed picture', async () => !(await shows(page, before)))
  const changed = await settledPicture(page)
  assert(!isAlike(before, changed), 'the heading is seen')
  await page.click({ kind: 'button', name: '^Undo' })
  await until('the picture from before', () => shows(page, before))
  await page.press('z', ['Control', 'Shift'])
  await until('the change again, by keys', () => shows(page, changed))
  await page.press('z', ['Control'])
  await until('the picture from before, by keys', () => shows(page, before))
}

/** Every control of the four editors once, by keyboard: nothing scrolls away, and nothing changes that was not pressed. */
async function walkEditors({ page, address }: World): Promise<void> {
  const found: string[] = []
  for (const [editor, path] of listEditors('aurora-launch', 'terracotta-day')) {
    await page.open(`${address}${path}`)
    // The form's preview plays by itself: its picture never stays.
    await until('the editor', () => isSettled(page))
    await page.run(installWalk)
    for (let steps = 0; ; steps++) {
      assert(steps < WALK_LIMIT, `the ${editor} editor has an end`)
      while (await page.run(() => document.querySelector('dialog:modal, [role="menu"]') !== null))
        await page.press('Escape', [])
      // A photo that arrives moves what lies below it.
      await until('the photos of the fields', () =>
        page.run(() => document.querySelector('[data-field] .animate-breathe') === null),
      )
      const step = await page.run(() => (window as unknown as { walk: Walk }).walk.next(true))
      if (!step) break
      if (step.kind !== 'write') await page.press(step.kind === 'press' ? ' ' : 'ArrowRight', [])
      const wrong = await page.run(async () => {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
        return (window as unknown as { walk: Walk }).walk.check(true)
      })
      found.push(...wrong.map((sentence) => `${editor}, ${step.key}: ${sentence}`))
    }
  }
  assert.deepEqual(found, [])
}

/** The worker of the pages keeps the editor; what is typed without a network is sent with it. */
async function reopenOffline(world: World): Promise<void> {
  const { page, address, network } = world
  const editor = `${address}/template/${IMAGE}/direct-upload-image`
  if (!network) return world.note('the store that runs elsewhere stays reachable')
  await page.open(editor)
  if (!(await page.run(() => 'serviceWorker' in navigator))) return world.note('has no service worker')
  await until('the editor on the device', () => page.run(isPageKept))
  // Once more, so that all of it passes through the worker.
  await page.open(editor)
  await until('the worker of the page', () => page.run(() => navigator.serviceWorker.controller !== null))
  const before = await settledPicture(page)
  network.cut()
  await page.open(editor)
  await until('the picture without a network', () => shows(page, before))
  await page.type({ kind: 'field', name: '^Names' }, 'Meera & Dev')
  await until('the note that it is kept', () => page.has({ kind: 'text', name: '^Offline, kept on this device' }))
  network.mend()
  await until('what was typed in the account', () => page.has({ kind: 'text', name: '^Saved$' }))
  await page.open(editor)
  await until('what was typed', async () => (await readField(page, '^Names')) === 'Meera & Dev')
}

async function isPageKept(): Promise<boolean> {
  return (await caches.match(location.pathname, { ignoreVary: true })) !== undefined
}

async function buyCredits(world: World): Promise<void> {
  const { page, address } = world
  const before = await readCredits(page)
  await page.open(`${address}/buy-credits?pack=popular`)
  await page.click({ kind: 'button', name: '^Pay ₹' })
  await page.enterFrame('Payment')
  await until('the payment form', () => page.has({ kind: 'button', name: '^Succeed$' }))
  await page.click({ kind: 'button', name: '^Succeed$' })
  await page.enterFrame(undefined)
  await until('the confirmation', () => page.has({ kind: 'text', name: '^Payment Successful!' }))
  assert.equal(await readCredits(page), before + 500, 'the credits of the pack, once')
}

function readField(page: DrivenPage, label: string): Promise<string | undefined> {
  return page.run((name) => {
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[]
    return fields.find((field) => [...(field.labels ?? [])].some((one) => new RegExp(name).test(one.innerText)))?.value
  }, label)
}

/** Whether the editor has drawn, so that its poster has disappeared. */
function hasStage(page: DrivenPage): Promise<boolean> {
  return page.run(() => {
    const stage = document.querySelector('[data-stage]')
    return Boolean(stage?.querySelector('canvas')) && !stage?.querySelector('img')
  })
}

/** Whether everything that the picture shows has been loaded. */
const isSettled = (page: DrivenPage) => page.run(() => document.querySelector('[data-stage="settled"]') !== null)

/** Of the picture once it is complete: its photos and fonts come one by one, and what is drawn first may be rough. */
async function settledPicture(page: DrivenPage): Promise<Brightness> {
  await until('the first picture', () => isSettled(page))
  let last: Brightness = []
  let sameSince = Date.now()
  await until('a picture that stays', async () => {
    const present = await readPicture(page)
    if (!isAlike(present, last)) sameSince = Date.now()
    last = present
    return present.length > 0 && Date.now() - sameSince > 1000
  })
  return last
}

/** Of 16 by 16 parts of the picture, each 0 to 255 for red, green and blue; empty while there is none. */
type Brightness = readonly number[]

/** WebKit's repainting differs invisibly in single pixels. */
const UNSEEN = 4

function isAlike(one: Brightness, other: Brightness): boolean {
  return one.length === other.length && one.every((value, n) => Math.abs(value - (other[n] ?? 0)) <= UNSEEN)
}

async function shows(page: DrivenPage, picture: Brightness): Promise<boolean> {
  return isAlike(await readPicture(page), picture)
}

function readPicture(page: DrivenPage): Promise<Brightness> {
  return page.run(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-stage] canvas')
    if (!canvas?.width || document.querySelector('[data-stage] img')) return []
    const copy = document.createElement('canvas')
    copy.width = copy.height = 128
    const context = copy.getContext('2d')
    context?.drawImage(canvas, 0, 0, 128, 128)
    const pixels = context?.getImageData(0, 0, 128, 128).data ?? new Uint8ClampedArray()
    const sums = new Array<number>(16 * 16 * 3).fill(0)
    for (let n = 0; n < 128 * 128; n++) {
      const part = (n >> 10) * 16 + ((n & 127) >> 3)
      for (let color = 0; color < 3; color++)
        sums[part * 3 + color] = (sums[part * 3 + color] ?? 0) + (pixels[n * 4 + color] ?? 0)
    }
    return sums.map((sum) => sum / 64)
  })
}

/** Of the picture that the editor shows. */
function stageHash(page: DrivenPage): Promise<string> {
  return page.run(async () => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-stage] canvas')
    if (!canvas?.width || document.querySelector('[data-stage] img')) return ''
    const copy = document.createElement('canvas')
    copy.width = copy.height = 64
    const context = copy.getContext('2d')
    context?.drawImage(canvas, 0, 0, 64, 64)
    const pixels = context?.getImageData(0, 0, 64, 64).data ?? new Uint8ClampedArray()
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', pixels))
    return [...digest].join(' ')
  })
}

/** The first bytes of the file that the export offers, in hexadecimal digits. */
async function readExported(page: DrivenPage): Promise<string> {
  await until('the file', () => page.has({ kind: 'link', name: '^Download' }), 240_000)
  return page.run(async () => {
    const link = [...document.querySelectorAll<HTMLAnchorElement>('dialog:modal a[href]')].find((one) =>
      /^Download/.test(one.innerText),
    )
    const bytes = new Uint8Array(await (await fetch(link?.href ?? '')).arrayBuffer())
    return [...bytes.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  })
}

function readCredits(page: DrivenPage): Promise<number> {
  return page.run(async () => {
    const stored = localStorage.getItem('vitrine-token') ?? sessionStorage.getItem('vitrine-token') ?? '{}'
    const headers = { authorization: `Bearer ${JSON.parse(stored).token}` }
    return (await (await fetch('/api/user-credits', { headers })).json()).credits as number
  })
}
