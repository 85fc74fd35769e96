import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Icon } from '../../components/ui/icon.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { crumbs } from '../../lib/crumbs.ts'
import { places } from '../../lib/places.ts'
import { words } from '../../lib/words.ts'
import { useOrganization } from './use-organization.ts'

type Props = { onOpenSidebar: () => void; onOpenPalette: () => void }

/** Where one is, and the way to anywhere else. */
export const Topbar = ({ onOpenSidebar, onOpenPalette }: Props) => (
  <header className="topbar">
    <IconButton className="nav-open" label="Open menu" icon={MenuIcon} tip={false} onClick={onOpenSidebar} />
    <Crumbs />
    <button className="search-open" type="button" onClick={onOpenPalette}>
      <Icon of={Search} size="s" />
      <span>{words.search}</span>
      <Keys of="mod+k" />
    </button>
  </header>
)

function Crumbs() {
  const { organization } = useOrganization()
  const shown = useSyncExternalStore(crumbs.subscribe, crumbs.shown)
  const first = organization ? [{ title: organization.title, to: places.home(organization.id) }] : []
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        {[...first, ...shown].map(({ title, to }, at, all) => (
          <li key={`${at} ${to ?? title}`}>
            {to && at < all.length - 1 ? (
              <Link to={to} activeOptions={{ exact: true }}>
                {title}
              </Link>
            ) : (
              <span aria-current="page">{title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
