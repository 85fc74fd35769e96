import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { RefreshCw, Trash2, Upload } from 'lucide-react'
import type { OpenapiSpec } from '#contract/openapi-specs.ts'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Checkbox, ChoiceLine } from '../../components/ui/inputs.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { errorLabels, specName, specStatus } from './labels.ts'
import { useSpecActions } from './mutations.ts'
import styles from './openapi.module.css'
import { usesQuery, versionsQuery } from './queries.ts'

type Props = { organizationId: string; spec: OpenapiSpec; onClose: () => void; onSource: () => void }

/** The status, errors, versions and uses of one specification. */
export function SpecDetail({ organizationId, spec, onClose, onSource }: Props) {
  const { readAgain, show, remove, isBusy } = useSpecActions(organizationId)
  const canEdit = spec.permissions.edit
  const { tone, label: state } = specStatus(spec)
  return (
    <Dialog title={specName(spec)} description={<span className="mono">{spec.slug}</span>} onClose={onClose}>
      <DialogBody>
        <dl className={clsx('facts', styles.facts)}>
          <Fact name="State">
            <DotStatus tone={tone}>{state}</DotStatus>
            {spec.lastProcessedAt && (
              <span className="faint">
                {' '}
                <Time at={spec.lastProcessedAt} ago />
              </span>
            )}
          </Fact>
          <Fact name="Source">
            {spec.sourceURL ? (
              <a className="mono truncate" href={spec.sourceURL} rel="noreferrer" target="_blank">
                {spec.sourceURL}
              </a>
            ) : (
              'Pasted text'
            )}
          </Fact>
          {spec.operations !== undefined && (
            <Fact name="Holds">
              {pluralize(spec.operations, 'operation')}
              {spec.apiVersion && `, version ${spec.apiVersion}`}
            </Fact>
          )}
        </dl>
        <SpecErrors spec={spec} />
        <Versions organizationId={organizationId} spec={spec} />
        <Uses organizationId={organizationId} slug={spec.slug} />
        {canEdit && (
          <section className={styles.section}>
            <ChoiceLine
              control={
                <Checkbox
                  checked={spec.visibility === 'public'}
                  disabled={isBusy}
                  onChange={({ target }) => show(spec, target.checked ? 'public' : 'private')}
                />
              }
              help="Anyone with the URL can read the latest version without signing in."
            >
              Public
            </ChoiceLine>
          </section>
        )}
        {spec.urls.published && <CopyField text={spec.urls.published} what="Public address" />}
      </DialogBody>
      {canEdit && (
        <DialogFoot>
          <Button
            variant="danger-outline"
            size="form"
            icon={Trash2}
            className={styles.delete}
            onClick={() => void remove(spec, onClose)}
          >
            Delete…
          </Button>
          <Button variant="outline" size="form" icon={Upload} onClick={onSource}>
            Update…
          </Button>
          {spec.sourceURL && (
            <Button
              variant="outline"
              size="form"
              icon={RefreshCw}
              disabled={spec.processingState !== 'complete' || isBusy}
              onClick={() => readAgain(spec)}
            >
              Read again
            </Button>
          )}
        </DialogFoot>
      )}
    </Dialog>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Why the import failed, or what is invalid. */
function SpecErrors({ spec }: { spec: OpenapiSpec }) {
  const { lastProcessErrorCode: code, lastProcessedErrors: errors, lastVersion } = spec
  if (code === undefined && errors.length === 0) return null
  return (
    <section className={styles.section}>
      <h3>{code === undefined ? pluralize(errors.length, 'problem') : errorLabels[code]}</h3>
      {code !== undefined && lastVersion !== undefined && (
        <p className="faint">Pages still show the last version.</p>
      )}
      <ul className={styles.errors}>
        {errors.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {path && <span className="mono faint">{path} </span>}
            {message}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Versions({ organizationId, spec }: { organizationId: string; spec: OpenapiSpec }) {
  const { data } = useQuery(versionsQuery(organizationId, spec.slug))
  if (!data || data.count === 0) return null
  return (
    <section className={styles.section}>
      <h3>Versions</h3>
      <ul className={styles.rows}>
        {data.items.map((version) => (
          <li key={version.id}>
            <span className="truncate">
              <a
                className="link"
                href={`${paths.openapiSpec(organizationId, spec.slug)}?version=${version.id}`}
              >
                {version.apiVersion ?? 'No version number'}
              </a>
              {version.id === spec.lastVersion && <span className="faint"> · shown on pages</span>}
            </span>
            <span className="faint">{pluralize(version.operations, 'operation')}</span>
            {version.createdAt && <Time at={version.createdAt} />}
          </li>
        ))}
      </ul>
      {data.count > data.items.length && (
        <p className="faint">and {pluralize(data.count - data.items.length, 'older one')}</p>
      )}
      <p>
        <a className="link" href={paths.openapiSpec(organizationId, spec.slug)}>
          Open versions
        </a>
      </p>
    </section>
  )
}

function Uses({ organizationId, slug }: { organizationId: string; slug: string }) {
  const { data } = useQuery(usesQuery(organizationId, slug))
  if (!data) return null
  return (
    <section className={styles.section}>
      <h3>Pages that show it</h3>
      {data.count === 0 && (
        <p className="faint">No pages yet. In the editor, type / and choose “API operation”.</p>
      )}
      <ul className={styles.rows}>
        {data.items.map(({ space, page }) => (
          <li key={`${space.id} ${page.id}`}>
            <a className="truncate" href={paths.page(space.id, page.id)}>
              {page.title || labels.untitled}
            </a>
            <span className="faint truncate">{space.title}</span>
          </li>
        ))}
      </ul>
      {data.count > data.items.length && (
        <p className="faint">and {pluralize(data.count - data.items.length, 'more page')}</p>
      )}
    </section>
  )
}
