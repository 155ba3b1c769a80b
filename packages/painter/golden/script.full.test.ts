// Every script that customers may write in looks the same in a browser and on the server, also in a face that the design lacks.
import { join } from 'node:path'
import type { TextLayer } from '@vitrine/document/layer'
import { expect, test } from 'vitest'
import { readFallbackFont } from '../node-fallback-font.ts'
import { addFallbackFaces } from '../src/text/fallback-face.ts'
import { openFonts } from '../src/text/font.ts'
import { loadShaper } from '../src/text/shaper.ts'
import { MIN_PSNR } from './agreement.ts'
import { compareInChromium, type GoldenCase } from './compare.ts'
import { SCRIPT_TEXTS } from './script-text.ts'
import { FACES, golden, span } from './stock.ts'

const scripts = Object.entries(SCRIPT_TEXTS)

const textLayer = (id: string, text: string, box: TextLayer['box'], size: number): TextLayer => ({
  ...span,
  id: id.toLowerCase(),
  type: 'text',
  text,
  font: 'Poppins',
  size,
  box,
  align: 'center',
  fill: '#16130f',
  stroke: { color: '#f5a400', width: 2 },
})

/** A still design with only a Latin font, and the library's faces for other scripts. */
async function caseOf(name: string, layers: readonly TextLayer[], height: number): Promise<GoldenCase> {
  const fonts = FACES.filter(({ family }) => family === 'Poppins')
  const plain = golden(name, layers, {
    fonts,
    canvas: { width: 640, height, fps: 30, duration: 60, background: '#ffffff' },
  })
  const document = addFallbackFaces(plain.document, openFonts(await loadShaper(), plain.document.fonts, plain.fonts))
  const added = document.fonts.slice(fonts.length)
  const files = await Promise.all(added.map(async (face) => [face.src, await readFallbackFont(face)] as const))
  return { ...plain, document, fonts: new Map([...plain.fonts, ...files]), frames: [0] }
}

test('Chromium and the server draw 20 scripts alike, each alone and all in one design', {
  timeout: 600_000,
}, async () => {
  const alone = scripts.map(([script, text]) => caseOf(script, [textLayer(script, text, [10, 5, 620, 110], 64)], 120))
  const together = scripts.map(([script, text], n) =>
    textLayer(script, text, [10 + (n % 2) * 315, 4 + Math.floor(n / 2) * 35, 305, 34], 20),
  )
  const cases = await Promise.all([...alone, caseOf('all scripts', together, 360)])
  const results = await compareInChromium(cases, {
    differences: join(import.meta.dirname, '../../../test-results/golden-scripts'),
  })
  expect(results).toHaveLength(scripts.length + 1)
  const tooFar = results.filter(({ psnr }) => !(psnr >= MIN_PSNR))
  expect(tooFar.map(({ name, psnr, worst }) => `${name}: ${psnr.toFixed(1)} dB, worst ${worst}`)).toEqual([])
})
