import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { MergeCheck } from '#contract/merge-checks.ts'
import type { Space } from '#contract/spaces.ts'
import { Icon } from '../../components/ui/icon.tsx'
import type { useMerge } from './mutations.ts'
import type { OnRequestSearch, RequestRef } from './queries.ts'

export type MergeReasonsProps = {
  at: RequestRef
  space: Space
  request: ChangeRequest
  check: MergeCheck
  merging: ReturnType<typeof useMerge>
  onSearch: OnRequestSearch
}
export type Appearance = { icon: LucideIcon; tone: string | undefined }
type Props = Appearance & { title: string; detail?: ReactNode; children?: ReactNode }

/** One row of the merge box: what blocks the merge or is worth knowing, and the action that resolves it. */
export const Reason = ({ icon, tone, title, detail, children }: Props) => (
  <div className={clsx('blocker', tone)}>
    <Icon of={icon} />
    <div>
      <b>{title}</b>
      {detail && <p>{detail}</p>}
    </div>
    {children}
  </div>
)
