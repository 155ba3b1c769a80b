// Every environment variable, in one table: its parser, the admin setting that it fixes, and its documentation for owners. Server
// and worker read all of it, so that one environment means the same to both; `vitest run configuration.test -u` generates the
// example file, the table in docs/operating.md and the one in the README.
import { isIP } from 'node:net'
import type { SettingsSection } from '@vitrine/contract/settings'
import { z } from 'zod'
import { LOG_FORMATS, LOG_LEVELS } from '../log/log.ts'
import { define, SETTINGS, type Variable } from '../provider/provider.ts'
import { SERVICE_VARIABLES } from '../service/service-settings.ts'

/** A field of the admin area's settings that a variable sets. */
export interface FixedField {
  readonly section: SettingsSection
  readonly field: string
  readonly value: unknown
  readonly variable: string
}

const secret = z.string().min(32, 'must have at least 32 characters').optional()
const text = z.string().optional()
const flag = z.enum(['', '0', '1'], 'must be 0 or 1').default('0')
const integer = (min: number, max: number) => z.coerce.number('must be a number').int().min(min).max(max)
const port = integer(0, 65_535)
const credits = integer(0, 1_000_000).optional()
const codesPerDay = integer(1, 10_000_000)

/** The parts of a list, trimmed. */
const splitAt = (separator: string) => (list: string) =>
  list
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)

const isNetwork = (input: string) => {
  const [address = '', prefix, ...rest] = input.split('/')
  const family = isIP(address)
  return family !== 0 && rest.length === 0 && (prefix === undefined || Number(prefix) <= (family === 4 ? 32 : 128))
}

const isHttpsLink = (input: string) => URL.canParse(input) && new URL(input).protocol === 'https:'

/** Only scheme and host: links would lose a path, and pages would not be found below it. */
const isOrigin = (address: string) => {
  const url = URL.parse(address)
  return url === null || url.href === `${url.origin}/`
}

const OUTSIDE = 'Outside services, otherwise chosen in the admin area (Settings, Providers)'

