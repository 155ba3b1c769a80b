import { mkdir, readFile, stat } from 'node:fs/promises'
import { AVCOL_TRC_ARIB_STD_B67, AVCOL_TRC_SMPTE2084 } from 'node-av'
import { describe, expect, it } from 'vitest'
import { corners, lookAt, type RecordingSpec, type SoundSpec, times, writeRecording } from '../../testing/recording.ts'
import { TURNS } from '../../testing/turned.ts'
import { measureLevel, readSound, sine, useFolder, writeWav } from '../../testing/video.ts'
import { VideoFile } from '../media/video-file.ts'
import { type NormalisedRecording, type NormalisedVideo, RecordingRejected } from './normalise-message.ts'
import { normaliseRecording } from './normalise-recording.ts'
import { chooseFrameRate, readSourceFacts } from './source-facts.ts'

const folder = useFolder()
const CORNERS = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.75, 0.75],
  [0.25, 0.75],
] as const

async function normalise(name: string, longestSeconds = 60): Promise<NormalisedRecording> {
  const out = folder.path(`${name}-out`)
  await mkdir(out, { recursive: true })
  return normaliseRecording({ sourcePath: folder.path(name), folder: out, longestSeconds, threads: 2 }, () => {})
}

async function normaliseSpec(name: string, spec: Partial<RecordingSpec>): Promise<NormalisedVideo> {
  const { width = 64, height = 48 } = spec
  const whole = { width, height, times: times(10, 25), shade: corners(width, height), ...spec }
  await writeRecording(folder.path(name), whole)
  return (await normalise(name)) as NormalisedVideo
}

/** Luma of every picture in the middle of a video. */
function flicker(path: string, video: NormalisedVideo): number[] {
  const file = VideoFile.open(path)
  const [num, den] = video.frameRate
  const values = Array.from({ length: video.frames }, (_, n) => {
    const frame = file.frameAt(((n + 0.5) * den) / num)
    const at = Math.floor((frame?.height ?? 0) / 2) * (frame?.linesize[0] ?? 0) + Math.floor((frame?.width ?? 0) / 2)
    return frame?.data?.[0]?.[at] ?? 0
  })
  file.close()
  return values
}

const grey = (luma: number) => () => [luma, 128, 128] as const

