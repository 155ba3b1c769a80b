// How smoothly layers are dragged and written in in the canvas editor: a design of 1920 × 1080 with 60 layers, and with 82 for
// writing, changed by real mouse and key events in the packaged Chromium, timed by the browser's own tracing. There is no graphics
// card here: everything is drawn by the processor, which the server, this script and the browser share.
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Locator, type Page } from '@playwright/test'
import { openInstallation } from '../../apps/template/src/installation.ts'
import { transaction } from '../../packages/database/src/connection.ts'
import { COMMAND_LINE } from '../../packages/store/src/admin/audit-log.ts'
import { publishTemplate } from '../../packages/store/src/admin/template-action.ts'
import { templates } from '../../packages/store/src/catalogue/tables.ts'
import { getCurrentVersion } from '../../packages/store/src/catalogue/template-version.ts'
import { prepareChromium } from '../chromium.ts'
import { createStack } from '../purchase-flow/stack.ts'
import { openSignedIn, signInDemo, traceFrames } from './frame-trace.ts'
import { record } from './report.ts'

const templateId = 'sixty-layers'
const writingTemplateId = 'eighty-two-layers'
/** A quick writer needs about this long from letter to letter. */
const letterMs = 80
const [width, height] = [1920, 1080]
const seconds = 4

export async function benchCanvasDrag(folder: string): Promise<void> {
  const stack = await createStack(join(folder, 'canvas'))
  await stack.start()
  let browser: Browser | undefined
  try {
    await publishDesign(join(folder, 'canvas'), templateId, 0)
    await publishDesign(join(folder, 'canvas'), writingTemplateId, 22)
    browser = await chromium.launch(prepareChromium())
    const page = await openEditor(browser, stack.baseUrl, templateId)
    console.log(`canvas-drag: ${width} × ${height}, 60 layers, load ${loadavg()[0]?.toFixed(1)}`)
    await measureYardstick(browser)
    await measure(browser, page, 'one text between 30 layers above and 29 below', [[0.3, 0.42]])
    await measure(browser, page, 'the photo under everything', [[0.62, 0.5]])
    await measure(browser, page, 'five layers at once', [
      [0.3, 0.42],
      [0.125, 0.2],
      [0.25, 0.2],
      [0.375, 0.2],
      [0.5, 0.2],
    ])
    await page.close()
    const writing = await openEditor(browser, stack.baseUrl, writingTemplateId)
    await measureWriting(browser, writing, 'in the panel', (page) => page.getByRole('textbox', { name: 'Text' }))
    await measureWriting(browser, writing, 'on the canvas', async (page) => {
      await page.keyboard.press('Enter')
      return page.getByRole('textbox', { name: /^Text of/ })
    })
  } finally {
    await browser?.close()
    await stack.stop()
  }
}

async function openEditor(browser: Browser, baseUrl: string, templateId: string): Promise<Page> {
  const page = await openSignedIn(browser, await signInDemo(baseUrl))
  await page.goto(`${baseUrl}/${templateId}`)
  await page.locator('[data-stage] canvas').waitFor()
  await page.locator('[data-stage] img').waitFor({ state: 'detached' })
  return page
}

/** What a page shows that does nothing but let one small element follow the mouse, in the same browser and minutes. */
async function measureYardstick(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent('<div style="position:fixed;inset:0 auto auto 0;width:60px;height:60px;background:teal"></div>')
  await page.evaluate(() => {
    const mark = document.querySelector('div')
    addEventListener('pointermove', ({ clientX, clientY }) => {
      if (mark) mark.style.transform = `translate(${clientX}px, ${clientY}px)`
    })
  })
  await traceDrag(browser, page, 'yardstick: an empty page with a square under the mouse', [700, 400])
  await page.close()
}

/** Drags the layers at the points, given as shares of the canvas, in circles for some seconds. */
async function measure(browser: Browser, page: Page, what: string, points: readonly (readonly [number, number])[]) {
  const box = await page.locator('[data-stage] canvas').boundingBox()
  if (!box) throw new Error('there is no stage')
  const at = ([x, y]: readonly [number, number]) => [box.x + box.width * x, box.y + box.height * y] as const
  const [first = [0, 0] as const] = points
  await page.keyboard.press('Escape')
  for (const [n, point] of points.entries()) {
    if (n > 0) await page.keyboard.down('Shift')
    await page.mouse.click(...at(point))
    await page.keyboard.up('Shift')
  }
  await traceDrag(browser, page, what, at(first))
}

/** Writes into the text between the layers. */
async function measureWriting(
  browser: Browser,
  page: Page,
  where: string,
  open: (page: Page) => Locator | Promise<Locator>,
): Promise<void> {
  const box = await page.locator('[data-stage] canvas').boundingBox()
  if (!box) throw new Error('there is no stage')
  await page.keyboard.press('Escape')
  await page.mouse.click(box.x + box.width * 0.3, box.y + box.height * 0.42)
  const textbox = await open(page)
  await textbox.fill('Words ')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await taskSeconds(cdp)
  let letters = 0
  await traceFrames(browser, page, `writing ${where}, 82 layers`, {
    seconds,
    async step(elapsed) {
      if (elapsed * 1000 < letters * letterMs) return
      await page.keyboard.press('abcdefgh '[letters++ % 9] ?? 'a')
    },
  })
  const msPerLetter = ((await taskSeconds(cdp)) - before) * (1000 / letters)
  record({
    name: `editor: writing ${where}, CPU of the page per letter`,
    value: msPerLetter,
    unit: 'ms',
    better: 'lower',
  })
  console.log(`    ${letters} letters, ${msPerLetter.toFixed(1)} ms CPU of the page's thread for each`)
}

