// Small checks that combine to the definition of the document. Each checks one value and reports problems with their paths;
// none ever throws, whatever JSON it receives. The types of the document are inferred from its checks.

type ProblemCode =
  | 'wrong-type'
  | 'missing'
  | 'unknown-property'
  | 'out-of-range'
  | 'too-many'
  | 'too-deep'
  | 'not-allowed'
  | 'duplicate'
  | 'unknown-reference'
  | 'cycle'
  | 'remote-url'
  | 'unsupported'
  | 'unsupported-version'

/** One problem. `path` has a form like `layers[3].ks.p.k[1].t`; it is `` for the document itself. */
export interface Problem {
  path: string
  code: ProblemCode
  message: string
}

/** Further problems are not reported: the first ones suffice. */
const MAX_PROBLEMS = 100

/** Kinds of fields that a customer may fill in. */
export type FieldType = 'text' | 'media' | 'color' | 'toggle' | 'choice' | 'slider' | 'point' | 'audio'

/** What checks can read of the document around a value. */
export interface Surroundings {
  fields: ReadonlyMap<string, FieldType>
  assets: ReadonlySet<string>
  fonts: ReadonlySet<string>
  /** Ids of the layers in the same list. */
  siblings: Pick<ReadonlySet<string>, 'has'>
  /** Parts of layers that passed a check in these surroundings, with that check. */
  proven?: WeakMap<object, Check>
  /** Number of surrounding groups of layers. */
  groupDepth?: number
  /** Number of surrounding groups of shapes or of the rig. */
  partDepth?: number
  /** Ids of visited layers; when set, all layers must have different ids. */
  layerIds?: Set<string>
}

/** The location of a check and its findings. */
export class Report {
  readonly context: Surroundings
  readonly problems: Problem[]
  /** Computed only when there is a problem. */
  readonly #path: () => string

  constructor(context: Surroundings, path = () => '', problems: Problem[] = []) {
    this.context = context
    this.problems = problems
    this.#path = path
  }

  get path(): string {
    return this.#path()
  }

  /** The report for a property or list item. */
  at(key: string | number): Report {
    return new Report(this.context, () => joinPath(this.path, key), this.problems)
  }

  /** The report for an existing path. */
  under(path: string): Report {
    const isJoined = path === '' || path.startsWith('[')
    return new Report(
      this.context,
      () => (isJoined || this.path === '' ? this.path + path : `${this.path}.${path}`),
      this.problems,
    )
  }

  /** The same location in other surroundings. */
  within(context: Partial<Surroundings>): Report {
    return new Report({ ...this.context, ...context }, this.#path, this.problems)
  }

  /** The same location, for checks whose problems are not reported. */
  aside(): Report {
    return new Report(this.context, this.#path)
  }

  fail(code: ProblemCode, message: string): false {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ path: this.path, code, message })
    return false
  }
}

function joinPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}

/** A part of a JSON Schema (draft 2020-12). */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

/** Returns whether the value is a `T`, and reports if it is not. */
export interface Check<T = unknown> {
  (value: unknown, report: Report): value is T
  /**
   * The JSON Schema of the value; it never rejects what the check accepts. Without one, the schema allows anything. `of`
   * returns the schema of a nested check.
   */
  readonly schema?: (of: (check: Check) => JsonSchema) => JsonSchema
  /** The name under which the schema is defined once and referred to. */
  readonly schemaName?: string
}

/** The type that a check accepts. */
export type Infer<C> = C extends Check<infer T> ? T : never

/** A check with its JSON Schema. */
export function described<T>(
  schema: NonNullable<Check['schema']>,
  check: (value: unknown, report: Report) => boolean,
): Check<T> {
  return Object.assign((value: unknown, report: Report): value is T => check(value, report), { schema })
}

/** A check without a JSON Schema. */
export function undescribed<T>(check: (value: unknown, report: Report) => boolean): Check<T> {
  return (value, report): value is T => check(value, report)
}

/** The same check, with its schema defined once under a name. */
export function named<T>(schemaName: string, check: Check<T>): Check<T> {
  const { schema } = check
  return Object.assign((value: unknown, report: Report): value is T => check(value, report), {
    schemaName,
    ...(schema && { schema }),
  })
}

