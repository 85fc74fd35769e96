import { Link } from '@tanstack/react-router'
import { Copy, ExternalLink, Eye, Globe, KeyRound, SlidersHorizontal } from 'lucide-react'
import type { Site } from '#contract/sites.ts'
import { copyText } from '../../components/ui/copy.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../../components/ui/menu.tsx'
import { PinItem } from '../../components/use-pins.tsx'
import { openSitePreview } from '../../data/site-preview.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { siteAddress } from './labels.tsx'

type Props = { organizationId: string; site: Site }

/** What can be done with a site in the list of sites. */
export function SiteMenu({ organizationId, site }: Props) {
  const { id, title, siteSpaces, permissions, urls } = site
  const address = siteAddress(site)
  const preview = () =>
    void openSitePreview(labels.quoted(title), { params: { organizationId, siteId: id }, query: {} })
  return (
    <>
      <MenuLink>
        <Link to={paths.site(organizationId, id)}>
          <Icon of={Eye} />
          Open
          <Keys of="enter" />
        </Link>
      </MenuLink>
      {urls.published && (
        <MenuLink>
          <a href={urls.published} target="_blank" rel="noreferrer">
            <Icon of={ExternalLink} />
            Open the published site
          </a>
        </MenuLink>
      )}
      {siteSpaces > 0 && (
        <MenuItem icon={Globe} onSelect={preview}>
          Preview
        </MenuItem>
      )}
      <MenuItem icon={Copy} onSelect={() => void copyText(address, 'Copied the link')}>
        Copy link
      </MenuItem>
      <MenuSeparator />
      <PinItem organizationId={organizationId} kind="site" id={id} title={title} />
      <MenuLink>
        <Link to={paths.sitePart(organizationId, id, 'access')}>
          <Icon of={KeyRound} />
          Access
        </Link>
      </MenuLink>
      {permissions.edit && (
        <MenuLink>
          <Link to={paths.sitePart(organizationId, id, 'settings')}>
            <Icon of={SlidersHorizontal} />
            Settings
          </Link>
        </MenuLink>
      )}
    </>
  )
}
