// The templates tab: prices, views, sales and performance of each, and the best sellers.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminTemplate, AdminTemplatesQuery, AdminVisits } from '@vitrine/contract/admin'
import { Link, useSearchParams } from 'react-router'
import { adminPath } from '../../api/return-path.ts'
import { Badge, type BadgeTone } from '../../ui/indicator.tsx'
import { useAdminQuery } from '../api/admin-query.ts'
import { statusTones } from '../templates/label.ts'
import { AdminData, TableSkeleton } from '../ui/admin-data.tsx'
import { NoTemplates } from '../ui/no-templates.tsx'
import { periodQuery, usePeriod } from '../ui/period.tsx'
import { countText, creditsText } from '../ui/rupees.ts'
import { BarList, Stat, StatRow, StatSkeleton } from '../ui/stat.tsx'
import { type AdminColumn, AdminTable } from '../ui/table.tsx'
import { DownloadLink, FilterSelect, readFilter, SearchField } from '../ui/table-controls.tsx'
import { useTableState } from '../ui/table-state.ts'
import { findSalesRate, VisitsNote } from './visit-text.tsx'

const chartRows = 8
const sorts = ['sales', 'views', 'name', 'price', 'createdAt'] as const

const kinds = () => ({ video: t`Video`, image: t`Image`, 'direct-sell': t`Direct-sell` })
const states = () => ({ published: t`Published`, draft: t`Draft`, withdrawn: t`Withdrawn` })

type Row = AdminTemplate & { visits: AdminVisits }

const listColumns = (): readonly AdminColumn<Row, AdminTemplatesQuery['sort']>[] => [
  { header: t`Template`, sort: 'name', cell: (template) => <Name template={template} /> },
  { header: t`Layout`, cell: ({ videoLayout }) => videoLayout || t`N/A` },
  { header: t`Global Price`, sort: 'price', isNumber: true, cell: ({ templatePrice }) => creditsText(templatePrice) },
  { header: t`India Price`, isNumber: true, cell: ({ templatePriceIND }) => creditsText(templatePriceIND) },
  { header: t`Views`, sort: 'views', isNumber: true, cell: (row) => <Views row={row} /> },
  { header: t`Sales`, sort: 'sales', isNumber: true, cell: (template) => <Sales template={template} /> },
  { header: t`Performance`, cell: (template) => <PerformanceBadge sales={template.filteredPurchaseCount} /> },
]

export function TemplatesTab() {
  const [period] = usePeriod()
  const [searchParams] = useSearchParams()
  const table = useTableState({ sorts })
  const filters = {
    status: readFilter(searchParams, 'status', states()),
    kind: readFilter(searchParams, 'kind', kinds()),
  }
  const parts = { ...periodQuery(period), ...table.parts, ...filters }
  const query = useAdminQuery('GET /api/admin/templates', { query: { ...parts, ...table.pageQuery } })
  return (
    <AdminData
      query={query}
      loadingText={t`Loading dashboard data...`}
      skeleton={
        <div className="flex flex-col gap-8">
          <StatSkeleton count={3} />
          <TableSkeleton />
        </div>
      }
    >
      {({ templates, visits, matchingTemplates, totalTemplates, totalPurchases, totalCreditsSpent }) => (
        <div className="flex flex-col gap-10">
          <StatRow>
            <Stat label={t`Total Templates`}>{countText(totalTemplates)}</Stat>
            <Stat label={t`Total Sales`}>{countText(totalPurchases)}</Stat>
            <Stat label={t`Credits Spent`}>{countText(totalCreditsSpent)}</Stat>
          </StatRow>
          <BestSellers />
          <section aria-labelledby="templates-heading">
            <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
              <div>
                <h2 id="templates-heading" className="font-headline text-title">
                  <Trans>Templates</Trans>
                </h2>
                <VisitsNote visits={visits} />
              </div>
              <div className="grid w-full grid-cols-2 gap-3 md:flex md:w-auto">
                <div className="col-span-2 flex">
                  <SearchField label={t`Search templates`} placeholder={t`Name or id`} {...table.searchProps} />
                </div>
                <FilterSelect label={t`Kind`} name="kind" all={t`All kinds`} values={kinds()} />
                <FilterSelect label={t`Status`} name="status" all={t`Any status`} values={states()} />
                <DownloadLink path="/templates.csv" parts={parts} />
              </div>
            </div>
            <AdminTable
              label={t`Templates`}
              columns={listColumns}
              rows={templates.map((template) => ({ ...template, visits }))}
              rowKey={({ templateId }) => templateId}
              {...table.sortProps}
              paging={table.paging(matchingTemplates)}
              isStale={query.isStale}
              empty={<NoTemplates isStoreEmpty={totalTemplates === 0} />}
            />
          </section>
        </div>
      )}
    </AdminData>
  )
}

