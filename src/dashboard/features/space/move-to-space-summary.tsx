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

type Props = { spaceId: string; page: Page; target: string; targetTitle: string }

/** What moving the page to the chosen space changes, and what has to be done after it. */
export function MoveSummary({ spaceId, page, target, targetTitle }: Props) {
  const name = labels.quoted(targetTitle || labels.untitled)
  const { data, error, isPending } = useQuery(previewQuery(spaceId, page.id, target))
  return (
    <div className={styles.summary} role="status" aria-busy={isPending}>
      {isPending && <p className="faint">Checking what moves…</p>}
      {error && <p className="form-fault">{errorMessage(error)}</p>}
      {data && (
        <ul>
          {factsIn(data, name).map((text) => (
            <li key={text}>{text}</li>
          ))}
          {warningsIn(data, name).map((text) => (
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

/** What moves and what happens to links, one sentence each. `space` is the other space as texts name it. */
export function factsIn(preview: PageMovePreview, space: string): readonly string[] {
  const { pages, comments, files, reusableContents, linkingPages, linkedPages } = preview
  const moved = [pluralize(pages, 'page'), ...(comments > 0 ? [pluralize(comments, 'comment')] : [])]
  const copied = [
    ...(files > 0 ? [pluralize(files, 'file')] : []),
    ...(reusableContents > 0
      ? [pluralize(reusableContents, 'piece of reusable content', 'pieces of reusable content')]
      : []),
  ]
  const facts = [`${formatNames(moved)} ${pages + comments === 1 ? 'moves' : 'move'}.`]
  if (copied.length > 0)
    facts.push(
      files + reusableContents === 1
        ? `${formatNames(copied)} is copied. The original stays here.`
        : `${formatNames(copied)} are copied. The originals stay here.`,
    )
  if (linkingPages > 0)
    facts.push(
      `Links on ${pluralize(linkingPages, 'page')} that ${linkingPages === 1 ? 'stays' : 'stay'} here go to ${space}.`,
    )
  if (linkedPages > 0)
    facts.push(
      `Links to ${pluralize(linkedPages, 'page')} that ${linkedPages === 1 ? 'stays' : 'stay'} here keep working.`,
    )
  return facts
}

/** What people have to take care of, one sentence each. */
export function warningsIn(
  { missingVariables, sites, openChangeRequests }: PageMovePreview,
  space: string,
): readonly string[] {
  const warnings: string[] = []
  if (missingVariables.length > 0) {
    const names = formatNames(missingVariables.map((name) => `space.vars.${name}`))
    const them = missingVariables.length === 1 ? 'this variable' : 'these variables'
    warnings.push(`The pages show ${names}, but ${space} doesn’t have ${them}.`)
  }
  if (sites.length > 0) {
    const names = formatNames(sites.map(({ title }) => labels.quoted(title)))
    warnings.push(
      `${names} ${sites.length === 1 ? 'doesn’t' : 'don’t'} show ${space}, so readers won’t find the pages there.`,
    )
  }
  if (openChangeRequests.length > 0) {
    const numbers = formatNames(openChangeRequests.map(({ number }) => `#${number}`))
    warnings.push(
      openChangeRequests.length === 1
        ? `Change request ${numbers} edits the pages. It will have a conflict.`
        : `Change requests ${numbers} edit the pages. They will have conflicts.`,
    )
  }
  return warnings
}
