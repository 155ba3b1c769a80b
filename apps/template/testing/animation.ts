// Small animations as Bodymovin writes them.

/** A static property. */
export const still = (k: unknown) => ({ a: 0, k })

/** Ten frames of 320 × 180. */
export function createAnimation(layers: readonly object[]) {
  return { v: '5.9.0', fr: 25, ip: 0, op: 10, w: 320, h: 180, layers }
}

/** A background whose colour buyers can change. `more` is added to its layer. */
export function groundAnimation(color: string, more: object = {}) {
  const times = { ip: 0, op: 10, st: 0 }
  const layer = { ty: 1, nm: '{color: Ground}', ...times, sc: color, sw: 320, sh: 180, ks: { o: still(100) } }
  return createAnimation([{ ...layer, ...more }])
}
