// Timing curves of keyframes (CSS and Lottie cubic beziers) and motion along a curved path at constant speed.

/** Evaluates a timing curve through (0,0) and (1,1) with handles (x1,y1), (x2,y2): maps progress in time to progress in value. */
export function easeAt(x1: number, y1: number, x2: number, y2: number, time: number): number {
  if (time <= 0) return 0
  if (time >= 1) return 1
  if (x1 === y1 && x2 === y2) return time
  return bezierAt(y1, y2, parameterAt(x1, x2, time))
}

/** One coordinate of the unit cubic with inner control values p1 and p2. */
function bezierAt(p1: number, p2: number, t: number): number {
  const u = 1 - t
  return 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t
}

/**
 * The curve parameter at which x equals the given time. Newton's method converges in a few steps where the curve is
 * not flat; bisection finishes the flat cases, so the answer is exact to 1e-9 for every handle with x in 0..1.
 */
function parameterAt(x1: number, x2: number, time: number): number {
  let t = time
  for (let step = 0; step < 8; step++) {
    const error = bezierAt(x1, x2, t) - time
    if (Math.abs(error) < 1e-10) return t
    const u = 1 - t
    const slope = 3 * u * u * x1 + 6 * u * t * (x2 - x1) + 3 * t * t * (1 - x2)
    if (slope < 1e-6) break
    t -= error / slope
    if (t < 0 || t > 1) break
  }
  let low = 0
  let high = 1
  for (let step = 0; step < 50; step++) {
    t = (low + high) / 2
    if (bezierAt(x1, x2, t) < time) low = t
    else high = t
  }
  return t
}

/** Number of segments that measure a curved path, as in lottie-web. */
const PATH_STEPS = 150

/** A curved path from one position to the next, parametrised by arc length. */
export interface MotionPath {
  /** Position after a share of the path (0 to 1; outside this range it extends straight). */
  at(share: number): [number, number]
}

/** Tangents this close to the segment, in pixels, count as straight: exporters round to thousandths. */
const ON_THE_LINE = 0.01

/**
 * Builds the path between two positions with Lottie's spatial tangents `to` (leaving) and `ti` (arriving). Tangents on the
 * segment give a straight line, as After Effects writes motion without a curve; tangents beyond its ends overshoot.
 */
export function motionPath(
  from: readonly number[],
  to: readonly number[],
  leave: readonly number[],
  arrive: readonly number[],
): MotionPath {
  const [x0 = 0, y0 = 0] = from
  const [x3 = 0, y3 = 0] = to
  const x1 = x0 + (leave[0] ?? 0)
  const y1 = y0 + (leave[1] ?? 0)
  const x2 = x3 + (arrive[0] ?? 0)
  const y2 = y3 + (arrive[1] ?? 0)
  const [dx, dy] = [x3 - x0, y3 - y0]
  const span = Math.hypot(dx, dy)
  const isOnTheWay = (x: number, y: number) => {
    const along = (x - x0) * dx + (y - y0) * dy
    const aside = (x - x0) * dy - (y - y0) * dx
    return Math.abs(aside) <= ON_THE_LINE * span && along >= -ON_THE_LINE * span && along <= (span + ON_THE_LINE) * span
  }
  if (span > 0 && isOnTheWay(x1, y1) && isOnTheWay(x2, y2)) return { at: (share) => [x0 + dx * share, y0 + dy * share] }
  const xs = new Float64Array(PATH_STEPS + 1)
  const ys = new Float64Array(PATH_STEPS + 1)
  const lengths = new Float64Array(PATH_STEPS + 1)
  for (let n = 0; n <= PATH_STEPS; n++) {
    const t = n / PATH_STEPS
    const u = 1 - t
    xs[n] = u * u * u * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t * t * t * x3
    ys[n] = u * u * u * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t * t * t * y3
    if (n > 0) {
      lengths[n] =
        (lengths[n - 1] as number) +
        Math.hypot((xs[n] as number) - (xs[n - 1] as number), (ys[n] as number) - (ys[n - 1] as number))
    }
  }
  const total = lengths[PATH_STEPS] as number
  return {
    at(share) {
      if (total === 0) return [x3, y3]
      const distance = share * total
      let low = 0
      let high = PATH_STEPS - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((lengths[middle] as number) <= distance) low = middle
        else high = middle - 1
      }
      const start = lengths[low] as number
      const span = (lengths[low + 1] as number) - start
      const part = span === 0 ? 0 : (distance - start) / span
      const x = xs[low] as number
      const y = ys[low] as number
      return [x + ((xs[low + 1] as number) - x) * part, y + ((ys[low + 1] as number) - y) * part]
    },
  }
}
