// Finds texts next to elements in JSX. A browser that translates a page replaces text nodes; React then writes changes into
// detached nodes, and throws when it removes one or inserts something before it. A text that is the only child of a host element
// is safe: React sets the content of the element.
import {
  type BinaryExpression,
  type Expression,
  type JsxElement,
  type JsxFragment,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'
import { readTsxFiles } from './tsx-files.ts'

export interface BareText {
  readonly file: string
  readonly line: number
  readonly code: string
}

/**
 * A child of an element: a constant text, a changing one, the `children` of the component, a permanent element, or a conditional
 * one.
 */
type Kind = 'literal' | 'text' | 'children' | 'steady' | 'loose'

interface Child {
  readonly node: Node
  readonly kind: Kind
}

/** An element with its children, and the component that renders it. */
interface Parent {
  readonly file: SourceFile
  readonly tag: string
  readonly children: readonly Child[]
  readonly component: string
}

const MACROS = /^(Trans|Plural|Select|SelectOrdinal)$/

/** Includes conditional ones. */
const CHILDREN = /^([^?]+\? )?(props\.)?children( : null)?$/

const TEXT = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike

/** Bare texts in the files of a project that `isChecked` accepts. Needs generated types, like `tsc`. */
export function findBareTexts(project: string, isChecked: (file: string) => boolean): BareText[] {
  return readTsxFiles(project, isChecked, (files, checker) =>
    judge(files.flatMap((file) => new Reader(file, checker).read())),
  )
}

/** Reads the elements of one file. */
class Reader {
  private readonly parents: { node: Node; component: string }[] = []
  private readonly types = new Map<Node, Type | undefined>()

  private readonly file: SourceFile
  private readonly checker: Checker

  constructor(file: SourceFile, checker: Checker) {
    this.file = file
    this.checker = checker
  }

  read(): Parent[] {
    const expressions: Expression[] = []
    const visit = (node: Node, component: string): void => {
      const inside = componentName(node) ?? component
      // `language/trans.tsx` assembles the contents of a message.
      if (node.kind === SyntaxKind.JsxElement && MACROS.test(getTagName(node))) return
      if (node.kind === SyntaxKind.JsxElement || node.kind === SyntaxKind.JsxFragment)
        this.parents.push({ node, component: inside })
      if (isReturned(node)) this.parents.push({ node, component: inside })
      const shown = shownBy(node)
      if (shown) expressions.push(shown)
      node.forEachChild((child) => visit(child, inside))
    }
    visit(this.file, '')
    // A single call, because each is a message to the compiler's process.
    const types = expressions.length > 0 ? this.checker.getTypeAtLocation(expressions) : []
    for (const [i, expression] of expressions.entries()) this.types.set(expression, types[i])
    return this.parents.map(({ node, component }) => {
      return { file: this.file, tag: getTagName(node), children: this.listChildren(node), component }
    })
  }

  private listChildren(parent: Node): Child[] {
    const nodes = isReturned(parent) ? [parent] : [...(parent as JsxElement | JsxFragment).children]
    return nodes.flatMap((node) => {
      const kind = this.kindOf(node)
      return kind ? [{ node, kind }] : []
    })
  }

  /** Undefined for invisible nodes and white space, which no translator changes. */
  private kindOf(node: Node): Kind | undefined {
    if (node.kind === SyntaxKind.JsxText)
      return (node as unknown as { text: string }).text.trim() ? 'literal' : undefined
    if (node.kind === SyntaxKind.JsxElement || node.kind === SyntaxKind.JsxSelfClosingElement)
      return /^[a-z]/.test(getTagName(node)) || MACROS.test(getTagName(node)) ? 'steady' : 'loose'
    if (node.kind === SyntaxKind.JsxFragment) return 'loose'
    const expression = shownBy(node)
    if (!expression) return undefined
    if (expression.kind === SyntaxKind.StringLiteral)
      return (expression as unknown as { text: string }).text.trim() ? 'literal' : undefined
    if (CHILDREN.test(expression.getText(this.file))) return 'children'
    const type = this.types.get(expression)
    return type && mayBeText(type, this.checker) ? 'text' : 'loose'
  }
}

/** Whether a component returns this node. */
function isReturned(node: Node): boolean {
  if (node.kind !== SyntaxKind.ReturnStatement) return false
  let around = node.parent
  while (around && !isFunction(around)) around = around.parent
  return (
    around !== undefined && (componentName(around) ?? (around.parent && componentName(around.parent))) !== undefined
  )
}

const isFunction = ({ kind }: Node): boolean =>
  kind === SyntaxKind.FunctionDeclaration ||
  kind === SyntaxKind.FunctionExpression ||
  kind === SyntaxKind.ArrowFunction ||
  kind === SyntaxKind.MethodDeclaration

/** The visible expression between tags, or of a return: `b` of `a && b`. Undefined for a comment, and for other nodes. */
function shownBy(node: Node): Expression | undefined {
  if (node.kind !== SyntaxKind.JsxExpression && !isReturned(node)) return undefined
  let { expression } = node as unknown as { expression?: Expression }
  while (expression?.kind === SyntaxKind.ParenthesizedExpression || isAnd(expression))
    expression = isAnd(expression) ? expression.right : (expression as unknown as { expression: Expression }).expression
  return expression
}

function isAnd(node: Node | undefined): node is BinaryExpression {
  return (
    node?.kind === SyntaxKind.BinaryExpression &&
    (node as BinaryExpression).operatorToken.kind === SyntaxKind.AmpersandAmpersandToken
  )
}

function mayBeText(type: Type, checker: Checker): boolean {
  if (type.isUnionType()) return type.getTypes().some((one) => mayBeText(one, checker))
  if (type.flags & TEXT) return !('value' in type && type.value === '')
  return false
}

/** The name of a component that a node defines. */
function componentName(node: Node): string | undefined {
  const { name } = node as unknown as { name?: { text?: string } }
  const defines = node.kind === SyntaxKind.FunctionDeclaration || node.kind === SyntaxKind.VariableDeclaration
  return defines && name?.text && /^[A-Z]/.test(name.text) ? name.text : undefined
}

/** The name of an element; empty when a component's surroundings are unknown. */
function getTagName(node: Node): string {
  if (node.kind === SyntaxKind.JsxFragment || node.kind === SyntaxKind.ReturnStatement) return ''
  const opening = node.kind === SyntaxKind.JsxElement ? (node as JsxElement).openingElement : node
  return (opening as unknown as { tagName: Node }).tagName.getText()
}

function judge(parents: readonly Parent[]): BareText[] {
  const mixing = findMixing(parents)
  return parents.flatMap((parent) =>
    parent.children
      .filter((_child, place) => isBare(parent, place, mixing))
      .map(({ node }) => ({
        file: parent.file.fileName,
        line: parent.file.getLineAndCharacterOfPosition(node.getStart(parent.file)).line + 1,
        code: node.getText(parent.file).replace(/\s+/g, ' ').trim(),
      })),
  )
}

/** Components that show their `children` next to other content, so that they must be elements. */
function findMixing(parents: readonly Parent[]): ReadonlySet<string> {
  const mixing = new Set<string>()
  let before = -1
  while (mixing.size > before) {
    before = mixing.size
    for (const { tag, children, component } of parents)
      if (children.some(({ kind }) => kind === 'children') && (children.length > 1 || tag === '' || mixing.has(tag)))
        mixing.add(component)
  }
  return mixing
}

function isBare({ tag, children }: Parent, place: number, mixing: ReadonlySet<string>): boolean {
  const kind = children[place]?.kind
  if (kind !== 'literal' && kind !== 'text') return false
  if (tag === '' || mixing.has(tag)) return true
  if (kind === 'text') return children.length > 1
  return /text|children|loose/.test(children[place - 1]?.kind ?? '')
}
