// Downloads a table as CSV: all rows, in the sort order and period that are shown.
import { t } from '@lingui/core/macro'
import Download from 'lucide-react/icons/download'
import { buttonClass } from '../../ui/button.tsx'
import { adminApiPath } from '../api/admin-api.ts'
import { useMay } from '../api/role.tsx'

type CsvLinkProps = {
  path: `/${string}.csv`
  parts: Record<string, string | number | undefined>
  /** Where a page offers more than its table. */
  label?: string
}

export function CsvLink({ path, parts, label }: CsvLinkProps) {
  if (!useMay()('exports')) return null
  return (
    <a
      href={adminApiPath(path, parts)}
      download
      className={`${buttonClass({ variant: 'secondary' })} max-sm:col-span-full`}
    >
      <Download aria-hidden="true" size={17} />
      <span>{label ?? t`Download CSV`}</span>
    </a>
  )
}
