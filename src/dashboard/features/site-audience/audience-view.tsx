import type { Site } from '#contract/sites.ts'
import { Adaptive } from './adaptive.tsx'
import type { SitePlace } from './audience-queries.ts'
import type { AudienceSearch, OnSearch } from './audience-search.ts'
import { ShareLinks } from './share-links.tsx'
import { Visibility } from './visibility.tsx'
import { VisitorAuth } from './visitor-auth.tsx'
import './site-audience.css'

type Props = { place: SitePlace; site: Site; search: AudienceSearch; onSearch: OnSearch }

/** Who may read a site, by what, and what of it they see. */
export function AudienceView({ place, site, search, onSearch }: Props) {
  return (
    <div className="scroll">
      <div className="settings audience">
        {!site.permissions.admin && (
          <p className="faint meta">To change who reads this site you need the role Create on it.</p>
        )}
        <Visibility place={place} site={site} />
        {site.permissions.admin && <ShareLinks {...{ place, site, search, onSearch }} />}
        {site.permissions.admin && site.visibility === 'visitor-auth' && (
          <VisitorAuth place={place} site={site} />
        )}
        <Adaptive {...{ place, site, search, onSearch }} />
      </div>
    </div>
  )
}
