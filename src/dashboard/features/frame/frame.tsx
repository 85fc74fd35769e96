import { Link, Outlet, useNavigate, useRouteContext, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, Search, WifiOff } from 'lucide-react'
import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { api } from '#contract/api.ts'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { overlays } from '../../components/ui/overlays.ts'
import { Banner } from '../../components/ui/states.tsx'
import { callApi } from '../../data/api.ts'
import { useChangeStream } from '../../data/change-stream.ts'
import { offlineQueue } from '../../data/offline-queue.ts'
import { rememberSignedIn } from '../../data/session-lost.ts'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { breadcrumbStore } from '../../hooks/use-breadcrumbs.ts'
import { removeFirstFrame, useIsFirstViewLoaded } from '../../hooks/use-first-view.ts'
import { useLocalStorage } from '../../hooks/use-local-storage.ts'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { onDemand } from '../../lib/on-demand.ts'
import { paths } from '../../lib/paths.ts'
import { boolean } from '../../lib/search-params.ts'
import { navItems } from './nav-items.ts'
import { Sidebar } from './sidebar.tsx'
import { TypedOnDemand } from './typed-on-demand.tsx'
import { UnavailableBanner } from './unavailable-banner.tsx'
import { useOrganization } from './use-organization.ts'
import { useRecordVisits } from './visits.ts'

// Most visits never open them, so they are not part of the first load.
const palette = onDemand(() => import('./palette.tsx'))
const shortcutList = onDemand(() => import('./shortcut-list.tsx'))
const loadSidebarSheet = () =>
  import('./sidebar-sheet.tsx').then((module) => ({ default: module.SidebarSheet }))
const SidebarSheet = lazy(loadSidebarSheet)
const loadConfirmDialog = () => import('../../components/confirm-dialog.tsx')

const PRELOAD_DELAY_MS = 1000

/** Loads what opens over the page after its first view: menus and questions immediately, the palette a little later. */
function usePreload(isLoaded: boolean): void {
  useEffect(() => {
    if (!isLoaded) return
    overlays.prefetch()
    const soon = [loadConfirmDialog, loadSidebarSheet]
    const id = window.setTimeout(() => {
      palette.prefetch()
      for (const load of soon) load().catch(() => undefined)
    }, PRELOAD_DELAY_MS)
    return () => window.clearTimeout(id)
  }, [isLoaded])
}

type Open = 'palette' | 'shortcuts' | 'sidebar' | null

/** The layout around every page for signed-in users. Nothing in it depends on the address, so a navigation doesn't render it. */
export function Frame() {
  const userId = useRouteContext({ from: '/_app', select: ({ session }) => session.user.id })
  const [isRail, setIsRail] = useLocalStorage('rail', boolean, false)
  const [open, setOpen] = useState<Open>(null)
  const isNarrow = useIsNarrow()
  const close = useCallback(() => setOpen(null), [])
  const openSidebar = useCallback(() => setOpen('sidebar'), [])
  const openPalette = useCallback(() => setOpen('palette'), [])
  const toggleRail = useCallback(() => setIsRail(!isRail), [isRail, setIsRail])

  useLayoutEffect(removeFirstFrame, [])
  useEffect(() => rememberSignedIn(userId), [userId])
  usePreload(useIsFirstViewLoaded())
  useShortcuts([
    {
      keys: 'mod+k',
      label: 'Search or go to',
      group: 'Everywhere',
      isGlobal: true,
      run: openPalette,
    },
    {
      keys: '/',
      label: 'Search or go to',
      group: 'Everywhere',
      isFallback: true,
      run: openPalette,
    },
    { keys: '?', label: 'Show keyboard shortcuts', group: 'Everywhere', run: () => setOpen('shortcuts') },
    {
      keys: '[',
      label: isRail ? 'Expand the sidebar' : 'Collapse the sidebar',
      group: 'Everywhere',
      run: toggleRail,
    },
  ])
  const sidebar = useMemo(
    () => ({
      isRail: isRail && !isNarrow,
      onToggleRail: toggleRail,
      onShortcuts: () => setOpen('shortcuts'),
    }),
    [isRail, isNarrow, toggleRail],
  )
  return (
    <div className={sidebar.isRail ? 'app is-rail' : 'app'}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <AddressEffects onLeave={close} />
      <Sidebar {...sidebar} />
      <main className="main" id="main" tabIndex={-1}>
        <Topbar onOpenSidebar={openSidebar} onOpenPalette={openPalette} />
        <OfflineBanner />
        <UnavailableBanner />
        <Outlet />
      </main>
      {open === 'sidebar' && isNarrow && (
        <Suspense>
          <SidebarSheet {...sidebar} onClose={close} />
        </Suspense>
      )}
      {open === 'palette' && (
        <TypedOnDemand module={palette} onClose={close}>
          {({ Palette }, keys) => (
            <Palette initialKeys={keys} onClose={close} onShortcuts={() => setOpen('shortcuts')} />
          )}
        </TypedOnDemand>
      )}
      {open === 'shortcuts' && (
        <TypedOnDemand module={shortcutList} onClose={close}>
          {({ ShortcutList }, keys) => <ShortcutList initialKeys={keys} onClose={close} />}
        </TypedOnDemand>
      )}
    </div>
  )
}

