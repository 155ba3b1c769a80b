// The lists of the status page: jobs by kind, jobs that do not get anywhere, videos that fail, and slow statements. Short ones
// that the server has ordered; wide ones scroll by themselves on a phone.
import type { ShopStatus } from '@vitrine/contract/status'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { adminPath } from '../sections.ts'
import { describeStatement, duration, moment, span } from './status-text.ts'

export function QueueTable({ queue }: { queue: ShopStatus['queue'] }) {
  if (queue.length === 0) return <p className="text-muted">No job is waiting.</p>
  return (
    <List label="Background jobs" heads={['Job', 'Waiting', 'Oldest', 'Running', 'Planned', 'Given up']}>
      {queue.map(({ task, waiting, running, planned, givenUp, oldestSeconds }) => (
        <tr key={task} className="border-t border-line">
          <Cell>{task}</Cell>
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

const reasons: Record<ShopStatus['stuckJobs'][number]['reason'], string> = {
  'running-long': 'Running for hours',
  'not-taken': 'Not picked up',
  'given-up': 'Given up',
}

export function JobTable({ jobs }: { jobs: ShopStatus['stuckJobs'] }) {
  return (
    <List label="Stuck jobs" heads={['Stuck job', 'Since', 'Tries', 'Why', 'Last error']}>
      {jobs.map(({ jobId, task, since, attempts, maxAttempts, reason, error }) => (
        <tr key={jobId} className="border-t border-line">
          <Cell>
            {task} {jobId}
          </Cell>
          <Cell>{moment(since)}</Cell>
          <Cell isNumber>
            {attempts} of {maxAttempts}
          </Cell>
          <Cell>{reasons[reason]}</Cell>
          <Cell isWide>{error || '–'}</Cell>
        </tr>
      ))}
    </List>
  )
}

export function RenderSummary({ renders }: { renders: ShopStatus['renders'] }) {
  const { completed, failed } = renders
  return (
    <>
      <p>
        {completed} completed, {failed} failed.{' '}
        <Link to={`${adminPath}/renders?status=failed`} className="text-accent underline">
          See failed videos
        </Link>
      </p>
      {renders.reasons.length > 0 && (
        <List label="Why videos failed" heads={['Template', 'Why', 'Videos']}>
          {renders.reasons.map(({ templateId, code, count }) => (
            <tr key={`${templateId} ${code}`} className="border-t border-line">
              <Cell>{templateId}</Cell>
              <Cell>{code}</Cell>
              <Cell isNumber>{count}</Cell>
            </tr>
          ))}
        </List>
      )}
    </>
  )
}

export function QueryTable({ queries }: { queries: ShopStatus['slowQueries']['queries'] }) {
  if (queries.length === 0) return <p className="text-muted">None is slow.</p>
  return (
    <List label="Slow statements" heads={['What it does', 'Times', 'Average', 'Longest']}>
      {queries.map(({ statement, calls, meanMs, longestMs }) => (
        <tr key={statement} className="border-t border-line">
          <Cell isWide>
            {describeStatement(statement)}
            <details className="mt-1">
              <summary className="cursor-pointer text-muted">For developers</summary>
              <code className="text-caption break-words">{statement}</code>
            </details>
          </Cell>
          <Cell isNumber>{calls}</Cell>
          <Cell isNumber>{duration(meanMs)}</Cell>
          <Cell isNumber>{duration(longestMs)}</Cell>
        </tr>
      ))}
    </List>
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
      <table className="w-full min-w-[34rem] text-left text-caption">
        <thead className="text-muted">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="px-4 py-3 font-medium whitespace-nowrap">
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

type CellProps = { isNumber?: boolean; isWide?: boolean; children: ReactNode }

function Cell({ isNumber = false, isWide = false, children }: CellProps) {
  const width = isWide ? 'min-w-[18rem] break-words' : 'whitespace-nowrap'
  return <td className={`px-4 py-3 align-top ${width} ${isNumber ? 'tabular-nums' : ''}`}>{children}</td>
}
