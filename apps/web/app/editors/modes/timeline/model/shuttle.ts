// The J, K and L shuttle: each press in the same direction doubles the speed, the other direction reverses it.
import type { VideoModel } from './video-model.ts'

const fastest = 8

/** The rate after a press, from the present one (0 while paused). */
function nextRate(rate: number, direction: -1 | 1): number {
  if (rate === 0 || Math.sign(rate) !== direction) return direction
  return direction * Math.min(fastest, Math.abs(rate) * 2)
}

export function shuttle({ editor: { player } }: VideoModel, direction: -1 | 1): void {
  const { isPlaying, rate } = player.getTransport()
  player.play(nextRate(isPlaying ? rate : 0, direction))
}
