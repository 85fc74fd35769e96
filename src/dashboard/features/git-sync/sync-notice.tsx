import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CircleAlert, KeyRound, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SpaceGitSync } from '#contract/space-git-sync.ts'
import type { Space } from '#contract/spaces.ts'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { changeRequestQuery } from '../../data/content.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './git-sync.module.css'
import { needsDeployKey, pollLabel } from './labels.ts'
import type { useGitSyncActions } from './mutations.ts'

type Props = {
  space: Space
  sync: SpaceGitSync
  actions: Pick<ReturnType<typeof useGitSyncActions>, 'start'>
  onReplace: () => void
}

/** What a person has to do before the sync goes on. */
export function SyncNotice({ space, sync, actions, onReplace }: Props) {
  if (needsDeployKey(sync)) {
    return (
      <Notice icon={KeyRound} title="Add this key to the repository">
        <p>In its settings, add it as a deploy key with write access. Then start the first sync.</p>
        <CopyField text={sync.credentials.publicKey ?? ''} what="public key" />
        <Button variant="primary" onClick={() => actions.start(sync)}>
          Start sync
        </Button>
      </Notice>
    )
  }
  if (sync.paused) return null
  if (sync.status === 'failed') {
    return (
      <Notice icon={CircleAlert} title="The last sync failed" isFailed>
        <p>{sync.reason}</p>
        <p>{failureAdvice(sync)}</p>
        <Button variant="outline" onClick={onReplace}>
          Replace credentials
        </Button>
      </Notice>
    )
  }
  if (sync.status !== 'awaiting-merge' || sync.changeRequest === undefined) return null
  return <WaitingRequest space={space} changeRequest={sync.changeRequest} />
}

function failureAdvice({ commit, pollMinutes, credentials }: SpaceGitSync): string {
  const key =
    credentials.publicKey === undefined
      ? ''
      : ' The repository needs the public key below, with write access.'
  const again = `Lectern tries again ${pollLabel(pollMinutes)}.${key}`
  return commit === undefined
    ? `${again} If the address, branch or folder is wrong, disconnect the repository and connect it again.`
    : again
}

function WaitingRequest({ space, changeRequest }: { space: Space; changeRequest: string }) {
  const { data } = useQuery({ ...changeRequestQuery(space.id, changeRequest), retry: false })
  const name = data && `#${data.number} ${labels.quoted(data.subject || labels.untitled)}`
  return (
    <Notice icon={TriangleAlert} title={`Commits from Git wait in ${name ?? 'a change request'}`}>
      <p>
        {data?.status === 'archived'
          ? 'It’s archived. The next sync leaves the space as it is, and pushes it.'
          : 'Merge it to add them to the space, or archive it to keep the space as it is. Until then, edits here aren’t pushed.'}
      </p>
      <Link className={buttonClass('outline')} to={paths.change(space.id, data?.number ?? changeRequest)}>
        <ButtonContent>Open change request</ButtonContent>
      </Link>
    </Notice>
  )
}

type NoticeProps = { icon: LucideIcon; title: string; isFailed?: boolean; children: ReactNode }

const Notice = ({ icon, title, isFailed, children }: NoticeProps) => (
  <section className={clsx(styles.notice, isFailed && styles.isFailed)} aria-label={title}>
    <Icon of={icon} size="s" />
    <h3 className={styles.noticeTitle}>{title}</h3>
    {children}
  </section>
)
