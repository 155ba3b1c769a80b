// Finds visible texts that are not in the message catalogue: between JSX tags, in the attributes that show text, and in string
// literals that read like a sentence. It guesses from spelling, so it has a list of exceptions.
import { parseSync } from 'vite'

/** A node of a syntax tree: ESTree with TypeScript and JSX, as Vite's parser returns it. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** A text outside the catalogue: its place, and whether the code around it runs once, when the module loads. */
export interface LooseText {
  readonly kind: 'child' | 'attribute' | 'literal' | 'part'
  readonly node: SyntaxNode
  readonly parents: readonly SyntaxNode[]
  readonly line: number
  readonly text: string
  /** A text that is fixed when its module loads would stay in the language of the server's first visitor. */
  readonly isAtModuleLevel: boolean
}

/** The macros whose contents are in the catalogue. */
const MACROS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal'])
const TAGS = new Set(['t', 'msg'])
const CALLS = new Set(['t', 'msg', 'plural', 'select', 'selectOrdinal', 'defineMessage', 'fromServer'])

/** Attributes that hold names for programs, not for readers. */
const PROGRAM_ATTRIBUTES =
  /^(className|class|href|to|type|id|name|role|rel|htmlFor|key|value|defaultValue|target|method|action|autoComplete|inputMode|variant|size|kind|src|srcSet|sizes|d|viewBox|fill|stroke|points|transform|style|as|media|crossOrigin|charSet|content|property|httpEquiv|lang|dir|accept|form|pattern|preload|loading|decoding|enterKeyHint|slot|is|tone|align|side|place|scope|mode|path|icon|group|area|field|control|command|color|width|height|offset|dataKey|stackId|nonce|data-[\w-]+|aria-(?!label$|description$|valuetext$|roledescription$|placeholder$)[\w-]+|[\w]*[cC]lass(Name)?)$/

/** Calls whose arguments are for developers or programs. */
const PROGRAM_CALLS =
  /^(assert|Error|TypeError|RangeError|URL|RegExp|Map|Set|console\.\w+|[\w.]*\.(startsWith|endsWith|includes|indexOf|split|join|replace|replaceAll|getAttribute|setAttribute|querySelector|querySelectorAll|closest|matches|addEventListener|removeEventListener|append|get|has|postMessage|getContext|createElement|test|match|add|delete|remove|toggle|throwIfAborted)|matchMedia|fetch|require|import|classNames|useShortcut|lazy\w*|createContext|captureException|Intl\.\w+)$/

const LETTER = /\p{L}/u
const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'

/** The texts of one file, in source order. */
export function findLooseTexts(fileName: string, code: string): LooseText[] {
  const { program } = parseSync(fileName, code)
  const found: LooseText[] = []
  const add = (loose: Pick<LooseText, 'kind' | 'text'>, node: SyntaxNode, parents: readonly SyntaxNode[]) => {
    const isAtModuleLevel = !parents.some(({ type }) => /Function|MethodDefinition|^Class/.test(type))
    found.push({ ...loose, node, parents, line: code.slice(0, node.start).split('\n').length, isAtModuleLevel })
  }
  const visit = (node: SyntaxNode, parents: readonly SyntaxNode[]): void => {
    if (isForPrograms(node, parents)) return
    const isPart = parents.some(isInCatalogue)
    const loose = isPart ? findMessagePart(node, parents) : looseText(node, parents)
    if (loose) add(loose, node, parents)
    for (const child of listChildren(node)) visit(child, [...parents, node])
  }
  visit(program as unknown as SyntaxNode, [])
  return found
}

const listChildren = (node: SyntaxNode): SyntaxNode[] => Object.values(node).flat().filter(isNode)

const readName = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return `${readName(node.object)}.${readName(node.property)}`
  return typeof node.name === 'string' ? node.name : readName(node.name)
}

function isInCatalogue(node: SyntaxNode): boolean {
  if (node.type === 'JSXElement') return MACROS.has(readName((node.openingElement as SyntaxNode).name))
  if (node.type === 'TaggedTemplateExpression')
    return TAGS.has(readName(node.tag)) || readName(node.tag) === 'String.raw'
  return node.type === 'CallExpression' && CALLS.has(readName(node.callee))
}

/** A word that code inserts into a message, such as a plural: translators see a gap there. */
function findMessagePart(
  node: SyntaxNode,
  parents: readonly SyntaxNode[],
): Pick<LooseText, 'kind' | 'text'> | undefined {
  if (node.type !== 'Literal' || typeof node.value !== 'string') return undefined
  const chooses = parents.findLastIndex(({ type }) => /Conditional|Logical/.test(type))
  const begins = parents.findLastIndex(isInCatalogue)
  const isShownPart = chooses > begins && !parents.slice(begins + 1).some(({ type }) => type === 'JSXAttribute')
  return isShownPart && LETTER.test(node.value) ? { kind: 'part', text: node.value } : undefined
}

