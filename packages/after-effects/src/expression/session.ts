// Evaluates the properties of a rig at a frame and runs their expressions.

import { type Compiled, compileVector } from '@vitrine/document/evaluate'
import type { BezierPath, Property } from '@vitrine/document/property'
import type { Rig, RigLayer, RigProperty, RigText } from '@vitrine/document/rig'
import { createBuiltins } from './builtin.ts'
import { ExpressionError } from './expression-error.ts'
import { type Globals, runProgram } from './interpret.ts'
import { parseExpression } from './parse.ts'
import type { Program } from './syntax.ts'
import {
  Budget,
  isExpressionObject,
  isList,
  PathValue,
  plain,
  type RigPlace,
  toNumbers,
  toText,
  type Value,
} from './value.ts'

/** Steps for one expression at one frame, including other expressions that it reads. */
export const MAX_STEPS = 100_000
/** Maximum chain of expressions that read each other. */
const MAX_CHAIN = 40

/** The text bounds in the layer's own pixels. They are unknown while an animation is imported, because texts are not set yet. */
export interface TextRect {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface SessionOptions {
  /** Whether customers fill in the text of a layer, which makes expressions that read it live. */
  readonly isFilled?: (layer: RigLayer) => boolean
  /** Whether customers set a control, which makes expressions that read it live; called at each read. */
  readonly isSet?: (place: RigPlace) => boolean
  /** The text of a text layer; undefined uses the rig's. */
  readonly textOf?: (layer: RigLayer) => string | undefined
  /** The path of a property; undefined for properties of other types. */
  readonly pathOf?: (property: RigProperty) => Compiled<BezierPath> | undefined
  /** Measures a text layer with `text`. Without it the size is estimated, and expressions that read it are live. */
  readonly measure?: (layer: RigLayer, text: string) => TextRect
}

/** What a value depends on in addition to the rig. */
interface Dependence {
  /** The value may differ between frames. */
  time: boolean
  /** The value depends on customer input. */
  live: boolean
}

interface Known extends Dependence {
  readonly frame: number
  readonly value: Value
}

/** The frame for which an expression runs; `posterizeTime` moves it back. */
export interface EvaluationTime {
  frame: number
}

/** Resolves the global names of an expression at a location and frame. */
type CreateGlobals = (session: Session, place: RigPlace, evaluationTime: EvaluationTime) => Globals

/** Evaluates a rig. Caches parsed and compiled parts, so use one session for many frames. */
export class Session {
  readonly rig: Rig
  readonly options: SessionOptions
  budget = new Budget(MAX_STEPS)
  builtins = createBuiltins(this.budget)
  dependence: Dependence = { time: false, live: false }
  /** Whether the last run read a path; documents contain no paths for live expressions. */
  usesPaths = false
  /** Number of random numbers drawn by all runs. */
  drawn = 0
  /** Number of velocities measured by all runs: After Effects does not document the interval of its own. */
  velocities = 0
  /** The text layers whose size was read. */
  readonly measured = new Set<RigLayer>()
  readonly #createGlobals: CreateGlobals
  readonly #programs = new Map<string, Program | ExpressionError>()
  readonly #compiled = new WeakMap<RigProperty, Compiled<readonly number[]>>()
  readonly #known = new Map<RigProperty, Known>()
  /** The last value of each path, which is measured only once. */
  readonly #paths = new Map<Compiled<BezierPath>, { readonly frame: number; readonly value: PathValue }>()
  readonly #running = new Set<RigProperty>()

  /**
   * `createGlobals` resolves the names that an expression sees; injected, because these objects evaluate properties through
   * this session.
   */
  constructor(rig: Rig, createGlobals: CreateGlobals, options: SessionOptions = {}) {
    this.rig = rig
    this.#createGlobals = createGlobals
    this.options = options
  }

  /** Steps of the last run. */
  get spent(): number {
    return MAX_STEPS - this.budget.left
  }

  /** Evaluates one property with its own step budget. @throws ExpressionError */
  run(place: RigPlace, frame: number): { value: Value } & Dependence {
    this.budget = new Budget(MAX_STEPS)
    this.builtins = createBuiltins(this.budget)
    this.dependence = { time: false, live: false }
    this.usesPaths = false
    this.#known.clear()
    const value = plain(this.value(place, frame))
    return { value, ...this.dependence }
  }

