import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AccessRequestOptions } from '#contract/access-requests.ts'
import { isAtLeast, type RequestableRole } from '#contract/shared/permissions.ts'
import { formatNames, labels } from '../../lib/labels.ts'
import { roleNames } from '../../lib/role-labels.ts'
import { Button } from '../ui/button.tsx'
import { DialogBody, DialogFoot } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Select, TextInput } from '../ui/inputs.tsx'
import { Avatar } from '../ui/marks.tsx'
import { Time } from '../ui/time.tsx'
import styles from './ask-for-access.module.css'
import { type AccessSubject, accessOptionsQuery, rolesToAskFor, useAskForAccess } from './requests.ts'

const MAX_AVATARS = 4

type Props = {
  subject: AccessSubject
  /** The role that is needed; without one, the person chooses. */
  needed?: RequestableRole
  /** Closes the dialog that it fills; absent on a page. */
  onClose?: () => void
}

/** Who can grant a role, and a button that asks them for it; or the open request, which can be withdrawn. */
export function AskForAccess({ subject, needed, onClose }: Props) {
  const { data: options } = useQuery(accessOptionsQuery(subject))
  if (!options) return null
  if (options.request) return <OpenRequest {...{ subject, options, onClose }} request={options.request} />
  const isEnough = needed !== undefined && isAtLeast(options.role, needed)
  return isEnough ? null : <NewRequest key={subject.id} {...{ subject, needed, options, onClose }} />
}

type RequestProps = {
  subject: AccessSubject
  options: AccessRequestOptions
  onClose: (() => void) | undefined
}

function NewRequest({
  subject,
  needed,
  options,
  onClose,
}: RequestProps & { needed: RequestableRole | undefined }) {
  const choices = rolesToAskFor(subject.kind, options.role)
  const [role, setRole] = useState(needed ?? choices.find((one) => one === 'edit') ?? choices[0])
  const [message, setMessage] = useState('')
  const { ask, isAsking } = useAskForAccess(subject)
  if (role === undefined || options.grantors.length === 0) return null
  return (
    <Frame
      onClose={onClose}
      button={
        <Button
          variant={onClose ? 'primary' : 'outline'}
          size={onClose ? 'form' : undefined}
          aria-busy={isAsking}
          onClick={() => ask(role, message.trim(), options)}
        >
          Ask for the {roleNames[role]} role
        </Button>
      }
    >
      <Grantors options={options} />
      {options.declinedAt && (
        <p className="soft">
          Your last request was declined <Time at={options.declinedAt} ago />.
        </p>
      )}
      {needed === undefined && (
        <Field label="Role">
          {(field) => (
            <Select
              {...field}
              value={role}
              choices={choices.map((one) => ({ value: one, label: roleNames[one] }))}
              onChange={({ target }) => setRole(choices.find((one) => one === target.value) ?? role)}
            />
          )}
        </Field>
      )}
      <Field label="Message" isOptional>
        {(field) => (
          <TextInput
            {...field}
            value={message}
            maxLength={500}
            placeholder="What you need it for"
            onChange={({ target }) => setMessage(target.value)}
          />
        )}
      </Field>
    </Frame>
  )
}

type FrameProps = { button: ReactNode; onClose: (() => void) | undefined; children: ReactNode }

/** The button below, or in the footer of the dialog. */
const Frame = ({ button, onClose, children }: FrameProps) =>
  onClose ? (
    <>
      <DialogBody>
        <div className={styles.root}>{children}</div>
      </DialogBody>
      <DialogFoot>
        <Button size="form" onClick={onClose}>
          {labels.close}
        </Button>
        {button}
      </DialogFoot>
    </>
  ) : (
    <div className={styles.root}>
      {children}
      <div className="actions">{button}</div>
    </div>
  )

/** The people by name, and how they are notified. */
function Grantors({ options: { grantors, moreGrantors } }: Pick<RequestProps, 'options'>) {
  const names = grantors.map(({ displayName }) => displayName)
  const others = moreGrantors > 0 ? Array.from({ length: moreGrantors }, () => '') : []
  return (
    <p className={styles.grantors}>
      <span className="avatars">
        {grantors.slice(0, MAX_AVATARS).map(({ id, displayName, photoURL }) => (
          <Avatar key={id} id={id} name={displayName} photo={photoURL} />
        ))}
      </span>
      <span>{formatNames([...names, ...others])} can grant it and will get an email.</span>
    </p>
  )
}

type OpenProps = RequestProps & { request: NonNullable<AccessRequestOptions['request']> }

function OpenRequest({ subject, request, options, onClose }: OpenProps) {
  const { withdraw, isAsking } = useAskForAccess(subject)
  const names = options.grantors.map(({ displayName }) => displayName)
  return (
    <Frame
      onClose={onClose}
      button={
        <Button
          variant="outline"
          size={onClose ? 'form' : undefined}
          aria-busy={isAsking}
          onClick={() => withdraw(request.id)}
        >
          Withdraw request
        </Button>
      }
    >
      <p role="status">
        You requested the {roleNames[request.role]} role <Time at={request.createdAt} ago />.{' '}
        {formatNames(names)} can grant it.
      </p>
    </Frame>
  )
}
