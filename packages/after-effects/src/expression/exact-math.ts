// Mathematics with bit-identical results in every browser and on the server. IEEE 754 defines exact results for addition,
// multiplication, division and square roots. The last digit of other `Math` functions (sine, logarithm, powers) depends on the
// engine, so they are built here from the exact operations. Their error is a few units in the last place, invisible, and equal
// everywhere.

const { PI, abs, floor, sqrt } = Math
const { LN2 } = Math
const HALF_PI_HIGH = 1.5707963267341256
const HALF_PI_LOW = 6.077100506506192e-11

/** Sums the terms of a Taylor series in x², first to last. */
function series(x2: number, coefficients: readonly number[]): number {
  let sum = 0
  for (let n = coefficients.length - 1; n >= 0; n--) sum = sum * x2 + (coefficients[n] as number)
  return sum
}

/** 1/n! with alternating signs, for n = first, first + 2, … */
function alternating(first: number, count: number): number[] {
  const list: number[] = []
  let factorial = 1
  for (let n = 2; n <= first; n++) factorial *= n
  for (let k = 0, n = first; k < count; k++, n += 2) {
    list.push((k % 2 === 0 ? 1 : -1) / factorial)
    factorial *= (n + 1) * (n + 2)
  }
  return list
}
const SINE = alternating(1, 11)
const COSINE = alternating(0, 11)

/** Which quarter turn an angle is nearest to (0 to 3), and its distance from it, in radians up to π/4. */
function quarter(angle: number): [number, number] {
  const turns = floor(angle / (PI / 2) + 0.5)
  return [((turns % 4) + 4) % 4, angle - turns * HALF_PI_HIGH - turns * HALF_PI_LOW]
}

export function sin(angle: number): number {
  if (!Number.isFinite(angle)) return Number.NaN
  const [turn, rest] = quarter(angle)
  const value = turn % 2 === 0 ? rest * series(rest * rest, SINE) : series(rest * rest, COSINE)
  return turn < 2 ? value : -value
}

export function cos(angle: number): number {
  if (!Number.isFinite(angle)) return Number.NaN
  const [turn, rest] = quarter(angle)
  const value = turn % 2 === 0 ? series(rest * rest, COSINE) : rest * series(rest * rest, SINE)
  return turn === 0 || turn === 3 ? value : -value
}

export function tan(angle: number): number {
  return sin(angle) / cos(angle)
}

const ATAN = Array.from({ length: 14 }, (_, n) => (n % 2 === 0 ? 1 : -1) / (2 * n + 1))

export function atan(x: number): number {
  if (Number.isNaN(x)) return x
  if (x < 0) return -atan(-x)
  if (x > 1) return PI / 2 - atan(1 / x)
  // Halving the angle twice makes the series short: tan(a/2) = t / (1 + √(1 + t²)).
  const half = x / (1 + sqrt(1 + x * x))
  const fourth = half / (1 + sqrt(1 + half * half))
  return 4 * fourth * series(fourth * fourth, ATAN)
}

export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN
  if (x > 0) return atan(y / x)
  if (x < 0) return y >= 0 ? atan(y / x) + PI : atan(y / x) - PI
  return y > 0 ? PI / 2 : y < 0 ? -PI / 2 : 0
}

export function asin(x: number): number {
  return abs(x) > 1 ? Number.NaN : atan2(x, sqrt((1 - x) * (1 + x)))
}

export function acos(x: number): number {
  return abs(x) > 1 ? Number.NaN : atan2(sqrt((1 - x) * (1 + x)), x)
}

/** 2 to an integer power. */
function twoTo(power: number): number {
  return raiseToWholePower(2, power)
}

/** Exponentiation by squaring; `power` is an integer. */
function raiseToWholePower(base: number, power: number): number {
  let result = 1
  let square = base
  for (let left = abs(power); left > 0; left = floor(left / 2)) {
    if (left % 2 === 1) result *= square
    square *= square
  }
  return power < 0 ? 1 / result : result
}

export function exp(x: number): number {
  if (Number.isNaN(x)) return x
  if (x > 709.8) return Number.POSITIVE_INFINITY
  if (x < -745) return 0
  const power = floor(x / LN2 + 0.5)
  const rest = x - power * LN2
  let [sum, term] = [1, 1]
  for (let n = 1; n < 16; n++) {
    term *= rest / n
    sum += term
  }
  return sum * twoTo(power)
}

export function log(x: number): number {
  if (Number.isNaN(x) || x < 0) return Number.NaN
  if (x === 0) return Number.NEGATIVE_INFINITY
  if (x === Number.POSITIVE_INFINITY) return x
  let power = 0
  let mantissa = x
  while (mantissa > Math.SQRT2) {
    mantissa /= 2
    power++
  }
  while (mantissa < Math.SQRT1_2) {
    mantissa *= 2
    power--
  }
  // ln m = 2 artanh((m - 1) / (m + 1))
  const t = (mantissa - 1) / (mantissa + 1)
  let sum = 0
  for (let n = 25; n >= 1; n -= 2) sum = sum * t * t + 1 / n
  return power * LN2 + 2 * t * sum
}

export function pow(base: number, power: number): number {
  if (power === 0) return 1
  if (power === 0.5) return sqrt(base)
  if (Number.isInteger(power) && abs(power) <= 1e6) return raiseToWholePower(base, power)
  if (base < 0) return Number.NaN
  if (base === 0) return power > 0 ? 0 : Number.POSITIVE_INFINITY
  return exp(power * log(base))
}

export function hypot(values: readonly number[]): number {
  return sqrt(values.reduce((sum, value) => sum + value * value, 0))
}
