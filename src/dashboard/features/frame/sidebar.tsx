import * as Radix from '@radix-ui/react-dialog'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronsUpDown, type LucideIcon, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { Session } from '#contract/sessions.ts'
import { Glyph, Icon } from '../../components/ui/icon.tsx'
import { Menu, MenuLink, MenuSeparator } from '../../components/ui/menu.tsx'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { q } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { productVersion } from '../../lib/version.ts'
import { AccountMenu } from './account-menu.tsx'
import { navItems } from './nav-items.ts'
import { useOrganization } from './use-organization.ts'
import { useWaiting } from './use-waiting.ts'

type Props = { isRail: boolean; onFold: () => void; onKeys: () => void }

/** The organization, its rooms, and who one is. */
export function Sidebar(props: Props) {
  const { organization } = useOrganization()
  return (
    <aside
      className={props.isRail ? 'sidebar rail wide' : 'sidebar'}
      aria-label={`${organization?.title ?? 'Lectern'}${props.isRail ? ', collapsed' : ''}`}
    >
      <Inside {...props} />
    </aside>
  )
}

/** The same as a sheet over the page, below 900 px. */
export function SidebarSheet({ onClose, ...props }: Props & { onClose: () => void }) {
  const { organization } = useOrganization()
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Content className="sidebar is-sheet" aria-describedby={undefined}>
          <Radix.Title className="sr">{organization?.title ?? 'Lectern'}</Radix.Title>
          <Inside {...props} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Inside({ isRail, onFold, onKeys }: Props) {
  const { session, organization } = useOrganization()
  const waiting = useWaiting(organization, session)
  return (
    <>
      <OrganizationMenu session={session} current={organization} isRail={isRail} />
      {organization && (
        <nav className="nav" aria-label="Main">
          {navItems(organization).map(({ counts, ...item }) => (
            <NavLink
              key={item.label}
              isRail={isRail}
              {...item}
              {...(counts === 'waiting' ? { count: waiting, countWord: 'waiting' } : {})}
            />
          ))}
        </nav>
      )}
      <div className={clsx('nav-foot', isRail && 'nav')}>
        {organization && !isRail && <Trash organizationId={organization.id} />}
        <AccountMenu user={session.user} isRail={isRail} onFold={onFold} onKeys={onKeys} />
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

type NavLinkProps = {
  label: string
  to: string
  icon: LucideIcon
  keys?: string
  isExact?: boolean
  also?: readonly string[]
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
  also = [],
  count = 0,
  countWord,
  isRail,
}: NavLinkProps) {
  const isAlso = useRouterState({
    select: ({ location }) => also.some((address) => location.pathname.startsWith(address)),
  })
  const link = (
    <Link
      className="nav-item"
      to={to}
      activeOptions={{ exact: isExact, includeSearch: false }}
      {...(isAlso ? { inactiveProps: { 'aria-current': 'page' } } : {})}
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

function Trash({ organizationId }: { organizationId: string }) {
  const { data } = useQuery(q(api.library.trash, { params: { organizationId }, query: { limit: 0 } }))
  return (
    <NavLink
      label="Trash"
      to={places.trash(organizationId)}
      icon={Trash2}
      count={data?.count}
      isRail={false}
    />
  )
}

type Organization = Session['organizations'][number]
type OrganizationMenuProps = { session: Session; current: Organization | undefined; isRail: boolean }

function OrganizationMenu({ session, current, isRail }: OrganizationMenuProps) {
  const title = current?.title ?? 'Lectern'
  const trigger = (
    <button className="org" type="button">
      <Logo title={title} logo={current?.logo} />
      <span className={isRail ? 'sr' : 'truncate'}>{title}</span>
      <span className="sr">, switch organization</span>
      {!isRail && <Icon of={ChevronsUpDown} size="s" />}
    </button>
  )
  return (
    <Menu trigger={trigger} align="start">
      {session.organizations.map(({ id, title: name, logo }) => (
        <MenuLink key={id}>
          <Link to={places.home(id)} aria-current={id === current?.id ? 'true' : undefined}>
            <Logo title={name} logo={logo} />
            <span className="truncate">{name}</span>
          </Link>
        </MenuLink>
      ))}
      <MenuSeparator />
      <MenuLink>
        <Link to={places.organizations}>All organizations</Link>
      </MenuLink>
    </Menu>
  )
}

/** The organization's picture, or its initial where it has none or the picture cannot be shown. */
function Logo({ title, logo }: { title: string; logo: string | undefined }) {
  const [broken, setBroken] = useState<string>()
  if (logo !== undefined && logo !== broken)
    return <img className="mono-logo is-picture" src={logo} alt="" onError={() => setBroken(logo)} />
  return (
    <span className="mono-logo" aria-hidden="true">
      {title.slice(0, 1).toUpperCase()}
    </span>
  )
}
