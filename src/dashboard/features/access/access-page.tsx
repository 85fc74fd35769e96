import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import { type Role, roles } from '#contract/shared/permissions.ts'
import { AskForAccessButton } from '../../components/ask-for-access/ask-button.tsx'
import { SelectInline } from '../../components/ui/select-inline.tsx'
import { q } from '../../data/api.ts'
import { roleIn } from '../../data/session.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { contentRoleDescriptions, roleNames } from '../../lib/role-labels.ts'
import styles from './access.module.css'
import { ChangeDialog, WhyDialog } from './access-dialogs.tsx'
import { DirectGrants } from './access-grants.tsx'
import { AddDialog } from './add-access-dialog.tsx'
import { inheritedLabel, levelLabel } from './labels.ts'
import { PeopleWithAccess } from './people-with-access.tsx'
import type { Change, Level, OnSearch, Resource } from './queries.ts'
import type { AccessSearch } from './search-params.ts'

type Props = { resource: Resource; search: AccessSearch; onSearch: OnSearch }

/** Who can do what in a space, a collection or a site, and why. */
export function AccessPage({ resource, search, onSearch }: Props) {
  const { session } = useRouteContext({ from: '/_app' })
  const isGuest = roleIn(session, resource.organizationId) === null
  const canAdd = resource.canManage && !isGuest
  const [change, setChange] = useState<Change | null>(null)
  const add = () => onSearch({ dialog: 'add' })
  const close = () => onSearch({ dialog: undefined, why: undefined })
  useActions(
    canAdd ? [{ id: 'grant', label: 'Add people or teams', icon: UserPlus, keys: 'c', run: add }] : [],
  )
  return (
    <>
      <div className={clsx('scroll', styles.root)}>
        {resource.kind === 'site' ? (
          <OrganizationAccess resource={resource} />
        ) : (
          <DefaultLevel resource={resource} onChange={setChange} />
        )}
        {!resource.canManage && (
          <div className={clsx(styles.note, 'faint')}>
            <p>
              To change access here, you need the Create or Admin role{' '}
              {resource.kind === 'site' ? 'on' : 'in'} it.
            </p>
            <AskForAccessButton subject={resource} title={resource.title} />
          </div>
        )}
        {resource.canManage && isGuest && (
          <p className={clsx(styles.note, 'faint')}>
            Guests don’t see the members of the organization, so you can’t add people. You can change and
            remove existing access.
          </p>
        )}
        <DirectGrants resource={resource} onChange={setChange} onAdd={canAdd ? add : undefined} />
        <PeopleWithAccess resource={resource} search={search} onSearch={onSearch} />
      </div>
      {search.dialog === 'add' && canAdd && change === null && (
        <AddDialog resource={resource} onClose={close} onChange={setChange} />
      )}
      {search.why !== undefined && resource.canManage && (
        <WhyDialog resource={resource} userId={search.why} onClose={close} />
      )}
      {change && (
        <ChangeDialog
          resource={resource}
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

/** The least that every member can do here. */
function DefaultLevel({ resource, onChange }: { resource: Resource; onChange: (change: Change) => void }) {
  const inherited = useInherited(resource)
  return (
    <section className={styles.defaultLevel} aria-labelledby="access-level">
      <div>
        <h2 id="access-level">Default access</h2>
        <p className="soft">The minimum role for all members except guests.</p>
      </div>
      {resource.canManage ? (
        <SelectInline<Choice>
          label="Default access"
          value={choiceOf(resource.level)}
          choices={[
            { value: 'inherit', label: inherited, help: 'Inherit' },
            ...roles.map((role) => ({
              value: role,
              label: roleNames[role],
              help: contentRoleDescriptions[role],
            })),
            { value: 'named', label: 'Named people only', help: 'Only people and teams with a direct role' },
          ]}
          onChange={(choice) => onChange({ kind: 'level', level: levelOf(choice), before: resource.level })}
        />
      ) : (
        <span>{levelLabel(resource, inherited)}</span>
      )}
    </section>
  )
}

/** Describes the inherited level. */
function useInherited(resource: Resource): string {
  const { session } = useRouteContext({ from: '/_app' })
  const { data: parent } = useQuery({
    ...q(api.collections.get, { params: { collectionId: resource.parent ?? '' } }),
    enabled: resource.parent !== undefined,
    retry: false,
  })
  const organization = session.organizations.find(({ id }) => id === resource.organizationId)
  return inheritedLabel(resource, parent, organization?.title ?? 'the organization')
}

/** Who can open a site without a direct grant. */
function OrganizationAccess({ resource }: { resource: Resource }) {
  const { session } = useRouteContext({ from: '/_app' })
  const organization = session.organizations.find(({ id }) => id === resource.organizationId)
  const title = organization?.title ?? 'the organization'
  return (
    <section className={styles.defaultLevel} aria-labelledby="access-level">
      <div>
        <h2 id="access-level">From the organization</h2>
        <p className="soft">
          People with the Create or Admin role in {title} can manage this site. All other members can view it.
          Guests have no access.
        </p>
      </div>
    </section>
  )
}
