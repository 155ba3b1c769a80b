// Golden documents of text: range selectors of every shape, justification, outlines, scripts.
import type { AssetId } from '@vitrine/document/field'
import type { Layer, TextAlign, TextLayer } from '@vitrine/document/layer'
import type { Rig } from '@vitrine/document/rig'
import type { TextRange, TextRangeSelector } from '@vitrine/document/text-animation'
import type { GoldenCase } from './compare.ts'
import { EMOJI, FACES, glide, golden, ground, span } from './stock.ts'

const moving = (from: number, to: number) => glide(0, 59, [from], [to]) as never
const line = (id: string, text: string, box: TextLayer['box'], extra: Partial<TextLayer> = {}): TextLayer => ({
  ...span,
  id,
  type: 'text',
  text,
  font: 'Playfair Display',
  size: 30,
  box,
  align: 'center',
  fill: '#16130f',
  ...extra,
})

const SHAPES = ['square', 'ramp-up', 'ramp-down', 'triangle', 'round', 'smooth'] as const
const ranges: readonly TextRange[] = SHAPES.map((shape, n) => ({
  by: (['char', 'word', 'char-no-space', 'line'] as const)[n % 4] ?? 'char',
  range: { shape, start: 0, end: 40, offset: moving(-40, 100), easeHigh: n * 10, easeLow: -n * 10 },
  to: { p: [0, -16], s: [140, 140], r: 12, fill: '#d4145a' },
}))
const selected: readonly Layer[] = ranges.map((range, n) =>
  line(`range-${n}`, 'Asha and Rohan invite\nyou all', [10 + (n % 2) * 315, 10 + Math.floor(n / 2) * 116, 305, 104], {
    animate: [range],
    ...(n > 2 ? { anchorGrouping: { by: (['word', 'line', 'all'] as const)[n - 3] ?? 'char', align: [20, -50] } } : {}),
  }),
)

const selector = (extra: Partial<TextRangeSelector> = {}): TextRangeSelector => ({
  start: moving(0, 100),
  end: 100,
  ...extra,
})
const targets: readonly TextRange['to'][] = [
  { o: 0, p: [0, 30] },
  { tracking: 400 },
  { fill: '#2a7de1', stroke: '#f5a400', strokeWidth: 3 },
  { sk: 30, sa: 0, baseline: 12 },
  { s: [0, 0], a: [0, -20], r: 90 },
  { o: 20, fill: '#2e7d6b' },
]
const changed: readonly Layer[] = targets.map((to, n) =>
  line(
    `to-${n}`,
    n === 5 ? 'प्रिया ગુજરાત தமிழ் سلام' : 'Letter by letter',
    [10 + (n % 2) * 315, 10 + Math.floor(n / 2) * 116, 305, 104],
    {
      align: n % 2 === 0 ? 'left' : 'right',
      size: n === 5 ? 26 : 36,
      animate: [
        {
          by: 'char',
          range: selector(n === 4 ? { random: true, seed: 5, smoothness: 50 } : { shape: 'ramp-up', amount: 90 }),
          to,
        },
      ],
      ...(n === 1 ? { shadow: { color: '#00000066', blur: 6, x: 2, y: 3 } } : {}),
      ...(n === 2
        ? {
            fill: {
              gradient: 'linear',
              from: [0, 0],
              to: [1, 0],
              units: 'box',
              stops: [
                [0, '#8c1c3f'],
                [1, '#2e7d6b'],
              ],
            },
          }
        : {}),
    },
  ),
)

const PROSE = 'With joy in our hearts we ask you to be with us on the day we marry\nCome early and stay late'
const ALIGNS: readonly TextAlign[] = ['justify', 'justify-center', 'justify-right', 'justify-all']
const set: readonly Layer[] = [
  ...ALIGNS.map((align, n) =>
    line(align, PROSE, [10 + (n % 2) * 315, 10 + Math.floor(n / 2) * 120, 300, 110], {
      align,
      size: 19,
      font: 'Poppins',
      lineHeight: 1.1,
    }),
  ),
  line('right-to-left', 'نتشرف بدعوتكم لحضور حفل زفاف ولدنا العزيز في يوم سعيد بإذن الله', [10, 250, 300, 100], {
    align: 'justify',
    size: 22,
  }),
  line('foot', 'Baseline', [330, 310, 300, 1], {
    valign: 'baseline',
    wrap: 'none',
    size: 50,
    ks: { r: moving(-4, 4) },
  }),
  line('raised', 'ગુજરાતી શુભ લગ્ન', [330, 320, 300, 40], { baseline: 10, size: 24, tracking: 40 }),
]

const glyphs: readonly Layer[] = [
  line('wishes', 'Shubh Diwali 🪔✨ 2027', [20, 20, 600, 80], { size: 52 }),
  line('people', '🙏🏽❤️ 👨‍👩‍👧 🇮🇳 1️⃣ 😂', [20, 120, 600, 100], { size: 64, ks: { r: moving(-4, 4) } }),
  line('revealed', '🎉🥳💍🌸', [20, 230, 600, 110], {
    size: 70,
    animate: [{ by: 'char', progress: moving(0, 100), from: { p: [0, 30], o: 0, r: 20 } }],
  }),
]