  /** The property, if an expression only refers to another one, for types that expressions cannot compute. @throws ExpressionError */
  linkOf(place: RigPlace, frame: number): RigPlace | undefined {
    this.budget = new Budget(MAX_STEPS)
    this.builtins = createBuiltins(this.budget)
    const program = this.programOf(place.property.expression ?? '')
    const result = runProgram(program, this.#createGlobals(this, place, { frame }), this.budget)
    return isExpressionObject(result) ? result.place : undefined
  }

  /** The value of a property after its expression. @throws ExpressionError */
  value(place: RigPlace, frame: number): Value {
    const { property } = place
    this.budget.pay(1)
    if (property.expression === undefined) return this.base(place, frame)
    const known = this.#known.get(property)
    if (known?.frame === frame) {
      this.depend(known)
      return known.value
    }
    // Inside its own expression a property has its value before the expression.
    if ([...this.#running].at(-1) === property) return this.base(place, frame)
    if (this.#running.has(property))
      throw new ExpressionError('limit', 'The expression asks for its own value in a circle')
    if (this.#running.size >= MAX_CHAIN)
      throw new ExpressionError('limit', `More than ${MAX_CHAIN} expressions ask each other in a row`)
    const outer = this.dependence
    this.dependence = { time: false, live: false }
    this.#running.add(property)
    try {
      const program = this.programOf(property.expression)
      const evaluationTime = { frame }
      const value = plain(runProgram(program, this.#createGlobals(this, place, evaluationTime), this.budget))
      this.#known.set(property, { ...this.dependence, frame, value })
      return value
    } finally {
      this.#running.delete(property)
      const inner = this.dependence
      this.dependence = outer
      this.depend(inner)
    }
  }

  /** Whether its expression is currently running. */
  isRunning(property: RigProperty): boolean {
    return this.#running.has(property)
  }

  depend({ time, live }: Partial<Dependence>): void {
    if (time) this.dependence.time = true
    if (live) this.dependence.live = true
  }

  /** The value of a property before its expression: of its keyframes, or of its field. */
  base({ property, ...place }: RigPlace, frame: number): Value {
    const { value, split, shape } = property
    if (this.options.isSet?.({ ...place, property })) this.depend({ live: true })
    if (split) return split.map((part) => toNumbers(this.value({ ...place, property: part }, frame))[0] ?? 0)
    if (typeof value === 'object' && 'states' in value) {
      if (this.options.isFilled?.(place.layer)) this.depend({ live: true })
      return this.options.textOf?.(place.layer) ?? this.#textAt(value, frame)
    }
    const path = shape === 'other' ? this.options.pathOf?.(property) : undefined
    if (path) return this.#pathAt(path, frame)
    if (shape === 'other')
      throw new ExpressionError('unsupported', `"${property.name}" is nothing that can be asked for`)
    const compiled = this.compiled(property)
    if (!compiled.still) this.depend({ time: true })
    const numbers = compiled.at(frame)
    this.budget.pay(numbers.length)
    return shape === 'list' ? [...numbers] : (numbers[0] ?? 0)
  }

  #pathAt(path: Compiled<BezierPath>, frame: number): Value {
    if (!path.still) this.depend({ time: true })
    this.usesPaths = true
    const known = this.#paths.get(path)
    if (known?.frame === frame) return known.value
    const value = new PathValue(path.at(frame))
    this.budget.pay(value.path.v.length)
    this.#paths.set(path, { frame, value })
    return value
  }

  /** The compiled keyframes of a property. */
  compiled(property: RigProperty): Compiled<readonly number[]> {
    const known = this.#compiled.get(property)
    if (known) return known
    const compiled = compileVector(property.value as Property<readonly number[]>, [0, 0])
    this.#compiled.set(property, compiled)
    return compiled
  }

  #textAt({ states }: RigText, frame: number): string {
    if (states.length > 1) this.depend({ time: true })
    const passed = states.filter(([from]) => from <= frame)
    return toText(passed.at(-1)?.[1] ?? states[0]?.[1] ?? '')
  }

  /** An expression, parsed once. @throws ExpressionError */
  programOf(source: string): Program {
    const known = this.#programs.get(source)
    if (known instanceof ExpressionError) throw known
    if (known) return known
    try {
      const program = parseExpression(source)
      this.#programs.set(source, program)
      return program
    } catch (error) {
      if (error instanceof ExpressionError) this.#programs.set(source, error)
      throw error
    }
  }
}

// Samples an expression over time and reduces the samples to few keyframes.

/** Maximum length of a sampled animation, in frames. */
const MAX_FRAMES = 100_000

/** Yields the values from one frame to another, or only the first when none depends on time. @throws ExpressionError */
export function* sampleFrames(
  session: Session,
  place: RigPlace,
  [first, last]: readonly [number, number],
): Generator<{ frame: number; value: Value; live: boolean }> {
  const from = Math.floor(first)
  for (let frame = from; frame <= Math.max(from, Math.min(Math.ceil(last), from + MAX_FRAMES)); frame++) {
    const { value, time, live } = session.run(place, frame)
    yield { frame, value, live }
    if (!time) return
  }
}

/**
 * Adapts the number of components to the property: a single number is repeated, and missing ones at the end are taken from
 * `rest`.
 */
export function toComponents(value: Value, count: number, frame: number): number[] {
  if (value === undefined || value === null || typeof value === 'string')
    if (Number.isNaN(Number(value ?? Number.NaN)))
      throw new ExpressionError('value', `At frame ${frame} it gives no number`)
  const numbers = toNumbers(value)
  const components =
    count === 1 ? numbers.slice(0, 1) : isList(value) ? numbers.slice(0, count) : [numbers[0] ?? 0, numbers[0] ?? 0]
  const needed = Math.min(count, 2)
  if (components.slice(0, needed).length < needed || components.slice(0, needed).some((one) => !Number.isFinite(one)))
    throw new ExpressionError('value', `At frame ${frame} it gives no ${count === 1 ? 'number' : 'numbers'}`)
  const rest = count === 4 ? [0, 0, 0, 1] : [0, 0, 0]
  return Array.from({ length: count }, (_, n) =>
    Number.isFinite(components[n]) ? (components[n] as number) : (rest[n] ?? 0),
  )
}

/** Maximum number of different texts over time. */
export const MAX_WORDINGS = 1000
/** The maximum length of texts in documents. */
const MAX_WORDS = 2000

/** Converts a value to text. */
export function toWords(value: Value): string {
  return toText(value).slice(0, MAX_WORDS).replace(/\r\n?/g, '\n')
}

interface Sample {
  t: number
  s: number[]
}

/** Differences below this are invisible, in pixels, percent or degrees; colour channels have 256 steps in 1. */
export const TOLERANCE = 0.002

/**
 * Removes samples that lie on the line between others: tracks the range of slopes from the last stored sample that fit all
 * samples since.
 */
export function simplifySamples(samples: readonly Sample[], tolerance: number): Sample[] {
  const [first, ...rest] = samples
  if (!first) return []
  const stored = [first]
  let from = first
  let before = first
  let slopes = first.s.map(() => [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as [number, number])
  const isFitting = ({ t, s }: Sample) =>
    s.every((value, n) => {
      const slope = (value - (from.s[n] as number)) / (t - from.t)
      const [low, high] = slopes[n] as [number, number]
      return slope >= low && slope <= high
    })
  for (const sample of rest) {
    if (!isFitting(sample)) {
      stored.push(before)
      from = before
      slopes = first.s.map(() => [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
    }
    slopes = slopes.map(([low, high], n) => {
      const [rise, run] = [(sample.s[n] as number) - (from.s[n] as number), sample.t - from.t]
      return [Math.max(low, (rise - tolerance) / run), Math.min(high, (rise + tolerance) / run)]
    })
    before = sample
  }
  const isStill =
    stored.length === 1 && before.s.every((value, n) => Math.abs(value - (first.s[n] as number)) <= tolerance)
  return isStill ? stored : [...stored, before]
}

/** Like `thinned`, for paths. All samples are stored when the number of points changes, or the path opens or closes in between. */
export function thinnedPaths(
  paths: readonly { readonly frame: number; readonly path: BezierPath }[],
): { frame: number; path: BezierPath }[] {
  const listCoordinates = ({ v, i, o }: BezierPath) =>
    [v, i, o].flatMap((points) => points.flatMap(([x = 0, y = 0]) => [x, y]))
  const [first] = paths
  const isAlike = paths.every(({ path }) => path.v.length === first?.path.v.length && path.c === first.path.c)
  if (!isAlike) return [...paths]
  const stored = simplifySamples(
    paths.map(({ frame, path }) => ({ t: frame, s: listCoordinates(path) })),
    TOLERANCE,
  )
  const frames = new Set(stored.map(({ t }) => t))
  return paths.filter(({ frame }) => frames.has(frame))
}

// Layer names in expressions. A name may also declare what customers fill in: `Bride {text: Bride's name}`.

/** `{text: …}` anywhere, or `#text …` as the whole name; see `readPlaceholder`. */
const FIELD = /\{\s*[a-z]+\s*:([^{}]*)\}|^\s*#[a-z]+\s+(.+)$/i
const MAX_NAME = 400

/** A layer's name before a field was added to it: the rest of the name, otherwise the label of the field. */
export function nameWithoutField(name: string): string | undefined {
  const match = name.length > MAX_NAME ? null : FIELD.exec(name)
  if (!match) return undefined
  const rest = name.replace(match[0], ' ').replace(/\s+/g, ' ').trim()
  return rest === '' ? (match[1] ?? match[2] ?? '').split('|')[0]?.trim() : rest
}

/** The layer that had this name before a field was added to it. */
export function findRenamedLayer(
  session: Session,
  layers: readonly RigLayer[],
  formerName: string,
): RigLayer | undefined {
  session.budget.pay(layers.length)
  return formerName === '' ? undefined : layers.find(({ name }) => nameWithoutField(name) === formerName)
}
