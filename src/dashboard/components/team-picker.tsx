import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { q } from '../data/api.ts'
import { pluralize } from '../lib/labels.ts'
import { SpacePicker } from './space-picker.tsx'
import type { InputProps } from './ui/field.tsx'

/** A picked team. */
export type PickedTeam = { readonly id: string; readonly name: string }

type Props = InputProps & {
  organizationId: string
  selected: readonly PickedTeam[]
  onChange: (teams: readonly PickedTeam[]) => void
}

/** The teams that can be picked. */
export const teamsQuery = (organizationId: string) =>
  q(api.teams.list, { params: { organizationId }, query: { limit: 1000 } })

/** Picks teams of an organization by title. */
export function TeamPicker({ organizationId, selected, onChange, ...inputProps }: Props) {
  const { data, isPending } = useQuery(teamsQuery(organizationId))
  const teams = data?.items ?? []
  const nameOf = (id: string) =>
    teams.find((team) => team.id === id)?.title ?? selected.find((team) => team.id === id)?.name ?? id
  return (
    <SpacePicker
      {...inputProps}
      many
      isOrdered={false}
      label="Teams"
      noun="team"
      isLoading={isPending}
      spaces={teams.map(({ id, title, members }) => ({
        space: { id, title, emoji: '' },
        where: pluralize(members, 'member'),
      }))}
      selected={selected.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.map((id) => ({ id, name: nameOf(id) })))}
    />
  )
}
