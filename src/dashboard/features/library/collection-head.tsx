import { useQuery } from '@tanstack/react-query'
import type { Collection } from '#contract/collections.ts'
import { Tabs } from '../../components/ui/tabs.tsx'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { paths } from '../../lib/paths.ts'
import { titleOf } from './library-rows.ts'
import { ancestorsQuery } from './queries.ts'

/** Tabs of a collection. */
export const CollectionTabs = ({ collection: { id, organization } }: { collection: Collection }) => (
  <Tabs
    label="Collection"
    tabs={[
      { label: 'Contents', to: paths.collection(organization, id) },
      { label: 'Access', to: paths.collectionAccess(organization, id) },
      { label: 'Merge rules', to: paths.collectionMergeRules(organization, id) },
    ]}
  />
)

/** Title and tabs of a collection on its pages other than the contents. */
export function CollectionHead({ collection, section }: { collection: Collection; section: string }) {
  const { id, organization } = collection
  const title = titleOf(collection)
  const { data: ancestors = [] } = useQuery(ancestorsQuery(collection))
  useBreadcrumbs(
    [
      { title: 'Library', to: paths.library(organization) },
      ...ancestors.map((one) => ({ title: titleOf(one), to: paths.collection(organization, one.id) })),
      { title, to: paths.collection(organization, id) },
      { title: section },
    ],
    `${section} of ${title}`,
  )
  return (
    <div className="page-head">
      <div className="title-row">
        <h1 className="truncate">{title}</h1>
      </div>
      {collection.description && <p className="sub">{collection.description}</p>}
      <CollectionTabs collection={collection} />
    </div>
  )
}
