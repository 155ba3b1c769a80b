// Arbitrary valid timelines, for property tests.
import fc from 'fast-check'
import { TRANSITION_KINDS } from '../src/template/document.ts'
import type { AssetId } from '../src/template/field.ts'
import type { Clip, Sound, Timeline } from '../src/timeline/clip.ts'

const asset = fc.constantFrom<AssetId>('u_video', 'u_photo', 'u_local-1', 'sha256:photo')
const fade = fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined })
const percent = fc.integer({ min: 0, max: 100 })
const seconds = fc.double({ min: 0, max: 30, noNaN: true })

const looseClip = fc.record(
  {
    asset,
    kind: fc.constantFrom<'image' | 'video'>('image', 'video'),
    frames: fc.integer({ min: 1, max: 120 }),
    startSeconds: seconds,
    speed: fc.constantFrom(0.25, 0.5, 1, 1.5, 4),
    volume: fc.integer({ min: 0, max: 200 }),
    mute: fc.boolean(),
    fit: fc.constantFrom<'cover' | 'contain'>('cover', 'contain'),
    crop: fc.constant({ x: 0.1, y: -0.2, zoom: 1.5, rotate: 12 }),
    fadeIn: fade,
    fadeOut: fade,
    transition: fc.record({ kind: fc.constantFrom(...TRANSITION_KINDS), frames: fc.integer({ min: 1, max: 40 }) }),
    key: fc.record({ color: fc.constant('#10c040'), tolerance: percent, softness: percent, spill: percent }),
  },
  { requiredKeys: ['asset', 'kind', 'frames', 'startSeconds'] },
)

const looseSound = fc.record(
  {
    asset,
    at: fc.integer({ min: 0, max: 200 }),
    frames: fc.integer({ min: 1, max: 400 }),
    startSeconds: seconds,
    volume: fc.integer({ min: 0, max: 200 }),
    fadeIn: fade,
    fadeOut: fade,
    loop: fc.boolean(),
  },
  { requiredKeys: ['asset', 'at', 'frames', 'startSeconds'] },
)

/** Valid timelines of a few clips and sounds. */
export const anyTimeline: fc.Arbitrary<Timeline> = fc
  .tuple(fc.array(looseClip, { maxLength: 6 }), fc.array(looseSound, { maxLength: 3 }))
  .map(([loose, sounds]) => {
    const clips: Clip[] = []
    for (const [n, clip] of loose.entries()) clips.push(fitted({ id: `own-c${n}`, ...clip } as Clip, clips.at(-1)))
    return { clips, sounds: sounds.map((sound, n) => ({ id: `own-s${n}`, ...sound }) as Sound) }
  })

/** Adds a transition no longer than the previous clip allows. */
function fitted({ transition, ...clip }: Clip, before: Clip | undefined): Clip {
  const room = before ? Math.min(clip.frames, before.frames - (before.transition?.frames ?? 0)) : 0
  const frames = Math.min(transition?.frames ?? 0, room)
  return transition && frames > 0 ? { ...clip, transition: { ...transition, frames } } : clip
}

/** Three clips: a video, a photo that slides in, a video at double speed that it fades into. */
export const threeClips: Timeline = {
  clips: [
    { id: 'own-a', asset: 'u_video', kind: 'video', frames: 60, startSeconds: 2 },
    {
      id: 'own-b',
      asset: 'u_photo',
      kind: 'image',
      frames: 50,
      startSeconds: 0,
      transition: { kind: 'slide-left', frames: 10 },
    },
    {
      id: 'own-c',
      asset: 'u_video',
      kind: 'video',
      frames: 80,
      startSeconds: 0,
      speed: 2,
      volume: 50,
      transition: { kind: 'fade', frames: 20 },
    },
  ],
  sounds: [],
}
