// Sends traces to an OTLP/HTTP receiver with the OpenTelemetry packages. Loaded only when a receiver is configured.
import {
  type Context,
  context,
  type Span as OtelSpan,
  SpanKind as OtelSpanKind,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Span, SpanKind, Tracer, TracingSettings } from './tracing.ts'

const KINDS: Readonly<Record<SpanKind, OtelSpanKind>> = {
  server: OtelSpanKind.SERVER,
  client: OtelSpanKind.CLIENT,
  producer: OtelSpanKind.PRODUCER,
  consumer: OtelSpanKind.CONSUMER,
  internal: OtelSpanKind.INTERNAL,
}

export function createOtlpTracer({ url, headers, service, version }: TracingSettings): Tracer {
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers: { ...headers } }) })],
  })
  const tracer = provider.getTracer('vitrine', version)
  const inner = new WeakMap<Span, OtelSpan>()

  return {
    begin(name, { kind = 'internal', attributes = {}, parent }) {
      const above = parent === undefined ? contexts.active() : parentContext(parent)
      const otel = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, above)
      const span: Span = {
        traceparent: writeTraceparent(otel),
        end({ attributes: more = {}, error, name: better } = {}) {
          if (better !== undefined) otel.updateName(better)
          otel.setAttributes({ ...more })
          if (error !== undefined) {
            // An error's message may quote user input; its class does not.
            otel.setStatus({ code: SpanStatusCode.ERROR })
            otel.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
          }
          otel.end()
        },
      }
      inner.set(span, otel)
      return span
    },
    within(span, work) {
      const otel = inner.get(span)
      return otel ? contexts.with(trace.setSpan(contexts.active(), otel), work) : work()
    },
    async close() {
      await provider.shutdown()
      context.disable()
    },
  }
}

function writeTraceparent(span: OtelSpan): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/** The context below a span of another process; an empty one for an invalid text. */
function parentContext(traceparent: string): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
