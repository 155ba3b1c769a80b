import { type Clip, clipSpans, type Timeline } from '@vitrine/document/clip'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changeClip,
  clipAt,
  clipsWithinLimit,
  detachSound,
  duplicateParts,
  findClipStart,
  findExceededLimit,
  insertClips,
  listEdges,
  moveClip,
  moveClips,
  neededSeconds,
  placeAt,
  removeParts,
  replaceClip,
  setSpeed,
  setTransition,
  setTransitions,
  splitClip,
  splitSound,
  trimClipEnd,
  trimClipStart,
  trimSoundEnd,
  trimSoundStart,
} from './timeline-edit.ts'

const context = { framesPerSecond: 30, findSeconds: (asset: string) => (asset === 'photo' ? undefined : 10) }

function video(id: string, more: Partial<Clip> = {}): Clip {
  return { id: `own-${id}`, asset: 'video', kind: 'video', frames: 90, startSeconds: 2, ...more } as Clip
}

function photo(id: string, more: Partial<Clip> = {}): Clip {
  return { id: `own-${id}`, asset: 'photo', kind: 'image', frames: 60, startSeconds: 0, ...more } as Clip
}

const three: Timeline = { clips: [video('a'), photo('b'), video('c')], sounds: [] }
const song = { id: 'own-s', asset: 'song' as never, at: 30, frames: 120, startSeconds: 1, fadeIn: 5, fadeOut: 6 }

test('a video takes clips up to the limit, and changes that shorten a full one are accepted', () => {
  const minutes = (count: number) => count * 60 * 30
  const long = clipsWithinLimit(
    three,
    [video('d', { frames: minutes(40) }), video('e', { frames: minutes(40) }), video('f')],
    30,
  )
  expect(long.map(({ id }) => id)).toEqual(['own-d', 'own-e'])
  const full = insertClips(three, long, 3)
  expect(clipSpans(full.clips).at(-1)?.end).toBe(minutes(60))
  expect(findExceededLimit(three, full, 30)).toBeUndefined()
  const longer = insertClips(full, [photo('g')], 0)
  expect(findExceededLimit(full, longer, 30)).toContain('60 minutes')
  expect(findExceededLimit(longer, removeParts(longer, new Set(['own-a'])), 30)).toBeUndefined()
  const many = Array.from({ length: 550 }, (_, n) => photo(`p${n}`, { frames: 1 }))
  expect(clipsWithinLimit(three, many, 30)).toHaveLength(497)
  expect(findExceededLimit(three, insertClips(three, many, 0), 30)).toContain('500 clips')
  const sounds = Array.from({ length: 41 }, (_, n) => ({ ...song, id: `own-s${n}` }))
  expect(findExceededLimit(three, { ...three, sounds }, 30)).toContain('40 audio tracks')
})

test('clips that are moved together stay together in their order, wherever they are put', () => {
  const five = { ...three, clips: [...three.clips, photo('d'), video('e')] }
  const moved = (place: number, ...names: string[]) =>
    moveClips(five, new Set(names.map((name) => `own-${name}`)), place)
      .clips.map(({ id }) => id.slice(4))
      .join('')
  expect(moved(5, 'a', 'c')).toBe('bdeac')
  expect(moved(0, 'c', 'e')).toBe('ceabd')
  expect(moved(2, 'a', 'd')).toBe('badce')
  expect(moved(1, 'a')).toBe('abcde')
  expect([0, 1, 3, 9].map((place) => findClipStart(three, place))).toEqual([0, 90, 240, 240])
})

test('a replaced file keeps the clip’s length where it is long enough, with a thumbnail of its own', () => {
  const key = { color: '#00ff00', tolerance: 40, softness: 10, spill: 50 } as const
  const crop = { x: 0.1, y: 0, zoom: 2, rotate: 0 }
  const clips = [video('a'), video('b', { key, crop, volume: 50, speed: 2, transition: { kind: 'fade', frames: 20 } })]
  const before = { ...three, clips }
  const whole = replaceClip(before, 'own-b', { asset: 'other' as never, kind: 'video' }, context).clips[1]
  expect(whole).toEqual({
    ...video('b', { volume: 50, speed: 2, transition: { kind: 'fade', frames: 20 } }),
    asset: 'other',
    startSeconds: 0,
  })
  const short = { ...context, findSeconds: () => 1 }
  // A second of the file at twice the speed is half a second of the video, and the transition no longer than that.
  const half = replaceClip(before, 'own-b', { asset: 'other' as never, kind: 'video' }, short).clips[1]
  expect(half).toMatchObject({ frames: 15, transition: { frames: 15 } })
  const still = replaceClip(before, 'own-b', { asset: 'photo' as never, kind: 'image' }, context).clips[1]
  expect(still).toMatchObject({ kind: 'image', frames: 90 })
  expect(still).not.toHaveProperty('speed')
})

