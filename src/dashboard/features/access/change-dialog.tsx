import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import type { AccessPreview } from '#contract/access-permissions.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { Avatar } from '../../components/ui/avatar.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { useKeys } from '../../hooks/use-keys.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { roleNames } from '../../lib/role-words.ts'
import { counted, words } from '../../lib/words.ts'
import { type Change, proposedOf, saidOf } from './changes.ts'
import { previewQuery } from './preview-query.ts'
import type { Subject } from './subject.ts'
import { useChanging } from './use-changing.ts'

type Props = { subject: Subject; change: Change; onClose: () => void }

/** Asks before access changes, and shows who would gain and who would lose by it. */
export function ChangeDialog({ subject, change, onClose }: Props) {
  const preview = useQuery({ ...previewQuery(subject, proposedOf(change)), retry: false })
  const changing = useChanging(subject)
  const { question, act } = saidOf(change, subject)
  const fault = changing.error ?? preview.error
  const isReady = preview.isSuccess && !changing.isPending
  const run = () => {
    if (isReady) changing.mutate(change, { onSuccess: onClose })
  }
  useKeys([{ keys: 'mod+enter', label: act, group: 'In forms', everywhere: true, act: run }])
  const loses = (preview.data?.lose.length ?? 0) > 0
  return (
    <Dialog title={question} onClose={onClose}>
      <DialogBody>
        {preview.isPending && <Bones />}
        {preview.data && <Outcome preview={preview.data} />}
        {fault && (
          <p className="form-fault" role="alert">
            <Icon of={CircleAlert} size="s" />
            <span>{reasonOf(fault)}</span>
          </p>
        )}
      </DialogBody>
      <DialogFoot>
        <Button size="form" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button
          size="form"
          look={loses ? 'danger' : 'ink'}
          keys="mod+enter"
          aria-busy={changing.isPending}
          aria-disabled={!isReady || undefined}
          onClick={run}
        >
          {act}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const Bones = () => (
  <div className="acs-bones" role="status" aria-label="Looking who gains and who loses">
    <Bone width="40%" />
    <Bone width="70%" />
    <Bone width="60%" />
  </div>
)

function Outcome({ preview }: { preview: AccessPreview }) {
  const { gain, lose, unchanged, more = 0, below = 0 } = preview
  const isNothing = gain.length === 0 && lose.length === 0
  return (
    <div className="acs-outcome" role="status">
      <People title={`${peopleWord(gain.length)} ${gain.length === 1 ? 'gains' : 'gain'}`} list={gain} />
      <People
        title={`${peopleWord(lose.length)} ${lose.length === 1 ? 'loses' : 'lose'}`}
        list={lose}
        isLoss
      />
      {more > 0 && <p className="soft">{peopleWord(more)} more gain or lose.</p>}
      <p className="soft">
        {isNothing ? 'Nobody gains or loses anything here by this. ' : ''}
        {unchanged > 0 && !isNothing && `For ${peopleWord(unchanged)} nothing changes here.`}
        {isNothing && unchanged > 0 && `${peopleWord(unchanged)} keep the role they have.`}
      </p>
      {below > 0 && (
        <p className="soft">
          It also changes who may do what in {counted(below, 'space or collection', 'spaces and collections')}{' '}
          below.
        </p>
      )}
    </div>
  )
}

const peopleWord = (count: number): string => counted(count, 'person', 'people')

const most = 50

type PeopleProps = { title: string; list: AccessPreview['gain']; isLoss?: boolean }

function People({ title, list, isLoss = false }: PeopleProps) {
  const { session } = useRouteContext({ from: '/_app' })
  if (list.length === 0) return null
  const rest = list.length - most
  return (
    <section aria-label={title}>
      <h3 className={isLoss ? 'i-danger' : undefined}>{title}</h3>
      <ul className="acs-people">
        {list.slice(0, most).map(({ user, before, after }) => (
          <li key={user.id}>
            <Avatar id={user.id} name={user.displayName} photo={user.photoURL} />
            <span className="truncate">{user.id === session.user.id ? 'You' : user.displayName}</span>
            <span className="acs-roles">
              <span className="faint">{roleWord(before)}</span> → <span>{roleWord(after)}</span>
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="faint">and {rest.toLocaleString('en')} more</p>}
    </section>
  )
}

const roleWord = (role: Role | null): string => (role === null ? 'no access' : roleNames[role])
