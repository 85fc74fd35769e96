import { zodResolver } from '@hookform/resolvers/zod'
import { AppWindow, Eye, EyeOff, Plus, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import type { VisitorSchema } from '#contract/site-audience.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { Form } from '../../components/form.tsx'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { TextArea, TextInput } from '../../components/ui/inputs.tsx'
import { openSitePreview } from '../../data/site-preview.ts'
import {
  anonymousSegment,
  conditionsIn,
  conditionWarnings,
  flattenClaims,
  isVisibleTo,
  type Segment,
  useSegments,
} from '../../lib/conditions.ts'
import styles from './audience.module.css'

const claimsSchema = z.record(z.string(), z.unknown())

type Props = { organizationId: string; siteId: string; schema: VisitorSchema; structure: SiteStructure }

/** Which section and space is visible to which visitor segment, with warnings about conditions. */
export function VisibilityMatrix({ organizationId, siteId, schema, structure }: Props) {
  const [own, setOwn] = useSegments(siteId)
  const segments = [anonymousSegment, ...own]
  const parts = conditionsIn(structure)
  return (
    <>
      <div className={styles.section}>
        <h3>Who sees what</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <div className={styles.matrixScroll} role="region" aria-label="Who sees what" tabIndex={0}>
          <table className={styles.matrix}>
            <thead>
              <tr>
                <th scope="col">Part</th>
                {segments.map(({ name }, index) => (
                  <th scope="col" key={`${index} ${name}`} title={JSON.stringify(segments[index]?.claims)}>
                    {name}
                    <IconButton
                      small
                      tip={false}
                      icon={AppWindow}
                      label={`Preview the site as ${name}`}
                      onClick={() =>
                        void openSitePreview('The site', {
                          params: { organizationId, siteId },
                          query: { claims: JSON.stringify(segments[index]?.claims ?? {}) },
                        })
                      }
                    />
                    {index > 0 && (
                      <IconButton
                        small
                        tip={false}
                        icon={X}
                        label={`Remove ${name}`}
                        onClick={() => setOwn(own.filter((_, at) => at !== index - 1))}
                      />
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {parts.map((part) => (
                <tr key={part.id}>
                  <th scope="row">
                    <span className={part.isInner ? styles.matrixInner : undefined}>{part.title}</span>
                    {part.condition && <code>{part.condition}</code>}
                    {part.condition &&
                      conditionWarnings(part.condition, schema, part.isDefault).map((warning) => (
                        <small key={warning} className={styles.matrixWarning}>
                          <Icon of={TriangleAlert} size="s" /> {warning}
                        </small>
                      ))}
                  </th>
                  {segments.map(({ name, claims }, index) => (
                    <Cell
                      key={`${index} ${name}`}
                      isShown={part.conditions.every((condition) => isVisibleTo(claims, condition))}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <NewSegment onAdd={(segment) => setOwn([...own, segment])} />
      </div>
      <ConditionTester schema={schema} segments={segments} />
    </>
  )
}

const Cell = ({ isShown }: { isShown: boolean }) => (
  <td className={isShown ? undefined : 'is-hidden'}>
    <Icon of={isShown ? Eye : EyeOff} size="s" />
    <span className="sr">{isShown ? 'Shown' : 'Hidden'}</span>
  </td>
)

const segmentFields = z.object({
  name: z.string().trim().min(1, 'Enter a name for these readers'),
  claims: z.string().transform((text, context) => {
    const claims = parseClaims(text)
    if (claims !== null) return claims
    context.addIssue({ code: 'custom', message: 'Enter claims as JSON, such as {"plan": "pro"}' })
    return z.NEVER
  }),
})

function NewSegment({ onAdd }: { onAdd: (segment: Segment) => void }) {
  const form = useForm({ resolver: zodResolver(segmentFields), defaultValues: { name: '', claims: '' } })
  const { name, claims } = form.formState.errors
  return (
    <Form
      form={form}
      mutation={{ isPending: false, error: null }}
      shape="bare"
      submit="Add"
      isGuarded={false}
      onSubmit={(segment) => {
        onAdd(segment)
        form.reset()
      }}
    >
      <Field label="Readers" error={name?.message ?? claims?.message} help="Stored only in this browser.">
        {(tied) => (
          <span className={styles.row}>
            <TextInput {...tied} placeholder="Customers" {...form.register('name')} />
            <TextInput
              mono
              aria-label="Their claims"
              placeholder='{"plan": "pro"}'
              {...form.register('claims')}
            />
            <Button type="submit" variant="outline" size="form" icon={Plus}>
              Add
            </Button>
          </span>
        )}
      </Field>
    </Form>
  )
}

function parseClaims(text: string): Record<string, unknown> | null {
  try {
    return claimsSchema.safeParse(JSON.parse(text.trim() || '{}')).data ?? null
  } catch {
    return null
  }
}

/** Tests a condition against the segments before it is used. */
function ConditionTester({ schema, segments }: { schema: VisitorSchema; segments: readonly Segment[] }) {
  const [text, setText] = useState('')
  const warnings = text.trim() === '' ? [] : conditionWarnings(text, schema, false)
  return (
    <div className={styles.section}>
      <h3>Try a condition</h3>
      <TextArea
        className="mono"
        aria-label="Condition to try"
        rows={2}
        spellCheck={false}
        maxLength={1024}
        placeholder='visitor.claims.plan == "pro"'
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <span className={styles.claimChips}>
        {conditionExamples(schema).map((one) => (
          <Button
            key={one}
            size="small"
            variant="outline"
            onClick={() => setText(`${text}${text === '' || text.endsWith(' ') ? '' : ' '}${one}`)}
          >
            {one}
          </Button>
        ))}
      </span>
      <div role="status">
        {warnings.map((warning) => (
          <p key={warning} className={styles.matrixWarning}>
            <Icon of={TriangleAlert} size="s" /> {warning}
          </p>
        ))}
        {text.trim() !== '' && (
          <p className="soft">
            Shown to:{' '}
            {segments
              .filter(({ claims }) => isVisibleTo(claims, text))
              .map(({ name }) => name)
              .join(', ') || 'none of these'}
          </p>
        )}
      </div>
    </div>
  )
}

/** Examples of conditions for each claim and its values. */
const conditionExamples = (schema: VisitorSchema): string[] =>
  flattenClaims(schema).flatMap(({ name, property }) => {
    if (property.type === 'string' && property.enum)
      return property.enum.map((value) => `${name} == ${JSON.stringify(value)}`)
    if (property.type === 'string') return [`${name}.startsWith("")`]
    return property.type === 'array' ? [`${name}.includes("")`] : [name]
  })
