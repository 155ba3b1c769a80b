// Decides whether a layout may be offered, by the same measures that created it.
import { type Bounds, intersect } from '@vitrine/document/matrix'
import { type Plan, SAFE_MARGIN } from './plan.ts'
import { area, mapped, shared } from './rect.ts'
import type { Size, Unit } from './unit.ts'

/** Why a template is not offered in a shape. */
export type Fault = 'outside' | 'overlap' | 'too-small' | 'too-many'

/** The fault of a plan; undefined for an acceptable one. */
export function findFault({ units, placements }: Plan, from: Size, to: Size): Fault | undefined {
  const texts = units.filter((unit) => unit.hasText && unit.role === 'content')
  const now = (unit: Unit): Bounds | undefined => {
    const placed = placements.get(unit)
    return placed?.kind === 'map' ? mapped(unit.bounds, placed) : undefined
  }
  const scale = (unit: Unit) => {
    const placed = placements.get(unit)
    return placed?.kind === 'map' ? placed.sy : 1
  }
  // Texts may be enlarged beyond their scale for legibility; below a third, the result would be a different design.
  if (texts.some((unit) => scale(unit) < 0.34)) return 'too-small'
  const margin = Math.min(to.width, to.height) * SAFE_MARGIN * 0.5
  const whole: Bounds = [margin, margin, to.width - margin, to.height - margin]
  const safe: Bounds = [0, 0, from.width, from.height]
  for (const unit of texts) {
    const bounds = now(unit)
    if (!bounds) continue
    const was = shared(unit.bounds, safe) / Math.max(1, area(unit.bounds))
    const inside = intersect(bounds, whole)
    if (was > 0.98 && (!inside || area(inside) < area(bounds) * 0.98)) return 'outside'
  }
  const seen = units.filter((unit) => unit.role === 'content' && (unit.hasText || unit.hasPhoto))
  const isNew = seen.some((one, n) =>
    seen.slice(0, n).some((other) => {
      const [a, b] = [now(one), now(other)]
      if (!a || !b || !(one.hasText || other.hasText)) return false
      const before = shared(one.bounds, other.bounds) / Math.min(area(one.bounds), area(other.bounds))
      return shared(a, b) > Math.min(area(a), area(b)) * (before + 0.12)
    }),
  )
  return isNew ? 'overlap' : undefined
}
