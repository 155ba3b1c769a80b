// Ordering a list with the keyboard: two buttons in each row, and the focus that goes with what was moved.
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
 * Once the list shows the new order, focuses the button of the row that was moved, so that it can be moved on; at an end the
 * other button has it. `from` and `to` are places in the list, from 0.
 */
export function focusMoved(list: { current: HTMLElement | null }, from: number, to: number): void {
  requestAnimationFrame(() => {
    const [up, down] = list.current?.children[to]?.querySelectorAll<HTMLButtonElement>('button[data-move]') ?? []
    const [wanted, other] = to < from ? [up, down] : [down, up]
    ;(wanted?.matches(':disabled, [aria-disabled="true"]') ? other : wanted)?.focus()
  })
}
