// Which pictures this browser leaves to the server.
import type { TemplateDocument } from '@vitrine/document/document'
import { expect, it } from 'vitest'
import { createAssetLibrary } from '../../../project/asset-library.ts'
import { showsVideo } from './draw-picture.ts'

const document = {
  tdoc: 1,
  id: 'card',
  name: 'Card',
  canvas: { width: 100, height: 100, fps: 30, duration: 1 },
  fields: [{ id: 'photo', type: 'media', label: 'Photo', accept: ['image', 'video'], default: 'sha256:photo' }],
  fonts: [],
  assets: {
    'sha256:photo': { kind: 'image', w: 10, h: 10 },
    'sha256:smoke': { kind: 'plate', w: 10, h: 10, seconds: 1 },
  },
  layers: [{ id: 'photo', type: 'media', in: 0, out: 1, source: { $field: 'photo' }, box: [0, 0, 100, 100] }],
} as const satisfies TemplateDocument

const smoke = { id: 'smoke', type: 'plate', in: 0, out: 1, asset: 'sha256:smoke' } as const
const upload = { kind: 'video', width: 10, height: 10, durationSeconds: 2, url: '/v', fileName: 'v.mp4' } as const
const library = createAssetLibrary(
  {
    'sha256:photo': { kind: 'image', mime: 'image/png', url: '/photo' },
    'sha256:smoke': { kind: 'video', mime: 'video/mp4', url: '/smoke' },
  },
  document.assets,
  [],
)
library.put({ ...upload, assetId: 'u_clip', file: undefined })
const untouched = { values: {}, difference: {}, aspect: null, timeline: { clips: [], sounds: [] } }

it('leaves pictures with an alpha video or a video to the server, and nothing else', () => {
  expect(showsVideo(document, untouched, library)).toBe(false)
  expect(showsVideo({ ...document, layers: [smoke, ...document.layers] }, untouched, library)).toBe(true)
  expect(showsVideo(document, { ...untouched, values: { photo: { asset: 'u_clip' } } }, library)).toBe(true)
})
