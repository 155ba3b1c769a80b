// The limits of child processes that convert one recording.
import type { WorkLimits } from '@vitrine/process/bounded-child'

export const RECORDING_LIMITS: WorkLimits = {
  durationMs: 60 * 60_000,
  silenceMs: 90_000,
  // 10-bit 4K HEVC on two decoding threads takes a third of this.
  memoryBytes: 2 * 2 ** 30,
}
