import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { largestText } from '#testing/hostile-texts.ts'
import { longestTurnDuring } from '#testing/longest-turn.ts'

const app = useTestApp({}, { reader: true })

/**
 * Milliseconds of processor time that the main thread may work for one request at a time. On the main thread, the
 * text takes more than 700 of them, and with workers less than 100.
 */
const MAX_TURN_MS = 350

test.each(['headings'])(
  'other requests have their turn while a page of many %s is saved, read, published and merged',
  async (name) => {
    const site = await aPublishedSite(app, 'Guides')
    const { items } = await site.call(api.siteSpaces.list, { params: site.params, query: {} })
    const spaceId = items[0]?.space?.id ?? ''
    const [first, text] = ['Before.', largestText(name)]
    const { Large: id = '' } = await site.edit(spaceId, page('First', first), page('Large', first))
    const token = site.admin.token
    const send = (method: string, path: string, body?: unknown) =>
      app.send({
        method,
        url: path.startsWith('/sites') ? path : `/v1/spaces/${spaceId}/${path}`,
        token,
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
    const change = (markdown: string) => ({
      changes: [{ operation: 'update_page', page: id, document: { markdown } }],
    })
    const request = await site.call(api.changeRequests.create, { params: { spaceId }, body: {} })
    const propose = (markdown: string) =>
      send('POST', `change-requests/${request.id}/content`, change(markdown))
    const steps: Record<string, () => Promise<{ status: number; text: string }>> = {
      save: () => send('POST', 'content', change(text)),
      'read as document': () => send('GET', `content/page/${id}?format=document`),
      published: () => site.read('large'),
      propose: () => propose(`${text}\n\nMore.`),
      changes: () => send('GET', `change-requests/${request.id}/changes`),
      merge: () => send('POST', `change-requests/${request.id}/merge`),
    }
    for (const [step, run] of Object.entries(steps)) {
      const { result, ms } = await longestTurnDuring(run)
      expect(result.status, step).toBe(200)
      expect(ms, step).toBeLessThan(MAX_TURN_MS)
    }
  },
  120_000,
)
