// One valid document with every kind of layer, field and binding, for tests that need a bit of everything.
import type { TemplateDocument } from '../src/template/document.ts'

const span = { in: 0, out: 60 } as const

export const sampleDocument: TemplateDocument = {
  tdoc: 1,
  id: 'everything',
  rev: 1,
  name: 'Everything',
  canvas: { width: 320, height: 180, fps: [30000, 1001], duration: 60, background: '#10131a' },
  fields: [
    {
      id: 'title',
      type: 'text',
      label: 'Title',
      group: 'Words',
      required: true,
      default: 'Asha & रोहन',
      rules: { maxLength: 30, maxLines: 2 },
      fit: { mode: 'shrink', min: 12 },
    },
    {
      id: 'hero',
      type: 'media',
      label: 'Photo',
      accept: ['image', 'video'],
      default: 'sha256:photo',
      rules: { minWidth: 640 },
      edit: ['crop', 'zoom'],
    },
    { id: 'brand', type: 'color', label: 'Colour', default: '#b4143c', palette: ['#b4143c', '#0a6'] },
    { id: 'petals', type: 'toggle', label: 'Petals', default: true },
    {
      id: 'look',
      type: 'choice',
      label: 'Look',
      default: 'gold',
      options: [
        { value: 'gold', label: 'Gold' },
        { value: 'rose', label: 'Rose' },
      ],
    },
    { id: 'music', type: 'audio', label: 'Music', rules: { maxSeconds: 60 } },
    { id: 'turn', type: 'slider', label: 'Turn', default: 45, rules: { min: -90, max: 90, step: 5 }, unit: 'degrees' },
    { id: 'place', type: 'point', label: 'Place', default: [160, 90] },
  ],
  fonts: [
    {
      family: 'Playfair Display',
      weight: 700,
      src: 'sha256:playfair',
      license: 'OFL-1.1',
      fallback: ['Noto Sans Devanagari'],
    },
    { family: 'Noto Sans Devanagari', weight: 700, src: 'sha256:devanagari', license: 'OFL-1.1' },
  ],
  assets: { 'sha256:photo': { kind: 'image', w: 1600, h: 1067, mime: 'image/png' } },
  layers: [
    {
      ...span,
      id: 'title',
      type: 'text',
      text: { $field: 'title', after: ' !' },
      font: 'Playfair Display',
      weight: 700,
      size: 40,
      align: 'center',
      box: [20, 40, 280, 60],
      fill: {
        gradient: 'linear',
        from: [0, 0],
        to: [0, 1],
        units: 'box',
        stops: [
          [0, '#fff'],
          [1, { $field: 'brand', shade: 0.4 }],
        ],
      },
      shadow: { color: '#00000080', blur: 6, y: 2 },
      animate: [
        {
          by: 'char',
          progress: {
            a: 1,
            k: [
              { t: 0, s: [0] },
              { t: 30, s: [100] },
            ],
          },
          from: { p: [0, 20], o: 0 },
        },
      ],
    },
    {
      ...span,
      id: 'ornament',
      type: 'shape',
      ks: {
        p: { $field: 'place' },
        r: {
          a: 1,
          k: [
            { t: 0, s: [0] },
            { t: 20, s: [90] },
          ],
          loop: 'pingpong',
        },
      },
      shapes: [
        {
          ty: 'gr',
          it: [
            { ty: 'sh', d: 'M0 -60L10 -40L-10 -40Z' },
            {
              ty: 'tm',
              s: 0,
              e: {
                a: 1,
                k: [
                  { t: 0, s: [10] },
                  { t: 40, s: [100] },
                ],
              },
            },
            { ty: 'st', c: { $field: 'look', map: { gold: '#d4a017', rose: '#c2185b' } }, w: 2 },
            { ty: 'tr', o: 80 },
          ],
        },
        { ty: 'rp', c: 8, tr: { r: { $field: 'turn' } } },
      ],
    },
    {
      ...span,
      id: 'photo',
      type: 'media',
      source: { $field: 'hero' },
      box: [10, 10, 100, 80],
      radius: 8,
      border: { width: 2, color: '#fff' },
      inner: {
        s: {
          a: 1,
          k: [
            { t: 0, s: [100, 100] },
            { t: 59, s: [112, 112] },
          ],
        },
      },
      ks: { r: 4 },
    },
    {
      ...span,
      id: 'petals',
      type: 'particles',
      visible: { $field: 'petals' },
      seed: 4,
      count: 30,
      box: [0, -10, 320, 5],
      sprite: ['petal', 'spark'],
      colors: [{ $field: 'brand', alpha: 0.8 }, '#ffd36e'],
      size: [6, 12],
      life: [2, 4],
      speed: [30, 60],
      flutter: true,
    },
    {
      ...span,
      id: 'group',
      type: 'group',
      ks: { o: 80 },
      bm: 'screen',
      size: [200, 100],
      st: 5,
      layers: [
        {
          ...span,
          id: 'inner',
          type: 'solid',
          color: '#204060',
          box: [10, 10, 120, 60],
          mask: [
            {
              mode: 'a',
              pt: {
                c: true,
                v: [
                  [0, 0],
                  [120, 0],
                  [60, 60],
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
              },
              o: 90,
            },
            {
              mode: 's',
              pt: {
                c: true,
                v: [
                  [10, 10],
                  [30, 10],
                  [20, 30],
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
              },
            },
          ],
        },
      ],
    },
    {
      ...span,
      id: 'stencil',
      type: 'shape',
      ks: { p: [250, 130] },
      shapes: [
        { ty: 'el', s: [60, 60] },
        { ty: 'fl', c: '#fff' },
      ],
    },
    {
      ...span,
      id: 'filled',
      type: 'image',
      asset: 'sha256:photo',
      box: [210, 90, 90, 80],
      fit: 'cover',
      matte: { layer: 'stencil', mode: 'alpha' },
      effects: [{ type: 'shadow', color: '#000', blur: 6, y: 3 }],
    },
    {
      ...span,
      id: 'music',
      type: 'audio',
      source: { $field: 'music' },
      audio: { volume: 80, fadeOut: 15, loop: true },
    },
    { ...span, id: 'vignette', type: 'light', kind: 'vignette', colors: ['#000'], amount: 0.5 },
    { ...span, id: 'paper', type: 'texture', kind: 'paper', seed: 2, amount: 0.3, bm: 'overlay' },
    { ...span, id: 'ground', type: 'solid', color: { $field: 'brand', shade: -0.5 }, locks: ['all'] },
  ],
  variants: {
    '9:16': {
      canvas: { width: 180, height: 320 },
      layers: { title: { box: [10, 200, 160, 80] }, inner: { box: [0, 0, 90, 40] } },
    },
  },
  output: { poster: { frame: 30 }, thumbnail: { frame: 30, width: 320 } },
}
