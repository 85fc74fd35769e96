import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronsUpDown, type LucideIcon, Trash2 } from 'lucide-react'
import { lazy, memo, Suspense } from 'react'
import { api } from '#contract/api.ts'
import type { Session } from '#contract/sessions.ts'
import { OrganizationLogo } from '../../components/organization-logo.tsx'
import { Glyph, Icon } from '../../components/ui/icon.tsx'
import { Menu, MenuLink, MenuSeparator } from '../../components/ui/menu.tsx'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { q } from '../../data/api.ts'
import { useWaitingRequests } from '../../data/waiting-requests.ts'
import { useIsFirstViewLoaded } from '../../hooks/use-first-view.ts'
import { productVersion } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { AccountMenu } from './account-menu.tsx'
import { navItems } from './nav-items.ts'
import { useOrganization } from './use-organization.ts'

export type SidebarProps = { isRail: boolean; onToggleRail: () => void; onShortcuts: () => void }

/** The organization menu, the main navigation and the account menu. */
export const Sidebar = memo((props: SidebarProps) => {
  const { organization } = useOrganization()
  return (
    <aside
      className={props.isRail ? 'sidebar rail wide' : 'sidebar'}
      aria-label={`${organization?.title ?? 'Lectern'}${props.isRail ? ', collapsed' : ''}`}
    >
      <SidebarContent {...props} />
    </aside>
  )
})

/** What the sidebar and the overlay on narrow screens contain. */
export function SidebarContent({ isRail, onToggleRail, onShortcuts }: SidebarProps) {
  const { session, organization } = useOrganization()
  return (
    <>
      <OrganizationMenu session={session} current={organization} isRail={isRail} />
      {organization && <MainNav organization={organization} session={session} isRail={isRail} />}
      {organization && !isRail && <PinnedLater organizationId={organization.id} />}
      <div className={clsx('nav-foot', isRail && 'nav')}>
        {organization && !isRail && <Trash organizationId={organization.id} />}
        <AccountMenu
          user={session.user}
          isOperator={session.account?.operator === true}
          isRail={isRail}
          onToggleRail={onToggleRail}
          onShortcuts={onShortcuts}
        />
        {!isRail && (
          <p className="made">
            <Glyph />
            <b>Lectern</b>
            <span className="count">{productVersion}</span>
          </p>
        )}
      </div>
    </>
  )
}

type MainNavProps = { organization: Organization; session: Session; isRail: boolean }

const MainNav = memo(({ organization, session, isRail }: MainNavProps) => {
  const waiting = useWaitingCount(organization, session)
  const inbox = useInboxCount(organization.id)
  return (
    <nav className="nav" aria-label="Main">
      {navItems(organization).map(({ counts, ...item }) => (
        <NavLink
          key={item.label}
          isRail={isRail}
          {...item}
          {...(counts === 'waiting' ? { count: waiting, countWord: 'waiting' } : {})}
          {...(counts === 'inbox' ? { count: inbox, countWord: 'in your inbox' } : {})}
        />
      ))}
    </nav>
  )
})

const Pinned = lazy(async () => ({ default: (await import('./pinned.tsx')).Pinned }))

/** The pins load after the first view. */
const PinnedLater = memo(({ organizationId }: { organizationId: string }) => {
  const isLoaded = useIsFirstViewLoaded()
  return (
    isLoaded && (
      <Suspense>
        <Pinned organizationId={organizationId} />
      </Suspense>
    )
  )
})

type NavLinkProps = {
  label: string
  to: string
  icon: LucideIcon
  keys?: string
  isExact?: boolean
  relatedPaths?: readonly string[]
  count?: number | undefined
  countWord?: string
  isRail: boolean
}

function NavLink({
  label,
  to,
  icon,
  keys,
  isExact = false,
  relatedPaths = [],
  count = 0,
  countWord,
  isRail,
}: NavLinkProps) {
  const isRelated = useRouterState({
    select: ({ location }) => relatedPaths.some((address) => location.pathname.startsWith(address)),
  })
  const link = (
    <Link
      className="nav-item"
      to={to}
      activeOptions={{ exact: isExact, includeSearch: false }}
      {...(isRelated ? { inactiveProps: { 'aria-current': 'page' } } : {})}
      aria-label={isRail ? (count > 0 && countWord ? `${label}, ${count} ${countWord}` : label) : undefined}
    >
      <Icon of={icon} />
      {!isRail && <span className="truncate">{label}</span>}
      {!isRail && count > 0 && (
        <span className="count">
          {count}
          {countWord && <span className="sr"> {countWord}</span>}
        </span>
      )}
      {isRail && count > 0 && countWord && <span className="pip" />}
    </Link>
  )
  return isRail ? (
    <Tooltip text={label} keys={keys} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}

const Trash = memo(({ organizationId }: { organizationId: string }) => {
  const isLoaded = useIsFirstViewLoaded()
  const { data } = useQuery({
    ...q(api.library.trash, { params: { organizationId }, query: { limit: 0 } }),
    enabled: isLoaded,
  })
  return (
    <NavLink
      label="Trash"
      to={paths.trash(organizationId)}
      icon={Trash2}
      count={data?.count}
      isRail={false}
    />
  )
})

type Organization = Session['organizations'][number]
type OrganizationMenuProps = { session: Session; current: Organization | undefined; isRail: boolean }

const OrganizationMenu = memo(({ session, current, isRail }: OrganizationMenuProps) => {
  const title = current?.title ?? 'Lectern'
  const trigger = (
    <button className="org" type="button">
      <OrganizationLogo title={title} logo={current?.logo} />
      <span className={isRail ? 'sr' : 'truncate'}>{title}</span>
      <span className="sr">, switch organization</span>
      {!isRail && <Icon of={ChevronsUpDown} size="s" />}
    </button>
  )
  return (
    <Menu trigger={trigger} align="start">
      {session.organizations.map(({ id, title: name, logo }) => (
        <MenuLink key={id}>
          <Link to={paths.home(id)} aria-current={id === current?.id ? 'true' : undefined}>
            <OrganizationLogo title={name} logo={logo} />
            <span className="truncate">{name}</span>
          </Link>
        </MenuLink>
      ))}
      <MenuSeparator />
      <MenuLink>
        <Link to={paths.organizations} activeOptions={{ exact: true }}>
          All organizations
        </Link>
      </MenuLink>
    </Menu>
  )
})

/** How many change requests wait for the user. */
const useWaitingCount = (organization: { id: string } | undefined, { user }: Session): number => {
  const isLoaded = useIsFirstViewLoaded()
  const waiting = useWaitingRequests(isLoaded ? (organization?.id ?? '') : '', user.id)
  return (waiting ?? []).reduce((sum, { count }) => sum + count, 0)
}

const MAX_REFETCH_MS = 3_600_000

/** How many notifications are in the inbox. Events refresh it, and the time when a snoozed one returns. */
function useInboxCount(organizationId = ''): number {
  const isLoaded = useIsFirstViewLoaded()
  const { data } = useQuery({
    ...q(api.notifications.count, { params: { organizationId } }),
    enabled: isLoaded && organizationId !== '',
    refetchInterval: ({ state: { data: { nextAt } = {} } }) =>
      nextAt !== undefined && Math.min(Math.max(Date.parse(nextAt) - Date.now(), 1000), MAX_REFETCH_MS),
  })
  return data?.open ?? 0
}
