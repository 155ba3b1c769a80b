// Small checks that are put together to describe the document. Each looks at one value and reports, with its path, what
// is wrong; none ever throws, whatever JSON it is given.

export type ProblemCode =
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

/** One thing that is wrong. `path` reads like `layers[3].ks.p.k[1].t`; it is `` for the document itself. */
export interface Problem {
  path: string
  code: ProblemCode
  message: string
}

/** More than this many are not reported: the first ones say enough. */
const MAX_PROBLEMS = 100

/** Where a check stands and what it has found. */
export class Report<Context> {
  readonly context: Context
  readonly path: string
  readonly problems: Problem[]

  constructor(context: Context, path = '', problems: Problem[] = []) {
    this.context = context
    this.path = path
    this.problems = problems
  }

  /** The report for a property or list item. */
  at(key: string | number): Report<Context> {
    const step =
      typeof key === 'number'
        ? `[${key}]`
        : /^[A-Za-z_$][\w$-]*$/.test(key)
          ? this.path === ''
            ? key
            : `.${key}`
          : `[${JSON.stringify(key)}]`
    return new Report(this.context, this.path + step, this.problems)
  }

  /** The report for a path that is written already. */
  under(path: string): Report<Context> {
    const joined = path === '' || this.path === '' || path.startsWith('[') ? this.path + path : `${this.path}.${path}`
    return new Report(this.context, joined, this.problems)
  }

  /** The same place in other surroundings. */
  within(context: Partial<Context>): Report<Context> {
    return new Report({ ...this.context, ...context }, this.path, this.problems)
  }

  /** The same place, for checks whose findings are not reported. */
  aside(): Report<Context> {
    return new Report(this.context, this.path)
  }

  fail(code: ProblemCode, message: string): false {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ path: this.path, code, message })
    return false
  }
}

/** A part of a JSON Schema (draft 2020-12). */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

/** Says whether the value is right, and reports if it is not. */
export interface Check<Context> {
  (value: unknown, report: Report<Context>): boolean
  /**
   * What a JSON Schema can say of the value; it never refuses what the check accepts. Without one anything may stand
   * here as far as the schema knows. `of` gives the schema of a check inside.
   */
  readonly schema?: (of: (check: Check<Context>) => JsonSchema) => JsonSchema
  /** Under this name the schema is written once and referred to. */
  readonly schemaName?: string
}

/** A check together with what a JSON Schema can say of it. */
export function described<C>(
  schema: NonNullable<Check<C>['schema']>,
  check: (value: unknown, report: Report<C>) => boolean,
): Check<C> {
  return Object.assign((value: unknown, report: Report<C>) => check(value, report), { schema })
}

/** The same check, whose schema is written once under a name. */
export function named<C>(schemaName: string, check: Check<C>): Check<C> {
  const inner = check.schema
  return Object.assign((value: unknown, report: Report<C>) => check(value, report), {
    schemaName,
    ...(inner ? { schema: inner } : {}),
  })
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A name as it was given, for messages. What is no text may be anything; an object from a stranger need not even have one. */
export function nameOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value
}

