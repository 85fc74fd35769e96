import { zodResolver } from '@hookform/resolvers/zod'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useController, useForm } from 'react-hook-form'
import { z } from 'zod'
import type { List } from '#contract/shared/paging.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { SelectField, useField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { MemberPicker, type PickedMember } from '../../components/member-picker.tsx'
import { TeamPicker } from '../../components/team-picker.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { ChoiceLine, Radio } from '../../components/ui/inputs.tsx'
import { assignableRoles, roleDescriptionsFor } from '../../data/access.ts'
import { itemsOf } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'
import { roleNames } from '../../lib/role-labels.ts'
import styles from './access.module.css'
import { type Change, type Grantee, type Resource, teamsQuery, usersQuery } from './queries.ts'

type Props = { resource: Resource; onClose: () => void; onChange: (change: Change) => void }
type GranteeKind = 'user' | 'team'

const nounOf = (to: GranteeKind): string => (to === 'user' ? 'person' : 'team')

type Values = {
  to: GranteeKind
  role: Role
  user: readonly PickedMember[]
  team: readonly PickedMember[]
}

const fields = z.custom<Values>().superRefine((values, context) => {
  if (values[values.to].length > 0) return
  const message = `Choose at least one ${nounOf(values.to)}`
  context.addIssue({ code: 'custom', path: [values.to], message })
})

/** Chooses people or teams and a role. The impact is shown before anything is saved. */
export function AddDialog({ resource, onClose, onChange }: Props) {
  const form = useForm<Values>({
    resolver: zodResolver(fields),
    defaultValues: { to: 'user', role: 'edit', user: [], team: [] },
  })
  const to = form.watch('to')
  const before = usePreviousRoles(resource, to)
  const next = ({ to, role, ...selected }: Values) => {
    if (before === undefined) return
    const grantees = selected[to].map(
      ({ id, name }): Grantee => ({ id, name, before: before.get(id) ?? null }),
    )
    onChange({ kind: 'roles', to, role, grantees })
  }
  return (
    <Dialog
      title={`Add people or teams to ${labels.quoted(resource.title)}`}
      description="People keep access they have elsewhere. The strongest role applies."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={{ isPending: form.formState.isSubmitted && before === undefined, error: null }}
        submit="Preview impact"
        isGuarded={false}
        onCancel={onClose}
        onSubmit={next}
      >
        <GranteeKindField value={to} onChange={(kind) => form.setValue('to', kind)} />
        {to === 'user' ? <PeopleField {...resource} /> : <TeamField {...resource} />}
        <SelectField
          name="role"
          label="Role"
          help={roleDescriptionsFor(resource.kind)[form.watch('role')]}
          choices={assignableRoles(resource.kind).map((one) => ({ value: one, label: roleNames[one] }))}
        />
      </Form>
    </Dialog>
  )
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
      <legend className="sr">Who</legend>
      {choice('user', 'People')}
      {choice('team', 'Teams')}
    </fieldset>
  )
}

function PeopleField({ organizationId }: { organizationId: string }) {
  const { error } = useField('user', 'People')
  const { field } = useController<Values, 'user'>({ name: 'user' })
  return (
    <Field label="People" error={error}>
      {(inputProps) => (
        <MemberPicker
          {...inputProps}
          many
          takesAddresses={false}
          organizationId={organizationId}
          label="Members"
          selected={field.value}
          onChange={field.onChange}
        />
      )}
    </Field>
  )
}

function TeamField({ organizationId }: { organizationId: string }) {
  const { error } = useField('team', 'Teams')
  const { field } = useController<Values, 'team'>({ name: 'team' })
  return (
    <Field label="Teams" error={error}>
      {(inputProps) => (
        <TeamPicker
          {...inputProps}
          organizationId={organizationId}
          selected={field.value}
          onChange={field.onChange}
        />
      )}
    </Field>
  )
}
