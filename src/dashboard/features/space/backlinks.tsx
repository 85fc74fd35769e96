import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { q } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { words } from '../../lib/words.ts'

const most = 20

/** The pages of the space that link to one; nothing while none does. */
export function Backlinks({ spaceId, pageId }: { spaceId: string; pageId: string }) {
  const { data } = useQuery(
    q(api.spaceContent.pageBacklinks, { params: { spaceId, pageId }, query: { limit: most } }),
  )
  const pages = data?.items.flatMap((one) => (one.kind === 'page' ? [one.page] : [])) ?? []
  if (!data || pages.length === 0) return null
  return (
    <nav className="sp-backlinks" aria-labelledby="sp-backlinks">
      <h2 id="sp-backlinks">
        Linked from <span className="count">{data.count}</span>
      </h2>
      <ul>
        {pages.map((page) => (
          <li key={page.id}>
            <Link className="truncate" to={places.page(spaceId, page.id)}>
              {page.title || words.untitled}
            </Link>
          </li>
        ))}
        {data.count > pages.length && <li className="faint">and {data.count - pages.length} more</li>}
      </ul>
    </nav>
  )
}
