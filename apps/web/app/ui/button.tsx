// Buttons, and links that look like buttons. One primary per view; the rest are secondary or quiet.
import type { ComponentProps, MouseEvent } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'
import { ignoreSecondClick, usePress } from './press.ts'

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** `small` is 36 px high and meant for rows and bars; everything else is 44 px. */
  size?: 'regular' | 'small'
}

const variants = {
  primary: 'bg-marigold text-on-marigold hover:bg-marigold-deep',
  secondary: 'border border-line bg-raised text-ink hover:border-edge',
  quiet: 'text-ink hover:bg-well',
  danger: 'border border-line bg-raised text-bad hover:border-bad',
}
/** Labels may wrap: a word of Tamil may be as wide as a phone. */
const sizes = {
  regular: 'min-h-11 px-5 py-1.5 text-center leading-tight text-balance',
  small: 'h-9 px-3.5 text-caption whitespace-nowrap',
}

/** The classes of a button, for the rare element that is neither `Button` nor `LinkButton`. */
export function buttonClass({ variant = 'primary', size = 'regular' }: ButtonLook = {}): string {
  return classNames(
    'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-control font-medium transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-55',
    variants[variant],
    sizes[size],
  )
}

type PressProps = Omit<ComponentProps<'button'>, 'onClick'> & {
  /** The button is busy until a returned promise settles. */
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined
  /**
   * Shows that the action is running and prevents a second start; the label stays readable. The button is not
   * `disabled`: it would lose the focus, and a dialog that opens then could not restore it.
   */
  isBusy?: boolean | undefined
  /**
   * May be pressed several times in quick succession, such as a step forward. Otherwise a double click is one press.
   */
  isRepeatable?: boolean
}

export function Button({
  variant,
  size,
  isBusy,
  isRepeatable,
  disabled,
  className,
  type,
  onClick,
  onKeyDown,
  onFocus,
  onBlur,
  children,
  ...rest
}: PressProps & ButtonLook) {
  const { isWorking, ...press } = usePress({
    ...{ onClick, onKeyDown, onFocus, onBlur },
    ...{ disabled, isBusy, isRepeatable },
  })
  return (
    <button
      {...rest}
      {...press}
      type={type ?? 'button'}
      className={classNames(buttonClass({ ...(variant && { variant }), ...(size && { size }) }), className)}
    >
      {isWorking && <BusyMark />}
      <span className="contents">{children}</span>
    </button>
  )
}

export function LinkButton({ variant, size, className, onClick, ...rest }: ComponentProps<typeof Link> & ButtonLook) {
  return (
    <Link
      {...rest}
      onClick={(event) => {
        ignoreSecondClick(event)
        if (!event.defaultPrevented) onClick?.(event)
      }}
      className={classNames(buttonClass({ ...(variant && { variant }), ...(size && { size }) }), className)}
    />
  )
}

/**
 * A button that shows only an icon. `label` is its accessible name and its tooltip. Most are tools that are pressed
 * several times in a row; for an action that a double press must not repeat, set `isRepeatable={false}`.
 */
export function IconButton({ label, className, isRepeatable = true, ...rest }: PressProps & { label: string }) {
  return (
    <PlainButton
      {...rest}
      isRepeatable={isRepeatable}
      aria-label={label}
      title={label}
      className={classNames(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink transition-colors hover:bg-well disabled:opacity-55',
        className,
      )}
    />
  )
}

/** An unstyled button whose action runs once for a double press; it keeps the focus like the others. */
export function PlainButton(props: PressProps) {
  const { isBusy, isRepeatable, disabled, type, onClick, onKeyDown, onFocus, onBlur, ...rest } = props
  const { isWorking, ...press } = usePress({
    ...{ onClick, onKeyDown, onFocus, onBlur },
    ...{ disabled, isBusy, isRepeatable },
  })
  return <button {...rest} {...press} type={type ?? 'button'} />
}

function BusyMark() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-spin rounded-full border-2 border-current border-e-transparent motion-reduce:hidden"
    />
  )
}
