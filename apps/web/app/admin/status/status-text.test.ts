import { expect, it } from 'vitest'
import { ago, describeStatement, duration, size, span } from './status-text.ts'

it('reads spans, sizes and durations as a person would say them', () => {
  expect([5, 60, 119, 7200, 90_000, 200_000].map(span)).toEqual([
    '5 s',
    '1 minute',
    '1 minute',
    '2 hours',
    '1 day',
    '2 days',
  ])
  expect([5 * 2 ** 20, 1.5 * 2 ** 30, 250 * 2 ** 30].map(size)).toEqual(['5 MB', '1.5 GB', '250 GB'])
  expect([3.4, 1250].map(duration)).toEqual(['3 ms', '1.3 s'])
})

it.each([
  ['select "id" from "renders" where "status" = $1', 'Reads videos'],
  ['with recent as (select created_at from otps) select * from recent', 'Reads sign-ins'],
  ['with u as (select 1), m as (select * from users) select * from u, m', 'Reads accounts'],
  ['insert into "credit_transfers" ("id") values ($1)', 'Adds to credits'],
  ['UPDATE template_previews SET percent = $1', 'Changes templates'],
  ['delete from rate_counters', 'Removes from rate limits'],
  ['select state from pg_stat_activity', 'Keeps the database in order'],
  ['vacuum analyze', 'Keeps the database in order'],
])('%s: %s', (statement, text) => {
  expect(describeStatement(statement)).toBe(text)
})

it('says how long it has been', () => {
  expect([45.9, 60, 7200, 90_000, 200_000].map(ago)).toEqual([
    '45 s ago',
    '1 minute ago',
    '2 hours ago',
    '1 day ago',
    '2 days ago',
  ])
})
