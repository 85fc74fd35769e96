import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import type { AccessPreview } from '#contract/access-permissions.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { AccessWays } from '#dashboard/components/access-ways.tsx'
import { Avatar } from '#dashboard/components/ui/avatar.tsx'
import { Button, ButtonFace, buttonClass } from '#dashboard/components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#dashboard/components/ui/dialog.tsx'
import { Icon } from '#dashboard/components/ui/icon.tsx'
import { Bone } from '#dashboard/components/ui/skeleton.tsx'
import { Failed } from '#dashboard/components/ui/states.tsx'
import { roleDescriptionsFor } from '#dashboard/data/access.ts'
import { isApiError } from '#dashboard/data/api.ts'
import { errorMessage } from '#dashboard/data/query-client.ts'
import { useShortcuts } from '#dashboard/hooks/use-shortcuts.ts'
import { labels, pluralize } from '#dashboard/lib/labels.ts'
import { paths } from '#dashboard/lib/paths.ts'
import { roleNames } from '#dashboard/lib/role-labels.ts'
import styles from './access.module.css'
import { saidOf } from './labels.ts'
import { type Change, proposedOf, useChanging } from './mutations.ts'
import { explainQuery, previewQuery, type Subject } from './queries.ts'

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
  useShortcuts([{ keys: 'mod+enter', label: act, group: 'In forms', isGlobal: true, run: run }])
  const loses = (preview.data?.lose.length ?? 0) > 0
  return (
    <Dialog title={question} onClose={onClose}>
      <DialogBody>
        {preview.isPending && <Bones />}
        {preview.data && <Outcome preview={preview.data} />}
        {fault && (
          <p className="form-fault" role="alert">
            <Icon of={CircleAlert} size="s" />
            <span>{errorMessage(fault)}</span>
          </p>
        )}
      </DialogBody>
      <DialogFoot>
        <Button size="form" onClick={onClose}>
          {labels.cancel}
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
  <div className={styles.bones} role="status" aria-label="Looking who gains and who loses">
    <Bone width="40%" />
    <Bone width="70%" />
    <Bone width="60%" />
  </div>
)

function Outcome({ preview }: { preview: AccessPreview }) {
  const { gain, lose, unchanged, more = 0, below = 0 } = preview
  const isNothing = gain.length === 0 && lose.length === 0
  return (
    <div className={styles.outcome} role="status">
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
          It also changes who may do what in{' '}
          {pluralize(below, 'space or collection', 'spaces and collections')} below.
        </p>
      )}
    </div>
  )
}

const peopleWord = (count: number): string => pluralize(count, 'person', 'people')

const most = 50

type PeopleProps = { title: string; list: AccessPreview['gain']; isLoss?: boolean }

function People({ title, list, isLoss = false }: PeopleProps) {
  const { session } = useRouteContext({ from: '/_app' })
  if (list.length === 0) return null
  const rest = list.length - most
  return (
    <section aria-label={title}>
      <h3 className={isLoss ? 'i-danger' : undefined}>{title}</h3>
      <ul className={styles.people}>
        {list.slice(0, most).map(({ user, before, after }) => (
          <li key={user.id}>
            <Avatar id={user.id} name={user.displayName} photo={user.photoURL} />
            <span className="truncate">{user.id === session.user.id ? 'You' : user.displayName}</span>
            <span className={styles.roles}>
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

type WhyDialogProps = { subject: Subject; userId: string; onClose: () => void }

/** Every way by which somebody has a role here, the one in force first. */
export function WhyDialog({ subject, userId, onClose }: WhyDialogProps) {
  const { data, error, refetch } = useQuery({ ...explainQuery(subject, userId), retry: false })
  const here = labels.quoted(subject.title)
  return (
    <Dialog
      title={
        data
          ? `${data.user.displayName} ${subject.kind === 'site' ? 'on' : 'in'} ${here}`
          : `Access to ${here}`
      }
      description={data && roleInWords(subject, data.role)}
      onClose={onClose}
    >
      <DialogBody>
        {error && (
          <Failed
            title="The reason could not be loaded"
            reason={isApiError(error, 404) ? 'They are not a member here.' : errorMessage(error)}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <p className="faint">{labels.loading}</p>}
        {data && data.ways.length === 0 && <p className="soft">Nothing gives them access here.</p>}
        {data && data.ways.length > 0 && <AccessWays ways={data.ways} />}
      </DialogBody>
      <DialogFoot>
        <Link className={buttonClass('plain', 'form')} to={paths.member(subject.organizationId, userId)}>
          <ButtonFace>Go to the member</ButtonFace>
        </Link>
        <Button size="form" look="ink" onClick={onClose}>
          {labels.close}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function roleInWords({ kind }: Subject, role: Role | null): string {
  return role === null ? 'No access' : `${roleNames[role]}: ${roleDescriptionsFor(kind)[role]}`
}
