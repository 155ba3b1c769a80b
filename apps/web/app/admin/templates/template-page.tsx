// The page of one template: preview, sale state, listing, fields, import report, versions.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminTemplateDetail } from '@vitrine/contract/admin'
import type { AdminVersionDetail, LintLine } from '@vitrine/contract/publishing'
import type { TemplateDocument } from '@vitrine/document/document'
import { Link, useParams, useSearchParams } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/indicator.tsx'
import { isElsewhere, LeaveGuard } from '../../ui/leave-guard.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useToast } from '../../ui/toast.tsx'
import { AdminError } from '../ui/admin-data.tsx'
import { momentText } from '../ui/label.ts'
import { countText } from '../ui/rupees.ts'
import { useFieldDraft } from './field-draft.ts'
import { FieldForm } from './field-form.tsx'
import { ReportList, reportSummary } from './import-list.tsx'
import { kindLabels, sizeText, statusLabels, statusTones } from './label.ts'
import { ListingForm, type ListingWork, useListing } from './listing-form.tsx'
import {
  previewKey,
  publishingApi,
  publishingPath,
  templateKey,
  usePreviewState,
  versionKey,
} from './publishing-api.ts'
import { SaleBar, SaleFiles } from './sale-panel.tsx'
import { VersionView } from './version-view.tsx'

type TabName = 'listing' | 'fields' | 'report' | 'versions'

const listTabs = (): readonly { name: TabName; label: string }[] => [
  { name: 'listing', label: t`Listing` },
  { name: 'fields', label: t`Fields` },
  { name: 'report', label: t`Report` },
  { name: 'versions', label: t`Versions` },
]

export default function TemplatePage() {
  const { templateId = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: templateKey(templateId),
    queryFn: ({ signal }) => publishingApi.getTemplate(templateId, signal),
  })
  if (error && !data) return <AdminError error={error} isRetrying={isFetching} onRetry={refetch} />
  if (!data) return <PageSkeleton />
  return <OpenTemplate key={templateId} template={data} />
}

function OpenTemplate({ template }: { template: AdminTemplateDetail }) {
  const [searchParams, setSearchParams] = useSearchParams()
  // The state lives here, so that it survives a switch of tab or version.
  const listing = useListing(template)
  const { templateId, versions } = template
  const version = findShown(template, searchParams)
  const open = listTabs().find(({ name }) => name === searchParams.get('tab'))?.name ?? 'listing'
  const show = (name: TabName) => {
    const next = new URLSearchParams(searchParams)
    if (name === 'listing') next.delete('tab')
    else next.set('tab', name)
    setSearchParams(next, { preventScrollReset: true, replace: true })
  }
  return (
    <div className="flex flex-col gap-8">
      <div>
        <Link to={publishingPath} className="rounded-control text-caption text-plum underline underline-offset-4">
          <Trans>All templates</Trans>
        </Link>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 dir="auto" className="min-w-0 font-headline text-headline wrap-anywhere">
            {template.templateName}
          </h1>
          <Badge tone={statusTones[template.status]}>{statusLabels()[template.status]}</Badge>
        </div>
        <p className="text-caption wrap-anywhere text-muted">
          <span>{`${kindLabels()[template.kind]} · `}</span>
          <bdi translate="no" dir="ltr">{`#${templateId}`}</bdi>
          {version && <span>{` · ${versionText(version, versions.length)}`}</span>}
        </p>
      </div>
      <NewerVersion template={template} />
      {version && <OpenVersion template={template} version={version} listing={listing} open={open} onOpen={show} />}
    </div>
  )
}

function versionText({ number }: AdminTemplateDetail['versions'][number], count: number): string {
  return t`version ${number} of ${count}`
}

/** The version in the URL, or the current one. */
function findShown({ versions }: AdminTemplateDetail, searchParams: URLSearchParams) {
  const named = versions.find(({ versionId }) => versionId === searchParams.get('version'))
  return named ?? versions.find(({ isCurrent }) => isCurrent) ?? versions[0]
}

/** A newer version than the one on sale. */
function NewerVersion({ template: { versions, status } }: { template: AdminTemplateDetail }) {
  const [searchParams] = useSearchParams()
  const [newest] = versions
  if (!newest || newest.isCurrent || status === 'draft' || searchParams.get('version') === newest.versionId) return null
  const { number } = newest
  return (
    <p className="rounded-card bg-warn-wash px-4 py-3 text-warn">
      <Trans>
        Version {number} is not on sale yet.{' '}
        <Link to={`?version=${newest.versionId}`} className="rounded-control underline underline-offset-4">
          View it
        </Link>
      </Trans>
    </p>
  )
}

type OpenVersionProps = {
  template: AdminTemplateDetail
  version: AdminTemplateDetail['versions'][number]
  listing: ListingWork
  open: TabName
  onOpen: (name: TabName) => void
}

function OpenVersion({ template, version, ...rest }: OpenVersionProps) {
  const { templateId } = template
  const { versionId } = version
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: versionKey(templateId, versionId),
    queryFn: ({ signal }) => publishingApi.getVersion(templateId, versionId, signal),
    placeholderData: keepPreviousData,
    // A document never changes, and its files' addresses live for an hour.
    staleTime: 30 * 60_000,
  })
  const shown = usePreviewState(templateId, versionId, template)
  if (error && !data) return <AdminError error={error} isRetrying={isFetching} onRetry={refetch} />
  if (!data || data.versionId !== versionId) return <PageSkeleton />
  return (
    <ReadVersion
      key={versionId}
      template={template}
      version={version}
      detail={data}
      preview={shown?.preview ?? data.preview}
      editingCopies={shown?.editingCopies ?? data.editingCopies}
      missing={shown?.missing ?? data.missing}
      {...rest}
    />
  )
}

