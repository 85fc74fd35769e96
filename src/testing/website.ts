import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** Starts websites on this machine, which close after the tests of the file. */
export function useWebsites() {
  const sites: Server[] = []
  afterAll(() => {
    for (const site of sites) {
      site.close()
      site.closeAllConnections()
    }
  })
  /** Serves pages by path: a text is HTML, bytes are an image, a function returns the text. Returns the origin. */
  return async (
    pages: Readonly<Record<string, string | Buffer | (() => Promise<string>)>>,
  ): Promise<string> => {
    const respond = async ({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> => {
      const page = pages[url]
      if (page === undefined) return void response.writeHead(404).end()
      if (Buffer.isBuffer(page))
        return void response.writeHead(200, { 'content-type': 'image/png' }).end(page)
      const text = typeof page === 'string' ? page : await page()
      response
        .writeHead(200, { 'content-type': url === '/robots.txt' ? 'text/plain' : 'text/html' })
        .end(text)
    }
    const server = createServer((request, response) => {
      respond(request, response).catch(() => response.destroy())
    })
    sites.push(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
}
