// Finds `<button>` elements that send something. A double press of a bare button sends twice, so such buttons must be a `Button`,
// `IconButton` or `PlainButton`, whose action runs once (apps/web/app/ui/press.ts).
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import type { Checker } from 'typescript/unstable/sync'
import { readTsxFiles } from './tsx-files.ts'

interface BareButton {
  readonly file: string
  readonly line: number
  readonly why: string
}

type Attribute = { name: Node; initializer?: Node }
type Opening = { tagName: Node; attributes: { properties: readonly Node[] } }

/** Buttons that submit a form or whose press starts a promise, in the files of a project that `isChecked` accepts. */
export function findSendingButtons(project: string, isChecked: (file: string) => boolean): BareButton[] {
  return readTsxFiles(project, isChecked, (files, checker) =>
    files.flatMap((file) =>
      findButtons(file).flatMap((button) => {
        const line = file.getLineAndCharacterOfPosition(button.getStart(file)).line + 1
        const why = findSending(file, checker, button)
        return why === undefined ? [] : [{ file: file.fileName, line, why }]
      }),
    ),
  )
}

/** How a button sends something; undefined when it does not. */
function findSending(file: SourceFile, checker: Checker, button: Node): string | undefined {
  if (attribute(button, 'type')?.getText(file) !== 'type="button"') return 'it may submit a form'
  const handler = attribute(button, 'onClick')
  const calls = handler ? listCalls(file, handler) : []
  const types = calls.length > 0 ? checker.getTypeAtLocation(calls) : []
  const sending = calls.find((_node, index) => {
    const type = types[index]
    return type && /(^|=> |\| )Promise</.test(checker.typeToString(type))
  })
  return sending?.getText(file).replace(/\s+/g, ' ')
}

function findButtons(file: SourceFile): Node[] {
  const found: Node[] = []
  const visit = (node: Node): void => {
    const isElement = node.kind === SyntaxKind.JsxOpeningElement || node.kind === SyntaxKind.JsxSelfClosingElement
    if (isElement && (node as unknown as Opening).tagName.getText(file) === 'button') found.push(node)
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

function attribute(button: Node, name: string): Node | undefined {
  const { properties } = (button as unknown as Opening).attributes
  return properties.find((one) => (one as unknown as Attribute).name?.getText() === name)
}

/** The expressions of a handler, and of functions in its file that it calls, whose types show whether it starts a promise. */
function listCalls(file: SourceFile, handler: Node): Node[] {
  const functions = new Map<string, Node>()
  const collect = (node: Node): void => {
    const { name } = node as unknown as { name?: { text?: string } }
    const isFunction = node.kind === SyntaxKind.FunctionDeclaration || node.kind === SyntaxKind.VariableDeclaration
    // A press does not call a component.
    if (isFunction && name?.text && /^[a-z]/.test(name.text)) functions.set(name.text, node)
    node.forEachChild(collect)
  }
  collect(file)
  /** Whether a name of the file is the result of a call. */
  const isReturned = (node: Node): boolean => {
    const local = node.kind === SyntaxKind.Identifier ? functions.get(node.getText(file)) : undefined
    const { initializer } = (local ?? {}) as { initializer?: Node }
    return initializer?.kind === SyntaxKind.CallExpression
  }
  const calls: Node[] = []
  const visit = (node: Node): void => {
    if (node.kind === SyntaxKind.CallExpression) calls.push(node)
    if (node.kind === SyntaxKind.PropertyAccessExpression) {
      // A property's name is not a name of the file. The result of a call, such as a form, has many functions, of which the press
      // calls only this one.
      calls.push(node)
      const { expression } = node as unknown as { expression: Node }
      if (!isReturned(expression)) visit(expression)
      return
    }
    if (node.kind === SyntaxKind.Identifier) {
      calls.push(node)
      const local = functions.get(node.getText(file))
      functions.delete(node.getText(file))
      if (local) visit(local)
    }
    node.forEachChild(visit)
  }
  visit(handler)
  return calls
}
