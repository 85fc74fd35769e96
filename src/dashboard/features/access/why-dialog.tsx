import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Role } from '#contract/shared/permissions.ts'
import { AccessWays } from '../../components/access-ways.tsx'
import { Button, ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { isRefusal } from '../../lib/api.ts'
import { meansOn } from '../../lib/granted.ts'
import { places } from '../../lib/places.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { roleNames } from '../../lib/role-words.ts'
import { words } from '../../lib/words.ts'
import { explainQuery, type Subject } from './subject.ts'

type Props = { subject: Subject; userId: string; onClose: () => void }

/** Every way by which somebody has a role here, the one in force first. */
export function WhyDialog({ subject, userId, onClose }: Props) {
  const { data, error, refetch } = useQuery({ ...explainQuery(subject, userId), retry: false })
  const here = words.quoted(subject.title)
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
            reason={isRefusal(error, 404) ? 'They are not a member here.' : reasonOf(error)}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <p className="faint">{words.loading}</p>}
        {data && data.ways.length === 0 && <p className="soft">Nothing gives them access here.</p>}
        {data && data.ways.length > 0 && <AccessWays ways={data.ways} />}
      </DialogBody>
      <DialogFoot>
        <Link className={buttonClass('plain', 'form')} to={places.member(subject.organizationId, userId)}>
          <ButtonFace>Go to the member</ButtonFace>
        </Link>
        <Button size="form" look="ink" onClick={onClose}>
          {words.close}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function roleInWords({ kind }: Subject, role: Role | null): string {
  return role === null ? 'No access' : `${roleNames[role]}: ${meansOn(kind)[role]}`
}
