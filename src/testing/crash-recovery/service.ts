import { api } from '#contract/api.ts'
import { call, fetchTransport } from '#contract/client.ts'
import { type RunningService, startService } from '../../../e2e/service.ts'
import type { CallAs } from '../app.ts'
import type { WriteTarget } from './writers.ts'

const token = 'lct_killedservicesonlyandnowhereelse01234567890'

/** A real service with its database that can be killed and restarted while clients use it. */
export type KilledService = {
  readonly call: CallAs
  /** The text at a URL of the service. */
  readonly read: (url: string) => Promise<string>
  /** How often it was killed; increased before each kill. */
  readonly kills: () => number
  /** Resolves when it responds again. */
  readonly up: () => Promise<void>
  readonly killAndStart: () => Promise<void>
  readonly stop: () => Promise<void>
}

export async function startKilledService(dataDir: string): Promise<KilledService> {
  const environment = {
    LECTERN_ADMIN_EMAIL: 'admin@example.org',
    LECTERN_ADMIN_PASSWORD: 'a long and secret sentence',
    LECTERN_ADMIN_TOKEN: token,
    // Log messages about the kill are expected.
    LOG_LEVEL: 'silent',
  }
  const start = (): Promise<RunningService> => startService(environment, dataDir)
  let running = start()
  let kills = 0
  await running
  return {
    async call(route, input, options) {
      const { baseUrl } = await running
      return call(fetchTransport(baseUrl, { authorization: `Bearer ${token}` }), route, input, options)
    },
    async read(url) {
      await running
      return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).text()
    },
    kills: () => kills,
    up: async () => void (await running),
    async killAndStart() {
      const { kill } = await running
      kills++
      running = kill().then(start)
      await running
    },
    stop: async () => (await running).stop(),
  }
}

/** Two spaces for the writers. */
export async function createWriteTarget(as: CallAs): Promise<WriteTarget> {
  const { id: organizationId } = await as(api.organizations.create, { body: { title: 'Halden Energy' } })
  const space = async (title: string) =>
    (await as(api.spaces.create, { params: { organizationId }, body: { title } })).id
  return { organizationId, imported: await space('Imported'), merged: await space('Merged') }
}
