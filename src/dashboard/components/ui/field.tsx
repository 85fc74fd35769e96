import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { labels } from '../../lib/labels.ts'
import { Icon } from './icon.tsx'

/** What a control needs so that its label, help and error belong to it. */
export type InputProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldProps = {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  /** Marks an optional field; required ones have no mark. */
  isOptional?: boolean | undefined
  /** A link at the right end of the label's line. */
  aside?: ReactNode
  /** Length of the text and its limit; from 80% on, the remaining characters are shown. */
  length?: { now: number; limit: number } | undefined
}

/** Label above, help or error below, tied to the control. */
export function Field(props: FieldProps & { children: (tied: InputProps) => ReactNode }) {
  const { label, help, error, isOptional, aside, length, children } = props
  const id = useId()
  const left = length && length.now >= length.limit * 0.8 ? length.limit - length.now : undefined
  const describedBy = [error ? `${id}-error` : help && `${id}-help`, left !== undefined && `${id}-left`]
  const tied: InputProps = {
    id,
    'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div className="field">
      <div className="label-row">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        {isOptional && left === undefined && <span className="faint meta">{labels.optional}</span>}
        {aside}
        {left !== undefined && length && <Left id={`${id}-left`} left={left} limit={length.limit} />}
      </div>
      {children(tied)}
      {error ? (
        <FieldError id={`${id}-error`}>{error}</FieldError>
      ) : (
        help && <Help id={`${id}-help`}>{help}</Help>
      )}
    </div>
  )
}

export const Help = ({ id, children }: { id: string; children: ReactNode }) => (
  <p className="help" id={id}>
    {children}
  </p>
)

export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p className="error" id={id}>
    <Icon of={CircleAlert} />
    <span>{children}</span>
  </p>
)

const Left = ({ id, left, limit }: { id: string; left: number; limit: number }) => (
  <span id={id} className={left < 0 ? 'left is-over' : 'left'}>
    {left < 0 ? labels.over(-left, limit) : labels.left(left)}
  </span>
)
