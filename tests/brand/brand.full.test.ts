// With any name and colours of the store, mails, text messages, receipts and watermarks have that name and not that of the
// program, and are readable. The pages are in tests/journeys/brand.journey.ts.
import { readFile } from 'node:fs/promises'
import { createCanvas } from '@napi-rs/canvas'
import { contrast, READABLE_CONTRAST } from '@vitrine/contract/brand-color'
import { watermarkText } from '@vitrine/contract/watermark'
import { transaction } from '@vitrine/database/connection'
import { createWatermark } from '@vitrine/painter/watermark'
import { type NotificationEmail, writeEmail } from '@vitrine/store/accounts/notification-email'
import { changeSettings, readSettings } from '@vitrine/store/settings'
import { beforeAll, describe, expect, it } from 'vitest'
import { drawSharePicture } from '../../apps/server/src/pages/share-picture.ts'
import { signInAsAdmin } from '../../apps/server/testing/admin.ts'
import { useApp } from '../../apps/server/testing/app.ts'
import { insertMember, type MemberForTest } from '../../apps/server/testing/member.ts'
import { addTemplate } from '../../apps/server/testing/template.ts'
import { openScene } from '../../apps/worker/src/compose/scene.ts'
import { VideoFile } from '../../apps/worker/src/media/video-file.ts'
import { renderVideo } from '../../apps/worker/src/render/render-video.ts'
import { createDocument, psnr, useFolder } from '../../apps/worker/testing/video.ts'
import { readPdf } from '../../packages/billing-pdf/testing/pdf-reader.ts'
import type { Context } from '../../packages/document/src/raster/host.ts'
import { sampleDocument } from '../../packages/document/testing/sample.ts'
import { FONTS } from '../../packages/painter/golden/stock.ts'
import { createNodeHost } from '../../packages/painter/node-host.ts'
import { loadShaper } from '../../packages/painter/src/text/shaper.ts'
import { readWatermark } from '../../packages/store/src/renders/key.ts'
import { brandCount, makeBrand, makeLogo, PROGRAM, type RandomBrand, withoutStoredNames } from './random-brand.ts'

// Long runs send more codes within minutes than a store does in a day.
const store = useApp(() => ({ otpCeiling: { mail: 50_000, sms: 50_000 } }))
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
let buyer: MemberForTest
const numbers = Array.from({ length: brandCount }, (_, number) => number)

beforeAll(async () => {
  admin = await signInAsAdmin(store)
  buyer = await insertMember(store)
})

async function useBrand(number: number): Promise<RandomBrand> {
  const brand = makeBrand(number)
  const logo = await makeLogo(number)
  const headers = { 'content-type': 'application/octet-stream' }
  const sent = logo && (await admin.call('POST', '/brand-files/logo', logo, { headers }))
  if (sent) expect(sent.status, sent.text).toBe(200)
  const { revisions } = await readSettings(store.db)
  const requested = { value: { ...brand, logo: sent?.body.id ?? null }, revision: revisions.brand }
  await transaction(store.db, (tx) => changeSettings(tx, 'brand', requested))
  await store.deps.settings.reload()
  return brand
}

const decode = (html: string) => html.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))

