// Live expressions depend on customer input: texts or controls. They run each time a document is prepared for drawing, where
// texts can be measured, and become values and keyframes like the expressions evaluated at import.

import type { Layer, TextLayer } from '@vitrine/document/layer'
import { changedNumber, type LiveLink } from '@vitrine/document/property'
import type { Rig, RigLayer } from '@vitrine/document/rig'
import { ExpressionError } from './expression-error.ts'
import { createGlobals } from './expression-object.ts'
import {
  MAX_WORDINGS,
  Session,
  sampleFrames,
  simplifySamples,
  type TextRect,
  TOLERANCE,
  toComponents,
  toWords,
} from './session.ts'
import type { RigPlace, Value } from './value.ts'

/** Step limit for all live expressions of a document. */
const MAX_STEPS = 4_000_000

/** Replaces live expressions in layers by values. `measure` returns the positions of a text layer's letters in the layer's pixels. */
export function runLiveExpressions(
  layers: readonly Layer[],
  rig: Rig,
  measure: (layer: TextLayer) => TextRect,
): readonly Layer[] {
  const texts = new Map<string, TextLayer>()
  collectTexts(layers, texts)
  const find = ({ layer }: RigLayer) => (layer === undefined ? undefined : texts.get(layer))
  const shownBy = (one: TextLayer | undefined) => (typeof one?.text === 'string' ? one.text : undefined)
  const session = new Session(rig, createGlobals, {
    textOf: (layer) => shownBy(find(layer)),
    measure(layer, text) {
      const shown = find(layer)
      return shown
        ? measure(shownBy(shown) === text ? shown : { ...shown, text })
        : { left: 0, top: 0, width: 0, height: 0 }
    },
  })
  const run: Run = { session, rig, places: findLivePlaces(rig), steps: 0, known: new Map() }
  return layers.map((layer) => mapLinks(layer, run) as Layer)
}

interface Run {
  readonly session: Session
  readonly rig: Rig
  readonly places: ReadonlyMap<number, RigPlace>
  readonly known: Map<string, unknown>
  steps: number
}

function collectTexts(layers: readonly Layer[], texts: Map<string, TextLayer>): void {
  for (const layer of layers) {
    if (layer.type === 'text') texts.set(layer.id, layer)
    if (layer.type === 'group') collectTexts(layer.layers, texts)
  }
}

function findLivePlaces(rig: Rig): Map<number, RigPlace> {
  const places = new Map<number, RigPlace>()
  for (const composition of rig.compositions)
    for (const layer of composition.layers) {
      const visit = (part: unknown): void => {
        if (Array.isArray(part)) for (const one of part) visit(one)
        else if (typeof part === 'object' && part !== null) {
          if ('live' in part && typeof part.live === 'number')
            places.set(part.live, { composition, layer, property: part as RigPlace['property'] })
          else for (const one of Object.values(part)) visit(one)
        }
      }
      visit([layer.transform, layer.effects, layer.contents, layer.masks, layer.text])
    }
  return places
}

/** A copy in which values replace links; returns the same object when it contains no link. */
function mapLinks(value: unknown, run: Run): unknown {
  if (Array.isArray(value)) {
    const mapped = value.map((item) => mapLinks(item, run))
    return mapped.every((item, n) => item === value[n]) ? value : mapped
  }
  if (typeof value !== 'object' || value === null) return value
  const { x } = value as { x?: Partial<LiveLink> }
  if (typeof x === 'object' && x !== null && typeof x.live === 'number')
    return linkedValue(value as { k: unknown }, x as LiveLink, run)
  const entries = Object.entries(value).map(([key, item]) => [key, mapLinks(item, run)] as const)
  const mapped = entries.every(([key, item]) => item === (value as Record<string, unknown>)[key])
    ? value
    : Object.fromEntries(entries)
  return 'liveText' in mapped && mapped.liveText !== undefined ? withWords(mapped as LiveText, run) : mapped
}

type LiveText = TextLayer & { readonly liveText: number }

/** A text layer with the text that its expression returns, which may change over time. */
function withWords(layer: LiveText, run: Run): TextLayer {
  const place = run.places.get(layer.liveText)
  const wordings = place && attempt(() => wordingsAt(place, run))
  const [first] = wordings ?? []
  if (!wordings || !first) return layer
  return { ...layer, text: first[1], ...(wordings.length > 1 ? { wordings } : {}) }
}

function wordingsAt(place: RigPlace, run: Run): (readonly [number, string])[] {
  const start = findStartFrame(place, run)
  const wordings: (readonly [number, string])[] = []
  for (const { frame, value } of sampleLiveFrames(place, run)) {
    const text = toWords(value)
    if (text === wordings.at(-1)?.[1]) continue
    if (wordings.length === MAX_WORDINGS)
      throw new ExpressionError('limit', `It has more than ${MAX_WORDINGS} wordings`)
    wordings.push([frame - start, text])
  }
  return wordings
}

/** A property whose expression fails for this text keeps its value from the import. */
function linkedValue(property: { k: unknown }, link: LiveLink, run: Run): unknown {
  const key = JSON.stringify(link)
  if (run.known.has(key)) return run.known.get(key)
  const place = run.places.get(link.live)
  const result = place ? (attempt(() => computeLiveNumbers(place, link, run)) ?? property.k) : property.k
  run.known.set(key, result)
  return result
}

function computeLiveNumbers(place: RigPlace, link: LiveLink, run: Run): unknown {
  const { count } = link
  const start = findStartFrame(place, run)
  const change = (numbers: readonly number[]) => numbers.map((one, n) => changedNumber(one, link, n))
  const samples = [...sampleLiveFrames(place, run)].map(({ frame, value }) => ({
    t: frame - start,
    s: change(toComponents(value, count, frame)),
  }))
  const keys = simplifySamples(samples, count === 4 ? TOLERANCE / 4 : TOLERANCE)
  const [first] = keys
  if (keys.length > 1) return { a: 1, k: keys }
  return count === 1 ? first?.s[0] : first?.s
}

/** The rig frame that corresponds to frame 0 of the document or group. */
function findStartFrame({ composition }: RigPlace, { rig }: Run): number {
  return composition.id === '' ? rig.start : 0
}

function* sampleLiveFrames(place: RigPlace, run: Run): Generator<{ frame: number; value: Value }> {
  for (const sample of sampleFrames(run.session, place, [place.layer.in, place.layer.out])) {
    run.steps += run.session.spent
    if (run.steps > MAX_STEPS) throw new ExpressionError('limit', 'Live expressions take too many steps')
    yield sample
  }
}

/** Returns undefined when the expression fails. */
function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}
