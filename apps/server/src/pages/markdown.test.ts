import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBundledPages } from '@vitrine/store/settings/content-page'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { renderMarkdown } from './markdown.ts'

const renderHtml = (text: string) =>
  renderMarkdown(text)
    .flatMap(({ title, parts }) => [title, ...parts.map((part) => ('html' in part ? part.html : ''))])
    .join('')

it('divides a text at its headings', () => {
  expect(renderMarkdown('Before.\n\n# One & two\n\nA **b** [c](/faq).\n\n### One & two\n\n- d\n')).toEqual([
    { level: 1, title: '', id: '', parts: [{ html: '<p>Before.</p>\n' }] },
    {
      level: 2,
      title: 'One &amp; two',
      id: 'one-two',
      parts: [{ html: '<p>A <strong>b</strong> <a href="/faq">c</a>.</p>\n' }],
    },
    { level: 3, title: 'One &amp; two', id: 'one-two-2', parts: [{ html: '<ul>\n<li>d</li>\n</ul>\n' }] },
  ])
})

it('gives each heading an id of its own, whatever the others are called', () => {
  const listIds = (text: string) => renderMarkdown(text).map(({ id }) => id)
  expect(listIds('## Step 2\n\n## Step\n\n## Step\n\n## Step\n\n## Step 2\n')).toEqual([
    'step-2',
    'step',
    'step-3',
    'step-4',
    'step-2-2',
  ])
  expect(listIds('## ?\n\n## !\n')).toEqual(['section', 'section-2'])
  const heading = fc.constantFrom('Step', 'Step 2', 'Step 3', 'Step 2 2', '?', 'Section 2')
  fc.assert(
    fc.property(fc.array(heading, { maxLength: 30 }), (headings) => {
      const ids = listIds(headings.map((text) => `## ${text}`).join('\n\n'))
      expect(new Set(ids).size).toBe(headings.length)
    }),
  )
})

it('finds what the store inserts', () => {
  const [section] = renderMarkdown('Packs:\n\n{{packs}}\n\nAfter, with {{packs}} in a sentence.\n\n{{unknown}}')
  expect(section?.parts).toEqual([
    { html: '<p>Packs:</p>\n' },
    { block: 'packs' },
    { html: '<p>After, with {{packs}} in a sentence.</p>\n<p>{{unknown}}</p>\n' },
  ])
})

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,hi)',
  '[x](//elsewhere.example)',
  '![x](https://elsewhere.example/pixel.gif)',
  '[x](vbscript:x)',
  '# <b onclick=x>',
])('makes nothing but text and safe links of %s', (text) => {
  const tags = renderHtml(text).match(/<[^>]*>/g) ?? []
  for (const tag of tags)
    expect(tag).toMatch(/^<\/?(p|a|strong|em|code|ul|ol|li)( href="(https?:|mailto:|\/[^/]|#)[^"]*")?>$/)
  expect(renderHtml(text)).not.toMatch(/(href|src)="(javascript|data|vbscript|\/\/)/i)
})

it('never makes an element or an attribute that is not its own, whatever is written', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '[',
    '](',
    ')',
    '`',
    '\n',
    '#',
    '|',
    '--',
    '&lt;',
    'javascript:',
    'onclick=',
    'a',
    '*',
    '![',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      for (const tag of renderHtml(pieces.join('')).match(/<[^>]*>/g) ?? [])
        expect(tag).toMatch(
          /^<\/?(p|a|strong|em|s|code|pre|ul|ol|li|hr|br|blockquote|h\d|table|thead|tbody|tr|th|td)( (href|start|style|class)="[^"<>]*")*>$/,
        )
    }),
  )
})

it('shows every text that the program brings, with nothing left over of its marks', () => {
  const folder = join(import.meta.dirname, '../../../../packages/store/content')
  const texts = [...readBundledPages(folder)].flatMap(([language, pages]) =>
    [...pages].map(([slug, text]) => [`${language} ${slug}`, text] as const),
  )
  for (const [slug, { body, title }] of texts) {
    expect(title, slug).not.toBe('')
    const html = renderHtml(body)
    expect(html.replace(/\{\{(store|email|answer-days|refund-days|refund-paid-days)\}\}/g, ''), slug).not.toMatch(
      /\{\{|\]\(|\*\*/,
    )
    // Each paragraph of the file arrives.
    expect(html.replace(/<[^>]*>/g, '').length, slug).toBeGreaterThan(body.length * 0.7 - 200)
  }
  expect(readFileSync(join(folder, 'faq.md'), 'utf8')).toContain('### ')
})

it('shows a paragraph that is longer than anybody writes as it is, whose signs would take long', () => {
  const signs = '['.repeat(50_000)
  expect(renderMarkdown(signs)).toEqual([{ level: 1, title: '', id: '', parts: [{ html: `<p>${signs}</p>\n` }] }])
  expect(renderHtml(`# ${'*a_'.repeat(2000)}`)).toContain('*a_*a_')
  expect(renderHtml(`${'<script> *a* '.repeat(400)}`)).toMatch(/^<p>&lt;script&gt; \*a\*/)
  expect(renderHtml(`${'word '.repeat(700)} **bold**`)).toContain('<strong>bold</strong>')
})
