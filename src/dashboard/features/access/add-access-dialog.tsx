import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
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
import { labels, pluralize } from '#dashboard/lib/labels.ts'
import { roleNames } from '#dashboard/lib/role-labels.ts'
import styles from './access.module.css'
import type { Change, Grantee } from './changes.ts'
import { type Resource, teamsQuery, usersQuery } from './queries.ts'

type Props = { resource: Resource; onClose: () => void; onChange: (change: Change) => void }
type GranteeKind = 'user' | 'team'

/** Chooses people or teams and a role. The impact is shown before anything is saved. */
export function AddDialog({ resource, onClose, onChange }: Props) {
  const [to, setTo] = useState<GranteeKind>('user')
  const [role, setRole] = useState<Role>('edit')
  const [people, setPeople] = useState<readonly Picked[]>([])
  const [teams, setTeams] = useState<readonly Picked[]>([])
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const selected = to === 'user' ? people : teams
  const before = usePreviousRoles(resource, to)
  const error = wasSubmitted && selected.length === 0 ? `Choose at least one ${nounOf(to)}` : undefined
  const next = () => {
    setWasSubmitted(true)
    if (selected.length === 0 || before === undefined) return
    const grantees = selected.map(({ id, name }): Grantee => ({ id, name, before: before.get(id) ?? null }))
    onChange({ kind: 'roles', to, role, grantees })
  }
  return (
    <Dialog
      title={`Add people or teams to ${labels.quoted(resource.title)}`}
      description="What they have by other ways stays; the strongest counts."
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => withoutReload(event, next)}
        onKeyDown={(event) => onSubmitKeys(event, next)}
      >
        <DialogBody>
          <GranteeKindField value={to} onChange={setTo} />
          {to === 'user' ? (
            <PeopleField {...resource} selected={people} onChange={setPeople} error={error} />
          ) : (
            <TeamField {...resource} selected={teams} onChange={setTeams} error={error} />
          )}
          <RoleField kind={resource.kind} value={role} onChange={setRole} />
        </DialogBody>
        <DialogFoot>
          <Button size="form" onClick={onClose}>
            {labels.cancel}
          </Button>
          <Button
            type="submit"
            size="form"
            variant="ink"
            keys="mod+enter"
            aria-busy={wasSubmitted && before === undefined}
          >
            See who gains
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

const nounOf = (to: GranteeKind): string => (to === 'user' ? 'person' : 'team')

function withoutReload(event: FormEvent, submit: () => void): void {
  event.preventDefault()
  submit()
}

function onSubmitKeys(event: KeyboardEvent, submit: () => void): void {
  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) withoutReload(event, submit)
}

/** Direct roles before the change, once every page is loaded. Undo needs all of them. */
function usePreviousRoles(resource: Resource, to: GranteeKind): ReadonlyMap<string, Role> | undefined {
  const users = useAllPages(useInfiniteQuery(usersQuery(resource)))
  const teams = useAllPages(useInfiniteQuery(teamsQuery(resource)))
  if (to === 'user') return users && new Map(users.map(({ user, permission }) => [user.id, permission]))
  return teams && new Map(teams.map(({ team, permission }) => [team.id, permission]))
}

/** Every row of a paged list, or undefined until the last page is loaded. */
function useAllPages<T>(query: UseInfiniteQueryResult<InfiniteData<List<T>>>): readonly T[] | undefined {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return data === undefined || hasNextPage ? undefined : itemsOf(data)
}

function GranteeKindField({ value, onChange }: { value: GranteeKind; onChange: (to: GranteeKind) => void }) {
  const choice = (to: GranteeKind, label: string) => (
    <ChoiceLine control={<Radio name="to" checked={value === to} onChange={() => onChange(to)} />}>
      {label}
    </ChoiceLine>
  )
  return (
    <fieldset className={styles.granteeKind}>
      <legend className="sr">To whom</legend>
      {choice('user', 'People')}
      {choice('team', 'Teams')}
    </fieldset>
  )
}

type RoleProps = { kind: Resource['kind']; value: Role; onChange: (role: Role) => void }

const RoleField = ({ kind, value, onChange }: RoleProps) => (
  <Field label="Role" help={roleDescriptionsFor(kind)[value]}>
    {(inputProps) => (
      <Select
        {...inputProps}
        value={value}
        choices={assignableRoles(kind).map((one) => ({ value: one, label: roleNames[one] }))}
        onChange={({ target }) =>
          onChange(assignableRoles(kind).find((one) => one === target.value) ?? value)
        }
      />
    )}
  </Field>
)

type PickerProps = {
  organizationId: string
  selected: readonly Picked[]
  onChange: (teams: readonly Picked[]) => void
  error: string | undefined
}

const PeopleField = ({ organizationId, selected, onChange, error }: PickerProps) => (
  <Field label="People" error={error}>
    {(inputProps) => (
      <MemberPicker
        {...inputProps}
        many
        takesAddresses={false}
        organizationId={organizationId}
        label="Members"
        chosen={selected}
        onChange={onChange}
      />
    )}
  </Field>
)

function TeamField({ organizationId, selected, onChange, error }: PickerProps) {
  const { data, isPending } = useQuery(
    q(api.teams.list, { params: { organizationId }, query: { limit: 1000 } }),
  )
  const teams = data?.items ?? []
  return (
    <Field label="Teams" error={error}>
      {(inputProps) => (
        <SpacePicker
          {...inputProps}
          many
          label="Teams"
          noun="team"
          isLoading={isPending}
          spaces={teams.map(({ id, title, members }) => ({
            space: { id, title, emoji: '' },
            where: pluralize(members, 'member'),
          }))}
          chosen={selected.map(({ id }) => id)}
          onChange={(ids) =>
            onChange(ids.map((id) => ({ id, name: teams.find((team) => team.id === id)?.title ?? id })))
          }
        />
      )}
    </Field>
  )
}