/** A finite number within limits. */
export function number<C>(min: number, max: number): Check<C> {
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

/** A whole number within limits. */
export function integer<C>(min: number, max: number): Check<C> {
  const inRange = number<C>(min, max)
  return described(
    () => ({ type: 'integer', minimum: min, maximum: max }),
    (value, report) =>
      inRange(value, report) &&
      (Number.isInteger(value) || report.fail('wrong-type', `A whole number is needed, not ${value}`)),
  )
}

/** A text of limited length. */
export function text<C>(max: number, min = 0): Check<C> {
  return described(
    () => ({ type: 'string', minLength: min, maxLength: max }),
    (value, report) => {
      if (typeof value !== 'string') return report.fail('wrong-type', 'A text is needed')
      if (value.length < min) return report.fail('missing', 'The text must not be empty')
      return value.length <= max || report.fail('out-of-range', `The text may have at most ${max} characters`)
    },
  )
}

/** A text of a given form. */
export function matching<C>(pattern: RegExp, description: string): Check<C> {
  return described(
    () => ({ type: 'string', pattern: pattern.source }),
    (value, report) => {
      if (typeof value !== 'string') return report.fail('wrong-type', 'A text is needed')
      return pattern.test(value) || report.fail('not-allowed', `${description} is needed, not "${value.slice(0, 60)}"`)
    },
  )
}

export function boolean<C>(): Check<C> {
  return described(
    () => ({ type: 'boolean' }),
    (value, report) => typeof value === 'boolean' || report.fail('wrong-type', 'true or false is needed'),
  )
}

/** One of a few values. */
export function oneOf<C>(...allowed: readonly (string | number | boolean)[]): Check<C> {
  return described(
    () => ({ enum: allowed }),
    (value, report) =>
      allowed.includes(value as string) ||
      report.fail('not-allowed', `One of ${allowed.map((choice) => JSON.stringify(choice)).join(', ')} is needed`),
  )
}

/** Anything at all: parts that are carried along but not used. */
export function anything<C>(): Check<C> {
  return () => true
}

/** A list of limited length. */
export function list<C>(item: Check<C>, max: number, min = 0): Check<C> {
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

/** A list of a fixed length with a check per place. */
export function tuple<C>(...items: readonly Check<C>[]): Check<C> {
  return described(
    (of) => ({ type: 'array', prefixItems: items.map(of), items: false, minItems: items.length }),
    (value, report) => {
      if (!Array.isArray(value) || value.length !== items.length)
        return report.fail('wrong-type', `A list of ${items.length} is needed`)
      return items.map((item, n) => item(value[n], report.at(n))).every(Boolean)
    },
  )
}

export type Shape<C> = Readonly<Record<string, Check<C>>>

/** An object with required and optional properties and no others. */
export function object<C>(required: Shape<C>, optional: Shape<C> = {}): Check<C> {
  return described(
    (of) => ({
      type: 'object',
      properties: Object.fromEntries(
        Object.entries({ ...required, ...optional }).map(([key, check]) => [key, of(check)]),
      ),
      ...(Object.keys(required).length > 0 ? { required: Object.keys(required) } : {}),
      additionalProperties: false,
    }),
    (value, report) => {
      if (!isRecord(value)) return report.fail('wrong-type', 'An object is needed')
      let isRight = true
      for (const key of Object.keys(required)) {
        if (value[key] === undefined) isRight = report.at(key).fail('missing', `"${key}" is missing`)
      }
      for (const [key, inner] of Object.entries(value)) {
        const check = Object.hasOwn(required, key)
          ? required[key]
          : Object.hasOwn(optional, key)
            ? optional[key]
            : undefined
        if (!check) isRight = report.at(key).fail('unknown-property', `"${key.slice(0, 60)}" is not a property here`)
        else if (inner !== undefined && !check(inner, report.at(key))) isRight = false
      }
      return isRight
    },
  )
}

/** An object used as a dictionary. */
export function record<C>(key: Check<C>, item: Check<C>, max: number): Check<C> {
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

/** All of several checks. */
export function both<C>(...checks: readonly Check<C>[]): Check<C> {
  return described(
    (of) => ({ allOf: checks.map(of) }),
    (value, report) => checks.every((check) => check(value, report)),
  )
}

/** The first check for values that a test picks out, else the second. */
export function when<C>(test: (value: unknown) => boolean, yes: Check<C>, no: Check<C>): Check<C> {
  return described(
    (of) => ({ anyOf: [of(yes), of(no)] }),
    (value, report) => (test(value) ? yes(value, report) : no(value, report)),
  )
}

/** Reports values nested or numerous beyond reason before anything recursive looks at them. */
export function checkSize<C>(value: unknown, report: Report<C>, maxDepth: number, maxValues: number): boolean {
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
