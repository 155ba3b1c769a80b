// Test data only: Bodymovin animations of our own, small enough to read.

type Json = Record<string, unknown>

export const still = (k: unknown) => ({ a: 0, k })
export const transform = (changes: Json = {}) => ({
  o: still(100),
  r: still(0),
  p: still([0, 0, 0]),
  a: still([0, 0, 0]),
  s: still([100, 100, 100]),
  ...changes,
})

/** A layer from frame 0 to 60. */
export function layer(ty: number, nm: string, more: Json = {}): Json {
  return { ty, nm, ip: 0, op: 60, st: 0, sr: 1, bm: 0, ddd: 0, ks: transform(), ...more }
}

export function solid(nm: string, sc: string, more: Json = {}): Json {
  return layer(1, nm, { sc, sw: 100, sh: 100, ...more })
}

export function square(color: unknown = [1, 0, 0, 1]): Json[] {
  return [
    {
      ty: 'gr',
      nm: 'Square',
      it: [
        { ty: 'rc', p: still([0, 0]), s: still([40, 40]), r: still(0) },
        { ty: 'fl', c: still(color), o: still(100) },
        { ty: 'tr', ...transform() },
      ],
    },
  ]
}

/** An effect as Bodymovin writes it: number 5 unless it has a number of its own, with parameters in panel order. */
export function createEffect(mn: string, nm: string, values: readonly unknown[], ty = 5): Json {
  const ef = values.map((value, n) => ({
    ty: 0,
    nm: `${n}`,
    mn: `${mn}-${String(n + 1).padStart(4, '0')}`,
    v: still(value),
  }))
  return { ty, nm, mn, np: values.length + 2, ix: 1, en: 1, ef }
}

export function textData(t: string, more: Json = {}): Json {
  return {
    d: { k: [{ t: 0, s: { s: 40, f: 'Poppins-Bold', t, j: 2, tr: 0, lh: 48, fc: [1, 1, 1], ...more } }] },
    p: {},
    m: { g: 1, a: still([0, 0]) },
    a: [],
  }
}

export function animation(layers: readonly Json[], more: Json = {}): Json {
  return { v: '5.12.1', fr: 30, ip: 0, op: 60, w: 200, h: 100, nm: 'Test', ddd: 0, assets: [], layers, ...more }
}

/** Almost every feature once, for mutations. */
export function richAnimation(): Json {
  const moving = {
    a: 1,
    k: [
      { t: 0, s: [0, 0], i: { x: 0.6, y: 1 }, o: { x: 0.3, y: 0 }, to: [5, 0], ti: [-5, 0] },
      { t: 30, s: [50, 20] },
    ],
  }
  const path = {
    c: true,
    v: [
      [0, 0],
      [50, 0],
      [50, 50],
    ],
    i: [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    o: [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
  }
  return animation(
    [
      layer(5, '{text: Names | max 20}', { t: textData('Asha & Rohan'), ks: transform({ p: still([100, 50, 0]) }) }),
      solid('matte', '#ffffff', { ind: 1, td: 1 }),
      layer(4, 'shape', {
        ind: 2,
        tt: 1,
        parent: 5,
        shapes: [
          ...square(),
          { ty: 'tm', s: still(0), e: moving, o: still(0), m: 1 },
          { ty: 'rp', c: still(3), o: still(0), tr: { ty: 'tr', p: still([10, 0]), so: still(100), eo: still(50) } },
        ],
      }),
      layer(0, 'comp', {
        ind: 3,
        refId: 'inner',
        w: 100,
        h: 100,
        tm: {
          a: 1,
          k: [
            { t: 0, s: [0] },
            { t: 60, s: [2] },
          ],
        },
      }),
      layer(3, 'null', { ind: 5, ks: transform({ p: moving }) }),
      solid('{photo: Couple}', '#888888', {
        hasMask: true,
        masksProperties: [{ mode: 'a', pt: still(path), o: still(100), x: still(2) }],
        ef: [{ ty: 29, en: 1, ef: [{ v: still(10) }, { v: still(1) }, { v: still(0) }] }],
      }),
    ],
    {
      assets: [
        {
          id: 'inner',
          layers: [
            layer(4, 'gradient', {
              shapes: [
                { ty: 'el', p: still([0, 0]), s: still([30, 30]) },
                {
                  ty: 'gf',
                  t: 1,
                  s: still([0, 0]),
                  e: still([30, 0]),
                  o: still(100),
                  g: { p: 2, k: still([0, 1, 0, 0, 1, 0, 0, 1]) },
                },
              ],
            }),
          ],
        },
      ],
      slots: { main: { p: still([1, 0.5, 0]) } },
      markers: [{ tm: 12, cm: 'poster', dr: 0 }],
    },
  )
}
