import { zodResolver } from '@hookform/resolvers/zod'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Ellipsis, KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { type Passkey, passkeyName } from '#contract/second-factor.ts'
import { useEnsureConfirmed } from '../../components/confirm-identity.tsx'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { Time } from '../../components/ui/time.tsx'
import { callApi, itemsOf, useApi } from '../../data/api.ts'
import { browserLabel } from '../../lib/browser-label.ts'
import { labels } from '../../lib/labels.ts'
import { createPasskey, hasPasskeys, PasskeyError } from '../../lib/passkeys.ts'
import { toast } from '../../lib/toast.ts'
import styles from './account.module.css'
import { useDeletePasskey } from './mutations.ts'
import { passkeysQuery } from './queries.ts'

type Props = { /** Called after the first second factor was added. */ onAdded: () => void }

/** The passkeys of the user. */
export function Passkeys({ onAdded }: Props) {
  const passkeys = itemsOf(useSuspenseInfiniteQuery(passkeysQuery).data)
  const [dialog, setDialog] = useState<'add' | Passkey | null>(null)
  const remove = useDeletePasskey()
  const ensureConfirmed = useEnsureConfirmed()
  const close = () => setDialog(null)
  const add = async () => {
    if (await ensureConfirmed()) setDialog('add')
  }
  return (
    <section aria-labelledby="account-passkeys">
      <div className="section-head">
        <h2 id="account-passkeys">Passkeys</h2>
        <Button
          variant="outline"
          icon={Plus}
          disabledReason={
            hasPasskeys() ? undefined : 'Passkeys require HTTPS and a browser that supports them.'
          }
          onClick={() => void add()}
        >
          Add passkey
        </Button>
      </div>
      <p className="soft">
        Sign in with your fingerprint, face or screen lock, without a password. A passkey is also your second
        factor.
      </p>
      {passkeys.length > 0 && (
        <ul className={styles.factors} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <Icon of={KeyRound} />
              <span className={styles.stacked}>
                <span className="truncate name">{passkey.name}</span>
                <span className="meta faint">
                  Added <Time at={passkey.createdAt} ago />
                  {passkey.lastUsedAt && (
                    <>
                      , used <Time at={passkey.lastUsedAt} ago />
                    </>
                  )}
                </span>
              </span>
              {passkey.synced && <Badge>Synced</Badge>}
              <Menu
                trigger={
                  <IconButton small icon={Ellipsis} label={labels.actionsFor(passkey.name)} tip={false} />
                }
              >
                <MenuItem icon={Pencil} onSelect={() => setDialog(passkey)}>
                  Rename…
                </MenuItem>
                <MenuItem icon={Trash2} danger onSelect={() => void remove(passkey)}>
                  Delete…
                </MenuItem>
              </Menu>
            </li>
          ))}
        </ul>
      )}
      {dialog === 'add' && <AddDialog onClose={close} onAdded={onAdded} />}
      {dialog !== null && dialog !== 'add' && <RenameDialog passkey={dialog} onClose={close} />}
    </section>
  )
}

const fields = z.object({ name: passkeyName })

/** Asks for a name, then the browser creates the passkey. */
function AddDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const [refusal, setRefusal] = useState<Error | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const form = useForm({
    resolver: zodResolver(fields),
    defaultValues: { name: browserLabel(navigator.userAgent) },
  })
  const creation = useApi(api.secondFactors.addPasskey, {
    meta: { shown: 'in-form' },
    onSuccess: () => {
      toast.done('Added the passkey')
      onClose()
      onAdded()
    },
  })
  const create = async ({ name }: z.output<typeof fields>) => {
    setRefusal(null)
    setIsAsking(true)
    try {
      const { token, options } = await callApi(api.secondFactors.startPasskey, {})
      creation.mutate({ body: { token, name, passkey: await createPasskey(options) } })
    } catch (error) {
      setRefusal(error instanceof Error ? error : new PasskeyError(error, 'create'))
    } finally {
      setIsAsking(false)
    }
  }
  return (
    <Dialog
      title="Add a passkey"
      description="Your browser asks where to save it: on this device, in your password manager, or on a security key with a PIN."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={{ isPending: isAsking || creation.isPending, error: refusal ?? creation.error }}
        schema={fields}
        submit="Create passkey"
        isGuarded={false}
        onCancel={onClose}
        onSubmit={(values) => void create(values)}
      >
        <TextField name="name" label="Name" help="Helps you recognize it in the list." autoComplete="off" />
      </Form>
    </Dialog>
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { name: passkey.name } })
  const rename = useApi(api.secondFactors.renamePasskey, {
    meta: { shown: 'in-form' },
    onSuccess: onClose,
  })
  return (
    <Dialog title="Rename passkey" onClose={onClose}>
      <Form
        form={form}
        mutation={rename}
        schema={fields}
        submit="Rename"
        onCancel={onClose}
        onSubmit={(body) => rename.mutate({ params: { passkeyId: passkey.id }, body })}
      >
        <TextField name="name" label="Name" autoComplete="off" />
      </Form>
    </Dialog>
  )
}
