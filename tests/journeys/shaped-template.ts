// A small template for journeys: every kind of field, in groups and an order of their own, in two shapes.
import type { SampleFiles, TemplateFixture } from './template-fixture.ts'

/** Two seconds of 640 × 360, or 360 × 640. */
export const shapedTemplate: TemplateFixture = {
  id: 'every-kind-of-field',
  kind: 'video',
  name: 'Every Kind Of Field',
  priceCredits: 10,
  content: ({ font, song }) => ({
    canvas: { width: 640, height: 360, fps: 30, duration: 60, background: '#224466' },
    fields: listFields(song),
    layers: listLayers(font),
    variants: {
      '9:16': {
        canvas: { width: 360, height: 640 },
        layers: { title: { box: [20, 60, 320, 120] }, clip: { box: [20, 220, 320, 320] } },
      },
    },
    output: { poster: { frame: 45 } },
  }),
}

function listFields(song: string) {
  return [
    { id: 'song', type: 'audio', label: 'Song', group: 'Sound', order: 6, default: song },
    { id: 'badge', type: 'toggle', label: 'Badge', group: 'Look', order: 5, default: true },
    {
      id: 'mood',
      type: 'choice',
      label: 'Mood',
      group: 'Look',
      order: 4,
      default: 'warm',
      options: [
        { value: 'warm', label: 'Warm' },
        { value: 'cool', label: 'Cool' },
      ],
    },
    { id: 'paint', type: 'color', label: 'Paint', group: 'Look', order: 3, default: '#ffcc00', palette: ['#00aaff'] },
    {
      id: 'clip',
      type: 'media',
      label: 'Clip',
      group: 'Pictures',
      order: 2,
      required: true,
      accept: ['image', 'video'],
    },
    {
      id: 'title',
      type: 'text',
      label: 'Title',
      group: 'Words',
      order: 1,
      required: true,
      default: 'Hello',
      rules: { maxLength: 24, maxLines: 1 },
      fit: { mode: 'shrink', min: 24 },
    },
  ]
}

function listLayers({ family, weight }: SampleFiles['font']) {
  const time = { in: 0, out: 60 }
  return [
    {
      ...time,
      id: 'title',
      type: 'text',
      text: { $field: 'title' },
      box: [20, 20, 300, 120],
      font: family,
      weight,
      size: 64,
      fill: { $field: 'paint' },
    },
    { ...time, id: 'badge', type: 'solid', box: [20, 300, 60, 40], color: '#ff3366', visible: { $field: 'badge' } },
    {
      ...time,
      id: 'mood',
      type: 'solid',
      box: [100, 300, 60, 40],
      color: { $field: 'mood', map: { warm: '#ff8800', cool: '#0088ff' } },
    },
    {
      ...time,
      id: 'clip',
      type: 'media',
      source: { $field: 'clip' },
      box: [340, 20, 280, 320],
      fit: 'cover',
      audio: { volume: 80, fadeOut: 15 },
    },
    { ...time, id: 'song', type: 'audio', source: { $field: 'song' }, audio: { volume: 60, fadeIn: 10, loop: true } },
  ]
}
