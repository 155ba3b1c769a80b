// Effects that need additional layers: Set Matte uses another layer's alpha or luma, Stroke draws along the layer's masks, CC
// Cross Blur averages two blurred copies, Echo shows the layer at several times.

import {
  anyNumber,
  at,
  colorKind,
  convertProperty,
  numberKind,
  pathKind,
  percent,
  type Scope,
} from '@vitrine/document/bodymovin-property'
import { isRecord } from '@vitrine/document/check'
import { numberOr, records, textOr } from '@vitrine/document/cleanse'
import { clause, remarkText } from '@vitrine/document/lint'
import { countLayer, type LayerJson, type Place, takeId } from './conversion.ts'
import { findEffectIndex, hasVisibleEffects, readSetMatte, UNDRAWN } from './effect.ts'
import { convertLayer, isInOwnPixels, readLayerSize, toPlaneTransform } from './layer.ts'
import { convertTransform } from './transform.ts'

type Json = Record<string, unknown>

/** A list of layers during conversion. */
interface LayerList {
  readonly raw: readonly Json[]
  readonly converted: readonly (LayerJson | undefined)[]
  readonly parentIndices: readonly (number | undefined)[]
  readonly place: Place
  /** The scope of the list. */
  readonly scope: Scope
}

/** Layers with pixels of their own that can serve as a matte, by Bodymovin's type numbers. */
const PICTURES: ReadonlySet<unknown> = new Set([0, 1, 2, 4, 5, 9])
const isVector = ({ ty }: Json) => ty === 4 || ty === 5

/** The layers that the effects of one layer add above it, and the layer itself or its replacement. */
export function expandMultiLayerEffects(list: LayerList, n: number): LayerJson[] {
  const own = list.converted[n]
  const raw = list.raw[n]
  if (!own || !raw) return []
  const matte = setMatte(list, n, raw, own)
  const drawn = strokeMasks(list, n, raw, own) ?? crossBlur(list, n, raw, own) ?? echo(list, n, raw, own)
  return [...(matte ? [matte] : []), ...(drawn ?? [own])]
}

/**
 * The effect Set Matte: a copy of the other layer becomes the layer's matte. Shapes and texts use the pixels of the comp for
 * their effects. For other types After Effects places the other layer's source over their own, ignoring the positions of both
 * layers, and stretches it to the same size.
 */
function setMatte(list: LayerList, n: number, raw: Json, own: LayerJson): LayerJson | undefined {
  const setting = readSetMatte(raw.ef)
  if (!setting) return undefined
  const index = list.raw.findIndex(({ ind }) => ind === setting.source)
  const source = list.raw[index]
  const canDraw = setting.mode && source && PICTURES.has(source.ty) && PICTURES.has(raw.ty) && own.matte === undefined
  const copy = canDraw ? matteLayer(list, n, index, setting.isStretched) : undefined
  if (!copy) {
    const path = at(at(at(list.scope, n), 'ef'), setting.place).path
    list.scope.lint.error('effect', path, 'The effect "Set Matte" is not drawn; use a track matte')
    return undefined
  }
  own.matte = { layer: copy.id, mode: setting.mode }
  return copy
}

function matteLayer(list: LayerList, n: number, index: number, isStretched: boolean): LayerJson | undefined {
  const { place, scope } = list
  const [raw, source] = [list.raw[n], list.raw[index]]
  if (!raw || !source || !countLayer(place.conversion)) return undefined
  // After Effects uses the layer's source, without masks, effects and transform.
  const {
    ef: _effects,
    sy: _styles,
    masksProperties: _masks,
    tt: _matte,
    mb: _blur,
    bm: _mode,
    hd: _hidden,
    ...bare
  } = source
  const parent = list.parentIndices[index]
  const leader = parent === undefined ? undefined : list.converted[parent]
  if (isVector(source) && !isVector(raw) && leader) return undefined
  const still = isVector(source) ? bare : { ...bare, ks: {}, ddd: 0, ao: 0 }
  const copy = convertLayer(still, place, at(scope, index))
  if (!copy) return undefined
  delete copy.visible
  if (isVector(source) && isVector(raw)) return leader ? { ...copy, parent: leader.id } : copy
  const comp = [place.width, place.height] as const
  const from = isVector(source) ? comp : readLayerSize(source, place, Number(source.ty))
  const to = isVector(raw) ? comp : readLayerSize(raw, place, Number(raw.ty))
  const isSame = from[0] === to[0] && from[1] === to[1]
  const ks = isStretched
    ? { s: [(to[0] / from[0]) * 100, (to[1] / from[1]) * 100] }
    : { p: [(to[0] - from[0]) / 2, (to[1] - from[1]) / 2] }
  const group = (more: object, layers: readonly LayerJson[]): LayerJson => ({
    id: takeId(place.conversion, `${copy.id}-matte`, 'matte'),
    ...{ type: 'group', in: copy.in, out: copy.out, ...more, layers },
  })
  const fitted = isSame ? copy : group({ ks }, [copy])
  return isVector(raw) ? fitted : group(convertPlace(list, n, raw), [fitted])
}

