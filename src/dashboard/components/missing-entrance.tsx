import { CircleAlert, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { useApi } from '../data/api.ts'
import { errorMessage } from '../data/query-client.ts'
import { type Entrance, missingEntrances } from '../lib/site-audience.ts'
import { toast } from '../lib/toast.ts'
import styles from './missing-entrance.module.css'
import { Button } from './ui/button.tsx'
import { FieldError } from './ui/field.tsx'
import { Icon } from './ui/icon.tsx'
import { TextInput } from './ui/inputs.tsx'

type Props = {
  params: SiteParams
  entrance: Entrance
  /** Opens a dialog for the share link; without it, a link without a password is created right away. */
  onNewLink?: () => void
}

/** Explains why no reader could open a site with an audience, and creates what is missing. */
export const MissingEntrance = ({ params, entrance, onNewLink }: Props) => (
  <div className={styles.root}>
    <p className={styles.reason} role="status">
      <Icon of={CircleAlert} size="s" /> {missingEntrances[entrance]}
    </p>
    {entrance === 'share-link' ? (
      <NewLink params={params} onOpen={onNewLink} />
    ) : (
      <SignInURL params={params} />
    )}
  </div>
)

function NewLink({ params, onOpen }: { params: SiteParams; onOpen: (() => void) | undefined }) {
  const creation = useApi(api.siteShareLinks.create, {
    meta: { refused: 'Couldn’t create the share link' },
    onSuccess: () => toast.done('Created a share link'),
  })
  return (
    <Button
      variant="outline"
      icon={Plus}
      aria-busy={creation.isPending}
      onClick={() => (onOpen ? onOpen() : creation.mutate({ params, body: { name: 'Readers' } }))}
    >
      Create a share link
    </Button>
  )
}

/** Not a form of its own, because it is used inside of one. */
function SignInURL({ params }: { params: SiteParams }) {
  const id = useId()
  const [url, setURL] = useState('')
  const saving = useApi(api.sitePublishing.updateAuth, {
    meta: { shown: 'in-form' },
    onSuccess: () => toast.done('Saved the sign-in URL'),
  })
  const save = () =>
    saving.mutate({ params, body: { backend: 'custom', fallbackURL: url.trim() === '' ? null : url.trim() } })
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Sign-in URL</label>
      <div className={styles.line}>
        <TextInput
          id={id}
          type="url"
          placeholder="https://"
          value={url}
          aria-invalid={saving.isError}
          aria-describedby={`${id}-error`}
          onChange={({ target }) => setURL(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            save()
          }}
        />
        <Button
          variant="outline"
          size="form"
          aria-busy={saving.isPending}
          disabledReason={url.trim() === '' ? 'Enter the URL where visitors sign in' : undefined}
          onClick={save}
        >
          Save URL
        </Button>
      </div>
      {saving.error && <FieldError id={`${id}-error`}>{errorMessage(saving.error)}</FieldError>}
      <p className="faint meta">
        Visitors without a token are sent to this page of your application to sign in.
      </p>
    </div>
  )
}
