import { useRouteContext } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useActs } from '../../hooks/use-acts.ts'
import { roleIn } from '../../lib/session.ts'
import type { AccessSearch, OnSearch } from './access-search.ts'
import { AddDialog } from './add-dialog.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import type { Change } from './changes.ts'
import { DefaultLevel } from './default-level.tsx'
import { Everybody } from './everybody.tsx'
import { FromOrganization } from './from-organization.tsx'
import { Grants } from './grants.tsx'
import type { Subject } from './subject.ts'
import { WhyDialog } from './why-dialog.tsx'
import './access.css'

type Props = { subject: Subject; search: AccessSearch; onSearch: OnSearch }

/** Who can do what in a space, a collection or a site, and why. */
export function AccessView({ subject, search, onSearch }: Props) {
  const { session } = useRouteContext({ from: '/_app' })
  const isGuest = roleIn(session, subject.organizationId) === null
  const mayAdd = subject.mayManage && !isGuest
  const [change, setChange] = useState<Change | null>(null)
  const add = () => onSearch({ dialog: 'add' })
  const close = () => onSearch({ dialog: undefined, why: undefined })
  useActs(mayAdd ? [{ id: 'grant', label: 'Add people or teams', icon: UserPlus, keys: 'c', run: add }] : [])
  return (
    <>
      <div className="scroll acs">
        {subject.kind === 'site' ? (
          <FromOrganization subject={subject} />
        ) : (
          <DefaultLevel subject={subject} onChange={setChange} />
        )}
        {!subject.mayManage && (
          <p className="acs-note faint">
            To change who may do what here you need the role Create or Admin{' '}
            {subject.kind === 'site' ? 'on' : 'in'} it.
          </p>
        )}
        {subject.mayManage && isGuest && (
          <p className="acs-note faint">
            Guests do not see who else is in the organization, so others add people here. You may change and
            take away what was given.
          </p>
        )}
        <Grants subject={subject} onChange={setChange} onAdd={mayAdd ? add : undefined} />
        <Everybody subject={subject} search={search} onSearch={onSearch} />
      </div>
      {search.dialog === 'add' && mayAdd && change === null && (
        <AddDialog subject={subject} onClose={close} onChange={setChange} />
      )}
      {search.why !== undefined && subject.mayManage && (
        <WhyDialog subject={subject} userId={search.why} onClose={close} />
      )}
      {change && (
        <ChangeDialog
          subject={subject}
          change={change}
          onClose={() => {
            setChange(null)
            if (search.dialog) close()
          }}
        />
      )}
    </>
  )
}