/** CPU seconds of the page's main thread so far. */
async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

async function traceDrag(browser: Browser, page: Page, what: string, [x, y]: readonly [number, number]): Promise<void> {
  await page.mouse.move(x, y)
  await traceFrames(browser, page, what, {
    seconds,
    begin: () => page.mouse.down(),
    async step(elapsed) {
      const angle = elapsed * Math.PI
      await page.mouse.move(x + 160 * Math.sin(angle), y + 90 * (1 - Math.cos(angle)))
    },
  })
  await page.keyboard.press('Escape')
  await page.mouse.up()
}

/** A design with everything that is expensive: texts, shadows, gradients, rotated shapes, a photo, a blur. */
async function publishDesign(data: string, id: string, moreTexts: number): Promise<void> {
  const store = await openInstallation({ VITRINE_DATA: data })
  try {
    const rows = await store.db.select().from(templates)
    const sample = rows.find(({ id }) => id === 'confetti-birthday')
    if (!sample) throw new Error('the sample is not on sale')
    const { document } = await getCurrentVersion(store.db, 'confetti-birthday')
    const font = document.fonts[0]
    const picture = Object.entries(document.assets).find(([, asset]) => asset.kind === 'image')
    if (!font || !picture) throw new Error('the sample brings no font or picture')
    await transaction(store.db, (tx) =>
      publishTemplate(tx, COMMAND_LINE, {
        id,
        kind: 'image',
        name: id,
        description: 'For measuring.',
        categories: ['Birthday'],
        sections: ['Birthday'],
        compatibility: [],
        priceCredits: 10,
        priceCreditsIndia: 10,
        license: { name: 'Standard', summary: 'Personal and commercial use.' },
        posterAssetId: sample.posterAssetId ?? '',
        previewAssetId: sample.previewAssetId ?? '',
        dominantColor: '#224466',
        document: {
          tdoc: 1,
          id,
          name: id,
          canvas: { width, height, fps: 30, duration: 1, background: '#f3efe4' },
          assets: Object.fromEntries([picture]),
          fonts: [font],
          fields: [],
          layers: createLayers(font.family, font.weight, picture[0], moreTexts),
        },
      }),
    )
  } finally {
    await store.close()
  }
}

/** 60 layers and further texts, which lie over the others. */
function createLayers(font: string, weight: number | undefined, picture: string, moreTexts: number) {
  const time = { in: 0, out: 1 }
  const face = { font, ...(weight !== undefined && { weight }) }
  const words = (id: string, box: readonly number[], text: string) => ({
    ...time,
    ...face,
    id,
    type: 'text',
    text,
    box,
    size: 40,
    fill: '#20304a',
    shadow: { color: '#00000055', blur: 6, y: 3 },
  })
  const star = (n: number) => ({
    ...time,
    id: `star-${n}`,
    type: 'shape',
    shapes: [
      { ty: 'sr', sy: 1, pt: 5 + (n % 4), or: 60, ir: 30, r: n * 7, p: [0, 0] },
      { ty: 'fl', c: ['#d94f4f', '#4f8ad9', '#4fb98a', '#d9a94f'][n % 4] },
    ],
    ks: { p: [240 * ((n % 7) + 1), n < 7 ? 216 : 864], o: 90 },
  })
  return [
    ...Array.from({ length: moreTexts }, (_, n) =>
      words(`more-${n}`, [1100 + (n % 2) * 400, 60 + Math.floor(n / 2) * 80, 380, 50], `Another line ${n}`),
    ),
    ...Array.from({ length: 14 }, (_, n) => star(n)),
    ...Array.from({ length: 16 }, (_, n) =>
      words(`above-${n}`, [120 + (n % 4) * 420, 300 + Math.floor(n / 4) * 30, 380, 50], `Line ${n} above`),
    ),
    words('dragged', [380, 425, 420, 60], 'Drag me around'),
    ...Array.from({ length: 24 }, (_, n) => ({
      ...time,
      id: `tile-${n}`,
      type: 'solid',
      box: [80 + (n % 8) * 220, 520 + Math.floor(n / 8) * 100, 200, 80],
      color: {
        gradient: 'linear',
        from: [0, 0],
        to: [1, 1],
        units: 'box',
        stops: [
          [0, '#ffffff'],
          [1, '#bcd0e8'],
        ],
      },
      ks: { r: n * 3, o: 80 },
    })),
    {
      ...time,
      id: 'soft',
      type: 'solid',
      box: [300, 300, 500, 300],
      color: '#ffd27f',
      effects: [{ type: 'blur', radius: 30 }],
    },
    { ...time, id: 'photo', type: 'image', asset: picture, box: [760, 240, 900, 600], fit: 'cover', radius: 24 },
    ...Array.from({ length: 2 }, (_, n) => words(`below-${n}`, [100, 60 + n * 60, 600, 50], `Line ${n} below`)),
    { ...time, id: 'light', type: 'light', kind: 'vignette', colors: ['#00000066'], amount: 0.4 },
  ]
}
