import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import { type FilterField, is } from '../../components/filter-bar/fields.ts'
import { q } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'
import { reasonLabels } from './labels.ts'

const MAX_SPACES = 1000

/** What the inbox can be filtered by. */
export function useInboxFields({ id }: Organization): FilterField[] {
  const { data: spaces } = useQuery(
    q(api.spaces.list, { params: { organizationId: id }, query: { limit: MAX_SPACES } }),
  )
  return [
    {
      label: 'Reason',
      kind: 'choice',
      operators: is('reason'),
      choices: Object.entries(reasonLabels).map(([value, label]) => ({ value, label })),
    },
    {
      label: 'Space',
      kind: 'choice',
      operators: is('space'),
      choices: (spaces?.items ?? []).map((space) => ({
        value: space.id,
        label: space.title || labels.untitled,
      })),
    },
  ]
}
