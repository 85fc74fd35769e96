import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Collection } from '#contract/collections.ts'
import type { Space } from '#contract/spaces.ts'
import { useActs } from '../../hooks/use-acts.ts'
import type { AccessSearch, OnSearch } from './access-search.ts'
import { AddDialog } from './add-dialog.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import type { Change } from './changes.ts'
import { DefaultLevel } from './default-level.tsx'
import { Everybody } from './everybody.tsx'
import { Grants } from './grants.tsx'
import { subjectOf } from './subject.ts'
import { WhyDialog } from './why-dialog.tsx'
import './access.css'

type Props = { thing: Space | Collection; search: AccessSearch; onSearch: OnSearch }

/** Who can do what in a space or a collection, and why. */
export function AccessView({ thing, search, onSearch }: Props) {
  const subject = subjectOf(thing)
  const [change, setChange] = useState<Change | null>(null)
  const add = () => onSearch({ dialog: 'add' })
  const close = () => onSearch({ dialog: undefined, why: undefined })
  useActs(
    subject.mayManage
      ? [{ id: 'grant', label: 'Add people or teams', icon: UserPlus, keys: 'c', run: add }]
      : [],
  )
  return (
    <>
      <div className="scroll acs">
        <DefaultLevel subject={subject} onChange={setChange} />
        {!subject.mayManage && (
          <p className="acs-note faint">
            To change who may do what here you need the role Create or Admin in it.
          </p>
        )}
        <Grants subject={subject} onChange={setChange} onAdd={add} />
        <Everybody subject={subject} search={search} onSearch={onSearch} />
      </div>
      {search.dialog === 'add' && subject.mayManage && change === null && (
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
