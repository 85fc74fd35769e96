import { api } from '#contract/api.ts'
import type { Call } from '../service.ts'

const MAX_LIMIT = 1000

/** The titles of all spaces of an organization. */
export async function storedTitles(call: Call, organizationId: string): Promise<string[]> {
  const titles: string[] = []
  let page: string | undefined
  do {
    const query = { limit: MAX_LIMIT, ...(page === undefined ? {} : { page }) }
    const { items, next } = await call(api.spaces.list, { params: { organizationId }, query })
    titles.push(...items.map(({ title }) => title))
    page = next?.page
  } while (page !== undefined)
  return titles
}
