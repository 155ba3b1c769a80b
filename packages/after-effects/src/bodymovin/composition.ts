// Converts lists of layers: the animation itself, and its precomps, which become groups. Resolves the relations between layers:
// parents and mattes.

import { at, type Scope } from '@vitrine/document/bodymovin-property'
import { numberOr, records } from '@vitrine/document/cleanse'
import { type Conversion, countLayer, type LayerJson, MAX_LAYERS, type Place, takeId } from './conversion.ts'
import { convertLayer } from './layer.ts'
import { expandMultiLayerEffects } from './multi-layer-effect.ts'
import { convertSpace, hasCamera, isListInSpace } from './space.ts'
import { convertTransform } from './transform.ts'

/** Maximum depth of nested precomps; the document nests groups sixteen deep, and some layers need a group of their own. */
const MAX_DEPTH = 12

/** Converts a list of layers, top first. */
export function convertComposition(
  rawLayers: unknown,
  conversion: Conversion,
  scope: Scope,
  size: { width: number; height: number },
  stack: readonly string[] = [],
): LayerJson[] {
  const surroundings = {
    conversion,
    scope,
    ...size,
    stack,
    nested(refId: string, layers: unknown, width: number, height: number, inner: Scope): LayerJson[] {
      if (stack.includes(refId)) {
        scope.lint.error('cycle', inner.path, 'The precomp "{precomp}" contains itself; it is left out', {
          precomp: refId.slice(0, 60),
        })
        return []
      }
      if (stack.length >= MAX_DEPTH) {
        scope.lint.error('too-deep', inner.path, 'Precomps nested more than {most} deep are left out', {
          most: MAX_DEPTH,
        })
        return []
      }
      return convertComposition(layers, conversion, { ...inner, shift: 0 }, { width, height }, [...stack, refId])
    },
  }
  const all = records(rawLayers)
  if (all.length > MAX_LAYERS)
    scope.lint.error('too-many-layers', scope.path, 'Only the first {most} of {count} layers are drawn', {
      most: MAX_LAYERS,
      count: all.length,
    })
  const raw = all.slice(0, MAX_LAYERS)
  const place: Place = { ...surroundings, isInSpace: isListInSpace(raw) }
  if (place.isInSpace && !hasCamera(raw)) scope.lint.playersDiffer(scope.path, '3D Layer')
  const family = readFamily(raw, scope)
  const converted = raw.map((layer, n) => {
    if (!countLayer(conversion)) return undefined
    const inner = at(scope, n)
    const result = convertLayer(layer, place, inner)
    // Another layer follows this one, so its movement is needed even if nothing of it is drawn.
    return result ?? (family.parents.has(n) ? handle(layer, place, inner) : undefined)
  })
  const mattes = readMattes(raw, scope)
  const sources = new Set(mattes.map((matte) => matte?.index))
  raw.forEach((layer, n) => {
    const own = converted[n]
    if (!own) return
    const parent = family.parentIndices[n]
    const leader = parent === undefined ? undefined : converted[parent]
    if (leader) own.parent = leader.id
    const matte = mattes[n]
    if (matte) applyMatte(own, converted[matte.index], matte.mode, at(scope, n))
    if (matte && layer.tp === undefined && raw[matte.index]?.td !== 1) warnOfUnmarkedMatte(at(scope, n))
    if (layer.td === 1 && !sources.has(n)) own.visible = false
  })
  const list = { raw, converted, parentIndices: family.parentIndices, place, scope }
  return converted.flatMap((_, n) => expandMultiLayerEffects(list, n))
}

/** A null that other layers follow. */
function handle(raw: Record<string, unknown>, { conversion, isInSpace }: Place, scope: Scope): LayerJson {
  const ks = convertTransform(raw.ks, at(scope, 'ks'))
  const start = numberOr(raw.ip, 0) - scope.shift
  const end = numberOr(raw.op, start + 1) - scope.shift
  return {
    id: takeId(conversion, raw.nm, 'null'),
    type: 'group',
    in: start,
    out: Math.max(start + 1, end),
    ...(Object.keys(ks).length > 0 ? { ks } : {}),
    ...(isInSpace && raw.ddd === 1 ? { space: convertSpace(raw.ks, at(scope, 'ks')) } : {}),
    layers: [],
  }
}

interface Family {
  /** For each layer the index of its parent. */
  parentIndices: (number | undefined)[]
  /** Indices of all parents. */
  parents: ReadonlySet<number>
}

function readFamily(raw: readonly Record<string, unknown>[], scope: Scope): Family {
  const byNumber = new Map(raw.map((layer, n) => [layer.ind, n]))
  const parentIndices = raw.map((layer, n) => {
    if (layer.parent === undefined || layer.parent === null) return undefined
    const parent = byNumber.get(layer.parent)
    if (parent === undefined || parent === n) {
      scope.lint.warn('unknown-reference', at(scope, n).path, 'The layer follows {parent}, which is not there', {
        parent: String(layer.parent).slice(0, 20),
      })
      return undefined
    }
    return parent
  })
  raw.forEach((_, n) => {
    const seen = new Set([n])
    for (let next = parentIndices[n]; next !== undefined; next = parentIndices[next]) {
      if (!seen.has(next)) {
        seen.add(next)
        continue
      }
      scope.lint.error('cycle', at(scope, n).path, 'Layers follow each other in a circle; the circle was cut here')
      parentIndices[n] = undefined
      break
    }
  })
  return { parentIndices, parents: new Set(parentIndices.filter((parent) => parent !== undefined)) }
}

const MATTE_MODES: Readonly<Record<number, string>> = { 1: 'alpha', 2: 'alpha-inverted', 3: 'luma', 4: 'luma-inverted' }

/** For each layer the index and mode of its matte. */
function readMattes(
  raw: readonly Record<string, unknown>[],
  scope: Scope,
): ({ index: number; mode: string } | undefined)[] {
  const byNumber = new Map(raw.map((layer, n) => [layer.ind, n]))
  return raw.map((layer, n) => {
    const mode = MATTE_MODES[numberOr(layer.tt, 0)]
    if (!mode) return undefined
    const index = layer.tp === undefined ? n - 1 : (byNumber.get(layer.tp) ?? -1)
    if (index >= 0 && index !== n) return { index, mode }
    scope.lint.warn('unknown-reference', at(scope, n).path, 'The matte of this layer is not there')
    return undefined
  })
}

/** Bodymovin marks each layer that serves as a matte; some exporters do not, and players then show the layer. */
function warnOfUnmarkedMatte(scope: Scope): void {
  scope.lint.warn(
    'unknown-reference',
    scope.path,
    'The layer above is not marked as a matte in this file; it is used as one and not shown itself',
  )
}

function applyMatte(layer: LayerJson, source: LayerJson | undefined, mode: string, scope: Scope): void {
  if (!source) {
    scope.lint.warn('unknown-reference', scope.path, 'The matte of this layer is not drawn, so the layer is hidden')
    layer.visible = false
    return
  }
  delete source.visible
  layer.matte = { layer: source.id, mode }
}
