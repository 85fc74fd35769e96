import { Link } from '@tanstack/react-router'
import { Building2, Plus } from 'lucide-react'
import type { Session } from '#contract/sessions.ts'
import { Button } from '../../components/ui/button.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { places } from '../../lib/places.ts'
import { Joinable } from './joinable.tsx'
import { NewOrganizationDialog } from './new-organization-dialog.tsx'
import './organizations.css'

type Props = { session: Session; isMaking: boolean; onMaking: (isMaking: boolean) => void }

/** The organizations of the caller, those they may join by themselves, and a way to begin one. */
export function OrganizationsPage({ session, isMaking, onMaking }: Props) {
  const { organizations } = session
  const onNew = () => onMaking(true)
  useCrumbs([{ title: 'Organizations' }])
  useActs([{ id: 'organization', label: 'New organization', icon: Building2, keys: 'c', run: onNew }])
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Organizations</h1>
          <div className="actions">
            <Button look="ink" icon={Plus} onClick={onNew}>
              New organization
            </Button>
          </div>
        </div>
      </div>
      <div className="scroll">
        {organizations.length === 0 ? (
          <Empty title="You are in no organization yet">Make one, or ask an admin to invite you.</Empty>
        ) : (
          <ul className="rows mt-4 border-line border-t">
            {organizations.map((organization) => (
              <OrganizationRow key={organization.id} {...organization} />
            ))}
          </ul>
        )}
        <Joinable session={session} />
      </div>
      {isMaking && <NewOrganizationDialog onClose={() => onMaking(false)} />}
    </>
  )
}

const OrganizationRow = ({ id, title, role }: Session['organizations'][number]) => (
  <li className="row organization-row">
    <div className="cell">
      <span className="mono-logo" aria-hidden="true">
        {title.slice(0, 1).toUpperCase()}
      </span>
      <Link className="name truncate" to={places.home(id)}>
        {title}
      </Link>
    </div>
    <div className="cell soft">{roleName(role)}</div>
  </li>
)

const roleName = (role: string | null): string =>
  role === null ? 'Guest' : role[0]?.toUpperCase() + role.slice(1)
