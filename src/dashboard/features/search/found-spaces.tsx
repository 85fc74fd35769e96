import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import type { FoundPage, FoundSpace } from '#contract/search.ts'
import { Emoji } from '../../components/ui/marks.tsx'
import { q } from '../../lib/api.ts'
import { anchorPrefix, places } from '../../lib/places.ts'
import { words } from '../../lib/words.ts'
import { Marked } from './marked.tsx'

type Props = { organizationId: string; spaces: readonly FoundSpace[]; question: string }

/** Spaces, in each its pages, in each the parts that say it. */
export function FoundSpaces({ organizationId, spaces, question }: Props) {
  const list = { params: { organizationId }, query: { limit: 1000 } }
  const known = useQuery(q(api.spaces.list, list)).data?.items
  const emoji = new Map(known?.map((space) => [space.id, space.emoji]))
  return (
    <ul className="search-list" aria-label="Found">
      {spaces.map((space) => (
        <li key={space.id}>
          <h2 className="search-space">
            <Emoji of={emoji.get(space.id) ?? '1f4d8'} />
            <Link to={places.space(space.id)} data-hit className="truncate">
              <Marked text={space.title || words.untitled} query={question} />
            </Link>
          </h2>
          {space.pages.length > 0 && (
            <ul className="search-pages">
              {space.pages.map((page) => (
                <PageFound key={page.id} spaceId={space.id} page={page} question={question} />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

type PageProps = { spaceId: string; page: FoundPage; question: string }

function PageFound({ spaceId, page, question }: PageProps) {
  const { id, title, ancestors = [], sections } = page
  const above = ancestors.map((one) => one.title).join(' / ')
  return (
    <li className="search-page">
      <p className="search-title">
        <Link to={places.page(spaceId, id)} data-hit className="truncate">
          <Marked text={title} query={question} />
        </Link>
        {above !== '' && <span className="faint truncate">{above}</span>}
      </p>
      {sections.map((section) => (
        <SectionFound key={section.id} {...{ spaceId, page, section, question }} />
      ))}
    </li>
  )
}

type SectionProps = PageProps & { section: FoundPage['sections'][number] }

/** What stands before the first heading of a page is shown without a name. */
function SectionFound({ spaceId, page, section, question }: SectionProps) {
  const anchor = section.path.split('#')[1]
  return (
    <div className="search-section">
      {anchor && (
        <Link to={places.page(spaceId, page.id)} hash={anchorPrefix + anchor} data-hit className="truncate">
          <Marked text={section.title} query={question} />
        </Link>
      )}
      {section.body && (
        <p className="soft">
          <Marked text={section.body} query={question} />
        </p>
      )}
    </div>
  )
}
