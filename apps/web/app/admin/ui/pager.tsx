// Pagination of a table.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Button } from '../../ui/button.tsx'
import { countText } from './rupees.ts'

type PagerProps = { page: number; pageSize: number; total: number; onPage: (page: number) => void }

/** Renders only the count when everything is on one page. */
export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const first = countText(Math.min((page - 1) * pageSize + 1, total))
  const last = countText(Math.min(page * pageSize, total))
  const all = countText(total)
  const [pageText, lastText] = [countText(page), countText(lastPage)]
  return (
    <nav aria-label={t`Pages`} className="flex flex-wrap items-center justify-between gap-3 pt-4">
      <p role="status" className="text-caption text-muted tabular-nums">
        <Trans>
          {first}–{last} of {all}
        </Trans>
      </p>
      {lastPage > 1 && (
        <div className="flex items-center gap-2">
          <Button isRepeatable variant="secondary" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft aria-hidden="true" size={16} />
            <Trans>Previous</Trans>
          </Button>
          <span className="px-1 text-caption text-muted tabular-nums">
            <Trans>
              Page {pageText} of {lastText}
            </Trans>
          </span>
          <Button
            isRepeatable
            variant="secondary"
            size="small"
            disabled={page >= lastPage}
            onClick={() => onPage(page + 1)}
          >
            <Trans>Next</Trans>
            <ChevronRight aria-hidden="true" size={16} />
          </Button>
        </div>
      )}
    </nav>
  )
}
