import { clsx } from 'clsx'
import { MessageSquare } from 'lucide-react'
import type { ComponentProps } from 'react'
import { pluralize } from '../../lib/labels.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './commented-page.module.css'
import { excerptOf } from './page-threads.ts'

type Props = ComponentProps<'button'> & {
  /** The number of open threads. */
  count: number
  /** The text of the block. */
  text: string
  isSelected?: boolean
}

/** Next to a block: how many threads it has. Place it with `top`. */
export const CommentMark = ({ count, text, isSelected = false, ...button }: Props) => (
  <button
    type="button"
    className={clsx(styles.mark, isSelected && 'is-on')}
    aria-label={`${pluralize(count, 'comment')} on “${excerptOf(text)}”`}
    {...button}
  >
    <Icon of={MessageSquare} size="s" />
    <span className="num">{count}</span>
  </button>
)
