// The remarks of an import about a designer's file: what was changed, what was omitted, what cannot be drawn.

/** `error`: the template must not be published like this. `warning`: it will look different. `info`: good to know. */
type Severity = 'error' | 'warning' | 'info'

export type LintCode =
  // The file itself
  | 'not-json'
  | 'unknown-dialect'
  | 'too-deep'
  | 'too-many-values'
  | 'too-long-text'
  | 'forbidden-key'
  | 'not-finite'
  | 'unsafe-path'
  | 'remote-file'
  | 'embedded-file'
  | 'file-missing'
  | 'file-kind'
  | 'canvas-size'
  | 'no-background'
  | 'frame-rate'
  | 'duration'
  | 'invalid-value'
  | 'invalid-layer'
  // Composition and time
  | 'cycle'
  | 'too-many-layers'
  | 'too-many-keyframes'
  | 'unknown-reference'
  | 'empty-layer'
  | 'expression-removed'
  | 'expression-converted'
  // What the painter does not support
  | 'layer-kind'
  | 'three-d'
  | 'shape-item'
  | 'mask-mode'
  | 'effect'
  | 'layer-style'
  | 'blend-mode'
  | 'motion-blur'
  | 'text-on-path'
  | 'text-feature'
  | 'covered-by-plate'
  // What no other player confirms
  | 'players-differ'
  | 'old-format'
  // Texts, fonts, fields
  | 'font-replaced'
  | 'letters-missing'
  | 'font-as-shapes'
  | 'field'
  | 'placeholder'
  | 'slot'
  | 'proposal'
  // What the exporter reports
  | 'bodymovin-report'

/** A part of a remark: an English text and the values of its placeholders, so that the admin area can translate it. */
export interface Clause {
  readonly text: string
  readonly values: Values
}
type Values = Readonly<Record<string, string | number>>

export const clause = (text: string, values: Values = {}): Clause => ({ text, values })

/** Marks a text that becomes a clause, so that the message catalogue includes it. */
export const remarkText = <Text extends string>(text: Text): Text => text

const PLAYERS_DIFFER = remarkText(
  'Lottie players show "{feature}" in different ways; compare the frames with After Effects',
)

const say = ({ text, values }: Clause) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole))

/** One remark. `path` leads to its cause in the input, such as `layers[2].shapes[0]`. */
export interface LintLine {
  readonly severity: Severity
  readonly code: LintCode
  readonly path: string
  /** In English. */
  readonly message: string
  /** The parts of the message, if it is more than one text without values. */
  readonly clauses?: readonly Clause[]
  /** The comp and the layer by name: `Scene / Glow`. */
  readonly layer?: string
  /** The property as After Effects names it: `Effects › Glow`. */
  readonly property?: string
  /** The number of occurrences, when there are several; the other properties describe the first one. */
  readonly count?: number
  /** An error that only changes the picture, so it may be accepted. */
  readonly acceptable?: boolean
  /** An error that the designer accepts by name, or the owner in the admin area. */
  readonly accepted?: boolean
}

/** Further remarks are dropped. */
const MAX_LINES = 8000
/** Limit per code. */
const MAX_LINES_PER_CODE = 4000

/** Collects the remarks of one import. */
export class Lint {
  readonly lines: LintLine[] = []
  readonly #counts = new Map<string, number>()
  readonly #seen = new Set<string>()

  /** `text` is one English text with its `values`, or the clauses of a longer remark. */
  error(code: LintCode, path: string, text: string | readonly Clause[], values?: Values): void {
    this.#add('error', code, path, createRemark(text, values))
  }

  warn(code: LintCode, path: string, text: string | readonly Clause[], values?: Values): void {
    this.#add('warning', code, path, createRemark(text, values))
  }

  /**
   * For a feature that players show differently: a preview in one of them does not show the correct result.
   * @param feature as After Effects names it
   */
  playersDiffer(path: string, feature: string): void {
    this.warn('players-differ', path, PLAYERS_DIFFER, { feature })
  }

  info(code: LintCode, path: string, text: string | readonly Clause[], values?: Values): void {
    this.#add('info', code, path, createRemark(text, values))
  }

  /** Adds a remark of another collection. */
  add({ severity, code, path, ...remark }: LintLine): void {
    this.#add(severity, code, path, remark)
  }

  get hasErrors(): boolean {
    return this.lines.some(({ severity }) => severity === 'error')
  }

  #add(severity: Severity, code: LintCode, path: string, remark: Pick<LintLine, 'message' | 'clauses'>): void {
    const key = `${code} ${path} ${remark.message}`
    if (this.#seen.has(key)) return
    const count = (this.#counts.get(code) ?? 0) + 1
    this.#counts.set(code, count)
    // The first error of each code is always stored.
    if (count > MAX_LINES_PER_CODE || (this.lines.length >= MAX_LINES && count > 1)) return
    this.#seen.add(key)
    this.lines.push({ severity, code, path, ...remark })
  }
}

function createRemark(text: string | readonly Clause[], values: Values = {}): Pick<LintLine, 'message' | 'clauses'> {
  const clauses = typeof text === 'string' ? [clause(text, values)] : text
  const isPlain = clauses.length === 1 && Object.keys(clauses[0]?.values ?? {}).length === 0
  return { message: clauses.map(say).join('; '), ...(isPlain ? {} : { clauses }) }
}
