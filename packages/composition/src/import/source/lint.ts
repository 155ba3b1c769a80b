// What an import has to say about a designer's file: what was changed, what was left out, what cannot be drawn.

/** `error`: the template may not be published like this. `warning`: it will look different. `info`: good to know. */
export type Severity = 'error' | 'warning' | 'info'

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
  // What the painter does not draw
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
  // Words, fonts, fields
  | 'font-replaced'
  | 'font-as-shapes'
  | 'field'
  | 'placeholder'
  | 'slot'
  | 'proposal'
  // What the exporter says itself
  | 'bodymovin-report'

/** One remark. `path` leads to its cause in the file that was read, such as `layers[2].shapes[0]`. */
export interface LintLine {
  readonly severity: Severity
  readonly code: LintCode
  readonly path: string
  readonly message: string
  /** The comp and the layer by their names: `Scene / Glow`. */
  readonly layer?: string
  /** The property as After Effects names it: `Effects › Glow`. */
  readonly property?: string
  /** How often there is this cause, when it is more than once; the rest is about the first place. */
  readonly count?: number
  /** An error that only makes the picture different, so that it may be accepted. */
  readonly acceptable?: boolean
  /** An error that the designer accepts by name, or the owner in the admin area. */
  readonly accepted?: boolean
}

/** More remarks than this are not collected. */
const MAX_LINES = 8000
/** Of one kind. */
const MAX_LINES_PER_CODE = 4000

/** Collects the remarks of one import. */
export class Lint {
  readonly lines: LintLine[] = []
  readonly #counts = new Map<string, number>()
  readonly #seen = new Set<string>()

  error(code: LintCode, path: string, message: string): void {
    this.#add('error', code, path, message)
  }

  warn(code: LintCode, path: string, message: string): void {
    this.#add('warning', code, path, message)
  }

  info(code: LintCode, path: string, message: string): void {
    this.#add('info', code, path, message)
  }

  /** A remark of another collection. */
  add({ severity, code, path, message }: LintLine): void {
    this.#add(severity, code, path, message)
  }

  get hasErrors(): boolean {
    return this.lines.some(({ severity }) => severity === 'error')
  }

  /** Turns the errors below a path into remarks: what they are about is covered by something else. */
  excuse(path: string, message: string): void {
    for (const [n, line] of this.lines.entries()) {
      const isBelow = line.path === path || line.path.startsWith(`${path}.`) || line.path.startsWith(`${path}[`)
      if (isBelow && line.severity === 'error')
        this.lines[n] = { ...line, severity: 'info', message: `${line.message} (${message})` }
    }
  }

  #add(severity: Severity, code: LintCode, path: string, message: string): void {
    const key = `${code} ${path} ${message}`
    if (this.#seen.has(key)) return
    const count = (this.#counts.get(code) ?? 0) + 1
    this.#counts.set(code, count)
    // Errors are never left out entirely: the first of each code always finds room.
    if (count > MAX_LINES_PER_CODE || (this.lines.length >= MAX_LINES && count > 1)) return
    this.#seen.add(key)
    this.lines.push({ severity, code, path, message })
  }
}