/** What follows the address and the organization. It renders nothing, so a navigation costs nothing here. */
const AddressEffects = memo(({ onLeave }: { onLeave: () => void }) => {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const organizationId = useOrganization().organization?.id
  const isLoaded = useIsFirstViewLoaded()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is open closes when the address changes
  useEffect(onLeave, [path])
  useNavigationShortcuts()
  useRecordVisits()
  useChangeStream(isLoaded ? organizationId : undefined)
  useLastSeen(isLoaded ? organizationId : undefined)
  return null
})

function OfflineBanner() {
  const since = useOfflineSince()
  const waiting = useSyncExternalStore(offlineQueue.subscribe, offlineQueue.count)
  if (!since && waiting === 0) return null
  const at = since?.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  const waits = `${pluralize(waiting, 'change')} waiting`
  return (
    <Banner
      tone="warning"
      icon={WifiOff}
      action={
        waiting > 0 && (
          <Button variant="outline" size="small" onClick={offlineQueue.retryNow}>
            Retry now
          </Button>
        )
      }
    >
      {at ? `No connection since ${at}. ` : 'No connection. '}
      {waiting > 0
        ? `${waits}: ${waiting === 1 ? 'it is' : 'they are'} saved when the connection is back.`
        : 'What you see may be out of date. Changes are saved when the connection is back.'}
    </Banner>
  )
}

type Props = { onOpenSidebar: () => void; onOpenPalette: () => void }

/** Breadcrumbs and the search button. */
const Topbar = memo(({ onOpenSidebar, onOpenPalette }: Props) => (
  <header className="topbar">
    <IconButton className="nav-open" label="Open menu" icon={MenuIcon} tip={false} onClick={onOpenSidebar} />
    <Crumbs />
    <button className="search-open" type="button" onClick={onOpenPalette}>
      <Icon of={Search} size="s" />
      <span>{labels.search}</span>
      <Keys of="mod+k" />
    </button>
  </header>
))

function Crumbs() {
  const { organization } = useOrganization()
  const shown = useSyncExternalStore(breadcrumbStore.subscribe, breadcrumbStore.current)
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

/** `g` followed by a letter opens a page of the main navigation. */
function useNavigationShortcuts(): void {
  const navigate = useNavigate()
  const { organization } = useOrganization()
  const destinations = organization
    ? [...navItems(organization), { label: 'Trash', to: paths.trash(organization.id), keys: 'g t' }]
    : []
  useShortcuts(
    destinations.map(({ label, to, keys }) => ({
      keys,
      label: `Go to ${label.toLowerCase()}`,
      group: 'Go',
      run: () => void navigate({ to }),
    })),
  )
}

const PING_INTERVAL_MS = 5 * 60_000
const lastPingAt = new Map<string, number>()

/** Updates when the member was last seen, on load and whenever the window becomes visible again. */
export function useLastSeen(organizationId: string | undefined): void {
  useEffect(() => {
    if (organizationId === undefined) return undefined
    const ping = () => {
      if (document.visibilityState === 'hidden') return
      if (Date.now() - (lastPingAt.get(organizationId) ?? 0) < PING_INTERVAL_MS) return
      lastPingAt.set(organizationId, Date.now())
      // Nothing depends on this request, so errors are ignored.
      callApi(api.members.ping, { params: { organizationId } }, { isBackground: true }).catch(() => undefined)
    }
    ping()
    document.addEventListener('visibilitychange', ping)
    return () => document.removeEventListener('visibilitychange', ping)
  }, [organizationId])
}

/** Since when there is no connection, or null while there is one. */
function useOfflineSince(): Date | null {
  const [since, setSince] = useState(() => (navigator.onLine ? null : new Date()))
  useEffect(() => {
    const gone = () => setSince((before) => before ?? new Date())
    const back = () => setSince(null)
    window.addEventListener('offline', gone)
    window.addEventListener('online', back)
    return () => {
      window.removeEventListener('offline', gone)
      window.removeEventListener('online', back)
    }
  }, [])
  return since
}