const fit = { mode: 'shrink', min: 4 } as const
const WISH = 'May the two of you be as happy as we are today, शुभ विवाह, வாழ்த்துக்கள், مبارك. '
/** Hostile texts: mixed scripts and directions in one line, clusters, endless words, empty and oversized ones. */
const strange: readonly Layer[] = [
  line('mixed', 'Asha आशा અને ஆஷா مع Rohan 2027 🎉', [10, 6, 620, 44], { size: 28, wrap: 'none', fit }),
  line('digits', 'حفل زفاف Asha & Rohan في 14/02/2027 الساعة 7:30 مساءً', [10, 50, 620, 44], { size: 26, fit }),
  line('clusters', 'ક્ષત્રિય જ્ઞાન શ્રી સ્ત્રી દ્ધ ક્ર', [10, 94, 305, 44], { size: 28, fit }),
  line('vowels', 'க்ஷ ஸ்ரீ கொ கௌ ணை ஜோதி ர்க', [325, 94, 305, 44], { size: 28, fit }),
  line('reph', 'र्क्ष ज्ञ श्री द्ध्र त्र्य ह्म ङ्क कि र्कि', [10, 138, 305, 44], { size: 28, fit }),
  line('accents', 'Zoë Nguyễn Łukasz é ê̄ å', [325, 138, 305, 44], { size: 26, fit }),
  line('endless', 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2), [10, 182, 200, 60], {
    size: 24,
    fit,
    maxLines: 2,
  }),
  line('family', '👩🏽‍❤️‍💋‍👨🏻 👨‍👩‍👧‍👦 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇮🇳🇫🇷 👍🏿 5️⃣ ☎️', [220, 182, 410, 60], { size: 40, fit }),
  line('nothing', '', [10, 242, 100, 30]),
  line('spaces', '   \u00a0 \n  ', [110, 242, 100, 30], { fit, stroke: { color: '#b4143c', width: 4 } }),
  line('marks', '\u0301\u093f\u200d\ufe0f\u202e<b>', [220, 242, 100, 30], { fit }),
  line('far-too-much', WISH.repeat(7).slice(0, 500), [330, 246, 300, 108], { size: 40, fit, align: 'justify' }),
  line('unshrunk', WISH.repeat(3), [10, 276, 310, 78], {
    size: 13,
    lineHeight: 1,
    animate: [{ by: 'word', progress: moving(0, 100), from: { o: 0 } }],
  }),
]

/** Two selectors of one animator, and small capitals of two scripts and directions. */
const combined: readonly Layer[] = [
  line('two-selectors', 'Asha and Rohan invite you all', [20, 20, 600, 60], {
    animate: [
      {
        by: 'char',
        range: { start: 0, end: 30, offset: moving(-30, 100) },
        more: [{ by: 'word', range: { start: 60, end: 100, shape: 'triangle', amount: moving(0, 100) } }],
        to: { p: [0, -14], fill: '#d4145a', sk: 20, sa: 30 },
      },
    ],
  }),
  line('small-caps', 'Asha & Rohan, 24 December', [20, 100, 600, 60], { smallCaps: true, size: 44 }),
  line('small-caps-moving', 'Straße in Ahmedabad آشا', [20, 180, 600, 150], {
    smallCaps: true,
    size: 56,
    tracking: 40,
    stroke: { color: '#d4145a', width: 2 },
    animate: [{ by: 'char', progress: moving(0, 100), from: { o: 0, p: [0, 20] } }],
  }),
]

/** A counter up to a customer's number, and a bar as wide as its text. */
const counting: readonly Layer[] = [
  line('count', '0', [20, 120, 600, 120], { size: 90, align: 'left', valign: 'baseline', liveText: 0 }),
  {
    ...{ ...span, id: 'bar', type: 'solid', color: '#d4145a', box: [0, 240, 100, 30] },
    ks: { a: [0, 0], s: { a: 0, k: [100, 100], x: { live: 1, count: 2 } } },
  } as Layer,
]
const nowhere = { index: 1, in: 0, out: 60, start: 0, width: 0, height: 0, effects: [], contents: [], masks: [] }
const countingRig: Rig = {
  fps: 30,
  start: 0,
  compositions: [
    {
      ...{ id: '', name: 'Count', width: 640, height: 360, frames: 60 },
      layers: [
        {
          ...{ ...nowhere, name: 'count', kind: 'text', layer: 'count' },
          transform: { name: 'Transform', parts: [] },
          effects: [{ name: 'End', parts: [{ name: 'Slider', shape: 'number', value: { $field: 'end' } }] }],
          text: {
            ...{ name: 'Source Text', shape: 'text', live: 0, value: { states: [[0, '0']] } },
            expression: "Math.round(ease(time, 0, 1.5, 0, effect('End')('Slider'))).toLocaleString() + ' km'",
          },
        },
        {
          ...{ ...nowhere, index: 2, name: 'bar', kind: 'box' },
          transform: {
            name: 'Transform',
            parts: [
              {
                ...{ name: 'Scale', shape: 'list', live: 1, value: [100, 100] },
                expression: "[thisComp.layer('count').sourceRectAtTime().width, 100]",
              },
            ],
          },
        },
      ],
    },
  ],
}
const end = { id: 'end', type: 'slider', label: 'End', default: 2500, rules: { min: 0, max: 9000 } } as const

export function textCases(): GoldenCase[] {
  return [
    golden('text-ranges', [...selected, ground]),
    golden('text-changes', [...changed, ground]),
    golden('text-setting', [...set, ground]),
    golden('text-combined', [...combined, ground]),
    golden('text-live', [...counting, ground], { fields: [end], rig: countingRig }, { values: { end: 7200 } }),
    withEmoji('emoji', glyphs),
    withEmoji('text-of-strangers', strange),
  ]
}

function withEmoji(name: string, layers: readonly Layer[]): GoldenCase {
  const [src, bytes] = EMOJI
  const face = { family: 'Noto Color Emoji', src: src as AssetId, license: 'OFL-1.1', covers: 'emoji' } as const
  const made = golden(name, [...layers, ground], { fonts: [...FACES, face] })
  return { ...made, fonts: new Map([...made.fonts, [src, bytes]]) }
}
