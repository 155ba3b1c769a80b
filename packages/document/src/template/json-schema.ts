// The JSON Schema of a template document, generated from the validator's own checks. It is less strict (it ignores references,
// cycles and totals), but never rejects what they accept.
import type { Check, JsonSchema } from '../schema/check.ts'
import { templateDocument } from './document.ts'

/** The schema, in JSON Schema's draft 2020-12. */
export function documentSchema(): { readonly [keyword: string]: unknown } {
  const definitions: Record<string, JsonSchema> = {}
  const of = (check: Check): JsonSchema => {
    if (check.schemaName === undefined) return check.schema?.(of) ?? true
    const { schemaName } = check
    if (!Object.hasOwn(definitions, schemaName)) {
      // Reserves the name first, because the schema may refer to itself.
      definitions[schemaName] = true
      definitions[schemaName] = check.schema?.(of) ?? true
    }
    return { $ref: `#/$defs/${schemaName}` }
  }
  const root = of(templateDocument) as { readonly [keyword: string]: unknown }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Vitrine template document',
    ...root,
    $defs: Object.fromEntries(Object.entries(definitions).sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}