test('detached audio plays at the same time and volume', () => {
  const clips = [photo('p'), video('a', { volume: 70, fadeIn: 10, fadeOut: 12 })]
  const { clips: after, sounds } = detachSound({ clips, sounds: [] }, 'own-a', 'own-n')
  expect(after[1]).toEqual(video('a', { volume: 70, mute: true }))
  expect(sounds).toEqual([
    { id: 'own-n', asset: 'video', at: 60, frames: 90, startSeconds: 2, volume: 70, fadeIn: 10, fadeOut: 12 },
  ])
  const fast = { clips: [video('a', { speed: 2 })], sounds: [] }
  expect(detachSound(fast, 'own-a', 'own-n')).toBe(fast)
  expect(detachSound({ clips, sounds: [] }, 'own-p', 'own-n').sounds).toEqual([])
})

test('one transition at every cut is limited by the length of each pair of clips', () => {
  const clips = [video('a'), video('b', { frames: 8 }), video('c', { transition: { kind: 'zoom', frames: 4 } })]
  const all = setTransitions({ ...three, clips }, { kind: 'fade', frames: 6 })
  expect(all.clips.map(({ transition }) => transition)).toEqual([
    undefined,
    { kind: 'fade', frames: 6 },
    { kind: 'fade', frames: 2 },
  ])
  expect(setTransitions(all, undefined).clips.some((clip) => 'transition' in clip)).toBe(false)
})

test('a clip that is split shows the same pictures at the same frames', () => {
  const cut = splitClip(three, 'own-a', 30, 'own-a2', context)
  expect(cut.clips.map(({ id, frames, startSeconds }) => [id, frames, startSeconds])).toEqual([
    ['own-a', 30, 2],
    ['own-a2', 60, 3],
    ['own-b', 60, 0],
    ['own-c', 90, 2],
  ])
  expect(clipSpans(cut.clips).at(-1)?.end).toBe(240)
})

test('a clip is not split at or beyond its edges', () => {
  for (const frame of [0, 90, -5, 500]) expect(splitClip(three, 'own-a', frame, 'own-x', context)).toBe(three)
})

test('the start of a video is trimmed and extended no further than its file', () => {
  const shorter = trimClipStart(three, 'own-a', 15, context)
  expect(shorter.clips[0]).toMatchObject({ frames: 75, startSeconds: 2.5 })
  expect(trimClipStart(three, 'own-a', -1000, context).clips[0]).toMatchObject({ frames: 150, startSeconds: 0 })
  expect(trimClipStart(three, 'own-a', 1000, context).clips[0]?.frames).toBe(1)
})

test('the end of a video is extended no further than its file, a photo to any length', () => {
  expect(trimClipEnd(three, 'own-a', 1000, context).clips[0]?.frames).toBe(240)
  expect(trimClipEnd(three, 'own-b', 1000, context).clips[1]?.frames).toBe(1060)
  expect(trimClipEnd(three, 'own-b', -1000, context).clips[1]?.frames).toBe(1)
})

test('double speed shows the same part in half the time, and its file ends sooner', () => {
  const fast = setSpeed(three, 'own-a', 2)
  expect(fast.clips[0]).toMatchObject({ frames: 45, speed: 2, startSeconds: 2 })
  expect(trimClipEnd(fast, 'own-a', 1000, context).clips[0]?.frames).toBe(120)
  expect(setSpeed(fast, 'own-a', 1).clips[0]).toEqual(three.clips[0])
})

test('a transition is as long as there is room, and goes with the clip before the first', () => {
  const faded = setTransition(three, 'own-b', { kind: 'fade', frames: 500 })
  expect(faded.clips[1]?.transition?.frames).toBe(60)
  expect(removeParts(faded, new Set(['own-a'])).clips[0]?.transition).toBeUndefined()
  expect(setTransition(three, 'own-a', { kind: 'fade', frames: 5 }).clips[0]?.transition).toBeUndefined()
  expect(setTransition(faded, 'own-b', undefined).clips[1]).not.toHaveProperty('transition')
})

test('clips are moved to the place they have afterwards', () => {
  const ids = (timeline: Timeline) => timeline.clips.map(({ id }) => id.slice(4)).join('')
  expect(ids(moveClip(three, 'own-a', 2))).toBe('bca')
  expect(ids(moveClip(three, 'own-c', 0))).toBe('cab')
  expect(ids(insertClips(three, [video('x')], 1))).toBe('axbc')
  expect(ids(duplicateParts(three, new Set(['own-a', 'own-b']), numbered()))).toBe('ab12c')
})