describe('the picture of a recording', () => {
  it('is upright however the phone was held, also when mirrored', async () => {
    // The displayed colours at the top left, top right, bottom right and bottom left, out of red, green, blue and white.
    const turned = {
      none: { order: [0, 1, 2, 3], upright: false },
      clockwise: { order: [3, 0, 1, 2], upright: true },
      over: { order: [2, 3, 0, 1], upright: false },
      counterclockwise: { order: [1, 2, 3, 0], upright: true },
      mirror: { order: [1, 0, 3, 2], upright: false },
    } as const
    const seen = [
      [63, 102, 240],
      [173, 42, 26],
      [32, 240, 118],
      [235, 128, 128],
    ]
    for (const [name, { order, upright }] of Object.entries(turned)) {
      const video = await normaliseSpec(`${name}.mov`, { matrix: TURNS[name as keyof typeof TURNS] })
      expect([video.width, video.height], name).toEqual(upright ? [48, 64] : [64, 48])
      const found = lookAt(video.masterPath, 0.1, CORNERS)
      for (const [place, color] of found.entries()) {
        const expected = seen[order[place] ?? 0] ?? []
        for (const [n, value] of color.entries()) expect(Math.abs(value - (expected[n] ?? 0)), name).toBeLessThan(8)
      }
      expect(video.isCopied, name).toBe(name === 'none')
    }
  })

  it('has square pixels, even edges and at most 1920 of them in a row; its copy for editing at most 540', async () => {
    const wide = await normaliseSpec('wide.mov', { width: 2560, height: 1440, times: times(2, 25), shade: grey(100) })
    expect(wide).toMatchObject({ width: 1920, height: 1080, isCopied: false })
    expect(VideoFile.open(wide.proxyPath)).toMatchObject({ width: 960, height: 540 })
    const anamorphic = await normaliseSpec('dv.mov', { width: 72, height: 58, pixelShape: [64, 45] })
    expect(anamorphic).toMatchObject({ width: 102, height: 58 })
    const odd = await normaliseSpec('odd.webm', { codec: 'vp9', width: 33, height: 25 })
    expect(odd).toMatchObject({ width: 34, height: 26 })
  })

  it('is converted from 10-bit HDR HEVC to SDR, with white paper slightly below full white', async () => {
    for (const [name, transfer, white, dark] of [
      ['hlg.mov', AVCOL_TRC_ARIB_STD_B67, 0.75, 0.25],
      ['pq.mov', AVCOL_TRC_SMPTE2084, 0.58, 0.3],
    ] as const) {
      const signal = (level: number) => 16 + level * 219
      const steps = (x: number) => [signal([0, dark, white, 1][Math.floor(x / 16)] ?? 0), 128, 128] as const
      const video = await normaliseSpec(name, { codec: 'hevc', transfer, shade: steps })
      const places = [0.12, 0.37, 0.62, 0.87].map((x) => [x, 0.5] as const)
      const [black = 0, shadow = 0, paper = 0, light = 0] = lookAt(video.masterPath, 0.1, places).map(
        ([luma = 0]) => (luma - 16) / 219,
      )
      expect(Math.abs(black), name).toBeLessThan(0.03)
      expect(shadow, name).toBeGreaterThan(0.2)
      expect(shadow, name).toBeLessThan(0.35)
      expect(paper, name).toBeGreaterThan(0.92)
      expect(paper, name).toBeLessThan(0.97)
      expect(light, name).toBeGreaterThan(paper + 0.03)
      expect(light, name).toBeLessThan(1.02)
      const [[, blue = 0, red = 0] = []] = lookAt(video.masterPath, 0.1, [[0.6, 0.5]])
      expect([Math.abs(blue - 128) < 3, Math.abs(red - 128) < 3], name).toEqual([true, true])
    }
  })

  it('is converted from HLG with the white and black that the phone shows', async () => {
    // White paper and a dark coat (sRGB 239 and 78, white at 203 nits) in BT.2100's HLG.
    const hlg = (srgb: number) => {
      const light = ((srgb / 255 + 0.055) / 1.055) ** 2.4
      const scene = ((light * 203) / 1000) ** (1 / 1.2)
      return scene <= 1 / 12 ? Math.sqrt(3 * scene) : 0.17883277 * Math.log(12 * scene - 0.28466892) + 0.55991073
    }
    const shades = [239, 78]
    const video = await normaliseSpec('phone.mov', {
      codec: 'hevc',
      transfer: AVCOL_TRC_ARIB_STD_B67,
      shade: (x) => [Math.round(16 + 219 * hlg(shades[x < 32 ? 0 : 1] ?? 0)), 128, 128],
    })
    const seen = lookAt(video.masterPath, 0.1, [
      [0.25, 0.5],
      [0.75, 0.5],
    ]).map(([luma = 0]) => ((luma - 16) / 219) * 255)
    for (const [n, shade] of shades.entries()) expect(Math.abs((seen[n] ?? 0) - shade), `${seen}`).toBeLessThan(4)
  })

  it('of an interlaced video is deinterlaced', async () => {
    // A bar that moves between the two fields of each picture: odd lines show it one field later.
    const bar: RecordingSpec['shade'] = (x, y, seconds) => {
      const at = 8 + (Math.round(seconds * 25) * 2 + (y % 2)) * 6
      return [x >= at && x < at + 20 ? 235 : 16, 128, 128]
    }
    const video = await normaliseSpec('interlaced.mov', { width: 160, height: 64, isInterlaced: true, shade: bar })
    const file = VideoFile.open(video.masterPath)
    const frame = file.frameAt(0.2)
    const stride = frame?.linesize[0] ?? 0
    let combs = 0
    for (let x = 0; x < 160; x++) {
      for (let y = 20; y < 40; y++) {
        const [above = 0, here = 0, below = 0] = [-1, 0, 1].map((by) => frame?.data?.[0]?.[(y + by) * stride + x])
        if (Math.abs(above - below) < 20 && Math.abs(here - above) > 120) combs++
      }
    }
    file.close()
    expect(combs).toBeLessThan(40)
  })
})

