import { setTimeout as pause } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import { call, fetchTransport } from '#contract/client.ts'

type Traffic = {
  readonly writes: number
  readonly reads: number
  readonly slowest: number
  readonly problems: readonly string[]
}

type TrafficOptions = {
  readonly baseUrl: string
  readonly token: string
  readonly organizationId: string
  readonly until: () => boolean
}

const PAUSE_MS = 20

/** Saves a page of a published site again and again, and reads it as a visitor after each time. */
export async function pageTraffic({ baseUrl, token, organizationId, until }: TrafficOptions) {
  const transport = fetchTransport(baseUrl, { authorization: `Bearer ${token}` })
  const { id: spaceId } = await call(transport, api.spaces.create, {
    params: { organizationId },
    body: { title: 'Guide' },
  })
  const insert = { operation: 'insert_page' as const, title: 'Install', document: { markdown: 'First.' } }
  const inserted = await call(transport, api.spaceContent.edit, {
    params: { spaceId },
    body: { changes: [insert] },
  })
  const page =
    inserted.changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))[0] ?? ''
  const { id: siteId } = await call(transport, api.sites.create, {
    params: { organizationId },
    body: { title: 'Docs', spaces: [spaceId] },
  })
  const { urls } = await call(transport, api.sites.publish, { params: { organizationId, siteId } })
  const url = baseUrl + new URL(urls.published ?? '').pathname

  async function run(): Promise<Traffic> {
    const result = { writes: 0, reads: 0, slowest: 0, problems: [] as string[] }
    while (!until()) {
      const text = `Saved for the ${result.writes + 1}th time.`
      const began = performance.now()
      try {
        const change = { operation: 'update_page' as const, page, document: { markdown: text } }
        await call(transport, api.spaceContent.edit, { params: { spaceId }, body: { changes: [change] } })
        result.writes += 1
        const response = await fetch(url)
        if (response.status !== 200) result.problems.push(`The published page: ${response.status}`)
        else if (!(await response.text()).includes(text))
          result.problems.push(`The published page lacks “${text}”`)
        result.reads += 1
      } catch (error) {
        result.problems.push(`The page was not saved: ${String(error)}`)
      }
      result.slowest = Math.max(result.slowest, performance.now() - began)
      await pause(PAUSE_MS)
    }
    return result
  }

  return { ended: run() }
}
