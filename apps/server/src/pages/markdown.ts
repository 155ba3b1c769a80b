// Markdown of the written pages as HTML by sections. Raw HTML in it stays text, and links lead to pages and mailboxes only, so
// that what is made here can be shown as it is.
import { type ContentBlock, type ContentPart, type ContentSection, contentBlocks } from '@vitrine/contract/content'
import MarkdownIt from 'markdown-it'

const markdown = MarkdownIt({ html: false, linkify: true, typographer: false })
markdown.validateLink = (link) => /^(https?:|mailto:|tel:|\/(?!\/)|#)/i.test(link.trim())
// Pictures would be fetched from anywhere, which tells others who reads the page.
markdown.disable('image')

/**
 * Longer paragraphs are shown as they are written. The time for links and emphasis grows with the square of what one paragraph has of
 * their signs, and nobody writes one of this length.
 */
const LONGEST_INLINE = 4000
markdown.core.ruler.at('inline', ({ tokens, md, env, Token }) => {
  for (const token of tokens) {
    if (token.type !== 'inline') continue
    const children = token.children ?? []
    if (token.content.length <= LONGEST_INLINE) md.inline.parse(token.content, md, env, children)
    else children.push(Object.assign(new Token('text', '', 0), { content: token.content }))
    token.children = children
  }
})

type Token = ReturnType<typeof markdown.parse>[number]

const isBlock = (name: string): name is ContentBlock => (contentBlocks as readonly string[]).includes(name)

/** The sections of a text: what stands before the first heading, and one for each heading. Empty ones are left out. */
export function renderMarkdown(text: string): ContentSection[] {
  const tokens = markdown.parse(text, {})
  const sections: ContentSection[] = [{ level: 1, title: '', id: '', parts: [] }]
  let pending: Token[] = []
  // By an id, the number that the next heading of its words may be tried with.
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

/** A paragraph of nothing but `{{packs}}` and the like. */
function findBlock(inline: Token | undefined): ContentPart | undefined {
  const name = /^\{\{\s*([a-z-]+)\s*\}\}$/.exec(inline?.content.trim() ?? '')?.[1]
  return name && isBlock(name) ? { block: name } : undefined
}

function createSection(token: Token, inline: Token, taken: Map<string, number>): ContentSection {
  // The title of the page is the only heading of the first level.
  const level = Math.max(2, Number(token.tag.slice(1)))
  const words = inline.content.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['section']
  const id = takeId(words.join('-').slice(0, 80), taken)
  return { level, title: markdown.renderer.render([inline], markdown.options, {}), id, parts: [] }
}

/** The id itself, or else with a number that no heading before has: `step`, `step-2`, `step-3`. */
function takeId(wanted: string, taken: Map<string, number>): string {
  let id = wanted
  let number = taken.get(wanted) ?? 1
  while (taken.has(id)) {
    number++
    id = `${wanted}-${number}`
  }
  taken.set(wanted, number)
  if (id !== wanted) taken.set(id, 1)
  return id
}
