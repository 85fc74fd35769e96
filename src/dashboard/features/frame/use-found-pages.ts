import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BookOpen, FileText } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { FoundPage, FoundSpace } from '#contract/search.ts'
import { q } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import type { Goes, PaletteItem } from './palette-items.ts'

type Asked = { words: string; limit: number; isOn: boolean }

/** Shorter texts are in too many pages to be of use. */
const shortest = 2
const longest = 512

/** Pages whose title, headings or text have the words, the best first, and spaces that are called so. */
export function useFoundPages(
  organizationId: string,
  goes: Goes,
  { words, limit, isOn }: Asked,
): { pages: PaletteItem[]; spaces: PaletteItem[]; isLooking: boolean } {
  const isAsked = isOn && words.length >= shortest && words.length <= longest
  const { data, isFetching } = useQuery({
    ...q(api.search.organization, { params: { organizationId }, query: { query: words, limit } }),
    enabled: isAsked && organizationId !== '',
    placeholderData: keepPreviousData,
  })
  if (!isAsked || !data) return { pages: [], spaces: [], isLooking: isAsked && isFetching }
  const found = data.items.flatMap((space) => space.pages.map((page) => ({ space, page })))
  return {
    pages: found
      .toSorted((a, b) => (b.page.score ?? 0) - (a.page.score ?? 0))
      .slice(0, limit)
      .map(({ space, page }) => ({
        ...goes(addressOf(space.id, page)),
        title: page.title,
        icon: FileText,
        where: whereabouts(space, page),
      })),
    spaces: data.items
      .filter(({ pages }) => pages.length === 0)
      .map(({ id, title }) => ({ ...goes(places.space(id)), title, icon: BookOpen })),
    isLooking: isFetching,
  }
}

/** The page, at the heading that was found best. */
function addressOf(spaceId: string, { id, sections }: FoundPage): string {
  const anchor = sections[0]?.path.split('#')[1]
  return anchor ? places.heading(spaceId, id, anchor) : places.page(spaceId, id)
}

/** `Installation guide / Wiring › Torque`: the space, the pages above, and the heading it is under. */
function whereabouts({ title }: FoundSpace, { ancestors = [], sections, title: own }: FoundPage): string {
  const line = [title, ...ancestors.map((one) => one.title)].join(' / ')
  const [section] = sections
  return section && section.title !== own && section.path.includes('#') ? `${line} › ${section.title}` : line
}
