import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** Makes websites of this machine, which go with the tests of the file. */
export function useWebsites() {
  const sites: Server[] = []
  afterAll(() => {
    for (const site of sites) site.close()
  })
  /** By path: a text is HTML, bytes are a picture, a function decides for itself; all else is 404. Answers the origin. */
  return async (
    pages: Readonly<Record<string, string | Buffer | (() => Promise<string>)>>,
  ): Promise<string> => {
    const server = createServer(async (asked, answer) => {
      const page = pages[asked.url ?? '']
      if (page === undefined) return answer.writeHead(404).end()
      if (Buffer.isBuffer(page)) return answer.writeHead(200, { 'content-type': 'image/png' }).end(page)
      const text = typeof page === 'string' ? page : await page()
      answer
        .writeHead(200, { 'content-type': asked.url === '/robots.txt' ? 'text/plain' : 'text/html' })
        .end(text)
    })
    sites.push(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
}
