import { zodResolver } from '@hookform/resolvers/zod'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Token } from '#contract/tokens.ts'
import { confirm } from '../../components/confirm.tsx'
import { CheckboxField, SelectField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { PagedList, pagesOf } from '../../components/paged-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { formatExact, Time } from '../../components/ui/time.tsx'
import { useApi } from '../../data/api.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { isoDate, labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import styles from './account.module.css'
import { AccountHead } from './account-head.tsx'
import { tokensQuery } from './queries.ts'
import { dateError, expiries, expiry, expiryDate } from './token-expiry.ts'

const columns = [
  { head: 'Name' },
  { head: 'Last used', className: 'wide' },
  { head: 'Expires', className: 'wide' },
  { head: 'Created', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

type Props = { isCreating: boolean; onCreating: (is: boolean) => void }

/** The API tokens of the signed-in user. */
export function TokensPage({ isCreating, onCreating }: Props) {
  const pages = pagesOf(useSuspenseInfiniteQuery(tokensQuery))
  const revoke = useRevokeToken()
  const onNew = () => onCreating(true)
  useActions([{ id: 'token', label: 'New API token', icon: KeyRound, keys: 'c', run: onNew }])
  return (
    <>
      <AccountHead
        part="API tokens"
        actions={
          <Button variant="primary" icon={Plus} onClick={onNew}>
            New token
          </Button>
        }
      />
      <div className="scroll">
        <PagedList<Token>
          {...pages}
          label="API tokens"
          className={styles.tokenList}
          columns={columns}
          titleOf={({ label }) => label}
          row={(token) => <TokenCells token={token} />}
          menu={(token) => (
            <MenuItem icon={Trash2} danger onSelect={() => void revoke(token)}>
              Revoke…
            </MenuItem>
          )}
          empty={
            <Empty
              title="No API tokens yet"
              actions={
                <Button variant="outline" icon={Plus} onClick={onNew}>
                  New token
                </Button>
              }
            >
              A token lets a program read and write on your behalf.
            </Empty>
          }
        />
      </div>
      {isCreating && <NewTokenDialog onClose={() => onCreating(false)} />}
    </>
  )
}

function useRevokeToken() {
  const revocation = useApi(api.tokens.delete, { meta: { refused: 'Couldn’t revoke the token' } })
  return async (token: Token) => {
    const name = labels.quoted(token.label)
    const isConfirmed = await confirm({
      title: `Revoke the token ${name}?`,
      description: 'Programs that use it lose access right away. This can’t be undone.',
      action: `Revoke ${token.label}`,
      danger: true,
    })
    if (!isConfirmed) return
    revocation.mutate(
      { params: { tokenId: token.id } },
      { onSuccess: () => void toast.done(`Revoked ${name}`) },
    )
  }
}

const TokenCells = ({ token }: { token: Token }) => (
  <>
    <div className="cell" role="gridcell">
      <span className={styles.stacked}>
        <span className="title name truncate">{token.label}</span>
        <span className="narrow meta faint">
          {token.lastUsedAt ? (
            <>
              Used <Time at={token.lastUsedAt} ago />
            </>
          ) : (
            'Never used'
          )}
        </span>
      </span>
      {token.readOnly && <Badge>Read only</Badge>}
    </div>
    <div className="cell wide soft num" role="gridcell">
      {token.lastUsedAt ? <Time at={token.lastUsedAt} /> : <span className="faint">Never</span>}
    </div>
    <div className="cell wide soft num" role="gridcell">
      <ExpiryDate at={token.expiresAt} />
    </div>
    <div className="cell wide soft num" role="gridcell">
      <Time at={token.createdAt} />
    </div>
  </>
)

const { create } = api.tokens

const fields = z
  .object({ label: create.body.shape.label, expiry, date: z.string(), readOnly: z.boolean() })
  .superRefine(({ expiry: choice, date }, context) => {
    const message = choice === 'date' ? dateError(date, new Date()) : undefined
    if (message) context.addIssue({ code: 'custom', path: ['date'], message })
  })
type Values = z.input<typeof fields>

/** Creates a token and shows its secret, which cannot be read again. */
function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm<Values>({
    resolver: zodResolver(fields),
    defaultValues: { label: '', expiry: '90', date: isoDate(new Date()), readOnly: false },
  })
  const creation = useApi(create, {
    meta: { shown: 'in-form' },
    onSuccess: ({ token }) => setSecret(token),
  })
  if (secret !== null)
    return <TokenSecretDialog secret={secret} label={form.getValues('label')} onClose={onClose} />
  return (
    <Dialog
      title="New API token"
      description="Programs with this token can do everything you can."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={creation}
        schema={create.body}
        submit="Create token"
        onCancel={onClose}
        onSubmit={({ label, expiry: choice, date, readOnly }) => {
          const expiresAt = expiryDate(choice, date, new Date())
          creation.mutate({ body: { label, readOnly, ...(expiresAt ? { expiresAt } : {}) } })
        }}
      >
        <TextField
          name="label"
          label="Name"
          help="What you use it for, such as “Backup”."
          autoComplete="off"
        />
        <SelectField
          name="expiry"
          label="Expires"
          choices={Object.entries(expiries).map(([value, label]) => ({ value, label }))}
        />
        {form.watch('expiry') === 'date' && <TextField name="date" label="Last day" type="date" />}
        <CheckboxField name="readOnly" label="Read only" help="Requests that change anything are rejected." />
      </Form>
    </Dialog>
  )
}

function TokenSecretDialog({
  secret,
  label,
  onClose,
}: {
  secret: string
  label: string
  onClose: () => void
}) {
  return (
    <Dialog
      title={`Created ${labels.quoted(label)}`}
      description="Copy the token now. You won’t see it again."
      canDismiss={false}
      onClose={onClose}
    >
      <DialogBody>
        <CopyField text={secret} what={`token ${label}`} />
      </DialogBody>
      <DialogFoot>
        <Button variant="primary" size="form" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** The last day of a token, or that it has expired. */
export function ExpiryDate({ at }: { at: string | undefined }) {
  if (at === undefined) return <span className="faint">Never</span>
  const end = new Date(at)
  const isOver = end.getTime() <= Date.now()
  return (
    <time dateTime={at} title={formatExact(end)} className={isOver ? 'i-danger' : undefined}>
      {isOver
        ? 'Expired'
        : end.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })}
    </time>
  )
}
