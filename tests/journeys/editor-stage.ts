// Helpers for journeys of the editors: the stage's picture, dropped files, undo, export and payment.

import { readFile } from 'node:fs/promises'
import { type Download, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { Point } from '../fingers.ts'
import { press } from './press.ts'

export interface Picture {
  width: number
  height: number
  /** RGB. */
  data: Buffer
}

export async function readPicture(file: Buffer): Promise<Picture> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/** A picture of the stage is millions of pixels: on a busy machine two looks at it take their time, but no look waits a second. */
const looking = { timeout: 60_000, intervals: [100] }

/** The stage once it has come to rest: everything loaded, painted exactly, and the same in two looks. */
export async function readStage(page: Page): Promise<Picture> {
  await expect(page.locator('[data-stage] img')).toHaveCount(0)
  let last = ''
  await expect
    .poll(async () => {
      const before = last
      last = await stageHash(page)
      return last !== '' && last === before
    }, looking)
    .toBe(true)
  const address = await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-stage] canvas')
    return canvas?.toDataURL('image/png') ?? ''
  })
  return readPicture(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'))
}

/**
 * The SHA-256 of the stage's pixels and size, a tenth of the work of a PNG; empty while it shows its poster, because the
 * canvas below that is blank, and while it will change by itself.
 */
function stageHash(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((done) => {
        if (document.querySelector('[data-stage] img, [data-stage][aria-busy="true"]')) return done('')
        requestAnimationFrame(() => requestAnimationFrame(() => done(hash())))

        async function hash(): Promise<string> {
          const canvas = document.querySelector<HTMLCanvasElement>('[data-stage] canvas')
          if (!canvas?.width || !canvas.height) return ''
          // A copy, so that reading does not change how the browser keeps the stage's own canvas.
          const copy = new OffscreenCanvas(canvas.width, canvas.height)
          const context = copy.getContext('2d', { willReadFrequently: true })
          context?.drawImage(canvas, 0, 0)
          const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray()
          const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', pixels))
          return `${canvas.width} × ${canvas.height} ${[...digest].join(' ')}`
        }
      }),
  )
}

export async function expectStageChange(page: Page, act: () => Promise<unknown>): Promise<void> {
  const before = await restingHash(page)
  await act()
  await expect.poll(async () => ['', before].includes(await stageHash(page)), looking).toBe(false)
}

async function restingHash(page: Page): Promise<string> {
  let hash = ''
  await expect
    .poll(async () => {
      hash = await stageHash(page)
      return hash
    }, looking)
    .not.toBe('')
  return hash
}

/** Peak signal-to-noise ratio in dB; infinite for equal pictures. */
export function psnr(one: Picture, other: Picture): number {
  expect([one.width, one.height]).toEqual([other.width, other.height])
  if (one.data.equals(other.data)) return Number.POSITIVE_INFINITY
  let sum = 0
  for (let n = 0; n < one.data.length; n++) sum += ((one.data[n] ?? 0) - (other.data[n] ?? 0)) ** 2
  return 10 * Math.log10((255 * 255 * one.data.length) / sum)
}

export async function pressUntilDisabled(page: Page, name: 'Undo' | 'Redo'): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  // What a press leads to is shown a moment later: a press that comes too late for the last step is no failure.
  await expect(async () => {
    if (await button.isEnabled()) await press(button, { timeout: 2000 })
    await expect(button).toBeDisabled({ timeout: 200 })
  }).toPass({ intervals: [10] })
}

/** Presses a button of the export's dialog and takes the file. */
export async function exportBy(page: Page, name: string | RegExp, timeout = 60_000): Promise<Buffer> {
  const dialog = page.getByRole('dialog')
  if (!(await dialog.isVisible())) await press(page.getByRole('button', { name: /^Export/ }))

  const result = dialog.getByRole('link', { name: 'Download' })
  const atOnce = new Promise<Download>((done) => page.once('download', done))
  await press(dialog.getByRole('button', { name }))
  await expect(result).toBeVisible({ timeout })
  // A render in the browser is saved at once; one by the store waits for a press.
  const isHere = (await result.getAttribute('href'))?.startsWith('blob:')
  if (!isHere) await press(result)
  return readFile(await (await atOnce).path())
}

/** Drops a file onto the window or pastes it, as the system would. */
export async function giveFile(page: Page, how: 'drop' | 'paste', file: Buffer): Promise<void> {
  await page.evaluate(
    ({ how: way, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], `${way}.jpg`, { type: 'image/jpeg' }))
      const target = document.querySelector('main')
      const options = { bubbles: true, cancelable: true }
      if (way === 'drop') target?.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }))
      else document.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
    },
    { how, base64: file.toString('base64') },
  )
}

/** A point of the picture, in parts of it, in the window. */
export async function placeOn(page: Page, [x, y]: readonly [number, number]): Promise<Point> {
  const box = await page.locator('[data-stage] canvas').boundingBox()
  if (!box) throw new Error('there is no stage')
  return { x: box.x + box.width * x, y: box.y + box.height * y }
}
