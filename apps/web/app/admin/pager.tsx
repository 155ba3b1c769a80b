// Pagination of a table.
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Button } from '../ui/button.tsx'

const count = new Intl.NumberFormat('en-IN')

type PagerProps = { page: number; pageSize: number; total: number; onPage: (page: number) => void }

/** Nothing but the count where everything is on one page. */
export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const first = Math.min((page - 1) * pageSize + 1, total)
  const last = Math.min(page * pageSize, total)
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 pt-4">
      <p role="status" className="text-caption text-muted tabular-nums">
        {count.format(first)}–{count.format(last)} of {count.format(total)}
      </p>
      {lastPage > 1 && (
        <div className="flex items-center gap-2">
          <Button isRepeatable variant="secondary" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft aria-hidden="true" size={16} />
            Previous
          </Button>
          <span className="px-1 text-caption text-muted tabular-nums">
            Page {count.format(page)} of {count.format(lastPage)}
          </span>
          <Button
            isRepeatable
            variant="secondary"
            size="small"
            disabled={page >= lastPage}
            onClick={() => onPage(page + 1)}
          >
            Next
            <ChevronRight aria-hidden="true" size={16} />
          </Button>
        </div>
      )}
    </nav>
  )
}
