import { escaped } from './escaped.ts'
import { looksFor } from './looks.ts'
import { foundPagesOf, type ToldPage } from './told-pages.ts'
import { basePathOf, canonicalOf, type Visit } from './visit.ts'

/** How many pages a feed tells of. */
const mostEntries = 50

/** The pages of a public site that were changed last, as Atom. */
export async function feedOf(visit: Visit): Promise<string> {
  const pages: ToldPage[] = []
  for await (const page of foundPagesOf(visit)) pages.push(page)
  const latest = pages.toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, mostEntries)
  const { structure, looks } = visit.state.shape
  const home = canonicalOf(visit, `${basePathOf(visit)}/`)
  const self = canonicalOf(visit, `${basePathOf(visit)}/~feed.xml`)
  const updated = new Date(latest[0] ? timeOf(latest[0]) : 0).toISOString()
  const name = escaped(looksFor(looks, undefined).title ?? structure.site.title)
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${name}</title>
<id>${escaped(home)}</id>
<link rel="alternate" type="text/html" href="${escaped(home)}"/>
<link rel="self" type="application/atom+xml" href="${escaped(self)}"/>
<updated>${updated}</updated>
<author><name>${name}</name></author>
${latest.map(entry).join('\n')}
</feed>
`
}

const timeOf = ({ node }: ToldPage): number => Date.parse(node.entry.updatedAt)

function entry(page: ToldPage): string {
  const { title, description } = page.node.entry
  const url = escaped(page.url)
  const summary = description ? `<summary>${escaped(description)}</summary>` : ''
  const updated = new Date(timeOf(page)).toISOString()
  return `<entry><title>${escaped(title)}</title><id>${url}</id><link rel="alternate" type="text/html" href="${url}"/><updated>${updated}</updated>${summary}</entry>`
}
