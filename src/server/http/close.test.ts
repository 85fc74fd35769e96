import { Agent, request } from 'node:http'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeApp } from './close.ts'

// The connection is kept for far longer than the test may take.
test('a connection that its client keeps open does not delay the shutdown', async () => {
  const app = Fastify({ keepAliveTimeout: 600_000, forceCloseConnections: 'idle' })
  const arrived = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<string>()
  app.get('/', () => {
    arrived.resolve()
    return answered.promise
  })
  const agent = new Agent({ keepAlive: true })
  const read = new Promise<string>((done, failed) => {
    void app.listen({ port: 0, host: '127.0.0.1' }).then((address) =>
      request(address, { agent }, async (response) => {
        let text = ''
        for await (const chunk of response) text += chunk
        done(text)
      })
        .on('error', failed)
        .end(),
    )
  })
  await arrived.promise
  const closed = closeApp(app)
  answered.resolve('whole')
  expect(await read).toBe('whole')
  await closed
  expect(app.server.listening).toBe(false)
  agent.destroy()
})
