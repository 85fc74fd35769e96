import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** Starts websites on this machine, which close after the tests of the file. */
export function useWebsites() {
  const sites: Server[] = []
  afterAll(() => {
    for (const site of sites) site.close()
  })
  /** Serves pages by path: a text is HTML, bytes are an image, a function returns the text. Returns the origin. */
  return async (
    pages: Readonly<Record<string, string | Buffer | (() => Promise<string>)>>,
  ): Promise<string> => {
    const server = createServer(async (request, response) => {
      const page = pages[request.url ?? '']
      if (page === undefined) return response.writeHead(404).end()
      if (Buffer.isBuffer(page)) return response.writeHead(200, { 'content-type': 'image/png' }).end(page)
      const text = typeof page === 'string' ? page : await page()
      response
        .writeHead(200, { 'content-type': request.url === '/robots.txt' ? 'text/plain' : 'text/html' })
        .end(text)
    })
    sites.push(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
}
