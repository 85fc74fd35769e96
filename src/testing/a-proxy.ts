import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy as described in `docs/publish/addresses.md`: it forwards one path to a site. */
export type Proxy = { readonly port: number; readonly close: () => Promise<void> }

/**
 * Forwards requests below `path` to `target`. Every other path is 404 with “Not forwarded”. Adds no `Forwarded` headers,
 * so the service learns nothing about the original request.
 */
export async function aProxy(path: string, target: string): Promise<Proxy> {
  const base = new URL(target)
  const server = createServer((incoming, response) => {
    const { url = '', method, headers } = incoming
    if (!url.startsWith(`${path}/`)) {
      response.writeHead(404).end('Not forwarded')
      return
    }
    const forwarded = request(
      {
        host: base.hostname,
        port: base.port,
        method,
        path: base.pathname + url.slice(path.length),
        headers: { ...headers, host: base.host },
      },
      (upstream) => {
        response.writeHead(upstream.statusCode ?? 502, upstream.headers)
        upstream.pipe(response)
      },
    )
    forwarded.on('error', () => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    })
    // One that breaks off has no more to say upstream.
    response.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}