describe('the time of a recording', () => {
  const BEEPS = [0.4, 1.4, 2.2]
  const isOn = (seconds: number) => BEEPS.some((at) => seconds >= at - 1e-6 && seconds < at + 0.1)
  const flash: RecordingSpec['shade'] = (_x, _y, seconds) => [isOn(seconds) ? 235 : 16, 128, 128]
  const beep: SoundSpec = { wave: (seconds) => (isOn(seconds) ? sine(1000, 0.5)(seconds) : 0), seconds: 3 }

  /** When flashes and beeps begin in a video, in seconds. */
  async function onsets(video: NormalisedVideo) {
    const [num, den] = video.frameRate
    const lumas = flicker(video.masterPath, video)
    const flashes = lumas.flatMap((luma, n) => (luma > 128 && (lumas[n - 1] ?? 0) < 128 ? [(n * den) / num] : []))
    const { left } = await readSound(video.masterPath)
    const beeps: number[] = []
    for (let at = 0; at < left.length; at++) {
      const isLoud = Math.abs(left[at] ?? 0) > 0.1
      if (isLoud && at / 48_000 > (beeps.at(-1) ?? -1) + 0.3) beeps.push(at / 48_000)
    }
    return { flashes, beeps }
  }

  async function expectTogether(video: NormalisedVideo, shift = 0) {
    const { flashes, beeps } = await onsets(video)
    expect(flashes).toHaveLength(BEEPS.length)
    expect(beeps).toHaveLength(BEEPS.length)
    for (const [n, at] of BEEPS.entries()) {
      expect(Math.abs((flashes[n] ?? 0) - at - shift)).toBeLessThan(0.021)
      expect(Math.abs((beeps[n] ?? 0) - at - shift)).toBeLessThan(0.021)
    }
  }

  it('of a variable frame rate is made constant, with sound and pictures in sync', { tags: ['full'] }, async () => {
    // A phone in dim light: the intervals vary, every tenth picture is missing, and there is one pause.
    const uneven = times(90, 30)
      .filter((at, n) => n % 10 !== 7 && !(at > 1.6 && at < 1.9))
      .map((at, n) => at + (n % 3) * 0.002)
    const video = await normaliseSpec('vfr.mov', { codec: 'hevc', times: uneven, shade: flash, sound: beep })
    expect(video).toMatchObject({ frameRate: [30, 1], frames: 90 })
    await expectTogether(video)
    const facts = await readSourceFacts(video.masterPath)
    expect(facts.video).toMatchObject({ isEven: true, startSeconds: 0 })
  })

  it('that does not begin at zero, or in which one track begins late, is preserved', { tags: ['full'] }, async () => {
    const late = { times: times(75, 25, 5), shade: shifted(flash, 5), sound: { ...beep, startSeconds: 5, wave: later } }
    await expectTogether(await normaliseSpec('late.mkv', late))
    const soundLater = { ...beep, startSeconds: 0.25, seconds: 2.75 }
    await expectTogether(
      await normaliseSpec('sound-late.mkv', { times: times(75, 25), shade: flash, sound: soundLater }),
    )
    const picturesLate = { times: times(70, 25, 0.2), shade: flash, sound: beep }
    await expectTogether(await normaliseSpec('pictures-late.mkv', picturesLate))

    function shifted(shade: RecordingSpec['shade'], by: number): RecordingSpec['shade'] {
      return (x, y, seconds) => shade(x, y, seconds - by)
    }
    function later(seconds: number) {
      return beep.wave(seconds - 5)
    }
  })

  it('is preserved where the clocks of sound and pictures drift apart', async () => {
    // Two percent: 60 ms at the end without compensation.
    const sound = { ...beep, trueRate: 47_040 }
    await expectTogether(await normaliseSpec('drift.mkv', { times: times(75, 25), shade: flash, sound }))
  })

  it('ends at the same time for sound and pictures, so that it loops without a gap', async () => {
    const video = await normaliseSpec('ends.mkv', {
      times: times(50, 25),
      shade: flash,
      sound: { ...beep, seconds: 1.7 },
    })
    const { left } = await readSound(video.masterPath)
    expect(left.length).toBe(96_000)
    const longer = await normaliseSpec('longer.mkv', { times: times(25, 25), shade: flash, sound: beep })
    expect(longer.durationSeconds).toBeCloseTo(3, 1)
    expect(flicker(longer.masterPath, longer)).toHaveLength(longer.frames)
  })

  it('is counted at the rate the camera was set to', () => {
    expect(chooseFrameRate(times(100, 30), 30)).toEqual([30, 1])
    expect(chooseFrameRate(times(100, 30_000 / 1001), 29.97)).toEqual([30_000, 1001])
    expect(chooseFrameRate(times(100, 24_000 / 1001), 23.976)).toEqual([24_000, 1001])
    expect(chooseFrameRate(times(100, 240), 240)).toEqual([60, 1])
    expect(chooseFrameRate(times(100, 13), 13)).toEqual([15, 1])
    expect(chooseFrameRate([], 25)).toEqual([25, 1])
    expect(chooseFrameRate([0], 30)).toEqual([30, 1])
  })
})

