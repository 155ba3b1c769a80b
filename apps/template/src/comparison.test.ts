import { describe, expect, it } from 'vitest'
import { type Comparison, summarise } from './comparison.ts'

const compared: Comparison = {
  file: 'a.json',
  outcome: 'compared',
  errors: [],
  warnings: [],
  psnr: [50, 36],
  skottie: [50, 38],
  players: [60, 37],
  inkPsnr: [50, 36],
  blankFrames: 0,
}

describe('the summary of a comparison', () => {
  it('counts files by their worst frame against the nearer player', () => {
    const rows = summarise([compared, { ...compared, psnr: [47, 46] }])
    expect(rows).toMatch(/to lottie-web \(2\) +1 +1 +2 +2\n/)
    expect(rows).toMatch(/to the nearer one \(2\) +1 +1 +2 +2\n/)
  })

  it('counts files again about which the players agree, since elsewhere it is in doubt what is right', () => {
    const agreed = { ...compared, players: [60, 41] }
    const unread = { ...compared, skottie: [], players: [] }
    expect(summarise([compared, agreed, unread])).toMatch(/… and without doubt \(1\) +0 +0 +1 +1\n/)
  })

  it('leaves out files with remarks where it says so', () => {
    const remarked = { ...compared, players: [60, 41], warnings: ['effect: The effect "Glow" is drawn nearly'] }
    expect(summarise([remarked])).toMatch(/… and without doubt \(0\)/)
  })
})