/** Every text of a mail stands on the page's ground, or on a ground of its own. */
function expectReadable(html: string): void {
  const ground = /background:(#[0-9a-f]{6})/.exec(html)?.[1] ?? '#ffffff'
  const styles = [...html.matchAll(/style="([^"]*)"/g)].map(([, style = '']) => style)
  const colored = styles.filter((style) => /(^|;)color:/.test(style) || /[^-]color:#/.test(style))
  expect(colored.length).toBeGreaterThan(1)
  for (const style of colored) {
    const text = /(?:^|[^-])color:(#[0-9a-f]{6})/.exec(style)?.[1] ?? ''
    const own = /background:(#[0-9a-f]{6})/.exec(style)?.[1] ?? ground
    expect(contrast(text, own), style).toBeGreaterThanOrEqual(READABLE_CONTRAST)
  }
}

const userId = '00000000-0000-7000-8000-000000000000'
const notices: NotificationEmail[] = [
  { kind: 'password-changed', userId, how: 'reset' },
  { kind: 'new-sign-in', userId, device: 'Firefox', at: '2026-11-21T03:37:25.000Z' },
  { kind: 'google-linked', userId },
  { kind: 'video-ready', userId, renderId: 'r1', templateName: 'Lamps' },
  { kind: 'pack-paid', userId, credits: 2500, amountPaise: 149_900, receiptNumber: 'R-2026-27-000123' },
  { kind: 'payment-returned', userId, amountPaise: 39_900, transactionId: 'pay_1', explanation: 'It came twice.' },
  { kind: 'account-deleted', email: 'asha@example.test' },
]

describe(`each of ${brandCount} brands`, () => {
  it('is in mails and text messages, which can be read', async () => {
    for (const number of numbers) {
      const brand = await useBrand(number)
      const to = `brand-${number}@example.test`
      const ip = `10.${number >> 8}.${number & 255}.1`
      await store.call('POST', '/api/send-email-otp', { body: { email: to, purpose: 'register' }, ip })
      const phone = `+9198765${String(10_000 + number)}`
      await store.call('POST', '/api/send-phone-otp', { body: { phoneNumber: phone }, ip })
      const received = async (address: string) => {
        const { body } = await store.call('GET', `/sandbox/outbox.json?to=${encodeURIComponent(address)}`)
        return (body.messages as { subject?: string; text: string; html?: string; from?: string }[])[0]
      }
      const [mail, sms] = [await received(to), await received(phone)]
      expect([mail?.subject, sms?.text]).toEqual([
        expect.stringContaining(brand.name),
        expect.stringContaining(brand.name),
      ])
      const written = notices.map((notice) => writeEmail(notice, { to, publicUrl: 'https://store.example', brand }))
      for (const { subject = '', text, html = '' } of [mail, sms, ...written].filter((one) => one !== undefined)) {
        expect(`${subject}\n${text}\n${decode(html)}`).not.toMatch(PROGRAM)
        if (html === '') continue
        expect(decode(html)).toContain(brand.name)
        expectReadable(html)
      }
    }
  })

  it('is on receipts, with no letter missing', async () => {
    for (const number of numbers) {
      const { name } = await useBrand(number)
      const call = (path: string, body: object = {}) => store.call('POST', `/api/${path}`, { token: buyer.token, body })
      const templateId = await addTemplate(store.db, { name: 'Lamps', priceCredits: 1 })
      const { receiptNumber } = (await call('purchase-template', { templateId })).body
      const { url } = (await call(`receipts/${receiptNumber}/link`)).body
      const file = (await store.app.inject({ url: String(url) })).rawPayload
      const { texts, glyphs, title, subject } = readPdf(file)
      expect([...texts, title, subject].join('\n'), name).not.toMatch(PROGRAM)
      expect(file.toString('latin1'), name).not.toMatch(PROGRAM)
      expect(
        glyphs.flat().filter((glyph) => glyph === 0),
        name,
      ).toEqual([])
    }
  })

  it('is what public answers and exports say', async () => {
    for (const number of numbers) {
      await useBrand(number)
      for (const slug of [
        'terms',
        'privacy',
        'refund',
        'contact',
        'support',
        'faq',
        'tutorials',
        'cookies',
        'pricing',
      ]) {
        const { text } = await store.call('GET', `/api/content?slug=${slug}`)
        expect(withoutStoredNames(text), slug).not.toMatch(PROGRAM)
      }
    }
    const { headers } = await admin.call('GET', '/users.csv?period=week')
    expect(headers['content-disposition']).not.toMatch(PROGRAM)
  })

  it('marks previews in every part of the frame', async () => {
    const [host, shaper, [face]] = [createNodeHost(), await loadShaper(), sampleDocument.fonts]
    if (!face) throw new Error('the sample document has no font')
    const [width, height] = [320, 180]
    for (const number of numbers) {
      const { name, ...brand } = makeBrand(number)
      const canvas = createCanvas(width, height)
      const context = canvas.getContext('2d')
      context.fillStyle = '#808080'
      context.fillRect(0, 0, width, height)
      createWatermark(watermarkText(name), { host, shaper, faces: [face], fonts: FONTS }).draw(
        context as unknown as Context,
        width,
        height,
      )
      const { data } = context.getImageData(0, 0, width, height)
      for (let part = 0; part < 9; part++) {
        expect(countMarked(data, part, { width, height }), `${name}, part ${part}`).toBeGreaterThan(20)
      }
      expect((await drawSharePicture({ ...makeFullBrand(), ...brand, name }, name)).length).toBeGreaterThan(5000)
    }
  })
})

describe('a video before payment', () => {
  const folder = useFolder()
  const size = { width: 960, height: 540 }
  const spec = {
    document: createDocument([], { background: '#808080', duration: 5 }),
    ...{ values: {}, difference: {}, assetFiles: {} },
  }

  /** What the painter draws with this mark. */
  async function draw(watermark: string) {
    const scene = await openScene(spec, { ...size, watermark })
    scene.draw(0)
    scene.close()
    return scene.canvas
  }

  // A script each; the fonts of a template have one of them at most.
  it.each([0, 1, 2, 3, 4, 5])('has the name of brand %i all over, and no other', async (number) => {
    const { name } = await useBrand(number)
    const watermark = (await readWatermark(store.db, 'preview')) ?? ''
    const outPath = folder.path(`brand-${number}.mp4`)
    await renderVideo({ ...spec, outPath, output: { ...size, crf: 12, watermark } })
    expect((await readFile(outPath)).toString('latin1')).not.toMatch(PROGRAM)
    const video = VideoFile.open(outPath)
    const shown = video.canvasAt(0)
    const { data } = shown.getContext('2d').getImageData(0, 0, size.width, size.height)
    for (let part = 0; part < 9; part++)
      expect(countMarked(data, part, size), `${name}, part ${part}`).toBeGreaterThan(100)
    const likeness = psnr(shown, await draw(name.toUpperCase()))
    // Without a text, or one that no font has, the mark is an emblem.
    for (const other of ['VITRINE', '']) expect(likeness).toBeGreaterThan(psnr(shown, await draw(other)) + 6)
    expect(likeness).toBeGreaterThan(40)
    video.close()
    expect(await readWatermark(store.db, 'full')).toBeUndefined()
  })
})

const makeFullBrand = () => store.deps.settings.get().brand

/** Pixels of a ninth of the frame that are clearly not as grey as its ground. */
function countMarked(data: Uint8ClampedArray, part: number, { width, height }: { width: number; height: number }) {
  const [left, top] = [Math.floor(((part % 3) * width) / 3), Math.floor((Math.floor(part / 3) * height) / 3)]
  let count = 0
  for (let y = top; y < top + Math.floor(height / 3); y++) {
    for (let x = left; x < left + Math.floor(width / 3); x++)
      if (Math.abs((data[(y * width + x) * 4] ?? 0) - 128) > 4) count++
  }
  return count
}
