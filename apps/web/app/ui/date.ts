// The date format of the store: 22 Nov 2026. One format everywhere, in the visitor's own time.

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** '22 Nov 2026'. `iso` is a time stamp of the API. */
export const dayText = (iso: string): string => day.format(new Date(iso))

/** '22 Nov 2026, 14:05'. */
export const dayAndTimeText = (iso: string): string => dayAndTime.format(new Date(iso))

/** 'one day', '14 days', '5 working days' */
export const daysText = (days: number, unit = 'day') => (days === 1 ? `one ${unit}` : `${days} ${unit}s`)

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** 'Until 30 November', of a calendar day such as '2026-11-30'. */
export const lastDayText = (date: string): string => `Until ${dayAndMonth.format(new Date(`${date}T00:00:00Z`))}`