/** The position of a layer, for another layer in the same place. */
function convertPlace({ converted, place, scope }: LayerList, n: number, raw: Json): Json {
  const { o: _opacity, ...ks } = convertTransform(toPlaneTransform(raw, place), at(at(scope, n), 'ks'))
  const { parent, space, motionBlur }: Json = converted[n] ?? {}
  const defined = Object.entries({ parent, space, motionBlur }).filter(([, value]) => value !== undefined)
  return { ks, ...Object.fromEntries(defined) }
}

/** Parameter indices of the effect Stroke. */
const STROKE = {
  path: 0,
  all: 1,
  sequential: 2,
  color: 3,
  size: 4,
  hardness: 5,
  opacity: 6,
  start: 7,
  end: 8,
  style: 10,
}
const [ON_TRANSPARENT, REVEAL] = [2, 3]

/**
 * The effect Stroke: lines along the layer's masks as a shape above it, in its place, or as the matte that reveals it.
 * Undefined when the layer has no such effect.
 */
function strokeMasks(list: LayerList, n: number, raw: Json, own: LayerJson): LayerJson[] | undefined {
  const effects = records(raw.ef)
  const index = findEffectIndex(effects, 'ADBE Stroke')
  if (index < 0) return undefined
  const { place } = list
  const scope = at(at(at(list.scope, n), 'ef'), index)
  const values = records(effects[index]?.ef).map(({ v }) => v)
  const choice = (which: number, rest: number) => {
    const v = values[which]
    return Math.round(numberOr(isRecord(v) ? v.k : v, rest))
  }
  const paths = listMaskPaths(list, n, raw, choice(STROKE.all, 0) === 1 ? undefined : choice(STROKE.path, 1))
  const style = choice(STROKE.style, 1)
  if (paths.length === 0 || (style === REVEAL && own.matte !== undefined) || !countLayer(place.conversion)) {
    scope.lint.error('effect', scope.path, 'The effect "Stroke" is not drawn; use a shape layer with Trim Paths')
    return undefined
  }
  const read = (which: number, kind: Parameters<typeof convertProperty>[1]) =>
    convertProperty(values[which], kind, at(at(at(scope, 'ef'), which), 'v'))
  const hardness = read(STROKE.hardness, anyNumber) ?? 0.75
  if (hardness !== 1 && hardness !== 100)
    scope.lint.warn('effect', scope.path, 'The effect "Stroke" is drawn with hard edges')
  const shapes = [
    {
      ty: 'gr',
      it: [
        ...paths.map((ks) => ({ ty: 'sh', ks })),
        {
          ...{ ty: 'tm', s: read(STROKE.start, percent) ?? 0, e: read(STROKE.end, percent) ?? 100 },
          ...(choice(STROKE.sequential, 1) === 1 ? { m: 2 } : {}),
        },
        {
          ...{ ty: 'st', c: read(STROKE.color, colorKind) ?? '#ffffff', lc: 2, lj: 2 },
          // The brush size is half the line width.
          w: read(STROKE.size, numberKind(0, 1000, 2)) ?? 4,
          o: read(STROKE.opacity, numberKind(0, 100, 100)) ?? 100,
        },
        { ty: 'tr' },
      ],
    },
  ]
  const { in: start, out } = own
  const id = takeId(place.conversion, `${own.id}-stroke`, 'stroke')
  const line: LayerJson = { id, type: 'shape', in: start, out, ...convertPlace(list, n, raw), shapes }
  if (style === REVEAL) {
    own.matte = { layer: id, mode: 'alpha' }
    return [line, own]
  }
  const { bm, effects: others, matte, visible } = own
  const opacity = isRecord(own.ks) && own.ks.o !== undefined ? { o: own.ks.o } : {}
  const shown = Object.entries({ bm, effects: others, matte, visible }).filter(([, value]) => value !== undefined)
  const drawn: LayerJson = { ...line, ks: { ...(line.ks as Json), ...opacity }, ...Object.fromEntries(shown) }
  // Others may follow the layer, so it remains where only its stroke is drawn.
  return style === ON_TRANSPARENT ? [drawn, { ...own, visible: false }] : [drawn, own]
}

