// Formats moments, durations and sizes of the status page.

const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

export function moment(iso: string): string {
  return moments.format(new Date(iso))
}

const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
] as const

/** The largest unit that fits, rounded down: '3 hours'. */
export function span(seconds: number): string {
  const unit = units.find((each) => seconds >= each.seconds)
  if (!unit) return `${Math.floor(seconds)} s`
  const count = Math.floor(seconds / unit.seconds)
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`
}

/** Of bytes, in the unit that leaves a few digits: '3.4 GB'. */
export function size(bytes: number): string {
  const gigabytes = bytes / 2 ** 30
  if (gigabytes >= 1) return `${gigabytes.toFixed(gigabytes >= 100 ? 0 : 1)} GB`
  return `${(bytes / 2 ** 20).toFixed(0)} MB`
}

/** Of milliseconds: '84 ms', '1.2 s'. */
export function duration(ms: number): string {
  return ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms)} ms`
}

const verbTexts: Readonly<Record<string, string>> = {
  select: 'Reads',
  with: 'Reads',
  insert: 'Adds to',
  update: 'Changes',
  delete: 'Removes from',
}

/** What an SQL statement does, for people who do not read SQL: 'Reads renders'. */
export function describeStatement(statement: string): string {
  const plain = statement.replaceAll('"', '').toLowerCase()
  const [, verb = ''] = /^\s*([a-z]+)/.exec(plain) ?? []
  const text = verbTexts[verb]
  const place = verb === 'update' ? /update\s+([a-z_]+)/ : verb === 'insert' ? /into\s+([a-z_]+)/ : /from\s+([a-z_]+)/
  const table = place.exec(plain)?.[1]
  return text && table ? `${text} ${table.replaceAll('_', ' ')}` : 'Keeps the database in order'
}
