import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, Search, WifiOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { Banner } from '#dashboard/components/ui/banner.tsx'
import { Icon } from '#dashboard/components/ui/icon.tsx'
import { IconButton } from '#dashboard/components/ui/icon-button.tsx'
import { Keys } from '#dashboard/components/ui/kbd.tsx'
import { callApi } from '#dashboard/data/api.ts'
import { useChangeStream } from '#dashboard/data/change-stream.ts'
import { rememberSignedIn } from '#dashboard/data/session-lost.ts'
import { breadcrumbStore } from '#dashboard/hooks/use-breadcrumbs.ts'
import { useLocalStorage } from '#dashboard/hooks/use-local-storage.ts'
import { useIsNarrow } from '#dashboard/hooks/use-media.ts'
import { useOfflineSince } from '#dashboard/hooks/use-offline-since.ts'
import { useShortcuts } from '#dashboard/hooks/use-shortcuts.ts'
import { labels } from '#dashboard/lib/labels.ts'
import { paths } from '#dashboard/lib/paths.ts'
import { navItems } from './nav-items.ts'
import { Palette } from './palette.tsx'
import { KeysSheet } from './shortcut-list.tsx'
import { Sidebar, SidebarSheet } from './sidebar.tsx'
import { useOrganization } from './use-organization.ts'
import { useVisits } from './visits.ts'

type Open = 'palette' | 'keys' | 'sidebar' | null

/** What stands around every view behind the door. */
export function Frame() {
  const [isRail, setIsRail] = useLocalStorage('rail', z.boolean(), false)
  const [open, setOpen] = useState<Open>(null)
  const isNarrow = useIsNarrow()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const close = () => setOpen(null)
  const fold = () => setIsRail(!isRail)

  useEffect(() => setOpen(null), [path])
  useEffect(rememberSignedIn, [])
  useGoKeys()
  useVisits()
  const organizationId = useOrganization().organization?.id
  useChangeStream(organizationId)
  useSeen(organizationId)
  useShortcuts([
    {
      keys: 'mod+k',
      label: 'Search or go to',
      group: 'Everywhere',
      isGlobal: true,
      run: () => setOpen('palette'),
    },
    {
      keys: '/',
      label: 'Search or go to',
      group: 'Everywhere',
      isFallback: true,
      run: () => setOpen('palette'),
    },
    { keys: '?', label: 'Show all keys', group: 'Everywhere', run: () => setOpen('keys') },
    { keys: '[', label: isRail ? 'Widen the sidebar' : 'Narrow the sidebar', group: 'Everywhere', run: fold },
  ])
  const sidebar = { isRail: isRail && !isNarrow, onFold: fold, onKeys: () => setOpen('keys') }
  return (
    <div className={sidebar.isRail ? 'app is-rail' : 'app'}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Sidebar {...sidebar} />
      <main className="main" id="main" tabIndex={-1}>
        <Topbar onOpenSidebar={() => setOpen('sidebar')} onOpenPalette={() => setOpen('palette')} />
        <OfflineBanner />
        <Outlet />
      </main>
      {open === 'sidebar' && isNarrow && <SidebarSheet {...sidebar} onClose={close} />}
      {open === 'palette' && <Palette onClose={close} onKeys={() => setOpen('keys')} />}
      {open === 'keys' && <KeysSheet onClose={close} />}
    </div>
  )
}

function OfflineBanner() {
  const since = useOfflineSince()
  if (!since) return null
  const at = since.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return (
    <Banner tone="warning" icon={WifiOff}>
      No connection since {at}. What you see may be out of date, and nothing can be saved until it is back.
    </Banner>
  )
}

type Props = { onOpenSidebar: () => void; onOpenPalette: () => void }

/** Where one is, and the way to anywhere else. */
const Topbar = ({ onOpenSidebar, onOpenPalette }: Props) => (
  <header className="topbar">
    <IconButton className="nav-open" label="Open menu" icon={MenuIcon} tip={false} onClick={onOpenSidebar} />
    <Crumbs />
    <button className="search-open" type="button" onClick={onOpenPalette}>
      <Icon of={Search} size="s" />
      <span>{labels.search}</span>
      <Keys of="mod+k" />
    </button>
  </header>
)

function Crumbs() {
  const { organization } = useOrganization()
  const shown = useSyncExternalStore(breadcrumbStore.subscribe, breadcrumbStore.shown)
  const first = organization ? [{ title: organization.title, to: paths.home(organization.id) }] : []
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

/** `g` and then a letter goes to a room. */
function useGoKeys(): void {
  const navigate = useNavigate()
  const { organization } = useOrganization()
  const rooms = organization
    ? [...navItems(organization), { label: 'Trash', to: paths.trash(organization.id), keys: 'g t' }]
    : []
  useShortcuts(
    rooms.map(({ label, to, keys }) => ({
      keys,
      label: `Go to ${label.toLowerCase()}`,
      group: 'Go',
      run: () => void navigate({ to }),
    })),
  )
}

/** How often somebody at work is noted; the service rounds to the minute. */
const every = 5 * 60_000
const notedAt = new Map<string, number>()

/** Notes that the member was here, when they come and whenever they come back to the window. */
export function useSeen(organizationId: string | undefined): void {
  useEffect(() => {
    if (organizationId === undefined) return undefined
    const note = () => {
      if (document.visibilityState === 'hidden') return
      if (Date.now() - (notedAt.get(organizationId) ?? 0) < every) return
      notedAt.set(organizationId, Date.now())
      // Nobody waits for it, and nothing is lost without it.
      callApi(api.members.ping, { params: { organizationId } }).catch(() => undefined)
    }
    note()
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [organizationId])
}