type ReadVersionProps = OpenVersionProps & {
  detail: AdminVersionDetail
  preview: AdminVersionDetail['preview']
  editingCopies: AdminVersionDetail['editingCopies']
  missing: AdminVersionDetail['missing']
}

function ReadVersion({
  template,
  version,
  listing,
  detail,
  preview,
  editingCopies,
  missing,
  ...tab
}: ReadVersionProps) {
  const { open, onOpen } = tab
  // The server validated the document.
  const document = detail.document as unknown as TemplateDocument
  // The state lives here, so that it survives a switch of tab.
  const work = useFieldDraft(document)
  return (
    <div className="flex flex-col gap-6">
      <SaleBar
        template={template}
        version={version}
        hasFields={document.fields.length > 0}
        missing={missing}
        onShow={onOpen}
      />
      <div className="grid gap-6 lg:grid-cols-[25rem_minmax(0,1fr)] lg:items-start lg:gap-10">
        {/* Sticky next to the forms, because it shows their changes. */}
        <div className="flex min-w-0 flex-col gap-6 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto">
          <VersionView template={template} version={version} detail={detail} preview={preview} drafted={work.drafted} />
          <SaleFiles template={template} version={version} preview={preview} editingCopies={editingCopies} />
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <Tabs label={t`About the template`} tabs={listTabs()} open={open} onOpen={onOpen}>
            {open === 'listing' && <ListingForm template={template} work={listing} />}
            {open === 'fields' && <FieldForm template={template} detail={detail} work={work} />}
            {open === 'report' && <VersionReport templateId={template.templateId} detail={detail} />}
            {open === 'versions' && <VersionList template={template} shownId={version.versionId} />}
          </Tabs>
        </div>
      </div>
      <LeaveGuard
        isHolding={work.isChanged || listing.isUnsaved}
        isLostAt={(next, current) =>
          isElsewhere(next, current) ||
          (work.isChanged && findShown(template, new URLSearchParams(next.search)) !== version)
        }
        title={t`Leave without saving?`}
        leaveLabel={t`Leave without saving`}
      >
        {work.isChanged ? t`The fields of this version have unsaved changes.` : t`The listing has unsaved changes.`}
      </LeaveGuard>
    </div>
  )
}

function PageSkeleton() {
  return (
    <div role="status" aria-label={t`Loading the template`} className="flex flex-col gap-6">
      <Skeleton className="h-16 max-w-96" />
      <div className="grid gap-6 lg:grid-cols-[25rem_minmax(0,1fr)] lg:gap-10">
        <Skeleton className="h-72" />
        <Skeleton className="h-96" />
      </div>
    </div>
  )
}

function VersionReport({ templateId, detail }: { templateId: string; detail: AdminVersionDetail }) {
  const { versionId, report } = detail
  const queries = useQueryClient()
  const showToast = useToast()
  const accept = useMutation({
    mutationFn: (line: LintLine) => publishingApi.acceptDifference(templateId, versionId, line),
    onSuccess: (answer) => {
      // The document stays the same object, so the live preview continues.
      queries.setQueryData<AdminVersionDetail>(
        versionKey(templateId, versionId),
        (known) => known && { ...known, ...answer },
      )
      showToast('success', t`The difference is accepted.`)
      return queries.invalidateQueries({ queryKey: previewKey(templateId, versionId) })
    },
    onError: (error) =>
      showToast('error', errorText(error, t`The difference could not be accepted. Please try again.`)),
  })
  if (report === null)
    return (
      <p className="text-muted">
        <Trans>This version was not imported, so there is no report.</Trans>
      </p>
    )
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{reportSummary(report)}</p>
      {report.length > 0 && <ReportList report={report} onAccept={accept.mutate} isAccepting={accept.isPending} />}
    </div>
  )
}

type Version = AdminTemplateDetail['versions'][number]

/** Each version can be viewed and published again. */
function VersionList({ template, shownId }: { template: AdminTemplateDetail; shownId: string }) {
  const [, setSearchParams] = useSearchParams()
  const show = (versionId: string) =>
    setSearchParams((present) => {
      const next = new URLSearchParams(present)
      next.set('version', versionId)
      return next
    })
  return (
    <ul className="flex flex-col gap-3">
      {template.versions.map((version) => (
        <li
          key={version.versionId}
          className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-raised p-4"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              <span>{versionName(version)}</span>
              {version.isCurrent && (
                <Badge tone={template.status === 'published' ? 'good' : 'plain'}>
                  {template.status === 'published' ? t`On sale` : t`Current`}
                </Badge>
              )}
            </p>
            <p className="text-caption text-muted tabular-nums">
              <span>{`${momentText(version.createdAt)} ·`}</span>{' '}
              <bdi translate="no" dir="ltr">{`${version.width}×${version.height}`}</bdi>{' '}
              <span>{`· ${sizeText(version.sizeBytes)} · ${projectsText(version)}`}</span>
            </p>
          </div>
          {version.versionId === shownId ? (
            <span className="text-caption text-muted">
              <Trans>Shown above</Trans>
            </span>
          ) : (
            <Button size="small" variant="secondary" onClick={() => show(version.versionId)}>
              {viewText(version)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const versionName = ({ number }: Version) => t`Version ${number}`
const viewText = ({ number }: Version) => t`View version ${number}`

function projectsText({ projects }: Version): string {
  const count = countText(projects)
  return plural(projects, { one: `${count} project on it`, other: `${count} projects on it` })
}
