import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import { disturbed } from './disturb.ts'
import { type Instance, startInstance } from './instance.ts'
import type { Report } from './report.ts'
import type { Journal } from './writes.ts'

const RESTARTS = 5
const PAUSE_MS = 2_000
const MAX_STOP_MS = 5_000
const STREAMS = 5
/** More than the buffers of a connection hold. */
const LARGE_FILE_BYTES = 40_000_000

/**
 * SIGTERM under load, with open event streams, idle connections and a download that no one reads: every other request is
 * answered, and the next start has everything.
 */
export async function terminated(): Promise<Report> {
  const instance = await startInstance()
  const stops: number[] = []
  const report = await disturbed(instance, async (_, journal) => {
    const file = await largeFile(instance, journal)
    for (let count = 0; count < RESTARTS; count++) {
      const connections = await openConnections(instance, journal, file)
      stops.push(Math.round(await instance.restart()))
      for (const connection of connections) connection.destroy()
      await pause(PAUSE_MS)
    }
    return `${RESTARTS} stops within ${stops.join(', ')} ms`
  })
  const slow = stops.filter((ms) => ms > MAX_STOP_MS)
  return { ...report, problems: [...report.problems, ...slow.map((ms) => `A stop took ${ms} ms`)] }
}

async function largeFile({ call }: Instance, { target }: Journal): Promise<string> {
  const body = new FormData()
  body.append('files', new Blob(['x'.repeat(LARGE_FILE_BYTES)]), 'large.txt')
  const params = { spaceId: target.merged }
  const { files } = await call(api.spaceContent.uploadFiles, { params, body })
  return new URL(files[0]?.downloadURL ?? '').pathname
}

async function openConnections(instance: Instance, journal: Journal, file: string): Promise<Socket[]> {
  const events = `/v1/orgs/${journal.target.organizationId}/events`
  const streams = Array.from({ length: STREAMS }, () => instance.connect(events))
  const [idle, download] = [instance.connect('/healthz'), instance.connect(file)]
  const connections = await Promise.all([...streams, idle, download])
  return Promise.all(
    connections.map(async (connection) => {
      await once(connection, 'data')
      return connection.pause()
    }),
  )
}
