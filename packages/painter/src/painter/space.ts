// Layers in space: x to the right, y down, z away from the viewer, in pixels. Rotations are right-handed, as in After Effects.

import { type Compiled, compileNumber, type Watch } from '@vitrine/document/evaluate'
import type { Camera } from '@vitrine/document/layer'
import type { Space } from '@vitrine/document/layer-base'
import type { Matrix } from '@vitrine/document/matrix'
import type { CompiledTransform } from '@vitrine/document/transform'

/** An affine map of space by rows: x' = m[0] x + m[1] y + m[2] z + m[3], and so on. */
export type SpaceMatrix = readonly number[]

/**
 * Maps a layer's plane to the picture by rows: x' = (h[0] x + h[1] y + h[2]) / w, y' = (h[3] x + h[4] y + h[5]) / w, where w =
 * h[6] x + h[7] y + h[8] is the distance of the point from the eye in pixels.
 */
export type Projection = readonly number[]

export const SPACE_IDENTITY: SpaceMatrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

/** The map that applies `inner` first and `outer` after it. */
export function multiplySpace(outer: SpaceMatrix, inner: SpaceMatrix): SpaceMatrix {
  const result: number[] = []
  for (let row = 0; row < 12; row += 4)
    for (let column = 0; column < 4; column++) {
      let sum = column === 3 ? (outer[row + 3] as number) : 0
      for (let k = 0; k < 3; k++) sum += (outer[row + k] as number) * (inner[k * 4 + column] as number)
      result.push(sum)
    }
  return result
}

/** The inverse; undefined for a map that flattens space. */
export function invertSpace(m: SpaceMatrix): SpaceMatrix | undefined {
  const [a = 0, b = 0, c = 0, x = 0, d = 0, e = 0, f = 0, y = 0, g = 0, h = 0, i = 0, z = 0] = m
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  if (Math.abs(determinant) < 1e-12) return undefined
  const linear = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ].map((row) => row.map((one) => one / determinant))
  return linear.flatMap(([p = 0, q = 0, r = 0]) => [p, q, r, -(p * x + q * y + r * z)])
}

/** A planar map as a map of space that preserves depth. */
export function liftPlane([a, b, c, d, e, f]: Matrix): SpaceMatrix {
  return [a, c, 0, e, b, d, 0, f, 0, 0, 1, 0]
}

export function moveSpace(x: number, y: number, z: number): SpaceMatrix {
  return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z]
}

/** Rotations about x, then y, then z, from the outside: a point is rotated about z first. Degrees. */
function turnSpace(x: number, y: number, z: number): SpaceMatrix {
  const [sx, sy, sz] = [x, y, z].map((turn) => Math.sin((turn * Math.PI) / 180)) as [number, number, number]
  const [cx, cy, cz] = [x, y, z].map((turn) => Math.cos((turn * Math.PI) / 180)) as [number, number, number]
  const aboutX = [1, 0, 0, 0, 0, cx, -sx, 0, 0, sx, cx, 0]
  const aboutY = [cy, 0, sy, 0, 0, 1, 0, 0, -sy, 0, cy, 0]
  const aboutZ = [cz, -sz, 0, 0, sz, cz, 0, 0, 0, 0, 1, 0]
  return multiplySpace(multiplySpace(aboutX, aboutY), aboutZ)
}

/** A layer's own map from its pixels into the space of its parent. */
export interface CompiledSpace {
  matrix(frame: number): SpaceMatrix
}

interface Turns {
  readonly z: Compiled<number>
  turn(frame: number): SpaceMatrix
}

function compileTurns(space: Space, watch?: Watch): Turns {
  const number = (property: Space['z']) => compileNumber(property, 0, watch)
  const [rx, ry] = [number(space.rx), number(space.ry)]
  const [ox, oy, oz] = [number(space.ox), number(space.oy), number(space.oz)]
  return {
    z: number(space.z),
    turn: (frame) =>
      multiplySpace(turnSpace(ox.at(frame), oy.at(frame), oz.at(frame)), turnSpace(rx.at(frame), ry.at(frame), 0)),
  }
}

/** Compiles a layer's position in space: T(p) · orientation · R(x) · R(y) · R(z) · S · T(-a), the last three as in the plane. */
export function compileSpace(space: Space, plane: CompiledTransform): CompiledSpace {
  const { z, turn } = compileTurns(space)
  const [anchor, scale] = [compileNumber(space.az, 0), compileNumber(space.sz, 100)]
  return {
    matrix(frame) {
      const [x, y] = plane.position(frame)
      const [a, b, c, d, e, f] = plane.matrix(frame)
      const depth = scale.at(frame) / 100
      const flat = [a, c, 0, e - x, b, d, 0, f - y, 0, 0, depth, -depth * anchor.at(frame)]
      return multiplySpace(moveSpace(x, y, z.at(frame)), multiplySpace(turn(frame), flat))
    },
  }
}

/** A camera at a position in space. */
export interface CompiledCamera extends CompiledSpace {
  /** Distance in pixels from the eye to the plane that appears at its own size. */
  zoom(frame: number): number
}

/**
 * Compiles a camera: T(p) · look · orientation · R, where `look` points it at its point of interest, first sideways and then up
 * or down, without a roll.
 */
export function compileCamera(camera: Camera, space: Space, plane: CompiledTransform): CompiledCamera {
  const { z, turn } = compileTurns(space)
  const roll = compileNumber(camera.roll, 0)
  const zoom = compileNumber(camera.zoom, 1000)
  const target = camera.target && [
    compileNumber(camera.target.x, 0),
    compileNumber(camera.target.y, 0),
    compileNumber(camera.target.z, 0),
  ]
  return {
    zoom: (frame) => Math.max(0.1, zoom.at(frame)),
    matrix(frame) {
      const [x, y] = plane.position(frame)
      const depth = z.at(frame)
      const [dx = 0, dy = 0, dz = 1] = target
        ? target.map((one, n) => one.at(frame) - ([x, y, depth][n] as number))
        : []
      const isAway = dx !== 0 || dy !== 0 || dz !== 0
      const pitch = isAway ? (Math.atan2(-dy, Math.hypot(dx, dz)) * 180) / Math.PI : 0
      const yaw = isAway ? (Math.atan2(dx, dz) * 180) / Math.PI : 0
      const look = multiplySpace(turnSpace(0, yaw, 0), turnSpace(pitch, 0, 0))
      const own = multiplySpace(turn(frame), turnSpace(0, 0, roll.at(frame)))
      return multiplySpace(moveSpace(x, y, depth), multiplySpace(look, own))
    },
  }
}
