import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleAlert, CircleDashed, Columns2 } from 'lucide-react'
import { useMemo } from 'react'
import { api } from '#contract/api.ts'
import type { Page } from '#contract/pages.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { q } from '../../data/api.ts'
import { paths } from '../../lib/paths.ts'
import styles from './space.module.css'
import { type Content, usePages } from './space-content.ts'

type Mark = 'outdated' | 'unconfirmed'

/** The pages of a translation that are not up to date, by page id; none for other spaces and change requests. */
export function useTranslationMarks({ space, at }: Content): ReadonlyMap<string, Mark> {
  const enabled = space.translation !== undefined && at.change === undefined
  const outdated = useQuery({ ...pagesIn(space.id, 'outdated'), enabled, retry: false }).data
  const unconfirmed = useQuery({ ...pagesIn(space.id, 'unconfirmed'), enabled, retry: false }).data
  return useMemo(() => {
    const items = enabled ? [...(outdated?.items ?? []), ...(unconfirmed?.items ?? [])] : []
    return new Map(
      items.flatMap(({ page, state }): [string, Mark][] =>
        page ? [[page.id, state === 'outdated' ? 'outdated' : 'unconfirmed']] : [],
      ),
    )
  }, [enabled, outdated, unconfirmed])
}

const pagesIn = (spaceId: string, state: Mark) =>
  q(api.spaceTranslations.pages, { params: { spaceId }, query: { limit: 1000, state } })

const marks = {
  outdated: { icon: CircleAlert, label: 'Translation is out of date' },
  unconfirmed: { icon: CircleDashed, label: 'Translation is not confirmed' },
} as const

/** The state of a page's translation, next to its title in the tree. */
export const TranslationMark = ({ mark }: { mark: Mark }) => (
  <span className={`i-faint line ${styles.mark}`} title={marks[mark].label}>
    <Icon of={marks[mark].icon} size="s" />
    <span className="sr">, {marks[mark].label.toLowerCase()}</span>
  </span>
)

/** Opens a page of a translation next to its original. */
export function CompareItem({ page }: { page: Page }) {
  const navigate = useNavigate()
  const { space, at } = usePages().content
  if (space.translation === undefined || at.change !== undefined || page.type !== 'document') return null
  return (
    <MenuItem icon={Columns2} onSelect={() => void navigate({ to: paths.translatedPage(space.id, page.id) })}>
      Compare with original
    </MenuItem>
  )
}
