// Analytics services, loaded by pages for visitors who agree (`web/app/shell/measuring-tags.ts`). Each is on while its id is set.

import type { FieldHint, TagIds } from '@vitrine/contract/settings'
import { msg } from '@vitrine/language/texts'
import { z } from 'zod'
import { variable, word } from '../provider/provider.ts'

const LIKE = msg('Such as {example}')
const DIGITS: FieldHint = { text: msg('Digits'), values: {} }

interface Id {
  readonly pattern: RegExp
  /** An example of its id, for the form. */
  readonly example: string
  readonly name: `VITRINE_${string}`
  readonly meaning: string
  readonly label: string
  readonly hint: FieldHint
}

const id = ({ pattern, example, name, meaning, label, hint }: Id) =>
  word(40, {
    label,
    hint,
    checks: [{ accepts: pattern, message: `Enter ${example}` }],
    variable: variable(name, { meaning }, z.string().regex(pattern, `must be ${example}`).optional()),
  })

export const measuring = {
  title: msg('Measuring services'),
  note: msg('Loaded only for visitors who agree. The store’s own figures need none of them.'),
  fields: {
    analytics: id({
      pattern: /^G-[A-Z0-9]+$/,
      example: 'a Google Analytics 4 id such as G-ABC123',
      name: 'VITRINE_ANALYTICS_ID',
      meaning: 'Google Analytics 4; like the next three it is loaded only for visitors who agreed',
      label: 'Google Analytics 4',
      hint: { text: LIKE, values: { example: 'G-ABC123' } },
    }),
    tagManager: id({
      pattern: /^GTM-[A-Z0-9]+$/,
      example: 'a Google Tag Manager id such as GTM-ABC123',
      name: 'VITRINE_TAG_MANAGER_ID',
      meaning: 'Google Tag Manager',
      label: 'Google Tag Manager',
      hint: { text: LIKE, values: { example: 'GTM-ABC123' } },
    }),
    pixel: id({
      pattern: /^\d+$/,
      example: 'the digits of a Meta pixel',
      name: 'VITRINE_PIXEL_ID',
      meaning: 'Meta pixel',
      label: 'Meta pixel',
      hint: DIGITS,
    }),
    heatmap: id({
      pattern: /^\d+$/,
      example: 'the digits of a Hotjar site',
      name: 'VITRINE_HEATMAP_ID',
      meaning: 'Hotjar',
      label: 'Hotjar',
      hint: DIGITS,
    }),
  },
} as const

/** The ids that are set. */
export const pickTags = (ids: Readonly<Partial<Record<keyof TagIds, unknown>>>): TagIds =>
  Object.fromEntries(
    Object.keys(measuring.fields).flatMap((name) => {
      const id = ids[name as keyof TagIds]
      return typeof id === 'string' && id !== '' ? [[name, id]] : []
    }),
  )
