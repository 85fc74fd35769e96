import { useQuery } from '@tanstack/react-query'
import type { Collection } from '#contract/collections.ts'
import { Tabs } from '../../components/ui/tabs.tsx'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { places } from '../../lib/places.ts'
import { ancestorsQuery } from './ancestors-query.ts'
import { titleOf } from './library-rows.ts'

/** The parts of a collection, under its title. */
export const CollectionTabs = ({ collection: { id, organization } }: { collection: Collection }) => (
  <Tabs
    label="Collection"
    tabs={[
      { label: 'Contents', to: places.collection(organization, id) },
      { label: 'Access', to: places.collectionAccess(organization, id) },
    ]}
  />
)

/** Title and parts of a collection above what is not its contents. */
export function CollectionHead({ collection, part }: { collection: Collection; part: string }) {
  const { id, organization } = collection
  const title = titleOf(collection)
  const { data: line = [] } = useQuery(ancestorsQuery(collection))
  useCrumbs(
    [
      { title: 'Library', to: places.library(organization) },
      ...line.map((one) => ({ title: titleOf(one), to: places.collection(organization, one.id) })),
      { title, to: places.collection(organization, id) },
      { title: part },
    ],
    `${part} of ${title}`,
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
