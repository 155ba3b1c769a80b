// Checks for text layers and what animates them.
import { boolean, described, integer, isRecord, list, number, object, oneOf, type Report, text, when } from './check.ts'
import {
  anyNumber,
  bindable,
  box,
  colorProperty,
  type DocumentCheck,
  numberProperty,
  paint,
  percentProperty,
  type Surroundings,
  vector,
  vectorProperty,
} from './check-property.ts'

const font: DocumentCheck = described(() => ({ type: 'string' }), checkFont)

function checkFont(value: unknown, report: Report<Surroundings>): boolean {
  if (typeof value !== 'string') return report.fail('wrong-type', 'A font family is needed')
  return (
    report.context.fonts.has(value) ||
    report.fail('unknown-reference', `The document has no font "${value.slice(0, 60)}"`)
  )
}
const fit: DocumentCheck = object({ mode: oneOf('shrink', 'none') }, { min: number(1, 2000) })
const shadow: DocumentCheck = object(
  { color: colorProperty, blur: numberProperty(0, 500) },
  { x: numberProperty(), y: numberProperty() },
)
const stroke: DocumentCheck = object(
  { color: colorProperty, width: numberProperty(0, 500) },
  { join: oneOf('miter', 'round', 'bevel'), over: boolean() },
)
const reveal: DocumentCheck = object(
  {
    by: oneOf('char', 'word', 'line'),
    progress: percentProperty,
    from: object({}, { p: vector, s: vector, r: anyNumber, o: number(0, 100), tracking: anyNumber }),
  },
  {
    spread: number(0.01, 1000),
    order: oneOf('forward', 'backward', 'centre', 'random'),
    seed: integer(0, 1e9),
    ease: oneOf('linear', 'out', 'in-out', 'back'),
  },
)
const signedPercent: DocumentCheck = numberProperty(-100, 100)
const selector: DocumentCheck = object(
  {},
  {
    start: numberProperty(),
    end: numberProperty(),
    offset: numberProperty(),
    units: oneOf('percent', 'index'),
    shape: oneOf('square', 'ramp-up', 'ramp-down', 'triangle', 'round', 'smooth'),
    easeHigh: signedPercent,
    easeLow: signedPercent,
    amount: signedPercent,
    smoothness: percentProperty,
    random: boolean(),
    seed: integer(0, 1e9),
  },
)
const counted: DocumentCheck = oneOf('char', 'char-no-space', 'word', 'line')
const range: DocumentCheck = object(
  {
    by: counted,
    range: selector,
    to: object(
      {},
      {
        p: vectorProperty,
        a: vectorProperty,
        s: vectorProperty,
        r: numberProperty(),
        o: percentProperty,
        sk: numberProperty(-89, 89),
        sa: numberProperty(),
        tracking: numberProperty(),
        baseline: numberProperty(),
        fill: colorProperty,
        stroke: colorProperty,
        strokeWidth: numberProperty(),
      },
    ),
  },
  { more: list(object({ by: counted, range: selector }), 10) },
)
const animator: DocumentCheck = when((value) => isRecord(value) && 'range' in value, range, reveal)

/** What a text layer has besides what every layer has. */
export const textShape = {
  required: {
    text: bindable(text<Surroundings>(2000), 'text', 'choice'),
    box,
    font,
    size: bindable(number<Surroundings>(1, 2000)),
  },
  optional: {
    liveText: integer<Surroundings>(0, 1e6),
    weight: integer<Surroundings>(1, 1000),
    style: oneOf<Surroundings>('normal', 'italic'),
    align: oneOf<Surroundings>(
      'left',
      'center',
      'right',
      'start',
      'end',
      'justify',
      'justify-center',
      'justify-right',
      'justify-all',
    ),
    valign: oneOf<Surroundings>('top', 'middle', 'bottom', 'baseline'),
    baseline: anyNumber,
    lineHeight: number<Surroundings>(0, 20),
    tracking: number<Surroundings>(-500, 5000),
    uppercase: boolean<Surroundings>(),
    smallCaps: boolean<Surroundings>(),
    fill: paint,
    stroke,
    shadow,
    fit,
    maxLines: integer<Surroundings>(1, 100),
    wrap: oneOf<Surroundings>('greedy', 'balance', 'none'),
    animate: list(animator, 10),
    anchorGrouping: object({ by: oneOf<Surroundings>('char', 'word', 'line', 'all') }, { align: vectorProperty }),
  },
}
