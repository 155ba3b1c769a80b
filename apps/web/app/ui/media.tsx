// Images of templates: a box with the right aspect ratio and the dominant colour shows before the image loads. And their shape.
import type { ReactNode } from 'react'
import { pixelSize } from '../language/format.ts'
import { classNames } from './class-names.ts'
import { pictureSet } from './picture-source.ts'

type PictureProps = {
  src: string
  /** Empty when the text next to it already describes it. */
  alt: string
  width: number
  height: number
  /** #rrggbb, shown until the picture has loaded. */
  color: string
  /** The displayed width, as the `sizes` of an <img>. */
  sizes?: string
  /** Pictures above the fold load at once, the others when they come near. `first` has the highest priority. */
  isUrgent?: boolean | 'first'
  className?: string
  /** Laid over the picture, such as a video or a heart. */
  children?: ReactNode
}

export function Picture({ src, alt, width, height, color, sizes, isUrgent, className, children }: PictureProps) {
  return (
    <div
      className={classNames('picture relative overflow-hidden rounded-card', className)}
      style={{ aspectRatio: `${width} / ${height}`, backgroundColor: color }}
    >
      {src && (
        <img
          src={src}
          {...(sizes && { srcSet: pictureSet(src, width), sizes })}
          alt={alt}
          width={width}
          height={height}
          loading={isUrgent ? 'eager' : 'lazy'}
          fetchPriority={isUrgent === 'first' ? 'high' : 'auto'}
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {children}
    </div>
  )
}

interface Size {
  width: number
  height: number
}

/** A rectangle of the aspect ratio in a square of 22 px. */
export function ShapeOutline({ width, height }: Size) {
  const scale = 22 / Math.max(width, height)
  return (
    <span aria-hidden="true" className="flex size-5.5 items-center justify-center">
      <span
        className="border-2 border-current"
        style={{ width: `${width * scale}px`, height: `${height * scale}px` }}
      />
    </span>
  )
}

/** '16:9' for 1920 × 1080; without a simple ratio, the size in pixels. */
export function ratioText({ width, height }: Size): string {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  const common = divisor(width, height)
  const [across, down] = [width / common, height / common]
  return across <= 21 && down <= 21 ? `${across}:${down}` : pixelSize(width, height)
}
