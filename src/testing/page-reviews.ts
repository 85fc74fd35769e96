import { api } from '#contract/api.ts'
import type { PageReviewSettings } from '#contract/page-freshness.ts'
import { notifyOfOverduePages } from '#server/domain/page-freshness/notify.ts'
import { dayOf } from '#server/domain/page-freshness/rules.ts'
import type { Person, TestApp } from './app.ts'
import { page } from './change-requests.ts'
import { runPendingJobs } from './emails.ts'

const DAY_MS = 86_400_000

/** The day that many days from today: `2026-11-27`. */
export const inDays = (days: number): string => dayOf(new Date(Date.now() + days * DAY_MS))

/** A space with pages that are reviewed, an editor and a reader. */
export async function aSpaceWithReviews(app: TestApp, ...titles: string[]) {
  const { organizationId, admin } = await app.anOrganization()
  const [ann, ben] = [await app.aMember(organizationId, 'edit'), await app.aMember(organizationId, 'read')]
  const inOrganization = { organizationId }
  const space = await app.as(admin)(api.spaces.create, { params: inOrganization, body: { title: 'Guide' } })
  const params = { spaceId: space.id }
  const edit = (changes: ReturnType<typeof page>[]) =>
    app.as(admin)(api.spaceContent.edit, { params, body: { changes } })
  await edit(titles.map((title) => page(title, 'Text')))
  const { pages } = await app.as(admin)(api.spaceContent.pages, { params })
  const ids = titles.map((title) => pages.find((one) => one.title === title)?.id ?? '')
  const of = (pageId: string) => ({ ...params, pageId })
  const get = (pageId: string, person = admin) =>
    app.as(person)(api.pageFreshness.get, { params: of(pageId) })
  const set = (pageId: string, body: Partial<PageReviewSettings>, person = admin) =>
    app.as(person)(api.pageFreshness.update, { params: of(pageId), body })
  const setForSpace = (body: { owner?: string | null; interval?: number | null }, person = admin) =>
    app.as(person)(api.pageFreshness.updateForSpace, { params, body })
  const confirm = (pageId: string, person = admin) =>
    app.as(person)(api.pageFreshness.confirm, { params: of(pageId) })
  const overdue = (query: { owner?: string; space?: string } = {}, person = admin) =>
    app.as(person)(api.pageFreshness.listOverdue, { params: inOrganization, query })
  const overdueTitles = async (query = {}, person = admin) =>
    (await overdue(query, person)).items.map((one) => one.page.title)
  const remind = async () => {
    await notifyOfOverduePages(app.service)
    await runPendingJobs(app)
  }
  const inbox = async (person: Person) =>
    (await app.as(person)(api.notifications.list, { params: inOrganization, query: {} })).items.filter(
      ({ reason }) => reason === 'page_overdue',
    )
  /** Makes the pages of the space older, and what was set for it. */
  const age = async (day: string) => {
    const at = new Date(`${day}T12:00:00Z`)
    await app.db.updateTable('page').set({ created_at: at }).where('space_id', '=', space.id).execute()
    await app.db.updateTable('page_freshness').set({ since: day }).where('space_id', '=', space.id).execute()
  }
  const [first = '', second = ''] = ids
  const calls = { get, set, setForSpace, confirm, overdue, overdueTitles, remind, inbox, age, edit, of }
  return { organizationId, admin, ann, ben, space, params, first, second, ...calls }
}
