import { useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import { type SiteAdaptiveSchema, type VisitorSchema, visitorSchema } from '#contract/site-audience.ts'
import { Button } from '../../components/ui/button.tsx'
import { FieldError } from '../../components/ui/field.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Select, TextArea, TextInput } from '../../components/ui/inputs.tsx'
import { useApi } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { type SitePlace, schemaQuery } from './audience-queries.ts'
import { faultOf, newRow, type RowType, rowsOf, type SchemaRow, schemaOf } from './schema-rows.ts'

type Props = {
  place: SitePlace
  held: SiteAdaptiveSchema
  mayEdit: boolean
  isJson: boolean
  onTurn: (isJson: boolean) => void
}

const written = (schema: VisitorSchema): string => JSON.stringify(schema, null, 2)

/** The schema in a text, or why it is none. */
function readSchema(text: string): VisitorSchema | string {
  try {
    const read = visitorSchema.safeParse(JSON.parse(text))
    if (read.success) return read.data
    const [issue] = read.error.issues
    return `${issue?.path.join('.') || 'The schema'}: ${issue?.message ?? 'is not understood'}`
  } catch {
    return 'This is not JSON'
  }
}

/** What a site knows of its readers: claims as rows, or the schema as JSON. */
export function SchemaEditor({ place, held, mayEdit, isJson, onTurn }: Props) {
  const [rows, setRows] = useState(() => rowsOf(held.jsonSchema))
  const [text, setText] = useState(() => written(held.jsonSchema))
  const [fault, setFault] = useState<string>()
  const save = useSaving(place, held)
  const before = written(isJson ? held.jsonSchema : schemaOf(rowsOf(held.jsonSchema)))
  const isDirty =
    (isJson ? text : written(schemaOf(rows))) !== before || (!isJson && rows.some(({ name }) => name === ''))
  const turn = () => {
    const read = isJson ? readSchema(text) : undefined
    if (typeof read === 'string') return setFault(read)
    if (read) setRows(rowsOf(read))
    else setText(written(schemaOf(rows)))
    setFault(undefined)
    onTurn(!isJson)
  }
  const send = () => {
    const wrong = isJson ? undefined : faultOf(rows)
    const schema = isJson ? readSchema(text) : schemaOf(rows)
    if (wrong !== undefined || typeof schema === 'string') return setFault(wrong ?? String(schema))
    setFault(undefined)
    save.run(schema)
  }
  return (
    <div className="audience-part">
      <div className="section-head">
        <h3>Claims</h3>
        <Button onClick={turn}>{isJson ? 'As rows' : 'As JSON'}</Button>
      </div>
      {isJson ? (
        <TextArea
          className="mono"
          aria-label="Schema"
          rows={14}
          spellCheck={false}
          readOnly={!mayEdit}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      ) : (
        <Rows rows={rows} mayEdit={mayEdit} onChange={setRows} />
      )}
      {(fault ?? save.fault) && <FieldError id="schema-fault">{fault ?? save.fault}</FieldError>}
      {mayEdit && isDirty && (
        <div className="form-foot">
          <Button look="ink" size="form" aria-busy={save.isPending} onClick={send}>
            Save claims
          </Button>
          <Button
            size="form"
            onClick={() => {
              setRows(rowsOf(held.jsonSchema))
              setText(written(held.jsonSchema))
              setFault(undefined)
            }}
          >
            Discard
          </Button>
        </div>
      )}
    </div>
  )
}

function useSaving(place: SitePlace, held: SiteAdaptiveSchema) {
  const client = useQueryClient()
  const params = { organizationId: place.organizationId, siteId: place.siteId }
  const show = (now: SiteAdaptiveSchema) => client.setQueryData(schemaQuery(place).queryKey, now)
  const saving = useApi(api.siteAudience.putSchema, { meta: { shown: 'in-form' } })
  const undoing = useApi(api.siteAudience.putSchema, { meta: { refused: 'The claims stay as they are' } })
  return {
    isPending: saving.isPending,
    fault: saving.error ? reasonOf(saving.error) : undefined,
    run: (jsonSchema: VisitorSchema) =>
      saving.mutate(
        { params, body: { jsonSchema }, ifMatch: held.version },
        {
          onSuccess: (now) => {
            show(now)
            toast.undoable('Saved the claims', () =>
              undoing.mutate(
                { params, body: { jsonSchema: held.jsonSchema }, ifMatch: now.version },
                { onSuccess: show },
              ),
            )
          },
        },
      ),
  }
}

const typeChoices: { value: RowType; label: string }[] = [
  { value: 'string', label: 'Text' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'number', label: 'Number' },
  { value: 'integer', label: 'Whole number' },
  { value: 'list', label: 'List of texts' },
]
const trust = [
  { value: 'signed', label: 'Signed' },
  { value: 'unsigned', label: 'Unsigned' },
]

type RowsProps = { rows: readonly SchemaRow[]; mayEdit: boolean; onChange: (rows: SchemaRow[]) => void }

function Rows({ rows, mayEdit, onChange }: RowsProps) {
  const put = (row: SchemaRow, more: Partial<SchemaRow>) =>
    onChange(rows.map((one) => (one === row ? { ...row, ...more } : one)))
  return (
    <>
      {rows.length === 0 && <p className="soft">Nothing is known of readers yet.</p>}
      <ul className="claims" aria-label="Claims">
        {rows.map((row) => (
          <li key={row.id}>
            <ClaimRow
              row={row}
              mayEdit={mayEdit}
              onChange={(more) => put(row, more)}
              onRemove={() => onChange(rows.filter((one) => one !== row))}
            />
          </li>
        ))}
      </ul>
      {mayEdit && (
        <div>
          <Button icon={Plus} onClick={() => onChange([...rows, newRow()])}>
            Add claim
          </Button>
        </div>
      )}
    </>
  )
}

type RowProps = {
  row: SchemaRow
  mayEdit: boolean
  onChange: (more: Partial<SchemaRow>) => void
  onRemove: () => void
}

function ClaimRow({ row, mayEdit, onChange, onRemove }: RowProps) {
  const name = row.name || 'new claim'
  return (
    <fieldset className="claim" disabled={!mayEdit}>
      <legend className="sr">{name}</legend>
      <TextInput
        mono
        aria-label={`Name of ${name}`}
        placeholder="plan"
        value={row.name}
        onChange={({ target }) => onChange({ name: target.value.trim() })}
      />
      {row.kept ? (
        <span className="soft">An object or list; change it as JSON</span>
      ) : (
        <Select
          aria-label={`Type of ${name}`}
          choices={typeChoices}
          value={row.type}
          onChange={({ target }) =>
            onChange({
              type: typeChoices.find(({ value }) => value === target.value)?.value ?? 'string',
              values: [],
            })
          }
        />
      )}
      <Select
        aria-label={`Trust in ${name}`}
        choices={trust}
        value={row.isUnsigned ? 'unsigned' : 'signed'}
        onChange={({ target }) => onChange({ isUnsigned: target.value === 'unsigned' })}
      />
      <TextInput
        aria-label={`Values of ${name}`}
        placeholder={row.type === 'string' && !row.kept ? 'Any text, or some: free, pro' : ''}
        disabled={row.type !== 'string' || row.kept !== undefined}
        defaultValue={row.values.join(', ')}
        onBlur={({ target }) =>
          onChange({
            values: [
              ...new Set(
                target.value
                  .split(',')
                  .map((one) => one.trim())
                  .filter(Boolean),
              ),
            ],
          })
        }
      />
      <TextInput
        aria-label={`Description of ${name}`}
        placeholder="What it means"
        maxLength={1024}
        disabled={row.kept !== undefined}
        value={row.description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <IconButton small tip={false} icon={X} label={`Remove ${name}`} onClick={onRemove} />
    </fieldset>
  )
}
