import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleDashed, GitCompareArrows, GitMerge, type LucideIcon } from 'lucide-react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { paths } from '../../lib/paths.ts'
import styles from './change-request.module.css'
import { issuesToResolve, mergeTitle } from './labels.ts'
import { isActive, mergeCheckQuery, type RequestRef } from './queries.ts'

/** On phones, below every part of a request but its overview: whether it can be merged, and the way there. */
export function RequestBar({ at, request }: { at: RequestRef; request: ChangeRequest }) {
  const { data: check } = useQuery({ ...mergeCheckQuery(at), enabled: isActive(request) })
  if (!check || !isActive(request)) return null
  const isDraft = request.status === 'draft'
  const isReady = check.mergeable || request.queued !== undefined
  const state = check.mergeable ? mergeTitle(check, isDraft) : issuesToResolve(check.obstacles)
  return (
    <Link className={styles.bar} to={paths.changePart(at.spaceId, at.number, 'overview')}>
      <Icon of={iconOf(isReady, isDraft)} className={isReady ? undefined : 'i-danger'} />
      <span className="truncate">{request.queued ? 'Merges when ready' : state}</span>
      <span className="grow" />
      <Icon of={ChevronRight} size="s" />
    </Link>
  )
}

function iconOf(isMergeable: boolean, isDraft: boolean): LucideIcon {
  if (!isMergeable) return GitCompareArrows
  return isDraft ? CircleDashed : GitMerge
}
