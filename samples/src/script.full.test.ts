import { readFile } from 'node:fs/promises'
import type { FieldValues } from '@vitrine/document/field'
import { listTexts } from '@vitrine/document/shown-text'
import { addFallbackFaces, listMissingTexts } from '@vitrine/painter/fallback-face'
import { openFonts } from '@vitrine/painter/font'
import { readFallbackFont } from '@vitrine/painter/node-fallback-font'
import { loadShaper } from '@vitrine/painter/shaper'
import { layoutText } from '@vitrine/painter/text'
import { resolveDocument } from '@vitrine/project/resolve'
import { describe, expect, test } from 'vitest'
import { SCRIPT_TEXTS } from '../../packages/painter/golden/script-text.ts'
import { getAssetPath, samples } from '../testing/sample.ts'

describe.each(samples.map(({ document }) => ({ id: document.id, document })))('$id', ({ document }) => {
  const fields = document.fields.filter(({ type }) => type === 'text')

  test.runIf(fields.length > 0)('draws every text field in every script without a missing glyph', async () => {
    const shaper = await loadShaper()
    const own = await Promise.all(
      document.fonts.map(async ({ src }) => [src, await readFile(getAssetPath(src))] as const),
    )
    const faults: string[] = []
    for (const [script, text] of Object.entries(SCRIPT_TEXTS)) {
      const values: FieldValues = Object.fromEntries(fields.map(({ id }) => [id, text]))
      const resolved = resolveDocument(document, values)
      const complete = addFallbackFaces(resolved, openFonts(shaper, resolved.fonts, new Map(own)))
      const added = complete.fonts.slice(resolved.fonts.length)
      const files = await Promise.all(added.map(async (face) => [face.src, await readFallbackFont(face)] as const))
      const fonts = openFonts(shaper, complete.fonts, new Map([...own, ...files]))
      const missing = listMissingTexts(complete, fonts).flatMap(({ graphemes }) => graphemes)
      if (missing.length > 0) faults.push(`${script}: ${missing.join(' ')}`)
      for (const layer of listTexts(complete.layers)) {
        if (!fonts || layer.text !== text) continue
        const { font: family, weight = 400, style = 'normal' } = layer
        const { lines } = layoutText(text, { family, weight, style, size: 40 }, { width: 4000, height: 400 }, fonts)
        const glyphs = lines.flatMap((line) => line.glyphs)
        if (glyphs.length === 0 || glyphs.some(({ id }) => id === 0)) faults.push(`${script}: a box in ${layer.id}`)
      }
    }
    expect(faults).toEqual([])
  })
})