/** A check with a condition that JSON Schema cannot express. */
export function refined<T>(check: Check<T>, test: (value: T, report: Report) => boolean): Check<T> {
  return described(
    (of) => of(check),
    (value, report) => check(value, report) && test(value, report),
  )
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A name for messages. A value that is not a text is described instead, because an untrusted object may fail to convert to text. */
export function toName(value: unknown): string {
  return typeof value === 'string' ? value : typeof value
}

/** A finite number within limits. */
export function number(min: number, max: number): Check<number> {
  return described(
    () => ({ type: 'number', minimum: min, maximum: max }),
    (value, report) => {
      if (typeof value !== 'number' || !Number.isFinite(value)) return report.fail('wrong-type', 'A number is needed')
      return (
        (value >= min && value <= max) ||
        report.fail('out-of-range', `The number must lie between ${min} and ${max}, not ${value}`)
      )
    },
  )
}

/** An integer within limits. */
export function integer(min: number, max: number): Check<number> {
  const inRange = number(min, max)
  return described(
    () => ({ type: 'integer', minimum: min, maximum: max }),
    (value, report) =>
      inRange(value, report) &&
      (Number.isInteger(value) || report.fail('wrong-type', `A whole number is needed, not ${value}`)),
  )
}

/** A text of limited length. */
export function text(max: number, min = 0): Check<string> {
  return described(
    () => ({ type: 'string', minLength: min, maxLength: max }),
    (value, report) => {
      if (typeof value !== 'string') return report.fail('wrong-type', 'A text is needed')
      if (value.length < min) return report.fail('missing', 'The text must not be empty')
      return value.length <= max || report.fail('out-of-range', `The text may have at most ${max} characters`)
    },
  )
}

/** A text that matches a pattern. */
export function matching<T extends string = string>(pattern: RegExp, description: string): Check<T> {
  return described(
    () => ({ type: 'string', pattern: pattern.source }),
    (value, report) => {
      if (typeof value !== 'string') return report.fail('wrong-type', 'A text is needed')
      return pattern.test(value) || report.fail('not-allowed', `${description} is needed, not "${value.slice(0, 60)}"`)
    },
  )
}

export function boolean(): Check<boolean> {
  return described(
    () => ({ type: 'boolean' }),
    (value, report) => typeof value === 'boolean' || report.fail('wrong-type', 'true or false is needed'),
  )
}

/** One of a few values. */
export function oneOf<const Allowed extends readonly (string | number | boolean)[]>(
  ...allowed: Allowed
): Check<Allowed[number]> {
  return described(
    () => ({ enum: allowed }),
    (value, report) =>
      allowed.includes(value as string) ||
      report.fail('not-allowed', `One of ${allowed.map((choice) => JSON.stringify(choice)).join(', ')} is needed`),
  )
}

/** Any object. */
export const anyObject = described<Readonly<Record<string, unknown>>>(
  () => ({ type: 'object' }),
  (value, report) => isRecord(value) || report.fail('wrong-type', 'An object is needed'),
)

/** Any value. */
export const anything: Check = undescribed(() => true)

/** A list of limited length. */
export function list<T>(item: Check<T>, max: number, min = 0): Check<readonly T[]> {
  return described(
    (of) => ({ type: 'array', items: of(item), maxItems: max, ...(min > 0 ? { minItems: min } : {}) }),
    (value, report) => {
      if (!Array.isArray(value)) return report.fail('wrong-type', 'A list is needed')
      if (value.length > max) return report.fail('too-many', `At most ${max} are allowed, not ${value.length}`)
      if (value.length < min) return report.fail('missing', `At least ${min} ${min === 1 ? 'is' : 'are'} needed`)
      return value.map((one, n) => item(one, report.at(n))).every(Boolean)
    },
  )
}

/** A list of a fixed length with a check for each item. */
export function tuple<const Items extends readonly Check[]>(
  ...items: Items
): Check<{ readonly [N in keyof Items]: Infer<Items[N]> }> {
  return described(
    (of) => ({ type: 'array', prefixItems: items.map(of), items: false, minItems: items.length }),
    (value, report) => {
      if (!Array.isArray(value) || value.length !== items.length)
        return report.fail('wrong-type', `A list of ${items.length} is needed`)
      return items.map((item, n) => item(value[n], report.at(n))).every(Boolean)
    },
  )
}

export type Shape = Readonly<Record<string, Check>>
type Nothing = Readonly<Record<never, Check>>

/** Written as one object type, which editors then display. */
type ObjectOf<R, O> = { readonly [Key in keyof R]: Infer<R[Key]> } & {
  readonly [Key in keyof O]?: Infer<O[Key]>
} extends infer All
  ? { readonly [Key in keyof All]: All[Key] }
  : never

/**
 * An object with required and optional properties and no others.
 * @param carried further allowed properties that are not part of the type, because nothing reads them
 */
export function object<R extends Shape, O extends Shape = Nothing>(
  required: R,
  optional?: O,
  carried: Shape = {},
): Check<ObjectOf<R, O>> {
  const checks: Shape = { ...required, ...optional, ...carried }
  const needed = Object.keys(required)
  return described(
    (of) => ({
      type: 'object',
      properties: Object.fromEntries(Object.entries(checks).map(([key, check]) => [key, of(check)])),
      ...(needed.length > 0 ? { required: needed } : {}),
      additionalProperties: false,
    }),
    (value, report) => {
      if (!isRecord(value)) return report.fail('wrong-type', 'An object is needed')
      let isRight = true
      for (const key of needed) {
        if (value[key] === undefined) isRight = report.at(key).fail('missing', `"${key}" is missing`)
      }
      for (const [key, inner] of Object.entries(value)) {
        const check = Object.hasOwn(checks, key) ? checks[key] : undefined
        if (!check) isRight = report.at(key).fail('unknown-property', `"${key.slice(0, 60)}" is not a property here`)
        else if (inner !== undefined && !check(inner, report.at(key))) isRight = false
      }
      return isRight
    },
  )
}

/**
 * Objects of several kinds, distinguished by the property `key`.
 * @param needed reported for a value that is not an object
 * @param unknown reported for an unknown kind
 */
export function unionByKey<Kinds extends Shape>(
  key: string,
  kinds: Kinds,
  needed: string,
  unknown = `One of ${Object.keys(kinds).join(', ')} is needed`,
): Check<Infer<Kinds[keyof Kinds]>> {
  return described(
    (of) => ({ anyOf: Object.values(kinds).map(of) }),
    (value, report) => {
      if (!isRecord(value)) return report.fail('wrong-type', needed)
      const kind = value[key]
      const check = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
      return check ? check(value, report) : report.at(key).fail('not-allowed', unknown)
    },
  )
}

/** An object used as a dictionary. */
export function record<Key extends string, T>(
  key: Check<Key>,
  item: Check<T>,
  max: number,
): Check<Readonly<Record<Key, T>>> {
  return described(
    (of) => ({ type: 'object', propertyNames: of(key), additionalProperties: of(item), maxProperties: max }),
    (value, report) => {
      if (!isRecord(value)) return report.fail('wrong-type', 'An object is needed')
      const entries = Object.entries(value)
      if (entries.length > max) return report.fail('too-many', `At most ${max} are allowed, not ${entries.length}`)
      return entries.map(([name, inner]) => key(name, report.at(name)) && item(inner, report.at(name))).every(Boolean)
    },
  )
}

/** The first check for values that pass a test, otherwise the second. */
export function when<Yes, No>(test: (value: unknown) => boolean, yes: Check<Yes>, no: Check<No>): Check<Yes | No> {
  return described(
    (of) => ({ anyOf: [of(yes), of(no)] }),
    (value, report) => (test(value) ? yes(value, report) : no(value, report)),
  )
}

/** Reports excessively nested or numerous values before any recursive check. */
export function checkSize(value: unknown, report: Report, maxDepth: number, maxValues: number): boolean {
  let count = 0
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return report.fail('too-deep', `The document is nested more than ${maxDepth} deep`)
    const next: unknown[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue
      for (const inner of Object.values(one)) next.push(inner)
    }
    count += next.length
    if (count > maxValues) return report.fail('too-many', `The document holds more than ${maxValues} values`)
    level = next
  }
  return true
}
