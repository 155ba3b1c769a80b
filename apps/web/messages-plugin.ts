// Turns texts in code into messages of the catalogue: Lingui's macros, with each English text compiled in place, so
// that pages in English load no catalogue.
import { basename } from 'node:path'
import { transformAsync } from '@babel/core'
import lingui, { type LinguiPluginOpts } from '@lingui/babel-plugin-lingui-macro'
import { makeConfig } from '@lingui/conf'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import MagicString from 'magic-string'
import { type Plugin, parseSync } from 'vite'

/** Matches code that imports the macros. */
export const USES_MACROS = /from ['"]@lingui\/(core|react)\/macro['"]/

const options: LinguiPluginOpts = {
  descriptorFields: 'message',
  linguiConfig: makeConfig(
    {
      locales: ['en'],
      sourceLocale: 'en',
      // The runtime of the macros, by the names under `imports` of the manifest.
      runtimeConfigModule: { i18n: ['#i18n', 'i18n'], Trans: ['#trans', 'Trans'] },
    },
    { skipValidation: true },
  ),
}

/** Turns the macros of `@lingui/core/macro` and `@lingui/react/macro` into calls. */
export function messages(): Plugin {
  return {
    name: 'messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?(?:$|\?)/, code: USES_MACROS },
      async handler(code, id) {
        return compileEnglish(await expandMacros(code, basename(id.replace(/\?.*$/, ''))))
      },
    },
  }
}

/**
 * TypeScript with the macros expanded to calls. Lingui's native tools would be faster, but npm leaves them out under
 * Node 20.
 */
export async function expandMacros(code: string, fileName: string): Promise<string> {
  const done = await transformAsync(code, {
    filename: fileName,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ['typescript', ...(fileName.endsWith('x') ? (['jsx'] as const) : [])] },
    plugins: [[lingui, options]],
  })
  return done?.code ?? code
}

/** Compiles each English text in place, so that browsers need no parser of ICU syntax. */
function compileEnglish(code: string): { code: string; map: ReturnType<MagicString['generateMap']> } {
  const text = new MagicString(code)
  for (const { message } of findDescriptors(code)) {
    if (message) text.overwrite(message.start, message.end, JSON.stringify(compileMessage(message.value)))
  }
  return { code: text.toString(), map: text.generateMap({ hires: 'boundary' }) }
}

interface Literal {
  readonly start: number
  readonly end: number
  readonly value: string
}

/** The objects that the macros wrote into a module, which they mark: a text, and its context if it has one. */
export function findDescriptors(code: string): { message: Literal | undefined; context: Literal | undefined }[] {
  const found: ReturnType<typeof findDescriptors> = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (isDescriptor(node, code)) {
      const find = (name: string) => node.properties.find(({ key }) => (key.name ?? key.value) === name)?.value
      found.push({ message: find('message'), context: find('context') })
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync('module.tsx', code).program)
  return found
}

interface Descriptor {
  readonly type: 'ObjectExpression'
  readonly start: number
  readonly properties: readonly {
    readonly key: { readonly name?: string; readonly value?: string }
    readonly value: Literal
  }[]
}

/** Whether a node is an object that the macros wrote, by their mark. */
function isDescriptor(node: object, code: string): node is Descriptor {
  const { type, start } = node as Partial<Descriptor>
  return type === 'ObjectExpression' && code.slice(0, start).trimEnd().endsWith('/** i18n */')
}
