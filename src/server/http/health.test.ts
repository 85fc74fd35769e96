import { expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { buildApp } from './app.ts'

const app = useTestApp()

test('a service is alive right away, and ready when its first start is complete', async () => {
  const startup = { isPending: true }
  const service = await buildApp({ ...app.service, startup }, [], makeTestFolder())
  const status = async (url: string) => (await service.inject(url)).statusCode
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
  startup.isPending = false
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
  await service.close()
})
