// Checks of one translation against its English text.
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { CompiledText } from './catalogue.ts'

/** The parts that a translation must preserve: inserted values, and elements around words. */
interface Parts {
  readonly values: ReadonlySet<string>
  readonly elements: readonly string[]
}

/**
 * The problem of a translation, for its author; undefined when there is none. It must be valid ICU MessageFormat, insert no other
 * values than the English text, and have the same elements (`<0>…</0>`).
 */
export function findProblem(english: string, translation: string): string | undefined {
  if (translation.trim() === '') return 'Enter a text'
  const compiled = compile(translation)
  if (!compiled) return 'The braces do not fit together: write {name} as in the English text'
  const [expected, actual] = [compileParts(compile(english) ?? [english], english), compileParts(compiled, translation)]
  const unknown = [...actual.values].find((value) => !expected.values.has(value))
  if (unknown) return `There is no {${unknown}} in the English text`
  const missing = [...expected.values].find((value) => !actual.values.has(value))
  if (missing) return `{${missing}} is missing`
  if (actual.elements.join() !== expected.elements.join()) {
    return `Keep the marks of the English text: ${expected.elements.join(' ') || 'it has none'}`
  }
  return undefined
}

function compile(text: string): CompiledText | undefined {
  try {
    return compileMessageOrThrow(text)
  } catch {
    return undefined
  }
}

function compileParts(compiled: CompiledText, text: string): Parts {
  const values = new Set<string>()
  const visit = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens) {
      if (!Array.isArray(token)) continue
      values.add(String(token[0]))
      const choices: unknown = token[2]
      if (typeof choices === 'object' && choices !== null) Object.values(choices).forEach(visit)
    }
  }
  visit(compiled)
  return { values, elements: [...new Set(text.match(/<\/?\d+\/?>/g))].sort() }
}
