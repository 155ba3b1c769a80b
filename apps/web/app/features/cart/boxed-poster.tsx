// The small picture of a template in a list of purchases: a square box with the template in its own aspect ratio.
import type { Template } from '@vitrine/contract/catalogue'
import { classNames } from '../../ui/class-names.ts'
import { Picture } from '../../ui/media.tsx'

/** `sizes`: the largest width of the box. */
export function BoxedPoster({ template, sizes, className }: { template: Template; sizes: string; className?: string }) {
  const { thumbnail, width, height, dominantColor } = template
  return (
    <div
      className={classNames(
        'flex aspect-square items-center justify-center self-start overflow-hidden rounded-card bg-well p-1.5',
        className,
      )}
    >
      <Picture
        src={thumbnail}
        alt=""
        width={width}
        height={height}
        color={dominantColor}
        sizes={sizes}
        className={width >= height ? 'w-full' : 'h-full'}
      />
    </div>
  )
}
