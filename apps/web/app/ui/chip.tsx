// Radio buttons and checkboxes whose whole label is pressed and looks like a button.
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/**
 * An invisible input over all of its `relative` label. A visually hidden input elsewhere would scroll the page to its
 * position on focus; this one is at the visible position, and touches hit the input itself.
 */
export const coveringInput =
  'absolute inset-0 m-0 size-full cursor-pointer appearance-none opacity-0 file:cursor-pointer disabled:cursor-not-allowed'

/** Added to a button's class for the label around a file input. */
export const fileLabel = 'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2'

type ChipProps = ComponentProps<'input'> & {
  /** Sets the size of the chip; the look is common to all chips. */
  className: string
}

export function Chip({ className, title, children, onChange, ...input }: ChipProps) {
  return (
    <label
      title={title}
      className={classNames(
        'relative inline-flex cursor-pointer items-center justify-center rounded-control border border-edge transition-colors hover:border-ink has-checked:border-marigold has-checked:bg-marigold has-checked:text-on-marigold has-disabled:cursor-not-allowed has-disabled:opacity-55 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-plum',
        className,
      )}
    >
      <input
        type="radio"
        {...input}
        onChange={(event) => {
          // Safari does not scroll to the radio button that an arrow key has chosen.
          event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
          onChange?.(event)
        }}
        className={coveringInput}
      />
      <span className="contents">{children}</span>
    </label>
  )
}
