import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import { type Role, roles } from '#contract/shared/permissions.ts'
import { SelectInline } from '#dashboard/components/ui/select-inline.tsx'
import { q } from '#dashboard/data/api.ts'
import { roleIn } from '#dashboard/data/session.ts'
import { useActions } from '#dashboard/hooks/use-actions.ts'
import { contentRoleDescriptions, roleNames } from '#dashboard/lib/role-labels.ts'
import styles from './access.module.css'
import { ChangeDialog, WhyDialog } from './access-dialogs.tsx'
import { Grants } from './access-grants.tsx'
import { AddDialog } from './add-access-dialog.tsx'
import { inheritedInWords, levelInWords } from './labels.ts'
import type { Change } from './mutations.ts'
import { Everybody } from './people-with-access.tsx'
import type { AccessSearch, Level, OnSearch, Subject } from './queries.ts'

type Props = { subject: Subject; search: AccessSearch; onSearch: OnSearch }

/** Who can do what in a space, a collection or a site, and why. */
export function AccessView({ subject, search, onSearch }: Props) {
  const { session } = useRouteContext({ from: '/_app' })
  const isGuest = roleIn(session, subject.organizationId) === null
  const mayAdd = subject.mayManage && !isGuest
  const [change, setChange] = useState<Change | null>(null)
  const add = () => onSearch({ dialog: 'add' })
  const close = () => onSearch({ dialog: undefined, why: undefined })
  useActions(
    mayAdd ? [{ id: 'grant', label: 'Add people or teams', icon: UserPlus, keys: 'c', run: add }] : [],
  )
  return (
    <>
      <div className={clsx('scroll', styles.root)}>
        {subject.kind === 'site' ? (
          <FromOrganization subject={subject} />
        ) : (
          <DefaultLevel subject={subject} onChange={setChange} />
        )}
        {!subject.mayManage && (
          <p className={clsx(styles.note, 'faint')}>
            To change who may do what here you need the role Create or Admin{' '}
            {subject.kind === 'site' ? 'on' : 'in'} it.
          </p>
        )}
        {subject.mayManage && isGuest && (
          <p className={clsx(styles.note, 'faint')}>
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

type Choice = Role | 'inherit' | 'named'

const levelOf = (choice: Choice): Level => (choice === 'named' ? null : choice)
const choiceOf = (level: Level): Choice => level ?? 'named'

/** What every member may do here at least. */
function DefaultLevel({ subject, onChange }: { subject: Subject; onChange: (change: Change) => void }) {
  const inherited = useInherited(subject)
  return (
    <section className={styles.level} aria-labelledby="access-level">
      <div>
        <h2 id="access-level">Default access</h2>
        <p className="soft">What every member may do here at least. Guests have none of it.</p>
      </div>
      {subject.mayManage ? (
        <SelectInline<Choice>
          label="Default access"
          value={choiceOf(subject.level)}
          choices={[
            { value: 'inherit', label: inherited, help: 'Nothing of its own; follows what is above it' },
            ...roles.map((role) => ({
              value: role,
              label: roleNames[role],
              help: contentRoleDescriptions[role],
            })),
            { value: 'named', label: 'Named people only', help: 'Only who is given a role by name or team' },
          ]}
          onChange={(choice) => onChange({ kind: 'level', level: levelOf(choice), before: subject.level })}
        />
      ) : (
        <span>{levelInWords(subject, inherited)}</span>
      )}
    </section>
  )
}

/** What there is to take over, in words. */
function useInherited(subject: Subject): string {
  const { session } = useRouteContext({ from: '/_app' })
  const { data: parent } = useQuery({
    ...q(api.collections.get, { params: { collectionId: subject.parent ?? '' } }),
    enabled: subject.parent !== undefined,
    retry: false,
  })
  const organization = session.organizations.find(({ id }) => id === subject.organizationId)
  return inheritedInWords(subject, parent, organization?.title ?? 'the organization')
}

/** What a site is open to without a role of its own being given on it. */
function FromOrganization({ subject }: { subject: Subject }) {
  const { session } = useRouteContext({ from: '/_app' })
  const organization = session.organizations.find(({ id }) => id === subject.organizationId)
  const title = organization?.title ?? 'the organization'
  return (
    <section className={styles.level} aria-labelledby="access-level">
      <div>
        <h2 id="access-level">From the organization</h2>
        <p className="soft">
          Whoever has the role Create or Admin in {title} runs this site; every other member sees it. Guests
          have none of it.
        </p>
      </div>
    </section>
  )
}
