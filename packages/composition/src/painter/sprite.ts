// The shapes that particles are drawn as, each in a square of side 2 around the origin.
import type { Sprite } from '../document/layer.ts'
import { star, traceContour } from './contour.ts'
import type { Host, Path } from './host.ts'
import { parsePathData } from './svg-path.ts'

/** Sprites that are a glow instead of an outline. */
export function isGlow(sprite: Sprite): boolean {
  return sprite === 'soft' || sprite === 'spark'
}

const DRAWN: Partial<Record<Sprite, string>> = {
  petal: 'M0 -1C.62 -.7 .72 .2 .12 .92Q0 1 -.12 .92C-.72 .2 -.62 -.7 0 -1Z',
  leaf: 'M0 -1C.75 -.55 .7 .45 0 1C-.7 .45 -.75 -.55 0 -1Z',
  heart:
    'M0 .92C-.6 .44 -1 .08 -1 -.4C-1 -.72 -.76 -.92 -.48 -.92C-.28 -.92 -.1 -.82 0 -.64C.1 -.82 .28 -.92 .48 -.92C.76 -.92 1 -.72 1 -.4C1 .08 .6 .44 0 .92Z',
  flame: 'M0 -1C.16 -.5 .62 -.14 .58 .38C.55 .76 .3 1 0 1C-.3 1 -.55 .76 -.58 .38C-.55 0 -.2 -.4 0 -1Z',
  confetti: 'M-.5 -.9H.5V.9H-.5Z',
  ribbon: 'M-.2 -1C.5 -.7 -.6 -.2 .1 .1C.6 .4 -.4 .7 .2 1L.5 .85C0 .6 .9 .3 .4 -.05C-.3 -.35 .8 -.75 .1 -1.1Z',
}

/** The outline of a sprite. */
export function spritePath(host: Host, sprite: Sprite): Path {
  const path = host.createPath()
  const data = DRAWN[sprite]
  if (data) for (const contour of parsePathData(data)) traceContour(path, contour)
  else if (sprite === 'star') {
    traceContour(path, star({ x: 0, y: 0, points: 5, outer: 1, inner: 0.42, outerRound: 0, innerRound: 0, degrees: 0 }))
  } else if (sprite === 'flake') {
    for (let arm = 0; arm < 3; arm++) {
      const turn = (arm * Math.PI) / 3
      const [x, y] = [Math.cos(turn), Math.sin(turn)]
      const [nx, ny] = [-y * 0.07, x * 0.07]
      path.moveTo(x + nx, y + ny)
      path.lineTo(-x + nx, -y + ny)
      path.lineTo(-x - nx, -y - ny)
      path.lineTo(x - nx, y - ny)
      path.closePath()
    }
  } else {
    path.ellipse(0, 0, 1, 1, 0, 0, Math.PI * 2)
    if (sprite === 'ring') {
      path.moveTo(0.82, 0)
      path.ellipse(0, 0, 0.82, 0.82, 0, 0, Math.PI * 2)
    }
  }
  return path
}