/** Elements in an attribute are shown whatever its name, and the `name` of a component may be that of a person or a thing. */
function isProgramAttribute(node: SyntaxNode, element: SyntaxNode | undefined): boolean {
  const name = readName(node.name)
  if (!PROGRAM_ATTRIBUTES.test(name) || holdsElement(node)) return false
  return name !== 'name' || /^[a-z]/.test(readName(element?.name))
}

const holdsElement = (node: SyntaxNode): boolean =>
  /^JSX(Element|Fragment)$/.test(node.type) || listChildren(node).some(holdsElement)

/** Types, imports, keys, comparisons, and texts for developers. */
function isForPrograms(node: SyntaxNode, parents: readonly SyntaxNode[]): boolean {
  const parent = parents.at(-1)
  if (/^(TS(?!AsExpression|SatisfiesExpression|NonNull)|Import|ExportAll|ThrowStatement)/.test(node.type)) return true
  if (node.type === 'JSXAttribute') return isProgramAttribute(node, parent)
  if (node.type === 'CallExpression' || node.type === 'NewExpression') return false
  if (!parent) return false
  if (parent.type === 'Property' && parent.key === node && parent.computed !== true) return true
  if (
    parent.type === 'Property' &&
    PROGRAM_ATTRIBUTES.test(readName(parent.key) || String((parent.key as SyntaxNode).value))
  )
    return node.type === 'Literal' || node.type === 'TemplateLiteral'
  if (parent.type === 'BinaryExpression') return /^([!=]==?|in|instanceof|[<>]=?)$/.test(String(parent.operator))
  if (parent.type === 'SwitchCase') return parent.test === node
  if (parent.type === 'MemberExpression') return parent.property === node
  if (parent.type === 'CallExpression' || parent.type === 'NewExpression') {
    return parent.callee !== node && PROGRAM_CALLS.test(readName(parent.callee))
  }
  return false
}

function looseText(node: SyntaxNode, parents: readonly SyntaxNode[]): Pick<LooseText, 'kind' | 'text'> | undefined {
  if (node.type === 'JSXText') {
    const text = String(node.value).trim()
    const inside = readName((parents.at(-1)?.openingElement as SyntaxNode | undefined)?.name)
    return LETTER.test(text) && !/^(code|kbd|style|script)$/.test(inside) ? { kind: 'child', text } : undefined
  }
  const parent = parents.at(-1)
  if (node.type === 'Literal' && typeof node.value === 'string') {
    const isAttribute = parent?.type === 'JSXAttribute'
    const text = node.value
    if (isAttribute) return LETTER.test(text) && readsAsText(text, true) ? { kind: 'attribute', text } : undefined
    return readsAsText(text, isShown(parents)) ? { kind: 'literal', text } : undefined
  }
  if (node.type === 'TemplateLiteral' && parent?.type !== 'TaggedTemplateExpression') {
    const text = (node.quasis as SyntaxNode[]).map((part) => (part.value as { cooked: string }).cooked).join('{}')
    return LETTER.test(text.replaceAll('{}', '')) && readsAsText(text, isShown(parents))
      ? { kind: 'literal', text }
      : undefined
  }
  return undefined
}

/** Properties and variables whose values are shown. */
const SHOWN =
  /(label|title|text|heading|hint|description|message|caption|note|help|placeholder|summary|tooltip|question|answer|legend|problem|sentence|words?|unit)s?$/i

/** Whether a literal is shown, judging by its place: between tags, or under a name such as `label`. */
function isShown(parents: readonly SyntaxNode[]): boolean {
  for (const parent of parents.toReversed()) {
    if (parent.type === 'JSXExpressionContainer') return true
    if (parent.type === 'Property') return SHOWN.test(readName(parent.key))
    if (parent.type === 'VariableDeclarator') return SHOWN.test(readName(parent.id))
    if (/Function/.test(parent.type)) return parent.type === 'FunctionDeclaration' && SHOWN.test(readName(parent.id))
    if (!/Conditional|Logical|Return|Paren|TemplateLiteral|Binary|TSAs|TSSat/.test(parent.type)) return false
  }
  return false
}

/** Whether it is a sentence, or several words that begin with a capital; in a visible place, one word is enough. */
function readsAsText(text: string, isShownPlace: boolean): boolean {
  if (/^(https?:|\/|\.|#|--|data:|[a-z]+\/[a-z0-9.+-]+$)/.test(text)) return false
  if (/^[A-Z][a-z]+([A-Z]|-[A-Z])/.test(text) && !text.includes(' ')) return false
  if (!LETTER.test(text.replaceAll('{}', ''))) return false
  if (/^[\p{Lu}“‘"{][\s\S]*\s\S/u.test(text) && /\p{Ll}{2}/u.test(text)) return true
  if (isShownPlace)
    return (
      /^[\p{Lu}“‘]\p{L}*[\p{Ll}.…?]/u.test(text) ||
      (/\p{Ll}{2,} .*\p{Ll}{2}|^ ?\p{Ll}+ ?$|\{\} ?\p{Ll}{2}/u.test(text) &&
        !/[:_[\]]|\b(px|flex|grid|text|bg|border|rounded)-/.test(text) &&
        / /.test(text))
    )
  return false
}
