// Masks of layers.

import {
  anyNumber,
  at,
  convertProperty,
  mapProperty,
  pathKind,
  percent,
  type Scope,
  vectorKind,
} from '@vitrine/document/bodymovin-property'
import { records, textOr } from '@vitrine/document/cleanse'

const MAX_MASKS = 40
const MODES = ['a', 's', 'i', 'l', 'd', 'f', 'n']
/** Modes that lottie-web treats as Add. */
const RARE_MODES: Readonly<Record<string, string>> = { l: 'Lighten', d: 'Darken', f: 'Difference' }

/** Converts the masks of a layer. `corner` is the top left corner of its box, which is the origin of our masks. */
export function convertMasks(raw: unknown, corner: readonly [number, number], scope: Scope): unknown[] | undefined {
  const list = records(raw)
  if (list.length > MAX_MASKS)
    scope.lint.error('mask-mode', scope.path, 'Only the first {most} masks are drawn', { most: MAX_MASKS })
  const masks = list.slice(0, MAX_MASKS).flatMap((mask, n) => {
    const inner = at(scope, n)
    const mode = textOr(mask.mode, 'a').toLowerCase()
    const pt = convertProperty(mask.pt, pathKind(mask.cl === true), at(inner, 'pt'))
    if (pt === undefined || mode === 'n') return []
    if (!MODES.includes(mode)) {
      scope.lint.error('mask-mode', inner.path, 'Masks of mode "{mode}" are not drawn', { mode: mode.slice(0, 20) })
      return []
    }
    const o = convertProperty(mask.o, percent, at(inner, 'o'))
    const x = convertProperty(mask.x, anyNumber, at(inner, 'x'))
    const f = convertProperty(mask.f, vectorKind, at(inner, 'f'))
    if (RARE_MODES[mode]) scope.lint.playersDiffer(inner.path, `Masks › ${RARE_MODES[mode]}`)
    if (x !== undefined && x !== 0) scope.lint.playersDiffer(inner.path, 'Masks › Expansion')
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