/** Not filtered by the search of the table below. */
function BestSellers() {
  const [period] = usePeriod()
  const { data } = useAdminQuery('GET /api/admin/templates', { query: { ...periodQuery(period), limit: chartRows } })
  const sold = data?.templates.filter(({ filteredPurchaseCount }) => filteredPurchaseCount > 0) ?? []
  if (sold.length === 0) return null
  return (
    <section aria-labelledby="sellers-heading" className="rounded-card border border-line bg-raised p-5 md:p-6">
      <h2 id="sellers-heading" className="mb-5 font-headline text-title">
        <Trans>Sales by template</Trans>
      </h2>
      <BarList
        bars={sold.map((template) => ({
          key: template.templateId,
          label: template.templateName,
          value: template.filteredPurchaseCount,
          text: soldText(template, data?.visits),
        }))}
      />
    </section>
  )
}

/** '12 sales', or with known views: '12 sales, 2.5% of 480 views'. */
function soldText(template: AdminTemplate, visits: AdminVisits | undefined): string {
  const { filteredPurchaseCount: sales, filteredViews: views } = template
  const [salesCount, viewCount] = [countText(sales), countText(views)]
  const text = plural(sales, { one: `${salesCount} sale`, other: `${salesCount} sales` })
  const rate = visits && findSalesRate(template, visits)
  if (rate === undefined) return text
  return plural(views, {
    one: `${text}, ${rate} of ${viewCount} view`,
    other: `${text}, ${rate} of ${viewCount} views`,
  })
}

/** Outside the days that are counted, views are unknown rather than 0. */
function Views({ row }: { row: Row }) {
  if (row.visits.covers === 'none')
    return (
      <span className="text-muted">
        <Trans>N/A</Trans>
      </span>
    )
  const rate = findSalesRate(row, row.visits)
  return (
    <>
      <p>{countText(row.filteredViews)}</p>
      {rate !== undefined && (
        <p className="text-caption text-muted">
          <Trans>{rate} bought</Trans>
        </p>
      )}
    </>
  )
}

function Name({ template }: { template: AdminTemplate }) {
  return (
    <>
      <p className="text-caption wrap-anywhere text-muted">
        <bdi translate="no" dir="ltr">{`#${template.templateId}`}</bdi>
      </p>
      <Link
        to={`${adminPath}/publishing/${template.templateId}`}
        className="rounded-control font-medium break-words hover:underline hover:underline-offset-4"
      >
        <bdi translate="no">{template.templateName}</bdi>
      </Link>
      <p className="mt-1.5 flex flex-wrap gap-1.5">
        <Badge>{kinds()[template.kind]}</Badge>
        {template.status !== 'published' && (
          <Badge tone={statusTones[template.status]}>{states()[template.status]}</Badge>
        )}
      </p>
    </>
  )
}

function Sales({ template: { purchaseCount, filteredPurchaseCount } }: { template: AdminTemplate }) {
  const count = countText(purchaseCount)
  return (
    <>
      <p className="font-medium">{countText(filteredPurchaseCount)}</p>
      {purchaseCount !== filteredPurchaseCount && (
        <p className="text-caption text-muted">
          <Trans>{count} all-time</Trans>
        </p>
      )}
    </>
  )
}

type Performance = 'Hot' | 'Good' | 'Active' | 'Quiet'

const performanceTones: Readonly<Record<Performance, BadgeTone>> = {
  Hot: 'bad',
  Good: 'good',
  Active: 'warn',
  Quiet: 'plain',
}

/** Hot above 10 sales, Good above 5, Active above none. */
export function ratePerformance(sales: number): Performance {
  if (sales > 10) return 'Hot'
  if (sales > 5) return 'Good'
  return sales > 0 ? 'Active' : 'Quiet'
}

function performanceLabel(performance: Performance): string {
  return {
    Hot: t({ message: 'Hot', context: 'how well a template sells' }),
    Good: t({ message: 'Good', context: 'how well a template sells' }),
    Active: t({ message: 'Active', context: 'how well a template sells' }),
    Quiet: t({ message: 'Quiet', context: 'how well a template sells' }),
  }[performance]
}

function PerformanceBadge({ sales }: { sales: number }) {
  const performance = ratePerformance(sales)
  return <Badge tone={performanceTones[performance]}>{performanceLabel(performance)}</Badge>
}
