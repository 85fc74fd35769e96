import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { roleIn } from '../../../../data/session.ts'
import { SpaceFields } from '../../../../features/custom-fields/space-fields.tsx'
import { GitSyncSection } from '../../../../features/git-sync/settings-section.tsx'
import { SpaceMergeRules } from '../../../../features/merge-rules/space-merge-rules.tsx'
import { spaceQuery, useSpaceBreadcrumbs } from '../../../../features/space/queries.ts'
import { canEditLive } from '../../../../features/space/space-content.ts'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { SpaceReviewSection } from '../../../../features/space/space-review-section.tsx'
import { SpaceSettings } from '../../../../features/space/space-settings.tsx'
import { TranslationSection } from '../../../../features/translations/translation-section.tsx'
import { VariablesSection } from '../../../../features/variables/variables-section.tsx'
import { useBreadcrumbs } from '../../../../hooks/use-breadcrumbs.ts'
import { oneOf, searchParams } from '../../../../lib/search-params.ts'

/** Title, images, edit mode, merge rules and custom fields of a space, and its transfer, duplication and deletion. */
export const Route = createFileRoute('/_app/s/$spaceId/settings')({
  validateSearch: searchParams({ dialog: oneOf('transfer') }),
  component: View,
})

function View() {
  const { spaceId } = Route.useParams()
  const { dialog } = Route.useSearch()
  const { session } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  useBreadcrumbs([...useSpaceBreadcrumbs(space), { title: 'Settings' }], `Settings of ${space.title}`)
  const isAdmin = roleIn(session, space.organization) === 'admin'
  return (
    <>
      <SpaceHead space={space} />
      <SpaceSettings
        key={space.id}
        space={space}
        fields={
          <>
            {space.permissions.admin && <TranslationSection space={space} />}
            <VariablesSection space={space} canEdit={canEditLive(space)} />
            <SpaceReviewSection space={space} />
            <SpaceMergeRules space={space} />
            <SpaceFields space={space} isAdmin={isAdmin} />
            {space.permissions.admin && <GitSyncSection space={space} />}
          </>
        }
        isTransferring={dialog === 'transfer'}
        onTransferringChange={(is) => void navigate({ search: { dialog: is ? 'transfer' : undefined } })}
      />
    </>
  )
}
