import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import type { MergeRules } from '#contract/merge-rules.ts'
import { q } from '../data/api.ts'
import { labels } from '../lib/labels.ts'
import { paths } from '../lib/paths.ts'

type Props = { organizationId: string; source: MergeRules['inherited'][number]['from'] }

/** The name of the organization, collection or space whose rules apply, with a link to where they are set. */
export function RuleSource({ organizationId, source: { type, id } }: Props) {
  const organization = useQuery({
    ...q(api.organizations.get, { params: { organizationId } }),
    enabled: type === 'organization',
  })
  // Not everyone who can see a space can see the collections above it.
  const collection = useQuery({
    ...q(api.collections.get, { params: { collectionId: id } }),
    enabled: type === 'collection',
    retry: false,
  })
  const space = useQuery({ ...q(api.spaces.get, { params: { spaceId: id } }), enabled: type === 'space' })
  const { data } = { organization, collection, space }[type]
  if (!data) return fallbacks[type]
  const to = {
    organization: paths.mergeRules(organizationId),
    collection: paths.collectionMergeRules(organizationId, id),
    space: paths.spaceSettings(id),
  }[type]
  return (
    <Link className="link" to={to}>
      {data.title || labels.untitled}
    </Link>
  )
}

const fallbacks = {
  organization: 'the organization',
  collection: 'a collection',
  space: 'the space',
} as const