/**
 * The effect CC Cross Blur: a group in the layer's place with the mean of two copies, one blurred horizontally and one
 * vertically. Undefined when the layer has no such effect.
 */
function crossBlur(list: LayerList, n: number, raw: Json, own: LayerJson): LayerJson[] | undefined {
  const effects = records(raw.ef)
  const index = findEffectIndex(effects, 'CS CrossBlur')
  if (index < 0) return undefined
  const path = at(at(at(list.scope, n), 'ef'), index).path
  const [across, down, mode, repeat] = records(effects[index]?.ef).map(({ v }) => v)
  const isBlend = numberOr(isRecord(mode) ? mode.k : mode, 1) === 1
  const isLast = !hasVisibleEffects(effects.slice(index + 1)) && !records(raw.sy).some(({ en }) => en !== 0)
  const canDraw = isBlend && isLast && isInOwnPixels(raw)
  const copies = canDraw
    ? [across, down].map((radius, side) => {
        const parameters = [radius, 1, side === 0 ? 2 : 3, repeat].map((v) => ({ v }))
        const blur = { ty: 5, nm: effects[index]?.nm, mn: 'ADBE Box Blur2', en: 1, ef: parameters }
        return createLayerCopy(list, n, omitTransform({ ...raw, ef: effects.with(index, blur) }), { opacity: 50 })
      })
    : []
  const layers = copies.flatMap((copy, side) => (copy ? [side === 0 ? { ...copy, bm: 'add' } : copy] : []))
  if (layers.length < 2) {
    list.scope.lint.error('effect', path, [
      clause('The effect "{effect}" is not drawn', { effect: 'CC Cross Blur' }),
      clause(remarkText('use Fast Box Blur')),
    ])
    return undefined
  }
  list.scope.lint.warn('effect', path, [
    clause('The effect "{effect}" is drawn nearly as in After Effects', { effect: 'CC Cross Blur' }),
    clause(remarkText('the blur falls off softly to both ends')),
  ])
  return [groupInPlace(list, n, raw, own, layers)]
}

/** A group that replaces a layer in the list, with the layer's position, opacity, mode and matte. */
function groupInPlace(list: LayerList, n: number, raw: Json, own: LayerJson, layers: readonly LayerJson[]): LayerJson {
  const { id, in: start, out, name, autoOrient, bm, matte, visible } = own
  const shown = Object.entries({ name, autoOrient, bm, matte, visible }).filter(([, value]) => value !== undefined)
  const stand = convertPlace(list, n, raw)
  const opacity = isRecord(own.ks) && own.ks.o !== undefined ? { o: own.ks.o } : {}
  const ks = { ...(stand.ks as Json), ...opacity }
  return { id, type: 'group', in: start, out, ...stand, ks, ...Object.fromEntries(shown), layers }
}

/** A layer without its transform. */
function omitTransform(raw: Json): Json {
  return { ...raw, ks: {}, ddd: 0, ao: 0 }
}

/** A copy of a layer with reduced opacity, delayed by some frames. */
function createLayerCopy(
  { place, scope }: LayerList,
  n: number,
  raw: Json,
  { opacity, delay = 0 }: { opacity: number; delay?: number },
): LayerJson | undefined {
  if (!countLayer(place.conversion)) return undefined
  const { tt: _matte, mb: _blur, bm: _mode, hd: _hidden, ...bare } = raw
  const later = { ...at(scope, n), shift: scope.shift - delay }
  const copy = convertLayer(bare, place, later)
  return copy && { ...copy, ks: { ...(copy.ks as Json | undefined), o: opacity } }
}

