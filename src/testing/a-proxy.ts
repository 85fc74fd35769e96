import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy of somebody, as `docs/publish/addresses.md` has it set up: it leads one path of its own to a site. */
export type Proxy = { readonly port: number; readonly close: () => Promise<void> }

/**
 * Leads `/docs/…` to what is below an address of the service, and nothing else: every other path is 404 with
 * “Not led on”. Tells the service nothing of who asked it.
 */
export async function aProxy(path: string, leadsTo: string): Promise<Proxy> {
  const to = new URL(leadsTo)
  const server = createServer((asked, answer) => {
    const { url = '', method, headers } = asked
    if (!url.startsWith(`${path}/`)) {
      answer.writeHead(404).end('Not led on')
      return
    }
    const onward = request(
      {
        host: to.hostname,
        port: to.port,
        method,
        path: to.pathname + url.slice(path.length),
        headers: { ...headers, host: to.host },
      },
      (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers)
        answered.pipe(answer)
      },
    )
    onward.on('error', () => answer.writeHead(502).end())
    asked.pipe(onward)
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
