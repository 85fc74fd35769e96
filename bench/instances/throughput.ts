import { type BenchRequest, measure } from '../measure.ts'
import type { Cluster } from './cluster.ts'

const CONNECTIONS = 24

export const throughputHead = [
  '| Storage | instances | What | per second | p50 ms | p99 ms | CPU ms per request, instances | CPU ms per request, PostgreSQL |',
  '| --- | --: | --- | --: | --: | --: | --: | --: |',
]

/** One row per kind of request, each sent through the proxy. */
export async function measureThroughput(cluster: Cluster, log: (line: string) => void): Promise<string[]> {
  const rows: string[] = []
  for (const [name, request] of Object.entries(requestsOf(cluster))) {
    // Compiles and caches what the first requests need.
    for (let count = 0; count < 3 * cluster.count; count++)
      await fetch(`${cluster.baseUrl}${String(request.path)}`)
    const before = cluster.processorTime()
    const { rps, p50, p99, requests } = await measure(name, cluster.baseUrl, cluster.token, {
      connections: CONNECTIONS,
      ...request,
    })
    const after = cluster.processorTime()
    const perRequest = (who: 'service' | 'database') => ((after[who] - before[who]) / requests).toFixed(2)
    const row = `| ${cluster.storage} | ${cluster.count} | ${name} | ${Math.round(rps)} | ${p50} | ${p99} | ${perRequest('service')} | ${perRequest('database')} |`
    rows.push(row)
    log(row)
  }
  return rows
}

const requestsOf = ({ organizationId, spaceId, published }: Cluster): Record<string, BenchRequest> => ({
  'read: get a space': { path: `/v1/spaces/${spaceId}` },
  'read: pages of a space': { path: `/v1/spaces/${spaceId}/content/pages` },
  'write: create a space': {
    path: `/v1/orgs/${organizationId}/spaces`,
    method: 'POST',
    bodies: ['{"title":"New"}'],
  },
  'published page': { path: published },
})