/** Echo's blend modes by menu index; composites in back and in front are represented by the order of the images. */
const ECHO_MODES: Readonly<Record<number, string>> = { 1: 'add', 2: 'lighten', 4: 'screen' }
const MAXIMUM = 2
const MAX_ECHOES = 60

/**
 * The effect Echo: a group in the layer's place with copies of it at other times. Shapes and texts are transformed before their
 * effects, so their movement leaves echoes as well; other layers are transformed afterwards. Undefined when the layer has no
 * such effect.
 */
function echo(list: LayerList, n: number, raw: Json, own: LayerJson): LayerJson[] | undefined {
  const effects = records(raw.ef)
  const index = findEffectIndex(effects, 'ADBE Echo')
  if (index < 0) return undefined
  const path = at(at(at(list.scope, n), 'ef'), index).path
  const effect = textOr(effects[index]?.nm, 'Echo').slice(0, 60)
  // Echo ignores the masks and the effects before it.
  const isPlain = !hasVisibleEffects(effects.slice(0, index)) && records(raw.masksProperties).length === 0
  const copies = isPlain ? echoes(list, n, raw, effects[index]?.ef) : []
  if (copies.length === 0) {
    list.scope.lint.error('effect', path, [clause('The effect "{effect}" is not drawn', { effect }), clause(UNDRAWN)])
    return undefined
  }
  list.scope.lint.warn('effect', path, [
    clause('The effect "{effect}" is drawn nearly as in After Effects', { effect }),
    clause(remarkText('its edges are a little harder')),
  ])
  const group = groupInPlace(list, n, raw, own, copies)
  // The group must not repeat properties of the copies.
  const { autoOrient: _orient, ks, ...around } = group
  const opacity = isRecord(ks) && ks.o !== undefined ? { ks: { o: ks.o } } : {}
  const placed: LayerJson = isVector(raw) ? { ...around, ...opacity } : group
  return [own.effects === undefined ? placed : { ...placed, effects: own.effects }]
}

/** The images of Echo, the layer itself first; none when they are not drawn. */
function echoes(list: LayerList, n: number, raw: Json, parameters: unknown): LayerJson[] {
  const values = records(parameters).map(({ v }) => numberOr(isRecord(v) ? v.k : v, Number.NaN))
  const [seconds = Number.NaN, count = Number.NaN, first = Number.NaN, decay = Number.NaN, operator = 0] = values
  const bm = ECHO_MODES[operator]
  // Others follow the layer, not the group with its copies.
  const isMovedFirst = isVector(raw) && raw.ddd !== 1 && !list.parentIndices.includes(n)
  // The maximum of two faded images differs from drawing one over the other.
  const isFull = operator !== MAXIMUM || (first === 1 && decay === 1)
  const canDraw = bm && isFull && (isMovedFirst || (isInOwnPixels(raw) && PICTURES.has(raw.ty)))
  if (!canDraw || !Number.isFinite(seconds * first * decay) || !(count >= 0 && count <= MAX_ECHOES)) return []
  const { ef: _effects, sy: _styles, ...bare } = raw
  return Array.from({ length: Math.floor(count) + 1 }, (_, time) =>
    createLayerCopy(list, n, isMovedFirst ? bare : omitTransform(bare), {
      opacity: 100 * Math.min(1, Math.max(0, first * decay ** time)),
      delay: -time * seconds * list.place.conversion.fps,
    }),
  ).flatMap((copy) => (copy ? [{ ...copy, bm }] : []))
}

/** The paths of all masks, or of the one with a 1-based number. */
function listMaskPaths({ scope }: LayerList, n: number, raw: Json, maskNumber: number | undefined): unknown[] {
  const masks = records(raw.masksProperties).slice(0, 40)
  return masks.flatMap((mask, m) => {
    if (maskNumber !== undefined && m !== maskNumber - 1) return []
    const path = convertProperty(
      mask.pt,
      pathKind(mask.cl === true),
      at(at(at(at(scope, n), 'masksProperties'), m), 'pt'),
    )
    return path === undefined ? [] : [path]
  })
}
