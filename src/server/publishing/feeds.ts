import { bodiesOf, withReusables } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import { appliesConditions } from '../domain/sites/adaptive-content.ts'
import { applyConditions } from '../text-tasks/apply-conditions.ts'
import { runTextTask, TextTooComplex } from '../text-tasks/run.ts'
import { customizationFor } from './customization.ts'
import { escapeXml } from './escape-xml.ts'
import { type IndexablePage, searchablePages, withoutDuplicates } from './indexable-pages.ts'
import { isHiddenFromRobots } from './page.ts'
import { withValuesFor } from './values.ts'
import type { SpaceView } from './view.ts'
import { basePathOf, canonicalOf, type Visit } from './visit.ts'

const MAX_ENTRIES = 50
/** Older pages are entries, but their updates are not. */
const MAX_PAGES_READ = 300

type Entry = {
  readonly url: string
  readonly title: string
  readonly summary: string | undefined
  readonly tags: readonly string[]
  /** In milliseconds. */
  readonly time: number
}

/** An Atom feed of the latest changes of a public site: updates of changelogs, and other pages. */
export async function feedOf(visit: Visit): Promise<string> {
  const pages: IndexablePage[] = []
  for await (const page of withoutDuplicates(visit, searchablePages(visit))) pages.push(page)
  const latest = pages.toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, MAX_PAGES_READ)
  const entries = await entriesOf(visit, latest)
  const { structure, customizations } = visit.state.shape
  const home = canonicalOf(visit, `${basePathOf(visit)}/`)
  const self = canonicalOf(visit, `${basePathOf(visit)}/~feed.xml`)
  const title = customizationFor(customizations, undefined).title ?? structure.site.title
  return atom({ title, home, self }, entries)
}

/** The updates of a page as a feed; undefined if it has none, or robots must not read it. */
export async function feedOfPage(visit: Visit, view: SpaceView, node: PageNode): Promise<string | undefined> {
  const href = view.hrefOf(node)
  if (href === undefined || isHiddenFromRobots(visit, node)) return undefined
  const page = { view, node, url: canonicalOf(visit, href) }
  const [body] = (await bodiesOf(visit.db, visit.state.organizationId, [node.entry])).values()
  const updates = await updatesOf(visit, page, await withReusables(visit.db, view.content, body ?? ''))
  if (updates.length === 0) return undefined
  const self = canonicalOf(visit, `${href.replace(/\/$/, '')}/~feed.xml`)
  return atom({ title: node.entry.title, home: page.url, self }, updates)
}

async function entriesOf(visit: Visit, pages: readonly IndexablePage[]): Promise<Entry[]> {
  const bodies = await bodiesOf(
    visit.db,
    visit.state.organizationId,
    pages.map(({ node }) => node.entry),
  )
  const entries: Entry[] = []
  for (const page of pages) {
    const updates = await updatesOf(visit, page, bodies.get(page.node.entry.id) ?? '')
    entries.push(...(updates.length > 0 ? updates : [entryOf(page)]))
  }
  return entries
}

function entryOf(page: IndexablePage): Entry {
  const { title, description } = page.node.entry
  return { url: page.url, title, summary: description, tags: [], time: timeOf(page) }
}

/** The updates of a page that have a date. A text that is too complex has none. */
async function updatesOf(visit: Visit, { view, node, url }: IndexablePage, body: string): Promise<Entry[]> {
  if (!/\{%-?\s*update\b/.test(body)) return []
  const { structure } = visit.state.shape
  const shows = (condition: string) => view.shows(condition, node.entry)
  try {
    const whole = await withValuesFor(visit, view, node.entry, body)
    const markdown = appliesConditions(structure.site) ? await applyConditions(whole, shows) : whole
    const { title } = node.entry
    const updates = await runTextTask('updates', { markdown, title }, markdown)
    return updates.flatMap((update): Entry[] => {
      const time = Date.parse(update.date)
      if (Number.isNaN(time)) return []
      const { anchor, date, tags, summary } = update
      return [{ url: `${url}#${anchor}`, title: update.title || date, summary, tags, time }]
    })
  } catch (error) {
    if (error instanceof TextTooComplex) return []
    throw error
  }
}

const timeOf = ({ node }: IndexablePage): number => Date.parse(node.entry.updatedAt)

type Feed = { readonly title: string; readonly home: string; readonly self: string }

function atom({ title, home, self }: Feed, entries: readonly Entry[]): string {
  const latest = entries.toSorted((a, b) => b.time - a.time).slice(0, MAX_ENTRIES)
  const updated = new Date(latest[0]?.time ?? 0).toISOString()
  const name = escapeXml(title)
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${name}</title>
<id>${escapeXml(home)}</id>
<link rel="alternate" type="text/html" href="${escapeXml(home)}"/>
<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
<updated>${updated}</updated>
<author><name>${name}</name></author>
${latest.map(entryXml).join('\n')}
</feed>
`
}

function entryXml({ url, title, summary, tags, time }: Entry): string {
  const href = escapeXml(url)
  const about = summary ? `<summary>${escapeXml(summary)}</summary>` : ''
  const categories = tags.map((tag) => `<category term="${escapeXml(tag)}"/>`).join('')
  const updated = new Date(time).toISOString()
  return `<entry><title>${escapeXml(title)}</title><id>${href}</id><link rel="alternate" type="text/html" href="${href}"/><updated>${updated}</updated>${categories}${about}</entry>`
}
