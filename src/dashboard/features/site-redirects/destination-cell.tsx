import { useQuery } from '@tanstack/react-query'
import type { RedirectDestination } from '#contract/site-redirects.ts'
import { indexOf } from '../../components/page-text/page-index.ts'
import type { SiteParts } from '../../components/site-target/site-parts.ts'
import { contentAt } from '../../lib/content-at.ts'

type Props = { destination: RedirectDestination; parts: SiteParts }

/** Where a redirect leads, by name; what is gone is said to be. */
export function DestinationCell({ destination, parts }: Props) {
  if (destination.kind === 'external') {
    return (
      <span className="truncate soft" title={destination.url}>
        {destination.url}
      </span>
    )
  }
  if (destination.kind === 'site-section') {
    const section = parts.sections.find(({ id }) => id === destination.siteSectionId)
    return section ? <span className="truncate">{section.title}</span> : <Gone what="section" />
  }
  const space = parts.spaces.find(({ id }) => id === destination.siteSpaceId)
  if (!space) return <Gone what="space" />
  if (destination.kind === 'site-space') return <span className="truncate">{space.title}</span>
  return <PageName spaceId={space.spaceId} pageId={destination.pageId} within={space.title} />
}

const Gone = ({ what }: { what: string }) => <span className="i-danger truncate">A {what} that is gone</span>

function PageName({ spaceId, pageId, within }: { spaceId: string; pageId: string; within: string }) {
  const { data } = useQuery(contentAt({ spaceId }))
  if (!data) return <span className="truncate soft">{within}</span>
  const page = indexOf(data.pages).byId.get(pageId)?.page
  if (!page) return <Gone what="page" />
  return (
    <span className="truncate">
      <span className="faint">{within} / </span>
      {page.title}
    </span>
  )
}
