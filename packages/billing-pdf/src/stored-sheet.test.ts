// Sheets as they are stored, which must be drawn to the same bytes for as long as documents are stored.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { readPdf } from '../testing/pdf-reader.ts'
import { drawBillingSheet, openLogo } from './draw.ts'
import type { BillingSheet } from './sheet.ts'

const openSheet = (language: string): BillingSheet =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../testing/${language}-sheet.json`), 'utf8'))

const drawLogo = () => {
  const canvas = createCanvas(400, 80)
  const context = canvas.getContext('2d')
  context.fillStyle = '#1a1a4d'
  context.fillRect(0, 0, 400, 80)
  return canvas.encode('png')
}

/**
 * The hash of the PDF of each stored sheet, which has every part of a document; of the first one also with a logo.
 *
 * When a hash differs, documents that buyers have already saved would be drawn differently. A drawing that is to change gets a new
 * number of `layout` in `BillingSheet`, next to the old one, which goes on drawing what is stored, and a stored sheet of its own here.
 * A new version of the drawing library or of a font may change bytes without changing the page: compare the pages before and after
 * as pictures, and record the new hash only when no difference can be seen. Recorded on Linux x64; other machines may round
 * coordinates differently.
 */
const RECORDED = [
  ['english', false, 'b04bb12147882468c1f969fa92b169c3ec99a671ca8c065d26d6cc2ee4d49f49'],
  ['english', true, 'f462d6b263fcca34fbcdd5fb29e6f3b8602ae9df675339fbdfbe53cd678512d6'],
  ['hindi', false, '76d2129385a6367e81d5ed908fec302d6e0642668396cc39d156bc1380a7abae'],
  ['arabic', false, '93b3773289adb3c784bd40166c0516489d8d3757703d521d5f6144f0d943c5e2'],
] as const

it.runIf(process.platform === 'linux' && process.arch === 'x64').each(RECORDED)(
  'the stored %s sheet (with a logo: %s) is drawn byte for byte as it was',
  async (language, hasLogo, hash) => {
    const logo = hasLogo ? await openLogo(await drawLogo()) : undefined
    const file = drawBillingSheet(openSheet(language), { logo })
    expect(createHash('sha256').update(file).digest('hex')).toBe(hash)
  },
)

it.each(['english', 'hindi', 'arabic'])('the stored %s sheet has no boxes for letters, on two pages', (language) => {
  const sheet = openSheet(language)
  const { glyphs, pages, texts } = readPdf(drawBillingSheet(sheet, { logo: undefined }))
  expect(glyphs.flat()).not.toContain(0)
  expect(pages).toBe(2)
  // The marks that keep an amount together in a right-to-left text are drawn as spaces without width.
  const printed = texts.join('\n')
  for (const { value } of sheet.sums) expect(printed).toContain(value.replace(/[\u2066-\u2069]/g, ''))
})
