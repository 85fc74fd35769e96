import { Eye, Globe, GlobeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Site } from '#contract/sites.ts'
import { Button } from '../../components/ui/button.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { places } from '../../lib/places.ts'
import { openSitePreview } from '../../lib/site-preview.ts'
import { words } from '../../lib/words.ts'
import type { SitePlace } from './site-queries.ts'
import { addressOf, spoken } from './site-words.ts'
import { usePublishing } from './use-publishing.ts'
import './sites.css'

type Props = {
  place: SitePlace
  site: Site
  /** Name of the tab, for the title of the window: `Structure`. */
  tab: string
  /** Beside the button that publishes. */
  acts?: ReactNode
  /** While another act is the one of the page, publishing the site is left to the palette. */
  isQuiet?: boolean
}

/** Title and state of a site above each of its views. */
export function SiteHead({ place, site, tab, acts, isQuiet = false }: Props) {
  const { organizationId, siteId } = place
  useCrumbs(
    [{ title: 'Sites', to: places.sites(organizationId) }, { title: site.title }],
    `${tab} of ${site.title}`,
  )
  const { publish, unpublish, isPending } = usePublishing(place, site)
  const mayPublish = site.permissions.admin
  const act = site.published
    ? { id: 'unpublish', label: 'Unpublish', run: unpublish }
    : { id: 'publish', label: 'Publish', run: publish }
  const preview = () =>
    void openSitePreview(words.quoted(site.title), { params: { organizationId, siteId }, query: {} })
  useActs([
    { id: 'preview-site', label: `Preview ${site.title}`, icon: Eye, run: preview },
    ...(mayPublish
      ? [{ ...act, label: `${act.label} ${site.title}`, icon: site.published ? GlobeOff : Globe }]
      : []),
  ])
  return (
    <div className="page-head">
      <div className="title-row site-head">
        <h1 className="truncate">{site.title}</h1>
        <State site={site} />
        <div className="actions">
          {site.siteSpaces > 0 && !isQuiet && (
            <Button look="line" icon={Eye} onClick={preview}>
              Preview
            </Button>
          )}
          {mayPublish && !isQuiet && (
            <Button
              look={site.published ? 'line' : 'ink'}
              aria-busy={isPending}
              disabledReason={whyNot(site)}
              onClick={() => !isPending && act.run()}
            >
              {act.label}
            </Button>
          )}
          {acts}
        </div>
      </div>
      <Tabs
        label="Site"
        tabs={[
          { label: 'Overview', to: places.siteOverview(organizationId, siteId) },
          { label: 'Structure', to: places.site(organizationId, siteId) },
          { label: 'Redirects', to: places.sitePart(organizationId, siteId, 'redirects') },
          { label: 'Audience', to: places.sitePart(organizationId, siteId, 'audience') },
          { label: 'Customize', to: places.sitePart(organizationId, siteId, 'customize') },
          { label: 'Insights', to: places.sitePart(organizationId, siteId, 'insights') },
          { label: 'Access', to: places.sitePart(organizationId, siteId, 'access') },
          { label: 'Settings', to: places.sitePart(organizationId, siteId, 'settings') },
        ]}
      />
    </div>
  )
}

const whyNot = ({ published, siteSpaces, title }: Site): string | undefined =>
  published || siteSpaces > 0 ? undefined : `“${title}” has no space to publish; add one first`

const State = ({ site }: { site: Site }) =>
  site.published ? (
    <span className="status site-state">
      <span className="dot dot-success" />
      <span className="truncate">
        Live at{' '}
        <a className="link" href={addressOf(site)} target="_blank" rel="noreferrer">
          {spoken(addressOf(site))}
        </a>
      </span>
    </span>
  ) : (
    <span className="status site-state">
      <span className="dot" />
      Not published
    </span>
  )
