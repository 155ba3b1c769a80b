// Applies a customer's difference to a template, after verifying that edits could have produced every part of it: within the
// designer's locks, valid, and of bounded size. The cost depends only on the difference and the lists of layers.

import { assert } from '@vitrine/document/assert'
import { anyObject, list, object, oneOf, type Problem, Report, record, text } from '@vitrine/document/check'
import { LayerValidator, readSurroundings } from '@vitrine/document/check-document'
import type { FontFace, TemplateDocument } from '@vitrine/document/document'
import { checkCycles, type Layer, MAX_GROUP_DEPTH, MAX_LAYERS } from '@vitrine/document/layer'
import type { Lock } from '@vitrine/document/layer-base'
import { isScreen, setOnScreen } from '@vitrine/document/main-place'
import { type Difference, isPatchable, type Patch, TOP, toDifferenceBase } from './difference.ts'
import { GUARDS, MAX_ADDED_FONTS, withAddedFont, withProperty } from './edit.ts'
import { type EditProblemCode, isOwn, OWN_LAYER_PREFIX } from './layer-list.ts'
import { listReferencedLayerIds } from './working-document.ts'

/** A problem of a difference. `path` is written like `layers.photo.ks.o`, `added[3]`, `order.own-g[1]`. */
interface DifferenceProblem {
  path: string
  code: EditProblemCode
  message: string
  /** Which values of the layer are wrong, for `invalid-value`. */
  problems?: readonly Problem[]
}

type Applied = { document: TemplateDocument } | { problem: DifferenceProblem }

/** Maximum nesting depth of customers' groups. */
const MAX_NESTING = 8
/** Limit of checked values and layers: about a second. The largest stored project has half as many. */
export const MAX_DIFFERENCE_WORK = 500_000
/** Work per step: a few milliseconds. */
const STEP_WORK = 2_000

/**
 * Applies a difference to a template, or returns its first problem. Works in steps, so that the caller can do other work in
 * between, and yields the work done so far.
 * @param template in the shape that the customer chose, with their timeline applied
 */
export function* applyDifferenceInSteps(template: TemplateDocument, difference: unknown): Generator<number, Applied> {
  try {
    return { document: yield* new Application(template, readDifference(difference)).run() }
  } catch (error) {
    if (error instanceof Rejected) return { problem: error.problem }
    throw error
  }
}

