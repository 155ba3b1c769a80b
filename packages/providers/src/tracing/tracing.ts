// Traces work across processes (OpenTelemetry). Without a configured receiver nothing is loaded, and a span costs one function
// call.
import type { Variables } from '../configuration/configuration.ts'

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

interface SpanOptions {
  readonly kind?: SpanKind
  readonly attributes?: Attributes
  /** Continues a trace of another process: a W3C `traceparent`. */
  readonly parent?: string | undefined
}

export interface Span {
  /** The `traceparent` for another process; undefined when the trace is not recorded. */
  readonly traceparent: string | undefined
  /** Ends the span. Call it once. */
  end(outcome?: { readonly attributes?: Attributes; readonly error?: unknown; readonly name?: string }): void
}

export interface Tracer {
  /** Begins a child of the span whose `within` is running. */
  begin(name: string, options: SpanOptions): Span
  /** Runs `work` with `span` as the parent of new spans. */
  within<T>(span: Span, work: () => T): T
  /** Sends the remaining spans. */
  close(): Promise<void>
}

export interface TracingSettings {
  /** The OTLP/HTTP receiver's URL for traces, such as `http://localhost:4318/v1/traces`. */
  readonly url: string
  /** Sent with every request, such as a key. */
  readonly headers: Readonly<Record<string, string>>
  readonly service: string
  readonly version: string
}

const unfollowed: Span = { traceparent: undefined, end() {} }
const noTracer: Tracer = { begin: () => unfollowed, within: (_span, work) => work(), close: async () => {} }

// One for the process, like its log; a worker's child processes and its SQL find their parent span through it.
let tracer = noTracer

/** Starts tracing in this process. Returns the function that ends it. */
export async function startTracing(settings: TracingSettings | undefined): Promise<{ close(): Promise<void> }> {
  if (!settings) return noTracer
  const { createOtlpTracer } = await import('./otlp-tracer.ts')
  const started = createOtlpTracer(settings)
  tracer = started
  return {
    async close() {
      tracer = noTracer
      await started.close()
    },
  }
}

/** Begins a span that the caller must end. */
export function beginSpan(name: string, options: SpanOptions = {}): Span {
  return tracer.begin(name, options)
}

/** Runs `work` below a span. */
export function withinSpan<T>(span: Span, work: () => T): T {
  return tracer.within(span, work)
}

/** Runs `work` as one span, which ends with it; records only the name of a thrown error. */
export async function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const span = tracer.begin(name, options)
  try {
    const result = await tracer.within(span, () => work(span))
    span.end()
    return result
  } catch (error) {
    span.end({ error })
    throw error
  }
}

/**
 * Reads OpenTelemetry's variables for the receiver of traces; adds a sentence to `problems` for each invalid one. Undefined
 * without a receiver.
 */
export function readTracingUrl(
  variables: Partial<Pick<Variables, Extract<keyof Variables, `OTEL_${string}`>>>,
  problems: string[],
): Pick<TracingSettings, 'url' | 'headers'> | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: exact } = variables
  const url = exact ?? (base === undefined ? undefined : `${base.replace(/\/+$/, '')}/v1/traces`)
  if (url === undefined) return undefined
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    problems.push('OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://localhost:4318')
  }
  const pairs = (variables.OTEL_EXPORTER_OTLP_HEADERS ?? '').split(',').filter(Boolean)
  const headers = pairs.map((pair) => {
    const [name = '', ...value] = pair.split('=')
    if (value.length === 0) problems.push('OTEL_EXPORTER_OTLP_HEADERS must be like api-key=secret,other=value')
    return [name.trim(), decodeURIComponent(value.join('=').trim())]
  })
  return { url, headers: Object.fromEntries(headers) }
}