function numbered(): () => string {
  let n = 0
  return () => `own-${++n}`
}

test('dropped clips go to the nearest edge', () => {
  expect([0, 44, 46, 90, 119, 121, 500].map((frame) => placeAt(three, frame))).toEqual([0, 0, 1, 1, 1, 2, 3])
})

test('the clip at a frame is the later one of a transition', () => {
  const faded = setTransition(three, 'own-b', { kind: 'fade', frames: 20 })
  expect([69, 70, 89, 129, 130, 240].map((frame) => clipAt(faded, frame)?.id)).toEqual([
    'own-a',
    'own-b',
    'own-b',
    'own-b',
    'own-c',
    undefined,
  ])
})

describe('sounds', () => {
  const timeline: Timeline = { clips: [], sounds: [song] }
  test('are trimmed at both ends within their file', () => {
    expect(trimSoundStart(timeline, 'own-s', 15, context).sounds[0]).toMatchObject({
      at: 45,
      frames: 105,
      startSeconds: 1.5,
    })
    expect(trimSoundStart(timeline, 'own-s', -100, context).sounds[0]).toMatchObject({
      at: 0,
      frames: 150,
      startSeconds: 0,
    })
    expect(trimSoundEnd(timeline, 'own-s', 1000, context).sounds[0]?.frames).toBe(270)
  })
  test('are split with their fades at the outer ends', () => {
    const [first, second] = splitSound(timeline, 'own-s', 60, 'own-t', context).sounds
    expect(first).toEqual({ id: 'own-s', asset: 'song', at: 30, frames: 30, startSeconds: 1, fadeIn: 5 })
    expect(second).toEqual({ id: 'own-t', asset: 'song', at: 60, frames: 90, startSeconds: 2, fadeOut: 6 })
  })
  test('snap with the clips', () => {
    expect(listEdges({ ...three, sounds: [song] })).toEqual([0, 30, 90, 150, 240])
  })
})

test('for any changes, no transition is too long, no clip is empty or beyond its file', () => {
  const id = fc.constantFrom('own-a', 'own-b', 'own-c')
  const step = fc.oneof(
    fc.tuple(id, fc.integer({ min: -200, max: 200 })).map(
      ([one, by]) =>
        (t: Timeline) =>
          trimClipStart(t, one, by, context),
    ),
    fc.tuple(id, fc.integer({ min: -200, max: 200 })).map(
      ([one, by]) =>
        (t: Timeline) =>
          trimClipEnd(t, one, by, context),
    ),
    fc.tuple(id, fc.constantFrom(0.25, 0.5, 2, 4)).map(
      ([one, speed]) =>
        (t: Timeline) =>
          setSpeed(t, one, speed),
    ),
    fc.tuple(id, fc.nat(120)).map(
      ([one, n]) =>
        (t: Timeline) =>
          setTransition(t, one, { kind: 'fade', frames: n + 1 }),
    ),
    fc.tuple(id, fc.nat(4)).map(
      ([one, n]) =>
        (t: Timeline) =>
          moveClip(t, one, n),
    ),
    id.map((clipId) => (t: Timeline) => changeClip(t, clipId, { mute: true })),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { clips } = steps.reduce((timeline, step) => step(timeline), three)
      clips.forEach((clip, n) => {
        expect(clip.frames).toBeGreaterThan(0)
        expect(clip.startSeconds).toBeGreaterThanOrEqual(0)
        if (!clip.transition) return
        const before = clips[n - 1]
        expect(clip.transition.frames).toBeLessThanOrEqual(
          Math.min(clip.frames, (before?.frames ?? 0) - (before?.transition?.frames ?? 0)),
        )
      })
      expect(new Set(clips.map(({ id: one }) => one)).size).toBe(3)
    }),
  )
})

test('a file is read as far as its longest use, at the speed of each', () => {
  const fast = video('fast', { frames: 90, startSeconds: 1, speed: 2 })
  expect(neededSeconds({ clips: [video('a'), fast], sounds: [] }, 'video', 30)).toBe(7)
  expect(neededSeconds({ clips: [photo('b')], sounds: [song] }, 'photo', 30)).toBe(0)
  expect(neededSeconds({ clips: [], sounds: [song] }, 'song', 30)).toBe(5)
  expect(neededSeconds({ clips: [], sounds: [{ ...song, loop: true }] }, 'song', 30)).toBe(0)
})
