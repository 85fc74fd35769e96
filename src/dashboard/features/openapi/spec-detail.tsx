import { useQuery } from '@tanstack/react-query'
import { RefreshCw, Trash2, Upload } from 'lucide-react'
import type { OpenapiSpec } from '#contract/openapi-specs.ts'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Checkbox, ChoiceLine } from '../../components/ui/inputs.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { places } from '../../lib/places.ts'
import { counted, words } from '../../lib/words.ts'
import { usesQuery, versionsQuery } from './spec-queries.ts'
import { faultWords, nameOf, stateOf } from './spec-words.ts'
import { useSpecActs } from './use-spec-acts.ts'

type Props = { organizationId: string; spec: OpenapiSpec; onClose: () => void; onSource: () => void }

/** One specification: how far it is, what was wrong with it, its versions, and the pages that show it. */
export function SpecDetail({ organizationId, spec, onClose, onSource }: Props) {
  const { readAgain, show, remove, isBusy } = useSpecActs(organizationId)
  const mayEdit = spec.permissions.edit
  const { tone, words: state } = stateOf(spec)
  return (
    <Dialog title={nameOf(spec)} description={<span className="mono">{spec.slug}</span>} onClose={onClose}>
      <DialogBody>
        <dl className="facts oas-facts">
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
              'Given as a text'
            )}
          </Fact>
          {spec.operations !== undefined && (
            <Fact name="Holds">
              {counted(spec.operations, 'operation')}
              {spec.apiVersion && `, version ${spec.apiVersion}`}
            </Fact>
          )}
        </dl>
        <Faults spec={spec} />
        <Versions organizationId={organizationId} spec={spec} />
        <Uses organizationId={organizationId} slug={spec.slug} />
        {mayEdit && (
          <section className="oas-part">
            <ChoiceLine
              control={
                <Checkbox
                  checked={spec.visibility === 'public'}
                  disabled={isBusy}
                  onChange={({ target }) => show(spec, target.checked ? 'public' : 'private')}
                />
              }
              help="Whoever has the address may read the newest version, without signing in."
            >
              Public
            </ChoiceLine>
          </section>
        )}
        {spec.urls.published && <CopyField text={spec.urls.published} what="Public address" />}
      </DialogBody>
      {mayEdit && (
        <DialogFoot>
          <Button
            look="danger-line"
            size="form"
            icon={Trash2}
            className="oas-delete"
            onClick={() => void remove(spec, onClose)}
          >
            Delete…
          </Button>
          <Button look="line" size="form" icon={Upload} onClick={onSource}>
            Update…
          </Button>
          {spec.sourceURL && (
            <Button
              look="line"
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

/** Why it was not read, or what is not as the format has it. */
function Faults({ spec }: { spec: OpenapiSpec }) {
  const { lastProcessErrorCode: code, lastProcessedErrors: faults, lastVersion } = spec
  if (code === undefined && faults.length === 0) return null
  return (
    <section className="oas-part">
      <h3>{code === undefined ? counted(faults.length, 'remark') : faultWords[code]}</h3>
      {code !== undefined && lastVersion !== undefined && (
        <p className="faint">Pages go on showing the last version.</p>
      )}
      <ul className="oas-faults">
        {faults.map(({ path, message }) => (
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
    <section className="oas-part">
      <h3>Versions</h3>
      <ul className="oas-lines">
        {data.items.map((version) => (
          <li key={version.id}>
            <span className="truncate">
              {version.apiVersion ?? 'Without a number'}
              {version.id === spec.lastVersion && <span className="faint"> · shown on pages</span>}
            </span>
            <span className="faint">{counted(version.operations, 'operation')}</span>
            {version.createdAt && <Time at={version.createdAt} />}
          </li>
        ))}
      </ul>
      {data.count > data.items.length && (
        <p className="faint">and {counted(data.count - data.items.length, 'older one')}</p>
      )}
    </section>
  )
}

function Uses({ organizationId, slug }: { organizationId: string; slug: string }) {
  const { data } = useQuery(usesQuery(organizationId, slug))
  if (!data) return null
  return (
    <section className="oas-part">
      <h3>Pages that show it</h3>
      {data.count === 0 && (
        <p className="faint">None yet. In the editor, type / and choose “API operation”.</p>
      )}
      <ul className="oas-lines">
        {data.items.map(({ space, page }) => (
          <li key={`${space.id} ${page.id}`}>
            <a className="truncate" href={places.page(space.id, page.id)}>
              {page.title || words.untitled}
            </a>
            <span className="faint truncate">{space.title}</span>
          </li>
        ))}
      </ul>
      {data.count > data.items.length && (
        <p className="faint">and {counted(data.count - data.items.length, 'more page')}</p>
      )}
    </section>
  )
}
