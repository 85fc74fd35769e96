import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '#contract/api.ts'
import type { Site } from '#contract/sites.ts'
import { BegunBy } from '../../components/begun-by.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { q } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { useWaitingPlan } from '../../lib/waiting-plan.ts'
import { counted, words } from '../../lib/words.ts'
import { SiteFindings } from './site-findings.tsx'
import { SitePreview } from './site-preview.tsx'
import type { SitePlace } from './site-queries.ts'
import { SiteState } from './site-state.tsx'
import { addressOf, audienceMeans, audiences, spoken } from './site-words.ts'

type Props = { place: SitePlace; site: Site }

/** Where a site is, and what stands at its address. */
export function SiteOverview({ place, site }: Props) {
  useActs(
    site.urls.published
      ? [
          {
            id: 'open-site',
            label: `Open ${site.title}`,
            icon: ArrowUpRight,
            run: () => void window.open(site.urls.published, '_blank', 'noopener'),
          },
        ]
      : [],
  )
  return (
    <div className="scroll">
      <div className="site-overview">
        <div className="site-over">
          <Facts place={place} site={site} />
          {site.permissions.edit && <SiteFindings place={place} />}
        </div>
        {site.siteSpaces > 0 && <SitePreview place={place} site={site} />}
      </div>
    </div>
  )
}

function Facts({ place, site }: Props) {
  const address = addressOf(site)
  return (
    <dl className="facts">
      <Fact name="Address">
        {site.urls.published ? (
          <a className="link truncate" href={site.urls.published} target="_blank" rel="noreferrer">
            {spoken(address)}
          </a>
        ) : (
          <>
            <span className="truncate">{spoken(address)}</span>
            <span className="faint nowrap">once published</span>
          </>
        )}
      </Fact>
      <Fact name="State">
        <SiteState site={site} />
      </Fact>
      <Plan place={place} site={site} />
      <Fact name="Audience">
        {audiences[site.visibility]}
        <span className="faint truncate wide">{audienceMeans[site.visibility]}</span>
      </Fact>
      <Defaults place={place} site={site} />
      <Fact name="Created">
        <Time at={site.createdAt} />
      </Fact>
      {site.updatedAt && (
        <Fact name="Changed">
          <Time at={site.updatedAt} />
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** What is planned for its structure and visitors do not see yet. */
function Plan({ place, site }: Props) {
  const plan = useWaitingPlan(place, site.permissions.edit)
  if (!plan) return null
  return (
    <Fact name="Plan">
      <Link
        className="link nowrap"
        to={places.site(place.organizationId, place.siteId)}
        search={{ plan: true }}
      >
        {counted(plan.steps, 'change')} {plan.steps === 1 ? 'waits' : 'wait'}
      </Link>
      <span className="faint">
        <BegunBy plan={plan} />
      </span>
    </Fact>
  )
}

/** What readers meet at the site's own address. */
function Defaults({ place, site }: Props) {
  const params = { organizationId: place.organizationId, siteId: place.siteId }
  const { data: structure } = useQuery(q(api.siteStructure.get, { params }))
  if (!structure) return null
  const sections =
    structure.type === 'siteSpaces'
      ? []
      : structure.structure.flatMap((part) => (part.object === 'site-section' ? [part] : part.sections))
  const section = sections.find(({ id }) => id === site.defaultSiteSection)
  const spaces = structure.type === 'siteSpaces' ? structure.structure : (section?.siteSpaces ?? [])
  const space = spaces.find((one) => one.default === true)
  return (
    <>
      {section && (
        <Fact name="Default section">
          <Link className="site-plain-link truncate" to={places.site(place.organizationId, place.siteId)}>
            {section.title}
          </Link>
          <span className="faint nowrap">of {sections.length}</span>
        </Fact>
      )}
      {space && (
        <Fact name="Default space">
          <span className="truncate">{space.title || words.untitled}</span>
          <span className="faint nowrap wide">of {counted(site.siteSpaces, 'space')} on the site</span>
        </Fact>
      )}
    </>
  )
}
