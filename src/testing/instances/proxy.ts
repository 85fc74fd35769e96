import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Proxy = { readonly baseUrl: string; readonly close: () => Promise<void> }

/** Statuses of a proxy without an instance that answers. */
const BAD_GATEWAY = 502

/**
 * A plain reverse proxy as nginx is one without further settings: it takes instances in turn, and tries the next one if
 * a connection can't be opened. A request that breaks off later gets 502.
 * @param ports the instances on this machine, read for each request
 */
export async function openProxy(ports: () => readonly number[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    turn += 1
    const candidates = ports()
    const first = turn % candidates.length
    const inTurn = [...candidates.slice(first), ...candidates.slice(0, first)]
    // Read first: another instance needs the body from its beginning.
    buffer(incoming).then(
      (body) => forward(agent, inTurn, incoming, body, outgoing),
      () => outgoing.destroy(),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      agent.destroy()
    },
  }
}

function forward(
  agent: Agent,
  [port, ...others]: readonly number[],
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): void {
  if (port === undefined) {
    outgoing.writeHead(BAD_GATEWAY).end()
    return
  }
  const { method, url, headers } = incoming
  const upstream = request({ agent, host: '127.0.0.1', port, method, path: url, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? BAD_GATEWAY, response.headers)
    response.pipe(outgoing)
    response.on('error', () => outgoing.destroy())
  })
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    // Nothing was sent yet, so another instance can take it.
    if (error.code === 'ECONNREFUSED' && others.length > 0) forward(agent, others, incoming, body, outgoing)
    else if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(BAD_GATEWAY).end()
  })
  upstream.end(body)
  outgoing.once('close', () => upstream.destroy())
}
