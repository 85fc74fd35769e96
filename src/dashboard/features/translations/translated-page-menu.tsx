import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleCheck, Columns2, FilePlus, Link2, Pencil, Unlink } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { SpaceTranslation, TranslatedPage } from '#contract/space-translations.ts'
import type { Space } from '#contract/spaces.ts'
import { MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { q } from '../../data/api.ts'
import { paths } from '../../lib/paths.ts'
import { useAddMissingPage, useConfirmPage, usePairPage } from './mutations.ts'

type Props = { space: Space; translation: SpaceTranslation; row: TranslatedPage; onPair: () => void }

/** What can be done with a page of a translation. */
export function TranslatedPageMenu({ space, translation, row, onPair }: Props) {
  const navigate = useNavigate()
  const { data: source } = useQuery(q(api.spaces.get, { params: { spaceId: translation.source.id } }))
  const { confirmPage } = useConfirmPage(space.id)
  const pair = usePairPage(space.id)
  const { addPage } = useAddMissingPage(space.id, translation.source.id)
  const lockedReason = space.editMode === 'locked' ? 'The space is locked' : undefined
  const { page } = row
  if (page === undefined) {
    const add = async () => {
      const created = await addPage(row, translation.language).catch(() => undefined)
      if (created !== undefined) await navigate({ to: paths.editPage(space.id, created) })
    }
    return (
      <MenuItem icon={FilePlus} disabledReason={lockedReason} onSelect={() => void add()}>
        Add page to translate
      </MenuItem>
    )
  }
  return (
    <>
      <MenuItem
        icon={Columns2}
        onSelect={() => void navigate({ to: paths.translatedPage(space.id, page.id) })}
      >
        Compare with original
      </MenuItem>
      <MenuItem
        icon={Pencil}
        disabledReason={lockedReason}
        onSelect={() => void navigate({ to: paths.editPage(space.id, page.id) })}
      >
        Edit
      </MenuItem>
      {row.source && row.state !== 'up-to-date' && source && (
        <MenuItem icon={CircleCheck} onSelect={() => void confirmPage(row, source.revision)}>
          Mark as up to date
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={Link2} onSelect={onPair}>
        Select original…
      </MenuItem>
      {row.source && (
        <MenuItem icon={Unlink} onSelect={() => void pair(row, null)}>
          Remove original
        </MenuItem>
      )}
    </>
  )
}
