import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { afterEach, expect, it } from 'vitest'
import { createI18n, provideI18n } from '../language/i18n.ts'
import { roleLabel } from './api/role.tsx'
import { findSection } from './api/sections.ts'
import { span } from './status/status-text.ts'
import { kindLabels } from './templates/label.ts'
import { auditActionLabels } from './ui/label.ts'
import { periodNames } from './ui/period.tsx'
import { creditsText, paiseText } from './ui/rupees.ts'

const english = createI18n('en', {})
afterEach(() => provideI18n(() => english))

/** What the pages show in one language, with the modules loaded once. */
const shown = () => [
  findSection('/internal-dashboard-admin/payments')?.label,
  auditActionLabels()['refund-requested'],
  periodNames().week,
  kindLabels().image,
  roleLabel('designer'),
  span(7200),
  creditsText(1200),
  paiseText(149_950),
]

it('follows the language of the page, which may be another one for each visitor', () => {
  const before = shown()
  const german = createI18n('de', {
    [generateMessageId('Payments')]: ['Zahlungen'],
    [generateMessageId('Refund requested')]: ['Erstattung beantragt'],
    [generateMessageId('This Week')]: ['Diese Woche'],
    [generateMessageId('Image')]: ['Bild'],
    [generateMessageId('Designer')]: ['Gestalter'],
    [generateMessageId('{0, plural, one {# hour} other {# hours}}')]: [
      ['0', 'plural', { one: ['#', ' Stunde'], other: ['#', ' Stunden'] }],
    ],
    [generateMessageId('{credits, plural, one {{count} credit} other {{count} credits}}')]: [['count'], ' Punkte'],
  })
  provideI18n(() => german)
  expect(shown()).toEqual([
    'Zahlungen',
    'Erstattung beantragt',
    'Diese Woche',
    'Bild',
    'Gestalter',
    '2 Stunden',
    '1.200 Punkte',
    '₹1.499,50',
  ])
  provideI18n(() => english)
  expect(shown()).toEqual(before)
})
