// Writes JSON that people can read and compare: what fits stands on one line, everything else has a line for each of its parts.
const WIDTH = 120

/** The text of a JSON value. */
export function formatJson(value: unknown): string {
  return `${write(value, '', 0)}\n`
}

/** `indent` begins its lines; `used` characters stand before it on the first one. */
function write(value: unknown, indent: string, used: number): string {
  const flat = flatten(value)
  if (typeof value !== 'object' || value === null || indent.length + used + flat.length <= WIDTH) return flat
  const isList = Array.isArray(value)
  const inner = `${indent}  `
  const parts = Object.entries(value).map(([key, part]) => {
    const label = isList ? '' : `${JSON.stringify(key)}: `
    return `${inner}${label}${write(part, inner, label.length)}`
  })
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

function flatten(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(flatten).join(', ')}]`
  const parts = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${flatten(part)}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}
