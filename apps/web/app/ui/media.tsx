// Images of templates: a box with the right aspect ratio and the dominant colour shows before the image loads.
import type { ReactNode } from 'react'
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
