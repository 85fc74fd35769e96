import { Link } from '@tanstack/react-router'
import type { Session } from '#contract/sessions.ts'
import { Empty } from '../../components/ui/states.tsx'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { places } from '../../lib/places.ts'

/** The organizations of the caller. */
export function OrganizationList({ organizations }: { organizations: Session['organizations'] }) {
  useCrumbs([{ title: 'Organizations' }])
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Organizations</h1>
        </div>
      </div>
      {organizations.length === 0 ? (
        <Empty title="You are in no organization yet">An admin can invite you to one.</Empty>
      ) : (
        <ul className="scroll rows mt-4 border-line border-t">
          {organizations.map(({ id, title, role }) => (
            <li className="row" key={id} style={{ '--cols': 'minmax(0, 1fr) 6rem' }}>
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
          ))}
        </ul>
      )}
    </>
  )
}

const roleName = (role: string | null): string =>
  role === null ? 'Guest' : role[0]?.toUpperCase() + role.slice(1)