/** Runs `applyDifferenceInSteps` to the end. */
export function tryDifference(template: TemplateDocument, difference: unknown): Applied {
  const steps = applyDifferenceInSteps(template, difference)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/**
 * Applies a difference. The template is not changed.
 * @throws AssertionFailure for a difference that `tryDifference` would report
 */
export function applyDifference(template: TemplateDocument, difference: Difference): TemplateDocument {
  const result = tryDifference(template, difference)
  assert('document' in result, `a difference cannot be applied: ${JSON.stringify(result)}`)
  return result.document
}

class Rejected extends Error {
  readonly problem: DifferenceProblem
  constructor(problem: DifferenceProblem) {
    super(problem.message)
    this.problem = problem
  }
}

function reject(path: string, code: EditProblemCode, message: string, problems?: readonly Problem[]): never {
  throw new Rejected({ path, code, message, ...(problems && { problems }) })
}

const id = text(64, 1)
const shape = object(
  {},
  {
    unlocked: oneOf(true),
    fonts: list(anyObject, MAX_ADDED_FONTS),
    layers: record(id, anyObject, 2 * MAX_LAYERS),
    added: list(anyObject, MAX_LAYERS),
    order: record(text(64), list(id, 3 * MAX_LAYERS), 2 * MAX_LAYERS),
    removed: list(id, 2 * MAX_LAYERS),
  },
)

function readDifference(value: unknown): Difference {
  const report = new Report(readSurroundings({}))
  if (shape(value, report)) return value as Difference
  const [problem] = report.problems
  return reject(problem?.path ?? '', 'malformed', problem?.message ?? 'A difference is needed')
}

/** A layer of the template. */
interface Place {
  readonly layer: Layer
  /** The group that contains it, `TOP` at the top level. */
  readonly key: string
  readonly index: number
  /** Its own locks and those of the surrounding groups. */
  readonly locks: ReadonlySet<Lock>
}

interface BaseList {
  readonly layers: readonly Layer[]
  /** Number of top layers that nothing may be put above or between. */
  readonly floor: number
}

const isHeld = (locks: ReadonlySet<Lock>, lock: Lock) => locks.has('all') || locks.has(lock)

/** Applies one difference. Every step rejects invalid parts. */
class Application {
  readonly #template: TemplateDocument
  readonly #difference: Difference
  readonly #isUnlocked: boolean
  readonly #places = new Map<string, Place>()
  readonly #lists = new Map<string, BaseList>()
  readonly #added = new Map<string, { layer: Layer; path: string }>()
  /** The template's layers with their patches. */
  readonly #current = new Map<string, Layer>()
  readonly #patched = new Set<string>()
  /** Every id that a list of the difference names, with that list. */
  readonly #named = new Map<string, string>()
  readonly #removed: ReadonlySet<string>
  readonly #placed = new Set<string>()
  /** The resulting lists, top first. */
  readonly #results = new Map<string, readonly Layer[]>()
  #done = 0

  constructor(template: TemplateDocument, difference: Difference) {
    this.#template = template
    this.#difference = difference
    this.#isUnlocked = difference.unlocked === true
    this.#removed = new Set(difference.removed)
  }

  *run(): Generator<number, TemplateDocument> {
    if (Object.keys(this.#difference).length === 0) return this.#template
    const base = toDifferenceBase(this.#template, this.#isUnlocked)
    const fonts = this.#withFonts()
    this.#index(TOP, base.layers, new Set())
    this.#readAdded()
    this.#checkPatches()
    this.#patch(base.layers)
    this.#readOrder()
    const layers = this.#build(TOP, base.layers, 0)
    this.#checkPlaces()
    yield* this.#validate(fonts)
    const isSame = layers === this.#template.layers && fonts === this.#template.fonts
    if (isSame && !this.#isUnlocked) return this.#template
    return { ...this.#template, layers, fonts, ...(this.#isUnlocked && { unlocked: true }) }
  }

  #withFonts(): readonly FontFace[] {
    let { fonts } = this.#template
    for (const [n, face] of (this.#difference.fonts ?? []).entries()) {
      const more = withAddedFont(fonts, face)
      if ('code' in more) return reject(`fonts[${n}]`, more.code, more.message, more.problems)
      fonts = more
    }
    return fonts
  }

  #index(key: string, layers: readonly Layer[], around: ReadonlySet<Lock>): void {
    this.#lists.set(key, { layers, floor: layers.findLastIndex((layer) => layer.alwaysOnTop) + 1 })
    for (const [index, layer] of layers.entries()) {
      const locks = layer.locks ? new Set([...around, ...layer.locks]) : around
      this.#places.set(layer.id, { layer, key, index, locks })
      if (layer.type === 'group') this.#index(layer.id, layer.layers, locks)
    }
  }

  #isFree(id: string): boolean {
    return this.#isUnlocked || isOwn(id)
  }

  #readAdded(): void {
    for (const [n, layer] of (this.#difference.added ?? []).entries()) {
      const path = `added[${n}]`
      if (typeof layer.id !== 'string' || !this.#isFree(layer.id) || (this.#places.has(layer.id) && !this.#isUnlocked))
        reject(path, 'id-not-allowed', `An added layer's id begins with "${OWN_LAYER_PREFIX}"`)
      if (this.#added.has(layer.id)) reject(path, 'id-not-allowed', `There already is a layer "${layer.id}"`)
      if (layer.alwaysOnTop || (layer.locks && String(layer.locks) !== 'all'))
        reject(path, 'property-not-allowed', "Only the designer's layers have locks of their own")
      if (layer.type === 'group' && (!Array.isArray(layer.layers) || layer.layers.length > 0))
        reject(path, 'malformed', 'The layers of a group are listed by the order')
      this.#added.set(layer.id, { layer, path })
    }
  }

  #checkPatches(): void {
    for (const [id, patch] of Object.entries(this.#difference.layers ?? {})) {
      const place = this.#added.has(id) ? undefined : this.#places.get(id)
      if (!place) reject(`layers.${id}`, 'no-such-layer', `The template has no layer "${id}"`)
      else this.#checkPatch(place, patch)
    }
  }

  #checkPatch({ layer, locks }: Place, patch: Patch): void {
    for (const [property, value] of Object.entries(patch)) {
      const path = `layers.${layer.id}.${property}`
      if (!isPatchable(property, this.#isUnlocked) || value === undefined)
        reject(path, 'property-not-allowed', `The property "${property.slice(0, 60)}" cannot be set`)
      if (property === 'locks') {
        if (value !== null && !(Array.isArray(value) && value.join() === 'all'))
          reject(path, 'property-not-allowed', 'A layer is locked as a whole or not at all')
      } else if (isHeld(locks, GUARDS[property] ?? 'time'))
        reject(path, 'locked', `The designer has locked "${layer.name ?? layer.id}"`)
    }
    this.#patched.add(layer.id)
  }

  /** Applies the patches of the template's layers; the clips that replace a main video follow its patch. */
  #patch(layers: readonly Layer[]): void {
    for (const layer of layers) {
      const patch = this.#patched.has(layer.id) ? this.#difference.layers?.[layer.id] : undefined
      const changed = patch ? withPatch(layer, patch) : layer
      this.#current.set(layer.id, changed)
      if (changed.type === 'group') this.#patch(changed.layers)
    }
  }

  #readOrder(): void {
    for (const [key, ids] of Object.entries(this.#difference.order ?? {})) {
      const owner = key === TOP ? undefined : this.#find(key)
      if (key !== TOP && owner?.type !== 'group') reject(`order.${key}`, 'no-such-layer', `There is no group "${key}"`)
      for (const [n, id] of ids.entries()) {
        const path = `order.${key}[${n}]`
        if (!this.#find(id)) reject(path, 'no-such-layer', `There is no layer "${id}"`)
        if (this.#named.has(id) || this.#removed.has(id)) reject(path, 'id-not-allowed', `"${id}" has another place`)
        this.#named.set(id, key)
      }
    }
    for (const [n, id] of (this.#difference.removed ?? []).entries()) {
      const place = this.#places.get(id)
      if (!place) reject(`removed[${n}]`, 'no-such-layer', `The template has no layer "${id}"`)
      else if (!this.#isUnlocked || (place.layer.locks?.includes('all') && !this.#removed.has(place.key)))
        reject(`removed[${n}]`, 'locked', 'Only layers that were added can be removed')
    }
  }

  #find(id: string): Layer | undefined {
    return this.#added.get(id)?.layer ?? this.#current.get(id)
  }

  /** The layers of a list including nested ones; the same list object when nothing has changed. */
  #build(key: string, before: readonly Layer[], depth: number): readonly Layer[] {
    if (depth > MAX_GROUP_DEPTH) reject(`order.${key}`, 'invalid-value', `Groups may be nested ${MAX_GROUP_DEPTH} deep`)
    const layers = this.#listIds(key, before).map((id) => {
      this.#placed.add(id)
      const layer = this.#find(id)
      assert(layer !== undefined, `the layer ${id} was found before`)
      if (layer.type !== 'group') return layer
      const inside = this.#build(id, layer.layers, depth + 1)
      return inside === layer.layers ? layer : { ...layer, layers: inside }
    })
    const isSame = layers.length === before.length && layers.every((layer, n) => layer === before[n])
    const result = isSame ? before : layers
    this.#results.set(key, result)
    return result
  }

  /** Template layers that the difference does not name stay above their original neighbour. */
  #listIds(key: string, before: readonly Layer[]): readonly string[] {
    const named = Object.hasOwn(this.#difference.order ?? {}, key) ? this.#difference.order?.[key] : undefined
    const own = before.map(({ id }) => id).filter((id) => !this.#removed.has(id))
    const unnamed = own.filter((id) => !this.#named.has(id))
    if (!named) return unnamed
    if (unnamed.length === 0) return named
    const above = new Map<string | undefined, string[]>()
    let waiting: string[] = []
    for (const id of own) {
      if (!this.#named.has(id)) waiting.push(id)
      else if (this.#named.get(id) === key) {
        above.set(id, waiting)
        waiting = []
      }
    }
    return [...named.flatMap((id) => [...(above.get(id) ?? []), id]), ...waiting]
  }

  #checkPlaces(): void {
    for (const [id, { path }] of this.#added)
      if (!this.#placed.has(id)) reject(path, 'malformed', `"${id}" stands in no list`)
    for (const [id, key] of this.#named)
      if (!this.#placed.has(id)) reject(`order.${key}`, 'malformed', `"${id}" stands in no list that is shown`)
    if (this.#added.size > 0 && this.#placed.size > MAX_LAYERS)
      reject('added', 'too-many', `At most ${MAX_LAYERS} layers are allowed`)
    for (const [key, layers] of this.#results) {
      const before = this.#lists.get(key)
      if (before && layers === before.layers) continue
      for (const [n, layer] of layers.entries()) this.#checkHome(layer, key, `order.${key}[${n}]`)
      this.#checkHeld(key, layers)
      this.#checkFollowing(key, layers)
      if (key === TOP) {
        for (const layer of layers) {
          if (isOwn(layer.id) && countGroups(layer) > MAX_NESTING)
            reject(`order.${layer.id}`, 'invalid-value', `Groups may be nested ${MAX_NESTING} deep`)
        }
      }
    }
  }

  /** The designer's layers stay in their list, except for top-level ones that a customer has grouped. */
  #checkHome(layer: Layer, key: string, path: string): void {
    const place = this.#places.get(layer.id)
    if (!place || this.#added.has(layer.id)) {
      if (key !== TOP && !this.#isFree(key)) reject(path, 'locked', "A designer's group cannot take more layers")
    } else if (place.key !== key) {
      const mayMove = this.#isUnlocked || (place.key === TOP && isOwn(key))
      if (!mayMove || this.#isFixed(place))
        reject(path, 'locked', `The designer has locked "${layer.name ?? layer.id}"`)
    }
  }

  #isFixed({ key, index, locks }: Place): boolean {
    return isHeld(locks, 'move') || index < (this.#lists.get(key)?.floor ?? 0)
  }

  /** Layers that stay on top must remain there, and immovable layers must keep their order. */
  #checkHeld(key: string, layers: readonly Layer[]): void {
    const before = this.#lists.get(key)
    if (!before || this.#added.has(key)) return
    const isHeldHere = ({ id }: Layer) => {
      const place = this.#places.get(id)
      return place !== undefined && place.key === key && this.#isFixed(place) && !this.#removed.has(id)
    }
    const held = before.layers.filter(isHeldHere)
    const now = layers.filter(isHeldHere)
    const moved = now.find(({ id }, n) => id !== held[n]?.id) ?? held[now.length]
    const isTopUnchanged = before.layers.slice(0, before.floor).every(({ id }, n) => id === layers[n]?.id)
    const first = moved ?? (isTopUnchanged ? undefined : before.layers[0])
    if (first) reject(`order.${key}`, 'locked', `The designer has locked "${first.name ?? first.id}"`)
  }

  /** Layers that follow each other or serve as mattes must be in one list. */
  #checkFollowing(key: string, layers: readonly Layer[]): void {
    const ids = new Set(layers.map(({ id }) => id))
    const before = new Set(this.#lists.get(key)?.layers.map(({ id }) => id))
    for (const [n, layer] of layers.entries()) {
      for (const name of listReferencedLayerIds(layer)) {
        const wasMissing = before.has(layer.id) && !before.has(name)
        if (!ids.has(name) && !wasMissing)
          reject(`order.${key}[${n}]`, 'in-use', 'Layers that follow each other must stand in one list')
      }
    }
    const report = new Report(readSurroundings({}))
    const records = layers as unknown as readonly Record<string, unknown>[]
    if (!checkCycles(records, report)) reject(`order.${key}`, 'invalid-value', 'Layers follow each other in a circle')
  }

  *#validate(fonts: readonly FontFace[]): Generator<number> {
    const validator = new LayerValidator({ ...this.#template, fonts })
    let next = STEP_WORK
    for (const [key, layers] of this.#results) {
      const siblings = new Set(layers.map(({ id }) => id))
      for (const layer of layers) {
        this.#done++
        const path = this.#added.get(layer.id)?.path ?? (this.#patched.has(layer.id) ? `layers.${layer.id}` : undefined)
        if (path === undefined) continue
        // The layers of a group are validated one by one, except for clips, which follow from the patch.
        const isWhole: boolean = isScreen(layer)
        const alone = layer.type === 'group' && !isWhole ? { ...layer, layers: [] } : layer
        const problems = validator.validate(alone, siblings)
        if (problems.length > 0)
          reject(path, 'invalid-value', problems[0]?.message ?? `A value in ${key} is not allowed`, problems)
        const work = validator.work + this.#done
        if (work > MAX_DIFFERENCE_WORK) reject(path, 'too-much-work', 'These changes together are too much work')
        if (work < next) continue
        yield work
        next = work + STEP_WORK
      }
    }
  }
}

function withPatch(layer: Layer, patch: Patch): Layer {
  return Object.entries(patch).reduce<Layer>((changed, [property, value]) => {
    const screen = isScreen(changed) ? setOnScreen(changed, property, value) : undefined
    return screen ?? withProperty(changed, property, value)
  }, layer)
}

/** The depth of nested groups in a layer, including the layer itself. */
function countGroups(layer: Layer): number {
  if (layer.type !== 'group') return 0
  return 1 + layer.layers.reduce((max, child) => Math.max(max, countGroups(child)), 0)
}
