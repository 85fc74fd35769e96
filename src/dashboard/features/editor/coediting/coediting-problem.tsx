import { clsx } from 'clsx'
import { Lock, TriangleAlert } from 'lucide-react'
import { Icon } from '../../../components/ui/icon.tsx'
import styles from '../editor.module.css'

type Props = { problem: { readonly type: string; readonly message: string } }

/** Why the service can’t save the shared text now. It tries again automatically. */
export const CoeditingProblem = ({ problem: { type, message } }: Props) => (
  <div className={clsx('banner banner-warning', styles.note)} role="alert">
    <Icon of={type === 'space_locked' ? Lock : TriangleAlert} />
    <p>
      {type === 'space_locked'
        ? 'Someone locked the space while you were writing. Your text is kept, and saved when the space is unlocked.'
        : `Couldn’t save the page. ${message} Your text is kept until it can be saved.`}
    </p>
  </div>
)
