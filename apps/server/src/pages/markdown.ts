// Converts the Markdown of content pages to HTML sections. Raw HTML is escaped, and links lead only to pages, mail addresses and
// phone numbers, so the result is safe to show.
import { type ContentBlock, type ContentPart, type ContentSection, contentBlocks } from '@vitrine/contract/content'
import MarkdownIt from 'markdown-it'

const markdown = MarkdownIt({ html: false, linkify: true, typographer: false })
markdown.validateLink = (link) => /^(https?:|mailto:|tel:|\/(?!\/)|#)/i.test(link.trim())
// Pictures could be loaded from any site, which would tell it who reads the page.
markdown.disable('image')

/**
 * Longer paragraphs are shown unformatted: parsing time is quadratic in the number of links and emphases in a paragraph. No real
 * paragraph is this long.
 */
const MAX_INLINE_LENGTH = 4000
markdown.core.ruler.at('inline', ({ tokens, md, env, Token }) => {
  for (const token of tokens) {
    if (token.type !== 'inline') continue
    const children = token.children ?? []
    if (token.content.length <= MAX_INLINE_LENGTH) md.inline.parse(token.content, md, env, children)
    else children.push(Object.assign(new Token('text', '', 0), { content: token.content }))
    token.children = children
  }
})

type Token = ReturnType<typeof markdown.parse>[number]

const isBlock = (name: string): name is ContentBlock => (contentBlocks as readonly string[]).includes(name)

/** The sections of a text: the part before the first heading, and one per heading, without empty ones. */
export function renderMarkdown(text: string): ContentSection[] {
  const tokens = markdown.parse(text, {})
  const sections: ContentSection[] = [{ level: 1, title: '', id: '', parts: [] }]
  let pending: Token[] = []
  // For each id, the number to try next for a heading with the same words.
  const taken = new Map<string, number>()
  const current = () => sections.at(-1) as ContentSection
  const flush = () => {
    if (pending.length > 0) current().parts.push({ html: markdown.renderer.render(pending, markdown.options, {}) })
    pending = []
  }
  for (let n = 0; n < tokens.length; n++) {
    const [token, inline] = [tokens[n] as Token, tokens[n + 1]]
    if (token.type === 'heading_open' && token.level === 0 && inline) {
      flush()
      sections.push(createSection(token, inline, taken))
      n += 2
      continue
    }
    const block = token.type === 'paragraph_open' && token.level === 0 ? findBlock(inline) : undefined
    if (block) {
      flush()
      current().parts.push(block)
      n += 2
      continue
    }
    pending.push(token)
  }
  flush()
  return sections.filter(({ title, parts }) => title !== '' || parts.length > 0)
}

/** The placeholder of a paragraph that contains only `{{packs}}` or similar. */
function findBlock(inline: Token | undefined): ContentPart | undefined {
  const name = /^\{\{\s*([a-z-]+)\s*\}\}$/.exec(inline?.content.trim() ?? '')?.[1]
  return name && isBlock(name) ? { block: name } : undefined
}

function createSection(token: Token, inline: Token, taken: Map<string, number>): ContentSection {
  // The title of the page is the only first-level heading.
  const level = Math.max(2, Number(token.tag.slice(1)))
  const words = inline.content.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['section']
  const id = takeId(words.join('-').slice(0, 80), taken)
  return { level, title: markdown.renderer.render([inline], markdown.options, {}), id, parts: [] }
}

/** The id, or the first unused numbered one: `step`, `step-2`, `step-3`. */
function takeId(base: string, taken: Map<string, number>): string {
  let id = base
  let number = taken.get(base) ?? 1
  while (taken.has(id)) {
    number++
    id = `${base}-${number}`
  }
  taken.set(base, number)
  if (id !== base) taken.set(id, 1)
  return id
}
