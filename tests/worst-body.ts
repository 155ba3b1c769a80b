// The worst bodies that a route accepts, derived from its schema: the maximum of everything.

/** A part of an OpenAPI document. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly maxLength?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

export interface OpenApiOperation {
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
}

export interface WorstBody {
  /** Such as `put /api/projects/{projectId}`. */
  readonly route: string
  readonly method: string
  readonly path: string
  readonly needs: 'nobody' | 'member' | 'office'
  /** What is bad about it. */
  readonly kind: string
  readonly body: string
}

/** Just below what the server reads of most routes, and of those that take a whole project. */
const BYTES = 63_000
const PROJECT_BYTES = 1_000_000
const OF_PROJECTS: readonly string[] = [
  'put /api/projects/{projectId}',
  'post /api/projects/{projectId}/versions',
  'post /api/admin/templates/{templateId}/versions/{versionId}/fields',
]

/** The worst bodies of every route that takes one. */
export function listWorstBodies(api: OpenApi): WorstBody[] {
  return Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody, security = [] }]) => {
      const schema = requestBody?.content?.['application/json']?.schema
      if (!schema) return []
      const needs: WorstBody['needs'] = security.some((requirement) => 'office' in requirement)
        ? 'office'
        : security.some((requirement) => 'bearer' in requirement)
          ? 'member'
          : 'nobody'
      const route = { route: `${method} ${path}`, method: method.toUpperCase(), path, needs }
      const names = Object.keys(resolve(schema, api).properties ?? { anything: {} })
      const each = (value: string) => `{${names.map((name) => `${JSON.stringify(name)}:${value}`).join(',')}}`
      const bytes = OF_PROJECTS.includes(route.route) ? PROJECT_BYTES : BYTES
      const share = Math.floor(bytes / names.length) - 40
      return [
        { ...route, kind: 'as large as allowed', body: JSON.stringify(createWorst(schema, api, bytes - 1000)) },
        { ...route, kind: 'many empty lists', body: each(`[${'[],'.repeat(share / 3 - 1)}0]`) },
        { ...route, kind: 'many small objects', body: each(`[${'{"a":1},'.repeat(share / 8 - 1)}0]`) },
        { ...route, kind: 'many keys', body: each(manyKeys(share)) },
        { ...route, kind: 'deep', body: each(`${'['.repeat(share / 2)}${']'.repeat(share / 2)}`) },
        { ...route, kind: 'long texts', body: each(JSON.stringify('@a.'.repeat(share / 3))) },
      ]
    }),
  )
}

function manyKeys(bytes: number): string {
  const count = Math.floor(bytes / 12)
  return `{${Array.from({ length: count }, (_, n) => `"k${n.toString(36).padStart(5, '0')}":0`).join(',')}}`
}

function resolve(schema: Schema, api: OpenApi): Schema {
  const name = schema.$ref?.split('/').at(-1)
  const found = name === undefined ? schema : api.components?.schemas?.[name]
  if (!found) return {}
  const choice = (found.anyOf ?? found.oneOf)?.find((schema) => schema.type !== 'null')
  return choice ? resolve(choice, api) : found
}

/** The largest value of a schema that takes about so many bytes. */
function createWorst(given: Schema, api: OpenApi, bytes: number): unknown {
  const schema = resolve(given, api)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'string':
      return worstText(schema, bytes)
    case 'number':
    case 'integer':
      return Math.min(schema.maximum ?? 1e9, 1e9)
    case 'boolean':
      return true
    case 'array': {
      const item = createWorst(schema.items ?? {}, api, Math.min(bytes / 20, 400))
      const size = JSON.stringify(item).length + 1
      return Array.from({ length: Math.min(schema.maxItems ?? 1e6, Math.floor(bytes / size)) }, () => item)
    }
    case 'object':
      return worstObject(schema, api, bytes)
    default:
      return Array.from({ length: Math.floor(Math.max(1, bytes / 3)) }, () => [])
  }
}

function worstText({ format, maxLength = Infinity }: Schema, bytes: number): string {
  if (format === 'uuid') return '01890a5d-ac96-774b-bcce-b302099a8057'
  if (format === 'email') return `${'a'.repeat(60)}@example.test`
  if (format === 'date-time') return '2026-01-01T00:00:00.000Z'
  return 'x'.repeat(Math.max(1, Math.min(maxLength, bytes)))
}

function worstObject({ properties = {}, additionalProperties }: Schema, api: OpenApi, bytes: number): unknown {
  const entries = Object.entries(properties)
  const share = bytes / Math.max(1, entries.length) - 20
  const value: Record<string, unknown> = {}
  for (const [name, inner] of entries) value[name] = createWorst(inner, api, share)
  if (entries.length > 0 || additionalProperties === false) return value
  for (let n = 0; n * 20 < bytes; n++) value[`key-${n.toString(36).padStart(8, '0')}`] = n
  return value
}

const times = <T>(count: number, make: (n: number) => T | readonly T[]): T[] =>
  Array.from({ length: count }, (_, n) => make(n)).flat() as T[]

/** Saves of a project that are small to send and were minutes of work. */
export function listWorstSaves(): { kind: string; body: string }[] {
  const shape = (id: string) => ({ id, type: 'shape', in: 0, out: 30, shapes: [{ ty: 'rc', s: [4, 4] }] })
  const ids = times(1900, (n) => `own-${n}`)
  const nested = times(1900, (n) => ({ id: `own-${n}`, type: 'group', in: 0, out: 30, layers: [] }))
  const differences: Record<string, object> = {
    '1900 layers': { added: ids.map(shape), order: { '': ids } },
    'large layers': {
      added: times(40, (n) => ({ ...shape(`own-${n}`), shapes: times(1000, () => ({ ty: 'rc', s: [4, 4] })) })),
      order: { '': ids.slice(0, 40) },
    },
    'groups in each other': {
      added: nested,
      order: Object.fromEntries(ids.map((id, n) => [n === 0 ? '' : `own-${n - 1}`, [id]])),
    },
    'layers that follow each other in a circle': {
      added: ids.map((id, n) => ({ ...shape(id), parent: `own-${(n + 1) % 1900}` })),
      order: { '': ids },
    },
    'one list named often': { order: Object.fromEntries(ids.map((id) => [id, ids.slice(0, 20)])) },
  }
  const writeBody = (more: object) => JSON.stringify({ values: {}, ...more })
  return [...Object.entries(differences).map(([kind, difference]) => ({ kind, body: writeBody({ difference }) }))]
}
