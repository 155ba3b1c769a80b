// Evaluates the properties of a rig at a frame, running their expressions.

import { type Compiled, compileVector } from '@vitrine/document/evaluate'
import type { BezierPath, Property } from '@vitrine/document/property'
import type { Rig, RigLayer, RigProperty, RigText } from '@vitrine/document/rig'
import { createBuiltins } from './builtin.ts'
import { ExpressionError } from './expression-error.ts'
import { type Globals, runProgram } from './interpret.ts'
import { parseExpression } from './parse.ts'
import type { RigPlace } from './rig-place.ts'
import type { Program } from './syntax.ts'
import { Budget, isExpressionObject, PathValue, plain, toNumbers, toText, type Value } from './value.ts'

/** Steps for one frame of one expression, what it asks of others included. */
export const MAX_STEPS = 100_000
/** Expressions that ask each other in a row. */
const MAX_CHAIN = 40

/** Where text stands that is not set yet when an animation is read: in the layer's own pixels. */
export interface TextRect {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface SessionOptions {
  /** Whether customers fill in the text of a layer, so that what asks for it is live. */
  readonly isFilled?: (layer: RigLayer) => boolean
  /** Whether customers set a control, so that what asks for it is live; asked at each use. */
  readonly isSet?: (place: RigPlace) => boolean
  /** What a text layer says; undefined for what the rig says. */
  readonly textOf?: (layer: RigLayer) => string | undefined
  /** The path that a property is; undefined for what is none. */
  readonly pathOf?: (property: RigProperty) => Compiled<BezierPath> | undefined
  /** Measures a text layer that says `text`; without it the size is a guess, and what asks for it is live. */
  readonly measure?: (layer: RigLayer, text: string) => TextRect
}

/** What a value depends on besides what stands in the rig. */
export interface Dependence {
  /** It may be another one at another frame. */
  time: boolean
  /** It is what customers fill in, or follows it. */
  live: boolean
}

interface Known extends Dependence {
  readonly frame: number
  readonly value: Value
}

/** The frame for which an expression runs; `posterizeTime` sets it back. */
export interface EvaluationTime {
  frame: number
}

/** Makes what the names of an expression mean at a place and frame. */
export type CreateGlobals = (session: Session, place: RigPlace, evaluationTime: EvaluationTime) => Globals

/** Evaluates a rig; remembers what it has parsed and compiled, so one is made for many frames. */
export class Session {
  readonly rig: Rig
  readonly options: SessionOptions
  budget = new Budget(MAX_STEPS)
  builtins = createBuiltins(this.budget)
  dependence: Dependence = { time: false, live: false }
  /** Whether the last run asked for a path; a document carries none for its live expressions. */
  usesPaths = false
  /** How many random numbers all runs have drawn so far. */
  drawn = 0
  /** How many velocities all runs have measured so far: After Effects does not say over which time it does. */
  velocities = 0
  /** The text layers whose size was asked for. */
  readonly measured = new Set<RigLayer>()
  readonly #createGlobals: CreateGlobals
  readonly #programs = new Map<string, Program | ExpressionError>()
  readonly #compiled = new WeakMap<RigProperty, Compiled<readonly number[]>>()
  readonly #known = new Map<RigProperty, Known>()
  /** The last path of each, which is measured only once. */
  readonly #paths = new Map<Compiled<BezierPath>, { readonly frame: number; readonly value: PathValue }>()
  readonly #running = new Set<RigProperty>()

  /** `createGlobals`: the names that an expression sees; passed in, since these objects evaluate properties by this session. */
  constructor(rig: Rig, createGlobals: CreateGlobals, options: SessionOptions = {}) {
    this.rig = rig
    this.#createGlobals = createGlobals
    this.options = options
  }

  /** Steps that the last run took. */
  get spent(): number {
    return MAX_STEPS - this.budget.left
  }

  /** Evaluates one property for itself, with steps of its own. @throws ExpressionError */
  run(place: RigPlace, frame: number): { value: Value } & Dependence {
    this.budget = new Budget(MAX_STEPS)
    this.builtins = createBuiltins(this.budget)
    this.dependence = { time: false, live: false }
    this.usesPaths = false
    this.#known.clear()
    const value = plain(this.value(place, frame))
    return { value, ...this.dependence }
  }

  /** The property that an expression names and nothing else, for kinds whose values it cannot work with. @throws ExpressionError */
  linkOf(place: RigPlace, frame: number): RigPlace | undefined {
    this.budget = new Budget(MAX_STEPS)
    this.builtins = createBuiltins(this.budget)
    const program = this.programOf(place.property.expression ?? '')
    const result = runProgram(program, this.#createGlobals(this, place, { frame }), this.budget)
    return isExpressionObject(result) ? result.place : undefined
  }

  /** The value of a property, its expression run. @throws ExpressionError */
  value(place: RigPlace, frame: number): Value {
    const { property } = place
    this.budget.pay(1)
    if (property.expression === undefined) return this.base(place, frame)
    const known = this.#known.get(property)
    if (known?.frame === frame) {
      this.depend(known)
      return known.value
    }
    // In its own expression a property is what it was before.
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

  /** Whether its expression is being run right now. */
  isRunning(property: RigProperty): boolean {
    return this.#running.has(property)
  }

  depend({ time, live }: Partial<Dependence>): void {
    if (time) this.dependence.time = true
    if (live) this.dependence.live = true
  }

  /** The value of a property before its expression: of its keyframes, or of the field that gives it. */
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

  /** The keyframes of a property, ready to be read. */
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
