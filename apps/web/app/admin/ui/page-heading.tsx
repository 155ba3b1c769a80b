// The heading of a list page, with the number of items.
import { countText } from './rupees.ts'

/** `count` is undefined until it is known. */
export function PageHeading({ text, count }: { text: string; count: number | undefined }) {
  return (
    <h1 className="font-headline text-headline">
      <span>{text}</span>
      {count !== undefined && (
        <span className="ms-3 font-sans text-body text-muted tabular-nums">{countText(count)}</span>
      )}
    </h1>
  )
}
