import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { PageMovePreview } from '#contract/page-moves.ts'
import type { Page } from '#contract/pages.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { q } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { formatNames, labels, pluralize } from '../../lib/labels.ts'
import styles from './move-to-space.module.css'

const previewQuery = (spaceId: string, pageId: string, space: string) =>
  q(api.spaceContent.previewPageMove, { params: { spaceId, pageId }, query: { space } })

type Props = { spaceId: string; page: Page; target: string }

/** What moving the page to the chosen space changes, and what has to be done after it. */
export function MoveSummary({ spaceId, page, target }: Props) {
  const { data, error, isPending } = useQuery(previewQuery(spaceId, page.id, target))
  return (
    <div className={styles.summary} role="status" aria-busy={isPending}>
      {isPending && <p className="faint">Checking what moves…</p>}
      {error && <p className="form-fault">{errorMessage(error)}</p>}
      {data && (
        <ul>
          {factsIn(data).map((text) => (
            <li key={text}>{text}</li>
          ))}
          {warningsIn(data).map((text) => (
            <li key={text} className={styles.warning}>
              <Icon of={TriangleAlert} size="s" />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** What moves and what happens to links, one sentence each. */
export function factsIn(preview: PageMovePreview): readonly string[] {
  const { pages, comments, files, reusableContents, linkingPages, linkedPages } = preview
  const moved = [pluralize(pages, 'page'), ...(comments > 0 ? [pluralize(comments, 'comment')] : [])]
  const copied = [
    ...(files > 0 ? [pluralize(files, 'file')] : []),
    ...(reusableContents > 0
      ? [pluralize(reusableContents, 'piece of reusable content', 'pieces of reusable content')]
      : []),
  ]
  const areCopied = files + reusableContents === 1 ? 'is' : 'are'
  return [
    `${formatNames(moved)} ${pages + comments === 1 ? 'moves' : 'move'}.`,
    ...(copied.length > 0 ? [`${formatNames(copied)} ${areCopied} copied. The originals stay here.`] : []),
    ...(linkingPages > 0
      ? [
          `${pluralize(linkingPages, 'page')} here ${linkingPages === 1 ? 'gets' : 'get'} links to the other space.`,
        ]
      : []),
    ...(linkedPages > 0 ? [`Links to ${pluralize(linkedPages, 'page')} that stay here keep working.`] : []),
  ]
}

/** What people have to take care of, one sentence each. */
export function warningsIn({
  missingVariables,
  sites,
  openChangeRequests,
}: PageMovePreview): readonly string[] {
  const variables = formatNames(missingVariables.map((name) => `space.vars.${name}`))
  const siteNames = formatNames(sites.map(({ title }) => labels.quoted(title)))
  const requests = formatNames(openChangeRequests.map(({ number }) => `#${number}`))
  return [
    ...(missingVariables.length > 0 ? [`The other space has no ${variables}. Add it in its settings.`] : []),
    ...(sites.length > 0
      ? [
          `${siteNames} ${sites.length === 1 ? 'doesn’t' : 'don’t'} show the other space, so readers won’t find the pages there.`,
        ]
      : []),
    ...(openChangeRequests.length > 0
      ? [`Change request ${requests} edits the pages. It will have a conflict.`]
      : []),
  ]
}
