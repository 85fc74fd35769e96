import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowUpRight, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '#contract/api.ts'
import type { Site } from '#contract/sites.ts'
import { confirm } from '../../components/confirm-store.ts'
import { Button } from '../../components/ui/button.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { q, useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { toast } from '../../lib/toasts.ts'
import { counted, words } from '../../lib/words.ts'
import type { SitePlace } from './site-queries.ts'
import { SiteSettingsForm } from './site-settings-form.tsx'
import { SiteState } from './site-state.tsx'
import { addressOf, audienceMeans, audiences, spoken } from './site-words.ts'

type Props = { place: SitePlace; site: Site }

/** Where a site is, what stands at its address, what it is called, and its end. */
export function SiteOverview({ place, site }: Props) {
  return (
    <div className="scroll">
      <div className="site-over">
        <Facts place={place} site={site} />
        {site.permissions.edit ? (
          <SiteSettingsForm place={place} site={site} />
        ) : (
          <p className="faint meta">To change this site one needs the role create in the organization.</p>
        )}
        {site.permissions.admin && <Deletion place={place} site={site} />}
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

function Deletion({ place, site }: Props) {
  const navigate = useNavigate()
  const name = words.quoted(site.title)
  const deleting = useApi(api.sites.delete, {
    meta: { refused: `${name} was not deleted` },
    onSuccess: async () => {
      await navigate({ to: places.sites(place.organizationId) })
      toast.done(`Deleted ${name}`)
    },
  })
  const run = async () => {
    const isSure = await confirm({
      title: `Delete the site ${name}?`,
      description: `${
        site.published ? `Readers no longer find ${spoken(addressOf(site))}. Its` : 'Its'
      } structure is gone for good; its spaces stay in the library.`,
      act: `Delete ${site.title}`,
      danger: true,
    })
    if (isSure) deleting.mutate({ params: place, ifMatch: site.version })
  }
  useActs([
    { id: 'delete-site', label: `Delete ${site.title}`, icon: Trash2, run: () => void run() },
    ...(site.urls.published
      ? [
          {
            id: 'open-site',
            label: `Open ${site.title}`,
            icon: ArrowUpRight,
            run: () => void window.open(site.urls.published, '_blank', 'noopener'),
          },
        ]
      : []),
  ])
  return (
    <section className="site-end" aria-labelledby="site-end">
      <div>
        <h2 id="site-end">Delete this site</h2>
        <p className="soft">Its structure and address go; its spaces and their pages stay in the library.</p>
      </div>
      <Button look="danger-line" icon={Trash2} onClick={() => void run()} aria-busy={deleting.isPending}>
        Delete site
      </Button>
    </section>
  )
}