const ownVariables = {
  'Where the store is': {
    NODE_ENV: define(z.string().default('development'), {
      meaning: '`production` for a store that people reach: outside services that nobody has chosen are off then',
      unset: '`development`',
      example: 'production',
      isInExample: true,
      isEssential: true,
    }),
    VITRINE_PUBLIC_URL: define(
      z
        .url({ protocol: /^https?$/, error: 'must be an address such as https://store.example.com' })
        .refine(
          isOrigin,
          'must be an address without a path, such as https://store.example.com: the store needs one of its own',
        )
        .transform((url) => new URL(url).origin)
        .optional(),
      {
        meaning: 'the address customers see, for links and share pictures',
        unset: '`http://localhost:PORT`',
        example: 'https://store.example.com',
        isInExample: true,
        isEssential: true,
      },
    ),
    HOST: define(z.string().min(1).default('127.0.0.1'), {
      meaning: 'the address it listens on; put a reverse proxy in front for the world',
      unset: '`127.0.0.1`',
      example: '127.0.0.1',
      isInExample: true,
      isEssential: true,
    }),
    PORT: define(port.default(3000), {
      meaning: 'the port it listens on',
      unset: '`3000`',
      example: '3000',
      isInExample: true,
      isEssential: true,
    }),
    VITRINE_TRUSTED_PROXIES: define(
      z
        .string()
        .transform(splitAt(','))
        .refine(
          (list) => list.every(isNetwork),
          'must be addresses or networks such as 10.0.0.0/8, separated by commas',
        )
        .default([]),
      {
        meaning: 'who may say in `X-Forwarded-For` where a visitor comes from: the proxies, and nobody else',
        unset: 'nobody',
        example: '127.0.0.1,::1',
        isInExample: true,
        isEssential: true,
      },
    ),
    VITRINE_ADMIN_PASSWORD_HASH: define(
      z
        .string()
        .regex(
          /^\$argon2id\$v=19\$m=\d{1,7},t=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{22,}$/,
          'must be an argon2id hash such as $argon2id$v=19$m=19456,t=2,p=1$…$…',
        )
        .optional(),
      {
        meaning:
          'argon2id hash of the admin area’s shared password, in single quotes as it has dollar signs; instead of the password that `npm run vitrine -- set-admin-password` stores',
        unset: 'the stored password',
      },
    ),
  },
  'Data, one machine or many': {
    VITRINE_DATA: define(z.string().min(1).default('./var'), {
      meaning: 'database, files and uploads; two copies with two folders and two ports run side by side',
      unset: '`./var`; of a package `./vitrine-data`',
      example: '/var/lib/vitrine',
      isInExample: true,
      isEssential: true,
    }),
    DATABASE_URL: define(z.string('must be set').regex(/^postgres(ql)?:\/\//, 'must start with postgresql://'), {
      meaning: 'any PostgreSQL from 15 on instead of the built-in 18',
      unset: 'built in',
      example: 'postgresql://vitrine:PASSWORD@db.internal:5432/vitrine',
      isEssential: true,
    }),
    VITRINE_SECRET: define(secret, {
      meaning:
        'signs download links and encrypts keys of outside services (`openssl rand -hex 32`); required with a bucket, so that all servers sign alike',
      unset: 'made once in the data folder',
      isEssential: true,
    }),
    VITRINE_OLD_SECRET: define(secret, {
      meaning: 'the secret before it, which goes on being known for the day in which it is replaced',
      unset: 'none',
    }),
    VITRINE_S3_BUCKET: define(text, {
      meaning: 'an S3-compatible bucket for all files ([how](docs/operating.md#storage-in-a-bucket))',
      unset: 'files are in `VITRINE_DATA/files`',
      example: 'vitrine-media',
      isEssential: true,
    }),
    VITRINE_S3_ENDPOINT: define(text, {
      meaning: 'address of the store of files; with it, addresses have the bucket in the path',
      unset: 'Amazon’s own',
      example: 'https://s3.internal:9000',
    }),
    VITRINE_S3_REGION: define(text, {
      meaning: 'the bucket’s region',
      unset: '`us-east-1`',
      example: 'us-east-1',
    }),
    VITRINE_S3_ACCESS_KEY_ID: define(text, {
      meaning: 'the bucket’s key',
      unset: 'on Amazon the machine’s role',
    }),
    VITRINE_S3_SECRET_ACCESS_KEY: define(text, {
      meaning: 'the key’s secret',
      unset: 'on Amazon the machine’s role',
    }),
    VITRINE_S3_PREFIX: define(text, {
      meaning: 'put before every name, such as `store/`',
      unset: 'nothing',
    }),
    VITRINE_S3_PUBLIC_ENDPOINT: define(text, {
      meaning: 'where browsers reach the bucket: downloads are sent there by links of five minutes',
      unset: 'the servers forward every byte',
    }),
  },
  [OUTSIDE]: {
    VITRINE_ALLOW_SANDBOX: define(flag, {
      meaning:
        '`1`: a service that nobody has chosen is a sandbox, also with `NODE_ENV=production`; in production and as soon as one service is live, the pages below `/sandbox` are for the owner alone, after opening the dashboard',
      unset: '`1` where `npm start` runs without real providers, `NODE_ENV=production` or a public address',
      isEssential: true,
    }),
  },
  'Details of the store, otherwise entered in the admin area': {
    VITRINE_SELLER: define(z.string().max(500).transform(splitAt(';')).optional(), {
      meaning: 'who sells, as receipts name it: name, address and tax number, separated by semicolons',
      unset: SETTINGS,
      example: '"Example Store; 12 Lamp Street, Pune; GSTIN 27AAAAA0000A1Z5"',
    }),
    VITRINE_CONTACT_EMAIL: define(z.email('must be an e-mail address').optional(), {
      meaning: 'where the written pages ask customers to write to',
      unset: 'the settings, else `support@` the host of the public address',
      example: 'support@store.example.com',
      fixes: 'seller.email',
    }),
    VITRINE_SOCIAL_LINKS: define(
      z
        .string()
        .transform(splitAt(','))
        .refine(
          (list) => list.every(isHttpsLink),
          'must be addresses such as https://social.example/store, separated by commas',
        )
        .optional(),
      {
        meaning: 'addresses of the store’s profiles elsewhere, separated by commas; the foot of every page links them',
        unset: SETTINGS,
        example: 'https://www.instagram.com/example,https://www.youtube.com/@example',
        fixes: 'seller.socialLinks',
      },
    ),
    VITRINE_INR_PER_USD: define(z.coerce.number('must be a number').min(1).max(1000).optional(), {
      meaning: 'rate for the amounts shown beside credits outside India',
      unset: 'the settings (84)',
      example: '84',
      fixes: 'pricing.inrPerUsd',
    }),
    VITRINE_SIGNUP_CREDITS: define(credits, {
      meaning: 'credits a new account begins with',
      unset: 'the settings (500)',
      example: '500',
      fixes: 'pricing.signupCredits',
    }),
    VITRINE_PROFILE_CREDITS: define(credits, {
      meaning: 'credits a social account gets for completing its profile, once',
      unset: 'the settings (500)',
      example: '500',
      fixes: 'pricing.profileCredits',
    }),
  },
  Limits: {
    VITRINE_SMS_CODES_PER_DAY: define(codesPerDay.default(500), {
      meaning:
        'one-time codes the whole store sends by text message within a day, a quarter of them at most within an hour: what an attack on the registration may cost, and how many customers can register',
      unset: '`500`',
      example: '500',
      isInExample: true,
      isEssential: true,
    }),
    VITRINE_MAIL_CODES_PER_DAY: define(codesPerDay.default(5000), {
      meaning: 'one-time codes by mail, likewise',
      unset: '`5000`',
      example: '5000',
    }),
    VITRINE_UNUSED_CODES_PER_HOUR: define(integer(1, 100_000).default(30), {
      meaning:
        'one-time codes that one network address may have sent within an hour without anybody typing them in; customers who share an address and type theirs are not counted. All codes of one address: ten times as many, and at most half of what the whole store sends in an hour',
      unset: '`30`',
      example: '30',
    }),
    VITRINE_LIBRARY_MB: define(integer(1, 10_000_000).default(5000), {
      meaning: 'what the uploaded files of one customer may take; more is refused until something is deleted',
      unset: '`5000`',
      example: '5000',
      isEssential: true,
    }),
    VITRINE_RENDERS: define(integer(1, 64).optional(), {
      meaning: 'videos rendered at the same time by one worker',
      unset: 'half the cores',
      example: '1',
      isEssential: true,
    }),
    VITRINE_RENDER_MEMORY_MB: define(integer(512, 1_000_000).default(3072), {
      meaning: 'memory one video may take before it is given up',
      unset: '`3072`',
      example: '3072',
    }),
  },
  'Watching it': {
    VITRINE_LOG_LEVEL: define(z.enum(LOG_LEVELS, 'must be a level such as info or warn').default('warn'), {
      meaning: '`info` writes one line per request and per job',
      unset: '`warn`',
      example: 'info',
      isInExample: true,
      isEssential: true,
    }),
    VITRINE_LOG_FORMAT: define(z.enum(LOG_FORMATS, 'must be text or json').default('text'), {
      meaning: '`json` for machines',
      unset: '`text`',
      example: 'json',
      isInExample: true,
    }),
    VITRINE_METRICS_PORT: define(port.optional(), {
      meaning: 'port on which the server tells Prometheus its figures',
      unset: 'none',
      example: '9464',
      isInExample: true,
      isEssential: true,
    }),
    VITRINE_WORKER_METRICS_PORT: define(port.optional(), {
      meaning: 'port on which the worker does the same',
      unset: 'none',
      example: '9465',
      isInExample: true,
    }),
    VITRINE_METRICS_HOST: define(z.string().min(1).default('127.0.0.1'), {
      meaning: 'the address of both ports',
      unset: '`127.0.0.1`',
      example: '127.0.0.1',
    }),
    OTEL_EXPORTER_OTLP_ENDPOINT: define(text, {
      meaning: 'where traces go',
      unset: 'nowhere',
      example: 'http://127.0.0.1:4318',
    }),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: define(text),
    OTEL_EXPORTER_OTLP_HEADERS: define(text),
  },
  'Between this program’s processes': {
    VITRINE_ROOT: define(z.string().min(1).default('.')),
    VITRINE_DEV: define(flag),
    /** Set by `npm start` in a trial store, where everyone may see the pages of the sandbox. */
    VITRINE_OPEN_SANDBOX: define(flag),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Variable>>>>

/** In the order of the example file and of the documentation; a heading begins each group. */
export const configuration: Readonly<Record<string, Readonly<Record<string, Variable>>>> = {
  ...ownVariables,
  // Providers' own variables come before those that all share.
  [OUTSIDE]: { ...Object.fromEntries(SERVICE_VARIABLES.map((each) => [each.name, each])), ...ownVariables[OUTSIDE] },
}

type Groups = typeof ownVariables
type UnionToIntersection<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void ? I : never
type Table = UnionToIntersection<Groups[keyof Groups]>
/** The validated value of every variable; only `readProviderEnvironment` reads those of outside services. */
export type Variables = { readonly [Name in keyof Table]: Table[Name] extends Variable<infer S> ? z.infer<S> : never }

const table: readonly (readonly [string, Variable])[] = Object.values(configuration).flatMap((group) =>
  Object.entries(group),
)
const schema = z.object(Object.fromEntries(table.map(([name, { schema }]) => [name, schema])))

/** The configuration is invalid; the message names every variable at fault. */
export class ConfigurationError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : 'problems'}:\n${problems.map((p) => `  ${p}`).join('\n')}`,
    )
    this.name = 'ConfigurationError'
  }
}

/**
 * Validates each variable on its own. An empty one (`PORT= npm start`, an empty line in a compose file) counts as unset. Throws
 * `ConfigurationError` with all problems at once.
 */
export function readVariables(environment: Readonly<Record<string, string | undefined>>): Variables {
  const input = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '')
  const result = schema.safeParse(Object.fromEntries(input))
  if (!result.success) {
    throw new ConfigurationError(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  }
  return result.data as Variables
}

/** The fields of the settings that these variables fix. */
export function listFixedFields(input: Variables): FixedField[] {
  const fixed: FixedField[] = []
  const [legalName, ...address] = input.VITRINE_SELLER ?? []
  if (legalName !== undefined) {
    for (const [field, value] of Object.entries({ legalName, address, taxNumbers: [] })) {
      fixed.push({ section: 'seller', field, value, variable: 'VITRINE_SELLER' })
    }
  }
  for (const [variable, { fixes }] of table) {
    const value = input[variable as keyof Variables]
    const [section, field] = (fixes?.split('.') ?? []) as [SettingsSection?, string?]
    if (section && field && value !== undefined) fixed.push({ section, field, value, variable })
  }
  return fixed
}
