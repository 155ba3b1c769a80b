// Masks and effects of layers.
import { numberOr, records, textOr } from '../source/cleanse.ts'
import {
  anyNumber,
  at,
  colorKind,
  convertProperty,
  isMoving,
  mapProperty,
  numberKind,
  type PropertyJson,
  pathKind,
  percent,
  type Scope,
  vectorKind,
} from './property.ts'

const MAX_MASKS = 20
const MODES = ['a', 's', 'i', 'l', 'd', 'f', 'n']

/** The masks of a layer. `corner` is where the corner of its box lies, from which our masks are measured. */
export function convertMasks(raw: unknown, corner: readonly [number, number], scope: Scope): unknown[] | undefined {
  const list = records(raw)
  if (list.length > MAX_MASKS) scope.lint.error('mask-mode', scope.path, `Only the first ${MAX_MASKS} masks are drawn`)
  const masks = list.slice(0, MAX_MASKS).flatMap((mask, n) => {
    const inner = at(scope, n)
    const mode = textOr(mask.mode, 'a').toLowerCase()
    const pt = convertProperty(mask.pt, pathKind(mask.cl === true), at(inner, 'pt'))
    if (pt === undefined || mode === 'n') return []
    if (!MODES.includes(mode)) {
      scope.lint.error('mask-mode', inner.path, `Masks of mode "${mode.slice(0, 20)}" are not drawn`)
      return []
    }
    const o = convertProperty(mask.o, percent, at(inner, 'o'))
    const x = convertProperty(mask.x, anyNumber, at(inner, 'x'))
    const f = convertProperty(mask.f, vectorKind, at(inner, 'f'))
    return [
      {
        mode,
        pt: mapProperty(pt, (path) => shiftPath(path, corner)),
        ...(mask.inv === true ? { inv: true } : {}),
        ...(o === undefined || o === 100 ? {} : { o }),
        ...(x === undefined || x === 0 ? {} : { x }),
        ...(f === undefined || JSON.stringify(f) === '[0,0]' ? {} : { f }),
      },
    ]
  })
  return masks.length > 0 ? masks : undefined
}

function shiftPath(value: unknown, [x, y]: readonly [number, number]): unknown {
  if (x === 0 && y === 0) return value
  if (Array.isArray(value)) return value.map((item) => shiftPath(item, [x, y]))
  const path = value as { v: [number, number][] }
  return { ...path, v: path.v.map(([vx, vy]) => [vx - x, vy - y]) }
}

const MAX_EFFECTS = 10
/** Sliders, angles and the like: they only carry values for expressions. */
const CONTROLS = new Set([0, 1, 2, 3, 4, 5, 6, 7, 10])

/** The effects of a layer, in their order; what is not drawn is reported. */
export function convertEffects(raw: unknown, scope: Scope): unknown[] | undefined {
  const effects = records(raw).flatMap((effect, n) => {
    const kind = numberOr(effect.ty, -1)
    if (effect.en === 0 || effect.en === false || isControl(effect, kind)) return []
    const converted = convertEffect(kind, effect, at(scope, n))
    if (converted) return [converted]
    const name = textOr(effect.nm, textOr(effect.mn, `number ${kind}`)).slice(0, 60)
    scope.lint.error('effect', at(scope, n).path, `The effect "${name}" is not drawn`)
    return []
  })
  return effects.length > 0 ? effects.slice(0, MAX_EFFECTS) : undefined
}

function isControl(effect: Record<string, unknown>, kind: number): boolean {
  if (CONTROLS.has(kind)) return true
  // Custom panels, such as those of rigging scripts, hold controls alone and draw nothing.
  const match = textOr(effect.mn, '')
  return match.startsWith('Pseudo/') || (kind === 5 && match === '')
}

type Reader = (index: number, kind: Parameters<typeof convertProperty>[1]) => PropertyJson | undefined

function convertEffect(kind: number, effect: Record<string, unknown>, scope: Scope): unknown {
  const parameters = records(effect.ef)
  const read: Reader = (index, valueKind) =>
    convertProperty(parameters[index]?.v, valueKind, at(at(at(scope, 'ef'), index), 'v'))
  switch (kind) {
    case 20:
      return {
        type: 'tint',
        black: read(0, colorKind) ?? '#000000',
        white: read(1, colorKind) ?? '#ffffff',
        amount: read(2, percent) ?? 100,
      }
    case 21:
      return { type: 'fill', color: read(2, colorKind) ?? '#000000', opacity: read(6, numberKind(0, 100, 100)) ?? 100 }
    case 23:
      return {
        type: 'tritone',
        highlights: read(0, colorKind) ?? '#ffffff',
        midtones: read(1, colorKind) ?? '#808080',
        shadows: read(2, colorKind) ?? '#000000',
      }
    case 25:
      return {
        type: 'shadow',
        color: read(0, colorKind) ?? '#000000',
        opacity: read(1, numberKind(0, 100, 100 / 255)) ?? 50,
        direction: read(2, anyNumber) ?? 135,
        distance: read(3, anyNumber) ?? 5,
        // After Effects' softness is four standard deviations, our blur two.
        blur: read(4, numberKind(0, 500, 0.5)) ?? 0,
      }
    case 29:
      return blur(read)
    default:
      return byName(textOr(effect.mn, ''), read)
  }
}

/** Lottie players agree on a standard deviation of 0.3 times After Effects' blurriness. */
function blur(read: Reader): unknown {
  const dimensions = read(1, anyNumber)
  const side = isMoving(dimensions) ? 1 : Math.round(numberOr(dimensions, 1))
  return {
    type: 'blur',
    radius: read(0, numberKind(0, 500, 0.3)) ?? 0,
    ...(side === 2 ? { dimensions: 'horizontal' } : side === 3 ? { dimensions: 'vertical' } : {}),
  }
}

/** Effects that Bodymovin exports without a number of their own. */
function byName(match: string, read: Reader): unknown {
  const signed = numberKind(-100, 100)
  if (match === 'ADBE Brightness & Contrast 2')
    return { type: 'brightness-contrast', brightness: read(0, signed) ?? 0, contrast: read(1, signed) ?? 0 }
  if (match === 'ADBE HUE SATURATION')
    return {
      type: 'hue-saturation',
      hue: read(2, anyNumber) ?? 0,
      saturation: read(3, signed) ?? 0,
      lightness: read(4, signed) ?? 0,
    }
  if (match === 'ADBE Invert') return { type: 'invert', amount: 100 }
  if (match === 'ADBE Fast Blur' || match === 'ADBE Gaussian Blur 2' || match === 'ADBE Box Blur2') return blur(read)
  return undefined
}
