// The interface of a tracer, independent of its receiver.

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
