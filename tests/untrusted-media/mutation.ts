// Breaks files reproducibly by number, so that a failure can be repeated.

/** A whole number from 0 to below `below`. */
export type Random = (below: number) => number

/** Mulberry32: small, quick and even enough for this. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** Numbers at which readers go wrong: none, one, signs, and the largest of their size. */
const EDGES = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]
const MAX_BYTES = 2_000_000
/** Headers are at the beginning of files. */
const HEAD_BYTES = 1024

type Change = (bytes: Buffer, random: Random, other: Buffer) => Buffer

const placeIn = (bytes: Buffer, random: Random) =>
  random(random(2) === 0 ? Math.min(bytes.length, HEAD_BYTES) : bytes.length)
const cutPiece = (bytes: Buffer, random: Random) => {
  const from = random(bytes.length)
  return bytes.subarray(from, from + 1 + random(Math.min(4096, bytes.length - from)))
}

const CHANGES: readonly Change[] = [
  function setByte(bytes, random) {
    bytes[placeIn(bytes, random)] = random(256)
    return bytes
  },
  function flipBit(bytes, random) {
    const at = placeIn(bytes, random)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
    return bytes
  },
  function setEdge(bytes, random) {
    const size = [1, 2, 4][random(3)] ?? 1
    if (bytes.length < size) return bytes
    const value = (EDGES[random(EDGES.length)] ?? 0) % 2 ** (8 * size)
    const at = Math.min(placeIn(bytes, random), bytes.length - size)
    if (random(2) === 0) bytes.writeUIntBE(value, at, size)
    else bytes.writeUIntLE(value, at, size)
    return bytes
  },
  function cutOff(bytes, random) {
    return bytes.subarray(0, 1 + random(bytes.length))
  },
  function takeOut(bytes, random) {
    const from = random(bytes.length)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + 1 + random(bytes.length - from))])
  },
  function repeat(bytes, random) {
    const piece = cutPiece(bytes, random)
    const at = random(bytes.length)
    const copies = Array.from({ length: 1 + random(60) }, () => piece)
    return Buffer.concat([bytes.subarray(0, at), ...copies, bytes.subarray(at)])
  },
  function overwriteWithOther(bytes, random, other) {
    cutPiece(other, random).copy(bytes, random(bytes.length))
    return bytes
  },
  function insertOther(bytes, random, other) {
    const at = random(bytes.length)
    return Buffer.concat([bytes.subarray(0, at), cutPiece(other, random), bytes.subarray(at)])
  },
  function crossOver(bytes, random, other) {
    return Buffer.concat([bytes.subarray(0, random(bytes.length)), other.subarray(random(other.length))])
  },
  function putBehindOther(bytes, random, other) {
    return Buffer.concat([other.subarray(0, random(2) === 0 ? other.length : random(other.length)), bytes])
  },
]

/** A broken copy of `bytes`, with parts of `other` in some. */
export function mutateBytes(bytes: Buffer, other: Buffer, random: Random): Buffer {
  let broken: Buffer = Buffer.from(bytes)
  for (let n = 1 + random(6); n > 0; n--) {
    const change = CHANGES[random(CHANGES.length)]
    if (change && broken.length > 0 && other.length > 0) broken = change(broken, random, other).subarray(0, MAX_BYTES)
    broken = Buffer.from(broken)
  }
  return broken
}

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  -1e308,
  4294967296,
  0.1,
  '',
  '\0',
  '../../../etc/passwd',
  'file:///etc/passwd',
  'x'.repeat(5000),
  [],
  {},
  [[[[]]]],
  { $field: 'nothing' },
  Array.from({ length: 3000 }, () => 1),
]

const FACTORS = [-1, 0, 1e6, 1e-6]

/** A broken copy of JSON: values replaced, removed, repeated, nested or copied from `other`. */
export function mutateJson(json: unknown, other: unknown, random: Random): unknown {
  const copy = structuredClone(json)
  const donors = listPlaces(other)
  for (let n = 1 + random(8); n > 0; n--) {
    const places = listPlaces(copy)
    const place = places[random(places.length)]
    if (!place) return copy
    const { holder, key } = place
    const what = random(6)
    if (what === 0) Reflect.deleteProperty(holder, key)
    else if (what === 1) holder[key] = structuredClone(ODD_VALUES[random(ODD_VALUES.length)])
    else if (what === 2) holder[key] = structuredClone(donors[random(donors.length)]?.value)
    else if (what === 3 && typeof holder[key] === 'number')
      holder[key] = holder[key] * (FACTORS[random(FACTORS.length)] ?? 1)
    else if (what === 4) holder[key] = Array.from({ length: 1 + random(200) }, () => structuredClone(place.value))
    else holder[key] = nest(place.value, 1 + random(100))
  }
  return copy
}

interface Place {
  readonly holder: Record<string, unknown>
  readonly key: string
  readonly value: unknown
}

function listPlaces(json: unknown, found: Place[] = []): Place[] {
  if (typeof json !== 'object' || json === null || found.length > 20_000) return found
  const holder = json as Record<string, unknown>
  for (const [key, value] of Object.entries(holder)) {
    found.push({ holder, key, value })
    listPlaces(value, found)
  }
  return found
}

function nest(value: unknown, depth: number): unknown {
  let nested = value
  for (let n = 0; n < depth; n++) nested = n % 2 === 0 ? [nested] : { k: nested }
  return nested
}
