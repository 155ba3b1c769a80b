// Orders a list with the keyboard: two buttons in each row, and the focus that follows the moved row.
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { Button } from '../../ui/button.tsx'

type MoveButtonsProps = {
  upLabel: string
  downLabel: string
  /** Undefined at that end of the list. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

/** Moves a row up or down by one place. */
export function MoveButtons({ upLabel, downLabel, onUp, onDown }: MoveButtonsProps) {
  return (
    <>
      {(
        [
          ['up', upLabel, onUp, ArrowUp],
          ['down', downLabel, onDown, ArrowDown],
        ] as const
      ).map(([direction, label, onMove, Arrow]) => (
        <Button
          key={direction}
          variant="quiet"
          size="small"
          isRepeatable
          data-move={direction}
          aria-label={label}
          disabled={!onMove}
          onClick={onMove}
          className="w-9 px-0!"
        >
          <Arrow aria-hidden="true" size={16} />
        </Button>
      ))}
    </>
  )
}

/**
 * Once the list shows the new order, focuses the button of the moved row, so that it can be moved again; at the end of
 * the list, the opposite button. `from` and `to` are indices in the list.
 */
export function focusMoved(list: { current: HTMLElement | null }, from: number, to: number): void {
  requestAnimationFrame(() => {
    const [up, down] = list.current?.children[to]?.querySelectorAll<HTMLButtonElement>('button[data-move]') ?? []
    const [preferred, other] = to < from ? [up, down] : [down, up]
    ;(preferred?.matches(':disabled, [aria-disabled="true"]') ? other : preferred)?.focus()
  })
}
