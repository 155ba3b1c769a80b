// What a tracer does, whichever receiver it sends to.

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

export interface SpanOptions {
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
  /** Begins a span below the one in whose `within` this is called. */
  begin(name: string, options: SpanOptions): Span
  /** Runs `work` with `span` as the one that others are begun below. */
  within<T>(span: Span, work: () => T): T
  /** Sends what has not been sent. */
  close(): Promise<void>
}

export interface TracingSettings {
  /** The OTLP/HTTP receiver's address for traces, such as `http://localhost:4318/v1/traces`. */
  readonly url: string
  /** Sent with every delivery, such as a key. */
  readonly headers: Readonly<Record<string, string>>
  readonly service: string
  readonly version: string
}
