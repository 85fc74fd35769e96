import { customizationFor } from './customization.ts'
import { escapeXml } from './escape-xml.ts'
import { type IndexablePage, searchablePages } from './indexable-pages.ts'
import { basePathOf, canonicalOf, type Visit } from './visit.ts'

const MAX_ENTRIES = 50

/** An Atom feed of the most recently changed pages of a public site. */
export async function feedOf(visit: Visit): Promise<string> {
  const pages: IndexablePage[] = []
  for await (const page of searchablePages(visit)) pages.push(page)
  const latest = pages.toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, MAX_ENTRIES)
  const { structure, customizations } = visit.state.shape
  const home = canonicalOf(visit, `${basePathOf(visit)}/`)
  const self = canonicalOf(visit, `${basePathOf(visit)}/~feed.xml`)
  const updated = new Date(latest[0] ? timeOf(latest[0]) : 0).toISOString()
  const name = escapeXml(customizationFor(customizations, undefined).title ?? structure.site.title)
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${name}</title>
<id>${escapeXml(home)}</id>
<link rel="alternate" type="text/html" href="${escapeXml(home)}"/>
<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
<updated>${updated}</updated>
<author><name>${name}</name></author>
${latest.map(entry).join('\n')}
</feed>
`
}

const timeOf = ({ node }: IndexablePage): number => Date.parse(node.entry.updatedAt)

function entry(page: IndexablePage): string {
  const { title, description } = page.node.entry
  const url = escapeXml(page.url)
  const summary = description ? `<summary>${escapeXml(description)}</summary>` : ''
  const updated = new Date(timeOf(page)).toISOString()
  return `<entry><title>${escapeXml(title)}</title><id>${url}</id><link rel="alternate" type="text/html" href="${url}"/><updated>${updated}</updated>${summary}</entry>`
}