describe('a recording', () => {
  it('is read from every container and codec that phones and programs write', { tags: ['full'] }, async () => {
    const sound: SoundSpec = { wave: sine(440, 0.4), seconds: 0.4 }
    for (const [name, spec] of Object.entries({
      'a.mp4': {},
      'a.mov': { codec: 'hevc' as const },
      'a.webm': { codec: 'vp9' as const },
      'a.mkv': { codec: 'hevc' as const },
      'a.avi': { codec: 'mpeg4' as const },
      'a.3gp': {},
    })) {
      const video = await normaliseSpec(name, { ...spec, sound })
      expect(video, name).toMatchObject({ kind: 'video', width: 64, height: 48, frameRate: [25, 1] })
      expect(video.frames, name).toBeGreaterThanOrEqual(10)
      expect(video.frames, name).toBeLessThanOrEqual(12)
      expect(measureLevel((await readSound(video.masterPath)).left, 0.1, 0.3), name).toBeCloseTo(0.4 / Math.SQRT2, 1)
      expect((await readFile(video.posterPath)).subarray(8, 12).toString(), name).toBe('WEBP')
    }
  })

  it('that already is a master is copied packet by packet, without the location metadata', {
    tags: ['full'],
  }, async () => {
    const sound: SoundSpec = { wave: sine(440, 0.4), seconds: 2, channels: 2 }
    const spec = { times: times(50, 25), sound, metadata: { location: '+18.5204+073.8567/', comment: 'Pune' } }
    const video = await normaliseSpec('fit.mov', { ...spec, width: 640, height: 360, shade: grey(90) })
    expect((await readFile(folder.path('fit.mov'))).includes('+18.5204')).toBe(true)
    const master = await readFile(video.masterPath)
    expect(master.includes('+18.5204')).toBe(false)
    expect(master.includes('Pune')).toBe(false)
    expect(video).toMatchObject({ width: 640, height: 360, frames: 50 })
    const again = await writeAgain()
    expect(again).toMatchObject({ isCopied: true, proxyPath: again.masterPath })
    expect((await stat(again.masterPath)).size).toBeLessThan((await stat(video.masterPath)).size * 1.1)

    async function writeAgain() {
      await mkdir(folder.path('again'), { recursive: true })
      const request = { sourcePath: video.masterPath, folder: folder.path('again'), longestSeconds: 60, threads: 1 }
      return (await normaliseRecording(request, () => {})) as NormalisedVideo
    }
  })

  it('without sound stays silent; one without pictures becomes audio with measured loudness', async () => {
    const silent = await normaliseSpec('silent.mp4', {})
    expect(silent.loudness).toBeNull()
    await expect(readSound(silent.masterPath)).rejects.toThrow('has no sound')
    // BS.1770: a sine of 997 Hz at full scale in one channel measures -3.01 LUFS.
    await writeWav(folder.path('tone.wav'), 3, [sine(997, 1), () => 0])
    const tone = await normalise('tone.wav')
    expect(tone).toMatchObject({ kind: 'audio', durationSeconds: 3 })
    expect(tone.loudness?.integratedLufs).toBeCloseTo(-3.01, 1)
    expect(tone.loudness?.truePeakDb).toBeCloseTo(0, 0)
    await writeWav(folder.path('mono.wav'), 1.3, [sine(440, 0.5)], 22_050)
    const mono = await normalise('mono.wav')
    const { left, right } = await readSound(mono.masterPath)
    expect(left.length).toBe(Math.round(1.3 * 48_000))
    expect(measureLevel(left, 0.2, 1)).toBeCloseTo(0.5 / Math.SQRT2, 2)
    expect(measureLevel(right, 0.2, 1)).toBeCloseTo(0.5 / Math.SQRT2, 2)
    await writeWav(folder.path('nothing.wav'), 1, [() => 0])
    expect((await normalise('nothing.wav')).loudness?.integratedLufs).toBeNull()
  })

  it('that lasts too long or in which nothing decodes is refused with a code', async () => {
    await writeWav(folder.path('long.wav'), 4, [sine(440, 0.5)])
    await expect(normalise('long.wav', 2)).rejects.toMatchObject({ code: 'media-too-long' })
    await writeRecording(folder.path('noise.mp4'), {
      width: 64,
      height: 48,
      times: times(10, 25),
      shade: corners(64, 48),
    })
    const bytes = await readFile(folder.path('noise.mp4'))
    const start = bytes.indexOf('mdat') + 4
    bytes.fill(0x55, start, bytes.indexOf('moov') > start ? bytes.indexOf('moov') - 4 : bytes.length)
    await mkdir(folder.path('x'), { recursive: true })
    const { writeFile } = await import('node:fs/promises')
    await writeFile(folder.path('noise.mp4'), bytes)
    await expect(normalise('noise.mp4')).rejects.toBeInstanceOf(RecordingRejected)
    await writeFile(folder.path('text.mp4'), 'Dear customer')
    await expect(normalise('text.mp4')).rejects.toMatchObject({ code: 'media-damaged' })
  })
})
