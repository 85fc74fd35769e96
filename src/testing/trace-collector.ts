import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A span as OTLP/JSON has it; `attributes` by key. */
export type CollectedSpan = {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly status: { readonly code?: number; readonly message?: string }
  readonly attributes: Readonly<Record<string, unknown>>
}

export type TraceCollector = {
  readonly url: string
  readonly spans: CollectedSpan[]
  readonly resource: Record<string, unknown>
  /** The headers of the last export. */
  readonly headers: Record<string, unknown>
  readonly close: () => Promise<void>
}

type KeyValue = { key: string; value: Record<string, unknown> }
type Export = {
  resourceSpans: {
    resource: { attributes: KeyValue[] }
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes'> & { attributes: KeyValue[] })[] }[]
  }[]
}

const byKey = (attributes: readonly KeyValue[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** A collector that receives traces as OTLP over HTTP, encoded as JSON. */
export async function openTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  const resource: Record<string, unknown> = {}
  const headers: Record<string, unknown> = {}
  const collect = async (request: IncomingMessage): Promise<void> => {
    const body = (await json(request)) as Export
    Object.assign(headers, request.headers)
    for (const part of body.resourceSpans) {
      Object.assign(resource, byKey(part.resource.attributes))
      for (const { spans: list } of part.scopeSpans)
        spans.push(...list.map((span) => ({ ...span, attributes: byKey(span.attributes) })))
    }
  }
  const server = createServer((request, response) => {
    collect(request).then(
      () => response.setHeader('content-type', 'application/json').end('{}'),
      // The client broke off.
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resource,
    headers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
