import * as Radix from '@radix-ui/react-dialog'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronsUpDown, type LucideIcon, Trash2 } from 'lucide-react'
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
  return (
    <>
      <OrganizationMenu session={session} current={organization} isRail={isRail} />
      {organization && (
        <nav className="nav" aria-label="Main">
          {navItems(organization).map((item) => (
            <NavLink key={item.label} isRail={isRail} {...item} />
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
  count?: number | undefined
  isRail: boolean
}

function NavLink({ label, to, icon, keys, isExact = false, count, isRail }: NavLinkProps) {
  const link = (
    <Link
      className="nav-item"
      to={to}
      activeOptions={{ exact: isExact, includeSearch: false }}
      aria-label={isRail ? label : undefined}
    >
      <Icon of={icon} />
      {!isRail && <span className="truncate">{label}</span>}
      {!isRail && count !== undefined && count > 0 && <span className="count">{count}</span>}
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
      <Logo title={title} />
      <span className={isRail ? 'sr' : 'truncate'}>{title}</span>
      <span className="sr">, switch organization</span>
      {!isRail && <Icon of={ChevronsUpDown} size="s" />}
    </button>
  )
  return (
    <Menu trigger={trigger} align="start">
      {session.organizations.map(({ id, title: name }) => (
        <MenuLink key={id}>
          <Link to={places.home(id)} aria-current={id === current?.id ? 'true' : undefined}>
            <Logo title={name} />
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

const Logo = ({ title }: { title: string }) => (
  <span className="mono-logo" aria-hidden="true">
    {title.slice(0, 1).toUpperCase()}
  </span>
)
