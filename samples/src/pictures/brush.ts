// The brushes every default picture is painted with: seeded chance, soft light, shaded shapes and film grain.
import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { createChance } from '../build/chance.ts'

export type Brush = SKRSContext2D
export type Stop = readonly [offset: number, colour: string]

export interface Picture {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly paint: (brush: Brush, chance: () => number) => void
}

export function path(data: string): Path2D {
  return new Path2D(data)
}

/** A linear gradient between two points. */
export function linear(
  brush: Brush,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  stops: readonly Stop[],
) {
  const gradient = brush.createLinearGradient(x0, y0, x1, y1)
  for (const [offset, colour] of stops) gradient.addColorStop(offset, colour)
  return gradient
}

/** A radial gradient around one centre. */
export function radial(brush: Brush, x: number, y: number, radius: number, stops: readonly Stop[]) {
  const gradient = brush.createRadialGradient(x, y, 0, x, y, radius)
  for (const [offset, colour] of stops) gradient.addColorStop(offset, colour)
  return gradient
}

/** Covers the whole picture with a vertical gradient. */
export function wash(brush: Brush, width: number, height: number, stops: readonly Stop[]): void {
  brush.fillStyle = linear(brush, [0, 0, 0, height], stops)
  brush.fillRect(0, 0, width, height)
}

/** A glow of light that adds to what lies below; `colour` is '#rrggbb', strength 0..1. */
export function glow(brush: Brush, x: number, y: number, radius: number, colour: string, strength: number): void {
  brush.save()
  brush.globalCompositeOperation = 'screen'
  brush.fillStyle = radial(brush, x, y, radius, [
    [0, withAlpha(colour, strength)],
    [0.35, withAlpha(colour, strength * 0.45)],
    [0.7, withAlpha(colour, strength * 0.1)],
    [1, withAlpha(colour, 0)],
  ])
  brush.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  brush.restore()
}

/** Paints with a blur of `pixels` and puts everything back afterwards. */
export function softly(brush: Brush, pixels: number, paint: () => void): void {
  brush.save()
  brush.filter = `blur(${pixels}px)`
  paint()
  brush.restore()
}

/** Clips to a shape for the time of `paint`. */
export function inside(brush: Brush, shape: Path2D, paint: () => void): void {
  brush.save()
  brush.clip(shape)
  paint()
  brush.restore()
}

export function circle(x: number, y: number, radius: number): Path2D {
  const shape = new Path2D()
  shape.arc(x, y, radius, 0, Math.PI * 2)
  return shape
}

export function ellipse(x: number, y: number, radiusX: number, radiusY: number, turn = 0): Path2D {
  const shape = new Path2D()
  shape.ellipse(x, y, radiusX, radiusY, turn, 0, Math.PI * 2)
  return shape
}

export function roundedBox(x: number, y: number, width: number, height: number, radius: number): Path2D {
  const shape = new Path2D()
  shape.roundRect(x, y, width, height, radius)
  return shape
}

/** '#rrggbb' and an opacity of 0..1 as a CSS colour. */
export function withAlpha(colour: string, alpha: number): string {
  const value = Number.parseInt(colour.slice(1), 16)
  return `rgba(${value >> 16}, ${(value >> 8) & 255}, ${value & 255}, ${Math.round(alpha * 1000) / 1000})`
}

/** A wavy horizon from left to right, closed below: hills, dunes, water. */
export function ridge(
  width: number,
  height: number,
  y: number,
  swell: number,
  chance: () => number,
  roughness = 0.5,
): Path2D {
  const phases = Array.from({ length: 6 }, () => chance() * Math.PI * 2)
  const shape = new Path2D()
  shape.moveTo(-10, height + 10)
  for (let x = -10; x <= width + 10; x += 6) {
    let offset = 0
    for (let octave = 0; octave < 6; octave += 1) {
      const frequency = ((octave + 1) * 1.7 * Math.PI) / width
      offset += Math.sin(x * frequency * (octave + 1) * 0.6 + (phases[octave] ?? 0)) * swell * roughness ** octave
    }
    shape.lineTo(x, y + offset)
  }
  shape.lineTo(width + 10, height + 10)
  shape.closePath()
  return shape
}

/** Paints a picture and finishes it with a vignette and a fine film grain, so flat areas never band. */
export function paintPicture(picture: Picture, seed: number): Canvas {
  const canvas = createCanvas(picture.width, picture.height)
  const brush = canvas.getContext('2d')
  const chance = createChance(seed)
  picture.paint(brush, chance)
  grain(brush, picture.width, picture.height, chance, 5)
  return canvas
}

function grain(brush: Brush, width: number, height: number, chance: () => number, strength: number): void {
  const image = brush.getImageData(0, 0, width, height)
  const data = image.data
  for (let index = 0; index < data.length; index += 4) {
    const noise = (chance() + chance() - 1) * strength
    data[index] = (data[index] ?? 0) + noise
    data[index + 1] = (data[index + 1] ?? 0) + noise
    data[index + 2] = (data[index + 2] ?? 0) + noise
  }
  brush.putImageData(image, 0, 0)
}

/** A long bank of soft clouds across a picture of 1600 pixels, around a height. */
export function cloudBank(brush: Brush, chance: () => number, y: number, colour: string, strength: number): void {
  softly(brush, 24, () => {
    for (let cloud = 0; cloud < 14; cloud += 1) {
      brush.fillStyle = withAlpha(colour, strength * (0.4 + chance() * 0.6))
      brush.fill(ellipse(chance() * 1600, y + (chance() - 0.5) * 260, 180 + chance() * 260, 10 + chance() * 22))
    }
  })
}
