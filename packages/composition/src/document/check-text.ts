// Checks for text layers and what animates them.
import { boolean, described, integer, isRecord, list, number, object, oneOf, type Report, text, when } from './check.ts'
import {
  anyNumber,
  bindable,
  box,
  colorProperty,
  numberProperty,
  paint,
  percentProperty,
  vector,
  vectorProperty,
} from './check-property.ts'

const font = described(() => ({ type: 'string' }), checkFont)

function checkFont(value: unknown, report: Report): boolean {
  if (typeof value !== 'string') return report.fail('wrong-type', 'A font family is needed')
  return (
    report.context.fonts.has(value) ||
    report.fail('unknown-reference', `The document has no font "${value.slice(0, 60)}"`)
  )
}
const fit = object({ mode: oneOf('shrink', 'none') }, { min: number(1, 2000) })
const shadow = object(
  { color: colorProperty, blur: numberProperty(0, 500) },
  { x: numberProperty(), y: numberProperty() },
)
const stroke = object(
  { color: colorProperty, width: numberProperty(0, 500) },
  { join: oneOf('miter', 'round', 'bevel'), over: boolean() },
)
const reveal = object(
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
const signedPercent = numberProperty(-100, 100)
const selector = object(
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
const counted = oneOf('char', 'char-no-space', 'word', 'line')
const range = object(
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
const animator = when((value) => isRecord(value) && 'range' in value, range, reveal)

/** What a text layer has besides what every layer has. */
export const textShape = {
  required: {
    text: bindable(text(2000), 'text', 'choice'),
    box,
    font,
    size: bindable(number(1, 2000)),
  },
  optional: {
    liveText: integer(0, 1e6),
    weight: integer(1, 1000),
    style: oneOf('normal', 'italic'),
    align: oneOf(
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
    valign: oneOf('top', 'middle', 'bottom', 'baseline'),
    baseline: anyNumber,
    lineHeight: number(0, 20),
    tracking: number(-500, 5000),
    uppercase: boolean(),
    smallCaps: boolean(),
    fill: paint,
    stroke,
    shadow,
    fit,
    maxLines: integer(1, 100),
    wrap: oneOf('greedy', 'balance', 'none'),
    animate: list(animator, 10),
    anchorGrouping: object({ by: oneOf('char', 'word', 'line', 'all') }, { align: vectorProperty }),
  },
}
