import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListSkeleton } from '../../../../components/ui/skeleton.tsx'
import { spaceQuery, useSpaceBreadcrumbs } from '../../../../features/space/queries.ts'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { pagesSearch } from '../../../../features/translations/search-params.ts'
import { SpaceTranslations } from '../../../../features/translations/space-translations.tsx'
import { TranslationPages } from '../../../../features/translations/translation-pages.tsx'
import { useBreadcrumbs } from '../../../../hooks/use-breadcrumbs.ts'

/** The translations of a space, or the pages of a translation. */
export const Route = createFileRoute('/_app/s/$spaceId/translations')({
  validateSearch: pagesSearch,
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { spaceId } = Route.useParams()
  const navigate = Route.useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  useBreadcrumbs([...useSpaceBreadcrumbs(space), { title: 'Translations' }], `Translations of ${space.title}`)
  const Content = space.translation ? TranslationPages : SpaceTranslations
  return (
    <>
      <SpaceHead space={space} />
      <Content
        key={space.id}
        space={space}
        search={Route.useSearch()}
        onSearch={(search) => void navigate({ search })}
      />
    </>
  )
}
