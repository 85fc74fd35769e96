import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { api } from '#contract/api.ts'
import type { List } from '#contract/shared/paging.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { MemberPicker, type Picked } from '#dashboard/components/member-picker.tsx'
import { SpacePicker } from '#dashboard/components/space-picker.tsx'
import { Button } from '#dashboard/components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#dashboard/components/ui/dialog.tsx'
import { Field } from '#dashboard/components/ui/field.tsx'
import { ChoiceLine, Radio, Select } from '#dashboard/components/ui/inputs.tsx'
import { assignableRoles, roleDescriptionsFor } from '#dashboard/data/access.ts'
import { itemsOf, q } from '#dashboard/data/api.ts'
import teamsStyles from '#dashboard/features/teams/teams.module.css'
import { labels, pluralize } from '#dashboard/lib/labels.ts'
import { roleNames } from '#dashboard/lib/role-labels.ts'
import styles from './access.module.css'
import type { Change, Grantee } from './mutations.ts'
import { type Subject, teamsQuery, usersQuery } from './queries.ts'

type Props = { subject: Subject; onClose: () => void; onChange: (change: Change) => void }
type To = 'user' | 'team'

/** Chooses people or teams and the role they get; what comes of it is shown before it is done. */
export function AddDialog({ subject, onClose, onChange }: Props) {
  const [to, setTo] = useState<To>('user')
  const [role, setRole] = useState<Role>('edit')
  const [people, setPeople] = useState<readonly Picked[]>([])
  const [teams, setTeams] = useState<readonly Picked[]>([])
  const [isTried, setIsTried] = useState(false)
  const chosen = to === 'user' ? people : teams
  const before = useRolesBefore(subject, to)
  const error = isTried && chosen.length === 0 ? `Choose at least one ${nounOf(to)}` : undefined
  const next = () => {
    setIsTried(true)
    if (chosen.length === 0 || before === undefined) return
    const grantees = chosen.map(({ id, name }): Grantee => ({ id, name, before: before.get(id) ?? null }))
    onChange({ kind: 'roles', to, role, grantees })
  }
  return (
    <Dialog
      title={clsx('Add people or', teamsStyles.teams, 'to', labels.quoted(subject.title))}
      description="What they have by other ways stays; the strongest counts."
      onClose={onClose}
    >
      <form noValidate onSubmit={(event) => stopped(event, next)} onKeyDown={(event) => byKeys(event, next)}>
        <DialogBody>
          <ToField value={to} onChange={setTo} />
          {to === 'user' ? (
            <PeopleField {...subject} chosen={people} onChange={setPeople} error={error} />
          ) : (
            <TeamField {...subject} chosen={teams} onChange={setTeams} error={error} />
          )}
          <RoleField kind={subject.kind} value={role} onChange={setRole} />
        </DialogBody>
        <DialogFoot>
          <Button size="form" onClick={onClose}>
            {labels.cancel}
          </Button>
          <Button
            type="submit"
            size="form"
            look="ink"
            keys="mod+enter"
            aria-busy={isTried && before === undefined}
          >
            See who gains
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

const nounOf = (to: To): string => (to === 'user' ? 'person' : 'team')

function stopped(event: FormEvent, act: () => void): void {
  event.preventDefault()
  act()
}

function byKeys(event: KeyboardEvent, act: () => void): void {
  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) stopped(event, act)
}

/** Who has a role of their own here already, once all of it is read; without that nothing could be given back. */
function useRolesBefore(subject: Subject, to: To): ReadonlyMap<string, Role> | undefined {
  const users = useAllPages(useInfiniteQuery(usersQuery(subject)))
  const teams = useAllPages(useInfiniteQuery(teamsQuery(subject)))
  if (to === 'user') return users && new Map(users.map(({ user, permission }) => [user.id, permission]))
  return teams && new Map(teams.map(({ team, permission }) => [team.id, permission]))
}

/** Every row of a list, page after page; undefined until the last one is there. */
function useAllPages<T>(query: UseInfiniteQueryResult<InfiniteData<List<T>>>): readonly T[] | undefined {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return data === undefined || hasNextPage ? undefined : itemsOf(data)
}

function ToField({ value, onChange }: { value: To; onChange: (to: To) => void }) {
  const choice = (to: To, label: string) => (
    <ChoiceLine control={<Radio name="to" checked={value === to} onChange={() => onChange(to)} />}>
      {label}
    </ChoiceLine>
  )
  return (
    <fieldset className={styles.to}>
      <legend className="sr">To whom</legend>
      {choice('user', 'People')}
      {choice('team', 'Teams')}
    </fieldset>
  )
}

type RoleProps = { kind: Subject['kind']; value: Role; onChange: (role: Role) => void }

const RoleField = ({ kind, value, onChange }: RoleProps) => (
  <Field label="Role" help={roleDescriptionsFor(kind)[value]}>
    {(tied) => (
      <Select
        {...tied}
        value={value}
        choices={assignableRoles(kind).map((one) => ({ value: one, label: roleNames[one] }))}
        onChange={({ target }) =>
          onChange(assignableRoles(kind).find((one) => one === target.value) ?? value)
        }
      />
    )}
  </Field>
)

type PickProps = {
  organizationId: string
  chosen: readonly Picked[]
  onChange: (teams: readonly Picked[]) => void
  error: string | undefined
}

const PeopleField = ({ organizationId, chosen, onChange, error }: PickProps) => (
  <Field label="People" error={error}>
    {(tied) => (
      <MemberPicker
        {...tied}
        many
        takesAddresses={false}
        organizationId={organizationId}
        label="Members"
        chosen={chosen}
        onChange={onChange}
      />
    )}
  </Field>
)

function TeamField({ organizationId, chosen, onChange, error }: PickProps) {
  const { data, isPending } = useQuery(
    q(api.teams.list, { params: { organizationId }, query: { limit: 1000 } }),
  )
  const teams = data?.items ?? []
  return (
    <Field label="Teams" error={error}>
      {(tied) => (
        <SpacePicker
          {...tied}
          many
          label="Teams"
          noun="team"
          isLoading={isPending}
          spaces={teams.map(({ id, title, members }) => ({
            space: { id, title, emoji: '' },
            where: pluralize(members, 'member'),
          }))}
          chosen={chosen.map(({ id }) => id)}
          onChange={(ids) =>
            onChange(ids.map((id) => ({ id, name: teams.find((team) => team.id === id)?.title ?? id })))
          }
        />
      )}
    </Field>
  )
}
