// The clock of a component test: time passes only when the test advances it.
import { onTestFinished, vi } from 'vitest'

/** Waits two frames, so that a timer's changes are on the screen. */
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))

/** Waits like `expect.poll`, which would let the timers of a stopped clock run on. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await drawn()
}

/** Stops the timers of the page until the test ends. Vitest would let them run while it polls or moves the mouse. */
export function stopClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const started = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => void vi.useRealTimers())
  const pass = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    await drawn()
  }
  return {
    pass,
    /** Runs a timer of `ms` after it has been started, and expects `check` to hold until its last millisecond. */
    async run(ms: number, check: () => void): Promise<void> {
      await until(() => started.mock.calls.some(([, delayMs]) => delayMs === ms))
      started.mockClear()
      await pass(ms - 1)
      check()
      await pass(1)
    },
  }
}
