import { describe, expect, it } from 'vitest'
import { type Clock, createPlayer, timeText } from './player.ts'

/** A screen whose refreshes the test decides: `refresh` lets time pass and refreshes once. */
interface Screen {
  ms: number
  callbacks: (() => void)[]
  painted: number[]
  clock: Clock
  refresh(ms: number): void
}

function createScreen(): Screen {
  const screen: Screen = {
    ms: 0,
    callbacks: [],
    painted: [],
    clock: {
      now: () => screen.ms,
      requestFrame: (callback) => screen.callbacks.push(callback),
      cancelFrame: () => screen.callbacks.splice(0),
    },
    refresh(ms: number) {
      screen.ms += ms
      for (const callback of screen.callbacks.splice(0)) callback()
    },
  }
  return screen
}

function playerOf(screen = createScreen()) {
  const player = createPlayer({
    durationFrames: 60,
    framesPerSecond: 30,
    paint: (frame) => screen.painted.push(frame),
    clock: screen.clock,
  })
  return { screen, player }
}

describe('the time of the preview', () => {
  it('paints once for many changes between two refreshes, and not at all without any', () => {
    const { screen, player } = playerOf()
    player.invalidate()
    player.invalidate()
    screen.refresh(16)
    screen.refresh(16)
    expect(screen.painted).toEqual([0])
  })

  it('shows whole frames by wall-clock and paints none twice', () => {
    const { screen, player } = playerOf()
    player.play()
    for (let n = 0; n < 8; n++) screen.refresh(1000 / 60)
    expect(screen.painted).toEqual([0, 1, 2, 3, 4])
  })

  it('drops frames on a slow device and stays in time', () => {
    const { screen, player } = playerOf()
    player.play()
    for (let n = 0; n < 5; n++) screen.refresh(200)
    expect(screen.painted).toEqual([6, 12, 18, 24, 30])
  })

  it('loops without losing time, with a notification, or stops at the last frame', () => {
    const { screen, player } = playerOf()
    let jumps = 0
    player.onTransport(() => jumps++)
    player.play()
    screen.refresh(2100)
    expect(player.getFrame()).toBe(3)
    expect(jumps).toBe(2)
    screen.refresh(1000)
    expect(player.getFrame()).toBe(33)
    player.setLooping(false)
    screen.refresh(5000)
    expect(player.getFrame()).toBe(59)
    expect(player.getTransport().isPlaying).toBe(false)
    player.play()
    screen.refresh(1)
    expect(player.getFrame()).toBe(0)
  })

  it('plays backwards and faster, and stops at the beginning', () => {
    const { screen, player } = playerOf()
    player.setLooping(false)
    player.seek(50)
    player.play(-1)
    screen.refresh(500)
    expect(player.getFrame()).toBe(35)
    player.play(-2)
    screen.refresh(500)
    expect(player.getFrame()).toBe(5)
    screen.refresh(500)
    expect(player.getFrame()).toBe(0)
    expect(player.getTransport()).toMatchObject({ isPlaying: false, rate: 1 })
    player.play(-1)
    expect(player.getFrame()).toBe(59)
  })

  it('loops a range, and starts at its beginning from outside', () => {
    const { screen, player } = playerOf()
    player.setRange({ start: 20, end: 30 })
    player.play()
    expect(player.getFrame()).toBe(20)
    screen.refresh(400)
    expect(player.getFrame()).toBe(22)
    player.play(-1)
    screen.refresh(200)
    expect(player.getFrame()).toBe(26)
    expect(player.getPosition()).toBeCloseTo(26)
  })

  it('follows a video that becomes shorter and longer', () => {
    const { screen, player } = playerOf()
    player.seek(50)
    player.setRange({ start: 40, end: 60 })
    player.setDuration(45)
    screen.refresh(16)
    expect(player.getFrame()).toBe(44)
    expect(player.getTransport().range).toBeUndefined()
    player.setDuration(90)
    player.seek(80)
    expect(player.getFrame()).toBe(80)
  })

  it('pauses where it is and goes on from there', () => {
    const { screen, player } = playerOf()
    player.play()
    screen.refresh(500)
    player.pause()
    screen.refresh(10_000)
    expect(player.getFrame()).toBe(15)
    player.play()
    screen.refresh(100)
    expect(player.getFrame()).toBe(18)
  })

  it('keeps to the video when seeking, and plays on from the place', () => {
    const { screen, player } = playerOf()
    player.seek(1000)
    expect(player.getFrame()).toBe(59)
    player.seek(-5)
    expect(player.getFrame()).toBe(0)
    player.play()
    player.seek(30)
    screen.refresh(100)
    expect(player.getFrame()).toBe(33)
  })

  it('paints nothing while hidden, and the current frame when visible again', () => {
    const { screen, player } = playerOf()
    player.play()
    player.setSeen(false)
    screen.refresh(300)
    screen.refresh(200)
    expect(screen.painted).toEqual([])
    player.setSeen(true)
    screen.refresh(0)
    expect(screen.painted).toEqual([15])
  })
})

describe('time in words', () => {
  it('counts whole seconds', () => {
    expect([0, 29, 30, 1799, 1800].map((frame) => timeText(frame, 30))).toEqual([
      '0:00',
      '0:00',
      '0:01',
      '0:59',
      '1:00',
    ])
  })
})
