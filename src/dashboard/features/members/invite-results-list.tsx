import { CircleAlert } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { CopyButton, CopyField } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { counted } from '../../lib/words.ts'
import { type InviteResult, resultWords } from './invite-results.ts'

type Props = { results: readonly InviteResult[]; onClose: () => void; onMore: () => void }

const isIn = ({ state }: InviteResult) => ['link', 'mailed', 'joined', 'unknown'].includes(state)

const isRefused = (state: InviteResult['state']) => ['bad', 'not-sso', 'unverified'].includes(state)

/** What became of each address; where the service sends no mail, the links to hand over. */
export function InviteResults({ results, onClose, onMore }: Props) {
  const done = results.filter(isIn)
  const links = results.filter(({ url }) => url !== undefined)
  return (
    <Dialog
      title={done.length === 0 ? 'Nobody was invited' : `Invited ${counted(done.length, 'person', 'people')}`}
      description={
        links.length > 0
          ? 'This service sends no mail, so hand the links over yourself. Each works once.'
          : ''
      }
      onClose={onClose}
    >
      <DialogBody>
        <ul className="m-results" aria-label="What became of each address">
          {results.map((one) => (
            <Result key={one.email} of={one} />
          ))}
        </ul>
      </DialogBody>
      <DialogFoot
        note={
          links.length > 1 && (
            <CopyButton
              look="plain"
              text={links.map(({ email, url }) => `${email} ${url}`).join('\n')}
              what={`all ${links.length} links`}
            />
          )
        }
      >
        <Button size="form" onClick={onMore}>
          Invite more
        </Button>
        <Button size="form" look="ink" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const Result = ({ of: { email, state, url, fault } }: { of: InviteResult }) => (
  <li>
    <p className="line">
      {isRefused(state) && (
        <span className="i-danger line">
          <Icon of={CircleAlert} size="s" />
        </span>
      )}
      <b className="name truncate">{email}</b>
    </p>
    {url === undefined ? (
      <p className="meta soft">{fault ? `${resultWords[state]}: ${fault}` : resultWords[state]}</p>
    ) : (
      <CopyField text={url} what={`link for ${email}`} />
    )}
  </li>
)
