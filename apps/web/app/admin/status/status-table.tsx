// The lists of the status page: jobs by kind, stuck jobs, failing videos, and slow statements. They are short and
// sorted by the server; wide ones scroll separately on phones.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { StoreStatus } from '@vitrine/contract/status'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPath } from '../../api/return-path.ts'
import { numberFormat } from '../../language/format.ts'
import { Badge } from '../../ui/indicator.tsx'
import { momentText } from '../ui/label.ts'
import { describeStatement, duration, failureName, jobName, span } from './status-text.ts'

export function QueueTable({ queue }: { queue: StoreStatus['queue'] }) {
  if (queue.length === 0)
    return (
      <p className="text-muted">
        <Trans>No job is waiting.</Trans>
      </p>
    )
  return (
    <List label={t`Background jobs`} heads={[t`Job`, t`Waiting`, t`Oldest`, t`Running`, t`Planned`, t`Given up`]}>
      {queue.map(({ task, waiting, running, planned, givenUp, oldestSeconds }) => (
        <tr key={task} className="border-t border-line">
          <Cell isName>
            <Named name={jobName(task)} code={task} />
          </Cell>
          <Cell isNumber>{waiting}</Cell>
          <Cell isNumber>{waiting > 0 ? span(oldestSeconds) : '–'}</Cell>
          <Cell isNumber>{running}</Cell>
          <Cell isNumber>{planned}</Cell>
          <Cell isNumber>{givenUp > 0 ? <Badge tone="bad">{givenUp}</Badge> : 0}</Cell>
        </tr>
      ))}
    </List>
  )
}

function reasonText(reason: StoreStatus['stuckJobs'][number]['reason']): string {
  return { 'running-long': t`Running for hours`, 'not-taken': t`Not picked up`, 'given-up': t`Given up` }[reason]
}

export function JobTable({ jobs }: { jobs: StoreStatus['stuckJobs'] }) {
  return (
    <List label={t`Stuck jobs`} heads={[t`Stuck job`, t`Since`, t`Tries`, t`Why`, t`Last error`]}>
      {jobs.map(({ jobId, task, since, attempts, maxAttempts, reason, error }) => (
        <tr key={jobId} className="border-t border-line">
          <Cell isName>
            <Named name={jobName(task)} code={`${task} ${jobId}`} />
          </Cell>
          <Cell>{momentText(since)}</Cell>
          <Cell isNumber>
            <Trans>
              {attempts} of {maxAttempts}
            </Trans>
          </Cell>
          <Cell>{reasonText(reason)}</Cell>
          <Cell isWide>
            <bdi translate="no" dir="auto">
              {error || '–'}
            </bdi>
          </Cell>
        </tr>
      ))}
    </List>
  )
}

export function RenderSummary({ renders }: { renders: StoreStatus['renders'] }) {
  const { completed, failed } = renders
  return (
    <>
      <p>
        <Trans>
          {completed} completed, {failed} failed.{' '}
          <Link to={`${adminPath}/renders?status=failed`} className="text-accent underline">
            See failed videos
          </Link>
        </Trans>
      </p>
      {renders.reasons.length > 0 && (
        <List label={t`Why videos failed`} heads={[t`Template`, t`Why`, t`Videos`]}>
          {renders.reasons.map(({ templateId, code, count }) => (
            <tr key={`${templateId} ${code}`} className="border-t border-line">
              <Cell>
                <Code>{templateId}</Code>
              </Cell>
              <Cell isName>
                <Named name={failureName(code)} code={code} />
              </Cell>
              <Cell isNumber>{count}</Cell>
            </tr>
          ))}
        </List>
      )}
    </>
  )
}

export function QueryTable({ queries }: { queries: StoreStatus['slowQueries']['queries'] }) {
  if (queries.length === 0)
    return (
      <p className="text-muted">
        <Trans>None is slow.</Trans>
      </p>
    )
  return (
    <List label={t`Slow statements`} heads={[t`What it does`, t`Times`, t`Average`, t`Longest`]}>
      {queries.map(({ statement, calls, meanMs, longestMs }) => (
        <tr key={statement} className="border-t border-line">
          <Cell isWide>
            <span>{describeStatement(statement)}</span>
            <details className="mt-1">
              <summary className="cursor-pointer text-muted">
                <Trans>For developers</Trans>
              </summary>
              <code className="text-caption break-words">{statement}</code>
            </details>
          </Cell>
          <Cell isNumber>{numberFormat().format(calls)}</Cell>
          <Cell isNumber>{duration(meanMs)}</Cell>
          <Cell isNumber>{duration(longestMs)}</Cell>
        </tr>
      ))}
    </List>
  )
}

/** A name with the server's code below it; the code alone without a name. */
function Named({ name, code }: { name: string | undefined; code: string }) {
  if (name === undefined) return <Code>{code}</Code>
  return (
    <>
      <span>{name}</span>
      <span className="block whitespace-nowrap text-muted">
        <Code>{code}</Code>
      </span>
    </>
  )
}

function Code({ children }: { children: string }) {
  return (
    <bdi translate="no" dir="ltr">
      <code>{children}</code>
    </bdi>
  )
}

function List({ label, heads, children }: { label: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
      tabIndex={0}
      className="relative overflow-x-auto rounded-card border border-line bg-raised"
    >
      <table className="w-full min-w-[34rem] text-start text-caption">
        <thead className="text-muted">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="px-4 py-3 text-start font-medium whitespace-nowrap">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

type CellProps = { isNumber?: boolean; isName?: boolean; isWide?: boolean; children: ReactNode }

function Cell({ isNumber = false, isName = false, isWide = false, children }: CellProps) {
  const width = isWide ? 'min-w-[18rem] break-words' : isName ? 'min-w-[10rem]' : 'whitespace-nowrap'
  return <td className={`px-4 py-3 align-top ${width} ${isNumber ? 'tabular-nums' : ''}`}>{children}</td>
}
