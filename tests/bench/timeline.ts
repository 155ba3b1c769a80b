// How smoothly an hour of clips is looked through in the video editor: 500 clips of recordings, panned, zoomed and dragged by
// real mouse events in the packaged Chromium. There is no graphics card here: everything is drawn by the processor, which the
// server, this script and the browser share.
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { times, writeRecording } from '../../apps/worker/testing/recording.ts'
import { prepareChromium } from '../chromium.ts'
import type { StoreClient } from '../client/store-client.ts'
import { createStack } from '../purchase-flow/stack.ts'
import { openSignedIn, signInDemo, traceFrames } from './frame-trace.ts'

const templateId = 'aurora-launch'
const clipCount = 500
/** Of a template with 24 frames a second: an hour in all. */
const clipFrames = 172
const seconds = 4

export async function benchTimeline(folder: string): Promise<void> {
  const stack = await createStack(join(folder, 'timeline'))
  await stack.start()
  let browser: Browser | undefined
  try {
    const client = await signInDemo(stack.baseUrl)
    const projectId = await makeLongProject(client, folder)
    browser = await chromium.launch(prepareChromium())
    const page = await openSignedIn(browser, client)
    await page.goto(`${stack.baseUrl}/template/${templateId}/direct-upload?project=${projectId}`)
    const canvas = page.locator('[data-timeline] canvas')
    await canvas.waitFor()
    await page.locator('[data-stage] img').waitFor({ state: 'detached' })
    console.log(`timeline: ${clipCount} clips, an hour, load ${loadavg()[0]?.toFixed(1)}`)
    await measure(browser, page)
  } finally {
    await browser?.close()
    await stack.stop()
  }
}

async function measure(browser: Browser, page: Page): Promise<void> {
  const canvas = page.locator('[data-timeline] canvas')
  const box = await canvas.boundingBox()
  if (!box) throw new Error('there is no timeline')
  const top = Number(await canvas.getAttribute('data-clips'))
  const [x, y] = [box.x + box.width / 2, box.y + top + 12]
  await page.mouse.move(x, y)
  // A wheel event resolves when it has been shown; a real customer does not wait for that.
  const turns: Promise<void>[] = []
  const wheel = async (deltaX: number, deltaY: number) => {
    turns.push(page.mouse.wheel(deltaX, deltaY))
    if (turns.length > 4) await turns.shift()
  }
  await traceFrames(browser, page, 'the whole hour is zoomed in and out', {
    seconds,
    begin: () => page.keyboard.down('Control'),
    step: (elapsed) => wheel(0, Math.floor(elapsed) % 2 === 0 ? -16 : 16),
  })
  for (let n = 0; n < 40; n++) await wheel(0, -30)
  await page.keyboard.up('Control')
  await traceFrames(browser, page, 'panned where clips are a hand wide', {
    seconds,
    step: (elapsed) => wheel(Math.floor(elapsed) % 2 === 0 ? 40 : -40, 0),
  })
  await traceFrames(browser, page, 'a clip is dragged to other places', {
    seconds,
    begin: () => page.mouse.down(),
    step: (elapsed) => page.mouse.move(x + 400 * Math.sin(elapsed * Math.PI), y),
  })
  await page.keyboard.press('Escape')
  await page.mouse.up()
}

async function makeLongProject(client: StoreClient, folder: string): Promise<string> {
  const path = join(folder, 'minute.mp4')
  await writeRecording(path, {
    width: 320,
    height: 180,
    times: times(60 * 15, 15),
    shade: (_x, _y, at) => [40 + Math.floor(at * 3), 128, 128],
    sound: { wave: (at) => 0.2 * Math.sin(at * 2000), seconds: 60 },
  })
  const { body: asset } = await client.upload(await readFile(path), 'minute.mp4', 'video/mp4')
  const { body: project } = await client.expect('POST', '/api/projects', [201], { templateId })
  const clips = Array.from({ length: clipCount }, (_, n) => ({
    id: `own-${n}`,
    asset: asset.assetId,
    kind: 'video',
    frames: clipFrames,
    startSeconds: (n * 7) % 50,
    ...(n % 3 === 1 && { transition: { kind: 'fade', frames: 12 } }),
  }))
  await client.expect('PUT', `/api/projects/${project.projectId}`, [200], {
    values: {},
    difference: {},
    timeline: { clips, sounds: [] },
  })
  return project.projectId
}
