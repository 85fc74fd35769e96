import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Globe, Library } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import type { Site } from '#contract/sites.ts'
import type { Space } from '#contract/spaces.ts'
import { ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { DotStatus, Emoji } from '../../components/ui/marks.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { q } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { words } from '../../lib/words.ts'
import { HomeChanges } from './home-changes.tsx'
import './home.css'

const most = 12

export const homeQueries = (organizationId: string) => ({
  spaces: q(api.spaces.list, { params: { organizationId }, query: { orderBy: 'updatedAt', limit: most } }),
  sites: q(api.sites.list, { params: { organizationId } }),
})

type Props = { organization: Organization; userId: string; isGuest: boolean }

/** What waits for the caller, what was written last, and the sites with their state. */
export function Home({ organization, userId, isGuest }: Props) {
  useCrumbs([], 'Home')
  const queries = homeQueries(organization.id)
  const { data: spaces } = useSuspenseQuery(queries.spaces)
  const { data: sites } = useSuspenseQuery(queries.sites)
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Home</h1>
        </div>
      </div>
      <div className="scroll home">
        <HomeChanges organizationId={organization.id} userId={userId} />
        <section aria-labelledby="recent">
          <h2 className="home-head" id="recent">
            Recently changed spaces
          </h2>
          {spaces.items.length === 0 ? (
            <NoSpaces organization={organization} />
          ) : (
            <Spaces spaces={spaces.items} />
          )}
        </section>
        {(sites.items.length > 0 || !isGuest) && (
          <section aria-labelledby="sites">
            <h2 className="home-head" id="sites">
              Sites
            </h2>
            {sites.items.length === 0 ? (
              <NoSites organization={organization} />
            ) : (
              <Sites sites={sites.items} organizationId={organization.id} />
            )}
          </section>
        )}
      </div>
    </>
  )
}

const Spaces = ({ spaces }: { spaces: readonly Space[] }) => (
  <ul className="rows home-rows">
    {spaces.map((space) => (
      <li className="row" key={space.id}>
        <div className="cell">
          <Emoji of={space.emoji} />
          <Link className="title truncate" to={places.space(space.id)}>
            {space.title || words.untitled}
          </Link>
        </div>
        <div className="cell wide soft">
          {space.urls.published && (
            <span className="truncate">{space.urls.published.replace(/^https?:\/\//, '')}</span>
          )}
        </div>
        <div className="cell cell-end soft num">
          <Time at={space.updatedAt} />
        </div>
      </li>
    ))}
  </ul>
)

const Sites = ({ sites, organizationId }: { sites: readonly Site[]; organizationId: string }) => (
  <ul className="rows home-rows">
    {sites.map((site) => (
      <li className="row" key={site.id}>
        <div className="cell">
          <Link className="title truncate" to={places.site(organizationId, site.id)}>
            {site.title}
          </Link>
        </div>
        <div className="cell wide soft">
          {site.published && site.urls.published && (
            <a className="truncate hover:underline" href={site.urls.published}>
              {site.urls.published.replace(/^https?:\/\//, '')}
            </a>
          )}
        </div>
        <div className="cell cell-end">
          {site.published ? <DotStatus tone="success">Live</DotStatus> : <DotStatus>Not published</DotStatus>}
        </div>
      </li>
    ))}
  </ul>
)

const NoSpaces = ({ organization }: { organization: Organization }) => (
  <Empty
    title="No spaces yet"
    acts={
      <Link className={buttonClass('line')} to={places.library(organization.id)}>
        <ButtonFace icon={Library}>Open the library</ButtonFace>
      </Link>
    }
  >
    A space holds the pages of one subject, such as a product or a handbook.
  </Empty>
)

const NoSites = ({ organization }: { organization: Organization }) => (
  <Empty
    title="No sites yet"
    acts={
      organization.permissions.createContent && (
        <Link className={buttonClass('line')} to={places.sites(organization.id)}>
          <ButtonFace icon={Globe}>Open sites</ButtonFace>
        </Link>
      )
    }
  >
    A site shows spaces to readers at an address of its own.
  </Empty>
)
